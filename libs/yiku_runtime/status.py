"""Errors as gRPC statuses with `google.rpc` details."""

from collections.abc import Iterable
from typing import Final

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import (  # type: ignore[import-untyped]
    BadRequest,
    RequestInfo,
    RetryInfo,
)
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]
from grpc_status import rpc_status
from yiku_domain.errors import Code, DeadlineExceeded, Violation, YikuError

RETRY_AFTER_MS: Final = 200
"""Told to callers whose request may work later."""

MAX_MESSAGE_CHARS: Final = 400
MAX_VIOLATION_BYTES: Final = 4800
"""Statuses travel as HTTP/2 trailers, of which peers take 8 KiB by default, base64 included."""

INTERNAL_MESSAGE: Final = "internal error; the trace id leads to the cause"


def to_yiku_error(error: Exception) -> YikuError:
    """The error as the domain names it; what is not foreseen becomes an internal one without text."""
    if isinstance(error, YikuError):
        return error
    if isinstance(error, TimeoutError):
        return DeadlineExceeded("the time for this request ran out")
    return YikuError(INTERNAL_MESSAGE)


def to_status(error: YikuError, trace_id: str) -> grpc.Status:
    """Code, message and trace id, with field violations and a retry delay where there are any."""
    status = Status(code=grpc_code(error.code).value[0], message=error.message[:MAX_MESSAGE_CHARS])
    status.details.extend(_packed(detail) for detail in _details(error, trace_id))
    return rpc_status.to_status(status)


def grpc_code(code: Code) -> grpc.StatusCode:
    """One to one, by name."""
    return grpc.StatusCode[code.value]


def _details(error: YikuError, trace_id: str) -> Iterable[Message]:
    yield RequestInfo(request_id=trace_id)
    if error.violations:
        yield _bad_request(error.violations)
    if error.retryable:
        delay = RetryInfo()
        delay.retry_delay.FromMilliseconds(RETRY_AFTER_MS)
        yield delay


def _bad_request(violations: tuple[Violation, ...]) -> Message:
    """As many violations as fit, and a last one that counts the rest."""
    detail = BadRequest()
    for number, violation in enumerate(violations):
        if detail.ByteSize() > MAX_VIOLATION_BYTES:
            rest = len(violations) - number
            detail.field_violations.add(field="", description=f"and {rest} more violations")
            break
        detail.field_violations.add(field=violation.field[:200], description=violation.description[:300])
    return detail  # type: ignore[no-any-return]


def _packed(detail: Message) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(detail)
    return packed
