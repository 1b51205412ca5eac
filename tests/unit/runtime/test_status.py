"""Errors as statuses that fit into HTTP/2 trailers."""

import base64

import pytest
from yiku.errors import from_rpc
from yiku_domain.errors import Code, InvalidRequest, NotFound, Unavailable, Violation, YikuError
from yiku_runtime.status import INTERNAL_MESSAGE, grpc_code, to_status, to_yiku_error

TRACE = "a" * 32


def seen_by_client(error: YikuError) -> object:
    status = to_status(error, TRACE)
    return from_rpc(status.code, status.details, status.trailing_metadata)


def test_every_code_has_a_status() -> None:
    assert {grpc_code(code).name for code in Code} == {code.value for code in Code}


def test_violations_arrive() -> None:
    seen = seen_by_client(InvalidRequest.of("top_k", "must be positive"))
    assert [(v.field, v.description) for v in seen.violations] == [("top_k", "must be positive")]
    assert (seen.code, seen.retry_after_s, seen.trace_id) == ("INVALID_ARGUMENT", None, TRACE)


def test_what_may_work_later_says_when() -> None:
    seen = seen_by_client(Unavailable("Postgres is away"))
    assert seen.code == "UNAVAILABLE" and seen.retry_after_s and seen.retry_after_s > 0


def test_many_violations_fit_into_the_trailers_and_are_counted() -> None:
    many = tuple(Violation(f"items[{i}].dialogue.turns[0].text", "must be shorter") for i in range(500))
    status = to_status(InvalidRequest("m" * 9000, violations=many), TRACE)
    size = len(status.details) + sum(len(base64.b64encode(v)) for _, v in status.trailing_metadata)
    assert size < 8 * 1024
    seen = from_rpc(status.code, status.details, status.trailing_metadata)
    shown = len(seen.violations) - 1
    assert shown > 30
    assert seen.violations[-1].description == f"and {500 - shown} more violations"


def test_an_unforeseen_error_says_nothing_of_itself() -> None:
    error = to_yiku_error(ValueError("13800138000"))
    assert (error.code, error.message) == (Code.INTERNAL, INTERNAL_MESSAGE)


def test_a_timeout_is_a_deadline() -> None:
    assert to_yiku_error(TimeoutError()).code is Code.DEADLINE_EXCEEDED


def test_our_own_errors_pass() -> None:
    error = NotFound("no memory")
    assert to_yiku_error(error) is error


@pytest.mark.parametrize("trailers", [[], None, [("grpc-status-details-bin", b"\xff\xff")]])
def test_a_status_without_details_is_an_error_all_the_same(trailers: object) -> None:
    import grpc

    seen = from_rpc(grpc.StatusCode.NOT_FOUND, "gone", trailers)
    assert (seen.code, seen.message, seen.violations) == ("NOT_FOUND", "gone", ())
