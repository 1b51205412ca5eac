"""Make a customer's cached answers void after a write; never in the way of the answer."""

import asyncio
from collections.abc import Sequence

import structlog
from yiku_domain.errors import YikuError
from yiku_domain.ids import Scope

from yiku_stores.protocols import MemoryCache

log = structlog.get_logger()


class Invalidation:
    """Tries at once, and where the cache is away, again in the background for a while.

    The cache sink does the same from Kafka, and a cache that restarted trusts nothing it had before;
    this only closes the gap in which the writer alone cannot reach a cache that runs.
    """

    def __init__(self, cache: MemoryCache, *, pauses_s: Sequence[float] = (0.2, 0.5, 1, 2, 5, 10)) -> None:
        self._cache = cache
        self._pauses_s = pauses_s
        self._tasks: set[asyncio.Task[None]] = set()

    async def __call__(self, scopes: Sequence[Scope]) -> None:
        """Return when the cached answers are void, or at once where the cache is away."""
        try:
            await self._cache.invalidate(scopes)
        except YikuError:
            task = asyncio.create_task(self._later(scopes))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _later(self, scopes: Sequence[Scope]) -> None:
        for pause in self._pauses_s:
            await asyncio.sleep(pause)
            try:
                await self._cache.invalidate(scopes)
            except YikuError:
                continue
            return
        log.warning("cached answers left to the cache sink", customers=len(scopes))
