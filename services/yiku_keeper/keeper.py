"""Sweeps over all buckets of each index again and again, and repairs what differs."""

import asyncio
import time
from collections.abc import Callable, Sequence

import structlog
from yiku_domain.errors import YikuError
from yiku_domain.events import Sink
from yiku_stores.postgres.retention import Retention
from yiku_stores.reconcile import Reconciler, bucket_chunks

log = structlog.get_logger()

_REST = 6
"""A look is followed by a pause this many times as long: comparing large stores takes its time, not a core."""

OnRepair = Callable[[Sink, int], None]
"""Called with the sink and how many events were sent again."""


class Keeper:
    """Runs until cancelled; a store that is away is tried again."""

    def __init__(
        self,
        reconciler: Reconciler,
        retention: Retention,
        *,
        on_repair: OnRepair,
        sweep_s: float = 10.0,
        tidy_s: float = 3600.0,
    ) -> None:
        self._reconciler = reconciler
        self._retention = retention
        self._on_repair = on_repair
        self._pause_s = sweep_s / len(bucket_chunks())
        self._tidy_s = tidy_s

    async def run(self) -> None:
        """Sweep every sink side by side, and tidy up."""
        async with asyncio.TaskGroup() as group:
            for sink in self._reconciler.sinks:
                group.create_task(self._sweep(sink))
            group.create_task(self._tidy())

    async def _sweep(self, sink: Sink) -> None:
        while True:
            for buckets in bucket_chunks():
                began = time.monotonic()
                await self._repair(sink, buckets)
                await asyncio.sleep(max(self._pause_s, _REST * (time.monotonic() - began)))

    async def _repair(self, sink: Sink, buckets: Sequence[int]) -> None:
        try:
            resent = await self._reconciler.repair(sink, buckets)
        except YikuError as error:
            log.warning("cannot compare a store", sink=sink.value, error=error.message)
            await asyncio.sleep(1.0)
            return
        if resent:
            log.warning("repaired a store", sink=sink.value, resent=resent)
            self._on_repair(sink, resent)

    async def _tidy(self) -> None:
        while True:
            try:
                await self._retention.tidy()
            except YikuError as error:
                log.warning("cannot tidy", error=error.message)
            await asyncio.sleep(self._tidy_s)
