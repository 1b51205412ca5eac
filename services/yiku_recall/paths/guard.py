"""Runs a path within its budget; what goes wrong becomes the result's failure."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

from yiku_domain.candidate import Hit, PathName, PathResult
from yiku_stores.breaker import Breaker

TIMEOUT = "timeout"
UNAVAILABLE = "unavailable"
SKIPPED = "skipped"

_NEVER = 1 << 62
_GRACE_S = 0.05
"""A store's own limit lies a little behind ours, so that a late answer is called late, not away."""


Report = Callable[[str, Exception], None]
"""Is told of a part and the error that was turned into its failure."""


class PathGuard:
    """One path's budget and, where a store can be away, its breaker.

    A call that was given its whole budget and did not answer counts against the store; one that was
    cut short by the request's deadline says nothing about it.
    """

    def __init__(self, path: PathName, breaker: Breaker | None, report: Report) -> None:
        self._path = path
        self._breaker = breaker or Breaker(failures=_NEVER)
        self._report = report

    async def run(
        self, find: Callable[[float], Awaitable[Sequence[Hit]]], *, budget_s: float, left_s: float
    ) -> PathResult:
        """The hits of `find(seconds)`, or none and why; never raises an Exception."""
        if not self._breaker.allows():
            return PathResult(self._path, (), 0.0, UNAVAILABLE)
        seconds = min(budget_s, left_s)
        started = time.perf_counter()
        settled = False
        try:
            async with asyncio.timeout(seconds):
                hits = tuple(await find(seconds + _GRACE_S))
            settled = True
            self._breaker.succeeded()
            return PathResult(self._path, hits, _millis(started))
        except TimeoutError:
            settled = left_s >= budget_s
            if settled:
                self._breaker.failed()
            return PathResult(self._path, (), _millis(started), TIMEOUT)
        except Exception as error:
            settled = True
            self._breaker.failed()
            self._report(self._path.value, error)
            return PathResult(self._path, (), _millis(started), UNAVAILABLE)
        finally:
            if not settled:
                self._breaker.abandoned()


def _millis(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 3)
