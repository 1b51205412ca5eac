"""How long an answer may still take, and leaving behind what takes longer."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

ANSWER_RESERVE_S = 0.005
"""Kept for assembling and sending."""


@dataclass(frozen=True)
class Deadline:
    """A moment on the monotonic clock."""

    at: float
    clock: Callable[[], float] = time.monotonic

    def left(self, reserve_s: float = ANSWER_RESERVE_S) -> float:
        """Seconds left before `reserve_s` must be kept; never negative."""
        return max(0.0, self.at - reserve_s - self.clock())


async def in_time(work: Awaitable[T], budget_s: float) -> T:
    """The result of `work`; TimeoutError once `budget_s` has passed.

    Unlike asyncio.timeout this does not wait until the late work has noticed its cancellation, which
    a driver may put off for seconds while its server hangs.
    """
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait((task,), timeout=budget_s)
    except asyncio.CancelledError:
        _leave(task)
        raise
    if done:
        return task.result()
    _leave(task)
    raise TimeoutError


def _leave(task: "asyncio.Future[T]") -> None:
    task.add_done_callback(_look_away)
    task.cancel()


def _look_away(task: "asyncio.Future[T]") -> None:
    """Nobody waits any more: take the error, so that it is not reported as forgotten."""
    if not task.cancelled():
        task.exception()
