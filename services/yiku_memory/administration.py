"""Compare, repair and rebuild the stores that are filled from Postgres."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from yiku_domain.errors import Unavailable
from yiku_domain.events import Sink
from yiku_stores.postgres.operations import BuriedEvent, Operations, SinkLag
from yiku_stores.protocols import Stamp
from yiku_stores.reconcile import Reconciler, Totals, bucket_chunks
from yiku_stores.reconcile_cache import CacheReconciler

_MAX_REDRIVEN: Final = 10_000


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
    """`reconciler` is built when it is first needed. An empty list of sinks means all of them."""

    def __init__(self, reconciler: Callable[[], Reconciler], operations: Operations, cache: CacheReconciler) -> None:
        self._reconciler = reconciler
        self._operations = operations
        self._cache = cache

    async def check(self, sinks: Sequence[Sink]) -> Inventory:
        """Compare side by side; a store that is away is reported, Postgres being away is an error."""
        totals = await self._reconciler().totals()
        stores = await asyncio.gather(*(self._state(sink) for sink in sinks or tuple(Sink)))
        return Inventory(tuple(stores), totals)

    async def repair(self, sinks: Sequence[Sink]) -> int:
        """Send again what differs; how many events, and how many customers whose answers were voided."""
        return sum([await self._repair(sink) for sink in sinks or tuple(Sink)])

    async def _repair(self, sink: Sink) -> int:
        if sink is Sink.CACHE:
            return await self._cache.repair()
        return sum([await self._reconciler().repair(sink, buckets) for buckets in bucket_chunks()])

    async def rebuild(self, sink: Sink) -> int:
        """Empty a store and send everything again; an emptied cache fills as it is asked."""
        if sink is not Sink.CACHE:
            return await self._reconciler().rebuild(sink)
        await self._cache.rebuild()
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
            return await self._compared(sink)
        except Unavailable as error:
            return StoreState(sink, error=error.message)

    async def _compared(self, sink: Sink) -> StoreState:
        cache = sink is Sink.CACHE
        found = await (self._cache.compare() if cache else self._reconciler().compare_all(sink))
        lag = await self._operations.lag() if cache else ()
        return StoreState(
            sink,
            found.expected,
            found.held,
            found.count("missing"),
            found.count("stale"),
            found.count("extra"),
            found.pending + sum(one.pending for one in lag if one.sink is sink),
        )
