"""The outbox as the relay sees it: leases, places in the order, what to publish, what is done."""

from collections.abc import Sequence
from dataclasses import dataclass

from yiku_stores.postgres.database import Connection
from yiku_stores.postgres.queries import queries

SQL = queries("outbox")

_LEASE_SPACE = 0x79696B75  # "yiku", the first key of the advisory locks

CHANNEL = "yiku_outbox"
"""NOTIFY channel: rows are waiting. A wake-up only; polling finds them too."""


@dataclass(frozen=True)
class OutboxRow:
    """A row with its place in the order of its partition."""

    partition: int
    position: int
    key: str
    payload: bytes
    traceparent: str


class Outbox:
    """Operations of one relay on its own connection.

    Leases are session-level advisory locks on that connection: when the relay or the connection
    dies they are free, and every statement of the dead relay fails with them.
    """

    def __init__(self, conn: Connection, relay_id: str) -> None:
        self._conn = conn
        self._relay_id = relay_id

    async def beat(self) -> int:
        """Say that this relay lives; returns how many do."""
        await self._conn.execute(SQL["beat"], {"relay_id": self._relay_id})
        cursor = await self._conn.execute(SQL["alive"])
        row = await cursor.fetchone()
        return max(1, int(row["alive"])) if row else 1

    async def leave(self) -> None:
        """Say that this relay stops, so that others take its share at once."""
        await self._conn.execute(SQL["leave"], {"relay_id": self._relay_id})

    async def lease(self, partition: int) -> bool:
        """Try to become the only relay of a partition."""
        cursor = await self._conn.execute(SQL["lease"], {"space": _LEASE_SPACE, "partition": partition})
        row = await cursor.fetchone()
        return bool(row and row["held"])

    async def release(self, partition: int) -> None:
        """Give a partition back."""
        await self._conn.execute(SQL["release"], {"space": _LEASE_SPACE, "partition": partition})

    async def place(self, partitions: Sequence[int], limit: int) -> None:
        """Give committed rows that have none their place, contiguous per partition.

        Rows of one customer were inserted under that customer's lock, so `seq` is their commit order;
        a row whose transaction commits late simply takes a later place.
        """
        await self._conn.execute(SQL["place"], {"partitions": list(partitions), "limit": limit})

    async def to_publish(self, partitions: Sequence[int], limit: int) -> list[OutboxRow]:
        """Placed rows past what was published, each partition in order."""
        cursor = await self._conn.execute(SQL["to_publish"], {"partitions": list(partitions), "limit": limit})
        return [
            OutboxRow(r["partition"], r["position"], r["aggregateid"], bytes(r["payload"]), r["tracingspancontext"])
            for r in await cursor.fetchall()
        ]

    async def mark_published(self, upto: dict[int, int]) -> None:
        """The broker has acknowledged each partition up to this position."""
        params = {"partitions": list(upto), "positions": list(upto.values())}
        await self._conn.execute(SQL["mark_published"], params)

    async def rewind_lost(self, partitions: Sequence[int], grace_s: float) -> dict[int, int]:
        """Go back where a sink has read the partition to its end and still lacks what was published.

        That is how a broker that forgot in a crash shows. Returns the positions gone back to.
        """
        cursor = await self._conn.execute(SQL["rewind_lost"], {"partitions": list(partitions), "grace_s": grace_s})
        return {r["partition"]: r["published"] for r in await cursor.fetchall()}

    async def prune(self, partitions: Sequence[int]) -> int:
        """Delete the rows that every sink has applied."""
        cursor = await self._conn.execute(SQL["prune"], {"partitions": list(partitions)})
        return cursor.rowcount
