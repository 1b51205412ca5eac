"""Which argument it was that does not fit into a request."""

import dataclasses
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from yiku.errors import InvalidRequest

_INT32 = range(-(2**31), 2**31)
_INT64_NAMES = ("expected_version",)


def blame(build: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], error: Exception) -> InvalidRequest:
    """The refusal that `error` stands for, raised while `build(*args, **kwargs)` made a request."""
    arguments = inspect.signature(build).bind(*args, **kwargs).arguments
    for name, value in arguments.items():
        for field, reason in _unfit(name, value):
            return InvalidRequest.of(field, reason)
    return InvalidRequest(f"an argument has the wrong type: {type(error).__name__}")


def _unfit(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """(field, reason) of everything in `value` that protobuf cannot hold."""
    if isinstance(value, str):
        if any("\ud800" <= character <= "\udfff" for character in value):
            yield name, "has a lone surrogate; it is not text"
    elif isinstance(value, int) and not isinstance(value, bool):
        if value not in _INT32 and name not in _INT64_NAMES:
            yield name, "is out of range"
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _unfit(f"{name}.{field.name}", getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _unfit(f"{name} key", key)
            yield from _unfit(f"{name}.{key!a}", item)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _unfit(f"{name}[{index}]", item)
