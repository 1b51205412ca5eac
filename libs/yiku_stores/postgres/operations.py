"""What operators ask of Postgres, across tenants: lag, dead letters, and who there is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from yiku_domain.events import Sink
from yiku_domain.ids import MemoryId, Scope, TenantId, UserId

from yiku_stores.postgres.database import Database
from yiku_stores.postgres.queries import queries

SQL = queries("operations")
LAG = queries("reconcile")


@dataclass(frozen=True)
class SinkLag:
    """How far a sink is behind: events not applied, the age of the oldest in seconds, and what it refused."""

    sink: Sink
    pending: int
    oldest_seconds: float
    last_applied_at: datetime | None
    dead_letters: int


@dataclass(frozen=True)
class BuriedEvent:
    """An event that a sink refused and that nobody has sent again yet."""

    id: int
    sink: Sink
    scope: Scope
    memory_id: MemoryId
    version: int
    error: str
    at: datetime


class Operations:
    """Needs the worker's role. Raises `Unavailable` when Postgres is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def lag(self) -> list[SinkLag]:
        """Every sink, by name."""
        return [
            SinkLag(
                Sink(row["sink"]),
                row["pending"],
                max(0.0, row["oldest_seconds"]),
                row["last_applied_at"],
                row["dead_letters"],
            )
            for row in await self._rows(LAG["lag"])
        ]

    async def unpublished(self) -> int:
        """Rows that the relay has not handed to the broker."""
        rows = await self._rows(LAG["unpublished"])
        return int(rows[0]["unpublished"])

    async def dead_letters(self, *, sink: str = "", limit: int = 100) -> list[BuriedEvent]:
        """Newest first; an empty `sink` takes all."""
        rows = await self._rows(SQL["dead_letters"], {"sink": sink, "limit": limit})
        return [_buried(row) for row in rows]

    async def mark_redriven(self, ids: Sequence[int]) -> None:
        """They were sent again; a sink that refuses them again buries them anew."""
        async with self._database.worker() as conn:
            await conn.execute(SQL["redriven"], {"ids": list(ids)})

    async def _rows(self, query: Any, params: Mapping[str, object] | None = None) -> list[dict[str, Any]]:
        async with self._database.worker() as conn:
            return await (await conn.execute(query, params)).fetchall()


def _buried(row: Mapping[str, Any]) -> BuriedEvent:
    return BuriedEvent(
        row["id"],
        Sink(row["sink"]),
        _scope(row),
        MemoryId(row["memory_id"]),
        row["version"],
        row["error"],
        row["created_at"],
    )


def _scope(row: Mapping[str, Any]) -> Scope:
    return Scope(TenantId(row["tenant_id"]), UserId(row["user_id"]))
