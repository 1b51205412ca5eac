"""What every servicer reads of the call: who calls, whose data it is about, and when it is."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from yiku_domain.errors import InvalidRequest
from yiku_domain.ids import MemoryId, Scope, TraceId, UserId
from yiku_runtime.call import current_caller, current_trace_id
from yiku_runtime.telemetry import traceparent

Clock = Callable[[], datetime]


@dataclass(frozen=True)
class Origin:
    """Who changes something, when, and as part of which trace."""

    actor: str
    now: datetime
    trace_id: TraceId
    traceparent: str


def origin(now: datetime) -> Origin:
    """The caller, who is the subject of the credential."""
    return Origin(current_caller().subject, now, TraceId(current_trace_id()), traceparent())


def utc_now() -> datetime:
    """The time, offset-aware."""
    return datetime.now(UTC)


def scope_of(user_id: str) -> Scope:
    """A customer of the caller's tenant."""
    return Scope(current_caller().tenant_id, UserId(user_id))


def memory_id_of(text: str, field: str = "memory_id") -> MemoryId:
    """`InvalidRequest` for what is no UUID."""
    try:
        return MemoryId(UUID(text))
    except ValueError:
        raise InvalidRequest.of(field, "is not valid") from None
