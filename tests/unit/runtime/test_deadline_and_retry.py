"""Time is cut from the request's, and only what can help is tried again."""

import asyncio
import time

import pytest
from yiku_domain.errors import DeadlineExceeded, NotFound, Unavailable
from yiku_runtime.call import Call, current_caller, enter_call, remaining_s
from yiku_runtime.deadline import budget_s, within
from yiku_runtime.retry import Retry, retrying


async def test_a_budget_is_never_more_than_what_is_left() -> None:
    enter_call(Call("/m", "", time.monotonic() + 0.5))
    assert budget_s(10.0, reserve=0.2) <= 0.3
    assert budget_s(0.1) == 0.1


async def test_outside_a_call_there_is_no_deadline() -> None:
    assert remaining_s() == float("inf")
    assert budget_s(3.0) == 3.0
    with pytest.raises(RuntimeError):
        current_caller()


async def test_a_block_that_outlasts_the_request_is_a_deadline() -> None:
    enter_call(Call("/m", "", time.monotonic() + 0.02))
    with pytest.raises(DeadlineExceeded):
        async with within(10.0):
            await asyncio.sleep(1)


async def test_what_may_help_is_tried_again() -> None:
    tries = []

    async def operation() -> str:
        tries.append(1)
        if len(tries) < 3:
            raise Unavailable("away")
        return "done"

    assert await retrying(operation, Retry(first_wait_s=0.001)) == "done"
    assert len(tries) == 3


async def test_what_cannot_help_is_not() -> None:
    tries = []

    async def operation() -> None:
        tries.append(1)
        raise NotFound("gone")

    with pytest.raises(NotFound):
        await retrying(operation, Retry(first_wait_s=0.001))
    assert len(tries) == 1


async def test_the_last_error_is_raised() -> None:
    async def operation() -> None:
        raise Unavailable("away")

    with pytest.raises(Unavailable, match="away"):
        await retrying(operation, Retry(attempts=2, first_wait_s=0.001))
