"""Wait until every sink has applied some outbox rows: one question to Postgres for all who wait."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence

from yiku_domain.errors import YikuError
from yiku_domain.ids import TenantId

from yiku_stores.postgres.database import Database
from yiku_stores.postgres.queries import queries

SQL = queries("write")


class DeliveryWatch:
    """Polls while somebody waits, and not otherwise."""

    def __init__(self, database: Database, *, poll_s: float = 0.02) -> None:
        self._database = database
        self._poll_s = poll_s
        self._waiting: dict[TenantId, dict[int, list[asyncio.Future[None]]]] = defaultdict(dict)
        self._task: asyncio.Task[None] | None = None

    async def wait(self, tenant_id: TenantId, seqs: Sequence[int], timeout_s: float) -> bool:
        """Whether every sink applied these rows within `timeout_s`; True at once for none."""
        if not seqs:
            return True
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        last = max(seqs)
        self._waiting[tenant_id].setdefault(last, []).append(done)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._poll())
        try:
            async with asyncio.timeout(timeout_s):
                await done
        except TimeoutError:
            return False
        return True

    async def _poll(self) -> None:
        """Rows of one commit are one customer's, so the last is delivered last."""
        while any(self._waiting.values()):
            await asyncio.sleep(self._poll_s)
            for tenant_id, waiting in list(self._waiting.items()):
                _forget_cancelled(waiting)
                if waiting:
                    await self._settle(tenant_id, waiting)

    async def _settle(self, tenant_id: TenantId, waiting: dict[int, list[asyncio.Future[None]]]) -> None:
        try:
            pending = await self._undelivered(tenant_id, list(waiting))
        except YikuError:
            return
        for seq in [s for s in waiting if s not in pending]:
            for future in waiting.pop(seq):
                if not future.done():
                    future.set_result(None)

    async def _undelivered(self, tenant_id: TenantId, seqs: list[int]) -> set[int]:
        async with self._database.reader(tenant_id) as conn:
            cursor = await conn.execute(SQL["undelivered"], {"seqs": seqs, "tenant_id": tenant_id})
            return {int(row["seq"]) for row in await cursor.fetchall()}


def _forget_cancelled(waiting: dict[int, list[asyncio.Future[None]]]) -> None:
    for seq in list(waiting):
        waiting[seq] = [f for f in waiting[seq] if not f.done()]
        if not waiting[seq]:
            del waiting[seq]
