"""What every servicer reads of the call: whose data it is about, and when it is."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

from yiku_domain.errors import InvalidRequest
from yiku_domain.ids import MemoryId, Scope, UserId
from yiku_runtime.call import current_caller

Clock = Callable[[], datetime]


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
