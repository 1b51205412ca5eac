"""What can go wrong, as the caller sees it: one tree, with field violations where there are any."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import grpc
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import (  # type: ignore[import-untyped]
    BadRequest,
    RequestInfo,
    RetryInfo,
)
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]

_DETAILS = "grpc-status-details-bin"


@dataclass(frozen=True)
class Violation:
    """A field such as `items[3].dialogue.turns[0].text`, and what is wrong with it."""

    field: str
    description: str


class YikuError(Exception):
    """The root. `trace_id` leads to what happened; `retry_after_s` is set where later may work."""

    code: ClassVar[str] = "UNKNOWN"

    def __init__(
        self,
        message: str,
        *,
        violations: tuple[Violation, ...] = (),
        retry_after_s: float | None = None,
        trace_id: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.violations = violations
        self.retry_after_s = retry_after_s
        self.trace_id = trace_id


class NotConfigured(YikuError):
    """Neither the environment nor a local stack says where Yiku is."""

    code = "NOT_CONFIGURED"


class InvalidRequest(YikuError):
    """Change the request; `violations` name the fields."""

    code = "INVALID_ARGUMENT"

    @classmethod
    def of(cls, field: str, description: str) -> "InvalidRequest":
        """One violation."""
        return cls(f"{field}: {description}", violations=(Violation(field, description),))


class Unauthenticated(YikuError):
    """No token, or one that does not verify or has expired."""

    code = "UNAUTHENTICATED"


class PermissionDenied(YikuError):
    """The token lacks a scope."""

    code = "PERMISSION_DENIED"


class NotFound(YikuError):
    """No such thing in this tenant."""

    code = "NOT_FOUND"


class Conflict(YikuError):
    """An idempotency key or version that was used for something else."""

    code = "ALREADY_EXISTS"


class FailedPrecondition(YikuError):
    """The thing is not in a state that allows this."""

    code = "FAILED_PRECONDITION"


class ResourceExhausted(YikuError):
    """Too much at once, or too large."""

    code = "RESOURCE_EXHAUSTED"


class Unavailable(YikuError):
    """Yiku, or the store it cannot do without, is away."""

    code = "UNAVAILABLE"


class DeadlineExceeded(YikuError):
    """No answer in time. A write may have happened: send it again under the same idempotency key."""

    code = "DEADLINE_EXCEEDED"


class InternalError(YikuError):
    """A fault in Yiku; `trace_id` leads to it."""

    code = "INTERNAL"


_TREE: tuple[type[YikuError], ...] = (
    InvalidRequest,
    Unauthenticated,
    PermissionDenied,
    NotFound,
    Conflict,
    FailedPrecondition,
    ResourceExhausted,
    Unavailable,
    DeadlineExceeded,
    InternalError,
)
_BY_CODE = {kind.code: kind for kind in _TREE}


def from_rpc(code: grpc.StatusCode, message: str | None, trailers: Iterable[tuple[str, Any]] | None) -> YikuError:
    """The error that a failed call stands for."""
    details = _details(trailers or ())
    info, retry = _first(details, RequestInfo), _first(details, RetryInfo)
    bad = _first(details, BadRequest)
    return _BY_CODE.get(code.name, YikuError)(
        message or code.name,
        violations=tuple(Violation(v.field, v.description) for v in bad.field_violations) if bad else (),
        retry_after_s=retry.retry_delay.ToMilliseconds() / 1000 if retry else None,
        trace_id=info.request_id if info else "",
    )


def _details(trailers: Iterable[tuple[str, Any]]) -> list[Any]:
    for key, value in trailers:
        if key == _DETAILS:
            try:
                return list(Status.FromString(value).details)
            except DecodeError:
                return []
    return []


def _first(details: list[Any], kind: Any) -> Any:
    for detail in details:
        if detail.Is(kind.DESCRIPTOR):
            found = kind()
            detail.Unpack(found)
            return found
    return None
