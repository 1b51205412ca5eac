"""Tell the relay that rows are waiting: one NOTIFY for many commits, off the request's path."""

import asyncio

from yiku_domain.errors import YikuError

from yiku_stores.postgres.database import Database
from yiku_stores.postgres.outbox import CHANNEL


class OutboxWaker:
    """Debounces wake-ups. A NOTIFY inside the transaction would make commits wait for one another."""

    def __init__(self, database: Database, *, delay_s: float = 0.005) -> None:
        self._database = database
        self._delay_s = delay_s
        self._task: asyncio.Task[None] | None = None
        self._again = False

    def __call__(self, _partitions: set[int]) -> None:
        """Wake the relay soon; never raises. Where it fails, the relay's polling finds the rows."""
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._notify())
        else:
            self._again = True

    async def _notify(self) -> None:
        while True:
            self._again = False
            await asyncio.sleep(self._delay_s)
            try:
                async with self._database.session() as conn:
                    await conn.execute(f"NOTIFY {CHANNEL}")
            except YikuError:
                return
            if not self._again:
                return
