"""One relay: leases its share of the partitions and carries their rows to Kafka, in order."""

import asyncio
import time
from collections.abc import Sequence
from typing import Protocol

import structlog
from yiku_domain.errors import YikuError
from yiku_domain.ids import PARTITIONS
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.outbox import Outbox, OutboxRow

log = structlog.get_logger()


class Publisher(Protocol):
    """The broker's side of the relay."""

    async def publish(self, rows: Sequence[OutboxRow]) -> dict[int, int]:
        """Publish in order; returns per partition the last position acknowledged without a gap.

        Never raises for a broker that is away: it then returns less, or nothing.
        """
        ...


class Wakeup:
    """Set when rows may be waiting; shared by the listener and the relay."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def set(self) -> None:
        """Rows may be waiting."""
        self._event.set()

    async def wait(self, timeout_s: float) -> None:
        """Return when set, or after `timeout_s`."""
        try:
            await asyncio.wait_for(self._event.wait(), timeout_s)
        except TimeoutError:
            return
        finally:
            self._event.clear()


class Relay:
    """Runs until cancelled; a lost Postgres or broker is waited for, never given up on.

    `pace_s` after a wake-up lets the next few commits come along: a round costs the same for one row
    as for a hundred.
    """

    def __init__(
        self,
        database: Database,
        publisher: Publisher,
        wakeup: Wakeup,
        *,
        relay_id: str,
        batch: int = 500,
        poll_s: float = 0.25,
        housekeeping_s: float = 1.0,
        grace_s: float = 1.5,
        pace_s: float = 0.02,
    ) -> None:
        self._database = database
        self._publisher = publisher
        self._wakeup = wakeup
        self._relay_id = relay_id
        self._batch = batch
        self._poll_s = poll_s
        self._housekeeping_s = housekeeping_s
        self._grace_s = grace_s
        self._pace_s = pace_s
        self._held: set[int] = set()

    @property
    def held(self) -> frozenset[int]:
        """The partitions that this relay carries now."""
        return frozenset(self._held)

    async def run(self) -> None:
        """Carry rows for ever."""
        while True:
            try:
                async with self._database.session() as conn:
                    await self._run_session(Outbox(conn, self._relay_id))
            except YikuError as error:
                log.warning("relay waits for Postgres", error=error.message)
                await asyncio.sleep(0.5)
            finally:
                self._held.clear()

    async def _run_session(self, outbox: Outbox) -> None:
        due = 0.0
        try:
            while True:
                if time.monotonic() >= due:
                    await self._housekeep(outbox)
                    due = time.monotonic() + self._housekeeping_s
                if await self._carry(outbox) < self._batch:
                    await self._wakeup.wait(self._poll_s)
                    await asyncio.sleep(self._pace_s)
        except asyncio.CancelledError:
            await outbox.leave()
            raise

    async def _housekeep(self, outbox: Outbox) -> None:
        """Renew the leases, send again what a broker forgot, and drop what every sink has."""
        await self._share(outbox, await outbox.beat())
        if not self._held:
            return
        lost = await outbox.rewind_lost(sorted(self._held), self._grace_s)
        if lost:
            log.warning("sends again what a sink lacks", partitions=len(lost))
        await outbox.prune(sorted(self._held))

    async def _share(self, outbox: Outbox, alive: int) -> None:
        """Hold a fair share of the partitions: give back what is over it, take what is free."""
        share = -(-PARTITIONS // alive)
        for partition in sorted(self._held)[share:]:
            await outbox.release(partition)
            self._held.discard(partition)
        for partition in range(PARTITIONS):
            if len(self._held) >= share:
                return
            if partition not in self._held and await outbox.lease(partition):
                self._held.add(partition)

    async def _carry(self, outbox: Outbox) -> int:
        """Publish one batch; returns how many rows the broker acknowledged."""
        if not self._held:
            return 0
        partitions = sorted(self._held)
        await outbox.place(partitions, self._batch)
        rows = await outbox.to_publish(partitions, self._batch)
        if not rows:
            return 0
        upto = await self._publisher.publish(rows)
        if upto:
            await outbox.mark_published(upto)
        return sum(1 for row in rows if row.position <= upto.get(row.partition, -1))


async def listen(database: Database, channel: str, wakeup: Wakeup) -> None:
    """Set `wakeup` at each NOTIFY on `channel`; for ever, through losses of Postgres."""
    while True:
        try:
            async with database.session() as conn:
                await conn.execute(f"LISTEN {channel}")
                async for _ in conn.notifies():
                    wakeup.set()
        except YikuError:
            await asyncio.sleep(0.5)
