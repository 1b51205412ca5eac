"""Compare, repair and rebuild the stores that are filled from Postgres."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from yiku_domain.errors import Unavailable
from yiku_domain.events import Sink
from yiku_domain.ids import Scope
from yiku_stores.postgres.operations import BuriedEvent, Operations, SinkLag
from yiku_stores.protocols import Stamp
from yiku_stores.reconcile import Reconciler, Totals, bucket_chunks

_CHUNK: Final = 500
_MAX_REDRIVEN: Final = 10_000


class AnswerCache(Protocol):
    """The part of the cache that administration needs."""

    async def invalidate(self, scopes: Sequence[Scope]) -> None:
        """Void the cached answers of these customers."""
        ...


@dataclass(frozen=True)
class StoreState:
    """A store beside Postgres. `error` says why it could not be compared."""

    sink: Sink
    expected: int = 0
    held: int = 0
    missing: int = 0
    stale: int = 0
    extra: int = 0
    pending: int = 0
    error: str = ""

    @property
    def agree(self) -> bool:
        """Compared, and nothing differs."""
        return not (self.error or self.missing or self.stale or self.extra)


@dataclass(frozen=True)
class Inventory:
    """Every store asked about, and what Postgres holds."""

    stores: tuple[StoreState, ...]
    totals: Totals

    @property
    def agree(self) -> bool:
        """Whether all stores agree."""
        return all(store.agree for store in self.stores)


class Administration:
    """`reconciler` is built when it is first needed. An empty list of sinks means all of them.

    `ping_cache` raises `Unavailable` where the cache is away.
    """

    def __init__(
        self,
        reconciler: Callable[[], Reconciler],
        operations: Operations,
        cache: AnswerCache,
        ping_cache: Callable[[], Awaitable[object]],
    ) -> None:
        self._reconciler = reconciler
        self._operations = operations
        self._cache = cache
        self._ping_cache = ping_cache

    async def check(self, sinks: Sequence[Sink]) -> Inventory:
        """Compare side by side; a store that is away is reported, Postgres being away is an error."""
        totals = await self._reconciler().totals()
        stores = await asyncio.gather(*(self._state(sink) for sink in sinks or tuple(Sink)))
        return Inventory(tuple(stores), totals)

    async def repair(self, sinks: Sequence[Sink]) -> int:
        """Send again what differs; how many events. The cache needs none: its entries carry an epoch."""
        sent = 0
        for sink in sinks or tuple(Sink):
            if sink is not Sink.CACHE:
                for buckets in bucket_chunks():
                    sent += await self._reconciler().repair(sink, buckets)
        return sent

    async def rebuild(self, sink: Sink) -> int:
        """Empty a store and send everything again; an emptied cache fills as it is asked."""
        if sink is not Sink.CACHE:
            return await self._reconciler().rebuild(sink)
        customers = await self._operations.customers()
        for start in range(0, len(customers), _CHUNK):
            await self._cache.invalidate(customers[start : start + _CHUNK])
        return 0

    async def lag(self) -> tuple[list[SinkLag], int]:
        """Every sink, and the rows that are not published yet."""
        return await self._operations.lag(), await self._operations.unpublished()

    async def dead_letters(self, limit: int) -> list[BuriedEvent]:
        """Newest first."""
        return await self._operations.dead_letters(limit=limit)

    async def redrive(self, sinks: Sequence[Sink]) -> int:
        """Send the present state of refused memories again; how many."""
        sink = sinks[0].value if sinks else ""
        letters = await self._operations.dead_letters(sink=sink, limit=_MAX_REDRIVEN)
        stamps = (Stamp(one.scope, one.memory_id, one.version) for one in letters)
        sent = await self._reconciler().resend(stamps)
        await self._operations.mark_redriven([one.id for one in letters])
        return sent

    async def _state(self, sink: Sink) -> StoreState:
        try:
            return await (self._cache_state() if sink is Sink.CACHE else self._compared(sink))
        except Unavailable as error:
            return StoreState(sink, error=error.message)

    async def _compared(self, sink: Sink) -> StoreState:
        found = await self._reconciler().compare_all(sink)
        return StoreState(
            sink,
            found.expected,
            found.held,
            found.count("missing"),
            found.count("stale"),
            found.count("extra"),
            found.pending,
        )

    async def _cache_state(self) -> StoreState:
        """Nothing to compare: an answer of an earlier epoch is never served. It must be there, though."""
        await self._ping_cache()
        lag = await self._operations.lag()
        return StoreState(Sink.CACHE, pending=sum(one.pending for one in lag if one.sink is Sink.CACHE))
