"""What is known about the call being served, for the code below the servicer."""

import time
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field

from yiku_domain.errors import Violation

from yiku_runtime.auth import Caller


@dataclass(slots=True)
class Call:
    """One call. `deadline` is on the monotonic clock; `caller` is set once the token is verified."""

    method: str
    trace_id: str
    deadline: float
    caller: Caller | None = None
    item_violations: Mapping[int, tuple[Violation, ...]] = field(default_factory=dict)


_CALL: ContextVar[Call | None] = ContextVar("yiku_call", default=None)


def enter_call(call: Call) -> None:
    """Make `call` the current one for this task and the tasks it starts."""
    _CALL.set(call)


def current_caller() -> Caller:
    """Who calls; RuntimeError outside a call."""
    call = _CALL.get()
    if call is None or call.caller is None:
        raise RuntimeError("no authenticated call is being served")
    return call.caller


def current_trace_id() -> str:
    """32 hexadecimal digits; empty outside a call."""
    call = _CALL.get()
    return call.trace_id if call else ""


def item_violations() -> Mapping[int, tuple[Violation, ...]]:
    """What is wrong with single items of a batch, by their index; the other items are sound."""
    call = _CALL.get()
    return call.item_violations if call else {}


def current_deadline() -> float | None:
    """When the call must be answered, on `time.monotonic()`; None outside a call."""
    call = _CALL.get()
    return call.deadline if call else None


def remaining_s() -> float:
    """Seconds left to answer, never negative; infinite outside a call."""
    deadline = current_deadline()
    return float("inf") if deadline is None else max(0.0, deadline - time.monotonic())
