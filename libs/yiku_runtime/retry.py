"""One policy for trying again: only what says that it can help, never past the deadline."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import stamina
from yiku_domain.errors import YikuError

from yiku_runtime.deadline import budget_s

T = TypeVar("T")


@dataclass(frozen=True)
class Retry:
    """Up to `attempts` tries in `budget_s` seconds, with exponential waits and jitter between."""

    attempts: int = 3
    budget_s: float = 5.0
    first_wait_s: float = 0.05
    longest_wait_s: float = 1.0


async def retrying(operation: Callable[[], Awaitable[T]], policy: Retry = Retry()) -> T:
    """The result of `operation`, tried again while it raises a retryable `YikuError`.

    `operation` must be idempotent. The last error is raised unchanged.
    """
    attempts = stamina.retry_context(
        on=is_retryable,
        attempts=policy.attempts,
        timeout=budget_s(policy.budget_s),
        wait_initial=policy.first_wait_s,
        wait_max=policy.longest_wait_s,
        wait_jitter=policy.first_wait_s,
    )
    async for attempt in attempts:
        with attempt:
            return await operation()
    raise AssertionError("unreachable: the last attempt returns or raises")


def without_end(longest_wait_s: float) -> AsyncIterator[stamina.Attempt]:
    """Attempts for a worker that has nothing else to do: without end, for errors that can pass."""
    return aiter(
        stamina.retry_context(
            on=is_retryable,
            attempts=None,
            timeout=None,
            wait_initial=0.1,
            wait_max=longest_wait_s,
            wait_jitter=0.1,
        )
    )


def is_retryable(error: Exception) -> bool:
    """Whether trying again can help."""
    return isinstance(error, YikuError) and error.retryable
