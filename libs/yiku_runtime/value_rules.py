"""What protobuf can hold and a database cannot: NUL and NaN in JSON values, times off the calendar."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct, Value
from google.protobuf.timestamp_pb2 import Timestamp
from yiku_domain.errors import Violation

_EARLIEST: Final = -62_135_510_400  # 0001-01-02 and 9999-12-30 leave room for any time zone
_LATEST: Final = 253_402_128_000

Check = Callable[[Any], str]


@dataclass(frozen=True)
class _Step:
    """A field worth looking into: what to check of its values, or the steps below them."""

    name: str
    repeated: bool
    check: Check | None
    below: tuple["_Step", ...]


class ValueRules:
    """The rules of one message type; compiled once, so that checking costs what is set."""

    def __init__(self, descriptor: Any) -> None:
        self._steps = _steps(descriptor)

    def broken(self, message: Message) -> Iterator[Violation]:
        """Every violation, by field path."""
        return _walk(message, self._steps, "")


def _steps(descriptor: Any) -> tuple[_Step, ...]:
    """Our messages are trees, so this ends; JSON values, which are not, have a check of their own."""
    made = (_step(field) for field in descriptor.fields if field.message_type is not None)
    return tuple(step for step in made if step.check is not None or step.below)


def _step(field: Any) -> _Step:
    check = _CHECKS.get(field.message_type.full_name)
    below = () if check is not None else _steps(field.message_type)
    return _Step(field.name, field.is_repeated, check, below)


def _walk(message: Message, steps: tuple[_Step, ...], prefix: str) -> Iterator[Violation]:
    for step in steps:
        path = f"{prefix}{step.name}"
        if step.repeated:
            for index, item in enumerate(getattr(message, step.name)):
                yield from _look(item, step, f"{path}[{index}]")
        elif message.HasField(step.name):
            yield from _look(getattr(message, step.name), step, path)


def _look(value: Message, step: _Step, path: str) -> Iterator[Violation]:
    if step.check is None:
        yield from _walk(value, step.below, f"{path}.")
        return
    reason = step.check(value)
    if reason:
        yield Violation(path, reason)


def _time_problem(stamp: Timestamp) -> str:
    sound = _EARLIEST <= stamp.seconds <= _LATEST and 0 <= stamp.nanos < 1_000_000_000
    return "" if sound else "is not a time between the years 1 and 9999"


def _json_problem(value: Struct) -> str:
    for key, item in value.fields.items():
        problem = "must not contain NUL" if "\0" in key else _value_problem(item)
        if problem:
            return problem
    return ""


def _value_problem(value: Value) -> str:
    match value.WhichOneof("kind"):
        case "string_value":
            return "must not contain NUL" if "\0" in value.string_value else ""
        case "number_value":
            return "" if math.isfinite(value.number_value) else "must hold finite numbers only"
        case "struct_value":
            return _json_problem(value.struct_value)
        case "list_value":
            problems = (_value_problem(item) for item in value.list_value.values)
            return next((problem for problem in problems if problem), "")
    return ""


_CHECKS: Final[dict[str, Check]] = {
    Timestamp.DESCRIPTOR.full_name: _time_problem,
    Struct.DESCRIPTOR.full_name: _json_problem,
}
