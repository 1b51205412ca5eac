"""Decision records are written in batches beside the requests, never in their way."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress

from yiku_domain.ids import TenantId
from yiku_domain.trace import DecisionRecord

from yiku_stores.postgres import traces
from yiku_stores.postgres.database import Database

BATCH = 50
PAUSE_S = 0.2

Lost = Callable[[int, str], None]
Make = Callable[[], DecisionRecord]


class TraceSink:
    """A bounded queue in front of the table `trace`.

    Full, or with Postgres away, records are dropped; `lost` is told how many and why.
    """

    def __init__(self, database: Database, lost: Lost, *, capacity: int = 4000) -> None:
        self._database = database
        self._lost = lost
        self._capacity = capacity
        self._waiting: list[Make] = []
        self._overflow = 0

    def offer(self, make: Make) -> None:
        """Queue a record; `make` builds it later, off the request's path."""
        if len(self._waiting) >= self._capacity:
            self._overflow += 1
        else:
            self._waiting.append(make)

    async def run(self) -> None:
        """Write until cancelled, then write what is left."""
        try:
            while True:
                await asyncio.sleep(PAUSE_S)
                await self._flush()
        finally:
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    await self._flush()

    async def _flush(self) -> None:
        if self._overflow:
            self._lost(self._overflow, "the queue was full")
            self._overflow = 0
        while self._waiting:
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            await self._write(batch)

    async def _write(self, batch: Sequence[Make]) -> None:
        """Whatever is wrong with a batch must not end the loop that the next ones need."""
        try:
            by_tenant: dict[TenantId, list[DecisionRecord]] = defaultdict(list)
            for make in batch:
                record = make()
                by_tenant[record.scope.tenant_id].append(record)
            for tenant_id, records in by_tenant.items():
                async with self._database.reader(tenant_id) as conn:
                    await traces.insert(conn, tenant_id, records)
        except Exception as error:
            self._lost(len(batch), type(error).__name__)
