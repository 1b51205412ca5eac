"""One tree of errors; each knows its code and whether trying again can help."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar


class Code(StrEnum):
    """Mapped one to one to gRPC statuses at the edge."""

    INVALID_ARGUMENT = "INVALID_ARGUMENT"
    UNAUTHENTICATED = "UNAUTHENTICATED"
    PERMISSION_DENIED = "PERMISSION_DENIED"
    NOT_FOUND = "NOT_FOUND"
    ALREADY_EXISTS = "ALREADY_EXISTS"
    FAILED_PRECONDITION = "FAILED_PRECONDITION"
    RESOURCE_EXHAUSTED = "RESOURCE_EXHAUSTED"
    ABORTED = "ABORTED"
    UNAVAILABLE = "UNAVAILABLE"
    DEADLINE_EXCEEDED = "DEADLINE_EXCEEDED"
    INTERNAL = "INTERNAL"


@dataclass(frozen=True)
class Violation:
    """A field path such as `items[3].dialogue.turns[0].text`, and what is wrong with it."""

    field: str
    description: str


class YikuError(Exception):
    """The root. The message is safe to show to the caller and holds no customer's words."""

    code: ClassVar[Code] = Code.INTERNAL
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, violations: tuple[Violation, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.violations = violations


class InvalidRequest(YikuError):
    """The caller must change the request."""

    code = Code.INVALID_ARGUMENT

    @classmethod
    def of(cls, field: str, description: str) -> "InvalidRequest":
        """One violation, with a message that repeats it."""
        return cls(f"{field}: {description}", violations=(Violation(field, description),))


class Unauthenticated(YikuError):
    """No credential, or one that does not verify."""

    code = Code.UNAUTHENTICATED


class PermissionDenied(YikuError):
    """The credential lacks the scope that the method needs."""

    code = Code.PERMISSION_DENIED


class NotFound(YikuError):
    """No such thing in this tenant; another tenant's things are not found either."""

    code = Code.NOT_FOUND


class Conflict(YikuError):
    """An idempotency key or version that was used for something else."""

    code = Code.ALREADY_EXISTS


class FailedPrecondition(YikuError):
    """The thing is not in a state that allows this."""

    code = Code.FAILED_PRECONDITION


class ResourceExhausted(YikuError):
    """A limit of the tenant was reached; later may work."""

    code = Code.RESOURCE_EXHAUSTED
    retryable = True


class Unavailable(YikuError):
    """A store that the request cannot do without is away; trying again can help."""

    code = Code.UNAVAILABLE
    retryable = True


class DeadlineExceeded(YikuError):
    """The caller's time ran out."""

    code = Code.DEADLINE_EXCEEDED
    retryable = True


class Rejected(YikuError):
    """A sink refuses this one event for good: it goes to the dead letters."""

    code = Code.INTERNAL
