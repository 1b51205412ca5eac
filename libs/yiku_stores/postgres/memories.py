"""What people read of the truth: one memory, pages of them, and how they came to be as they are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from yiku_domain.errors import NotFound
from yiku_domain.ids import MemoryId, Scope, TraceId
from yiku_domain.memory import Kind, Memory, Status

from yiku_stores.postgres.database import Database
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import memory_from_row, scope_params

SQL = queries("memories")

_TIMES = ("event_time", "valid_from", "valid_to", "recorded_at", "updated_at", "expires_at")
_IDS = ("memory_id", "superseded_by")


@dataclass(frozen=True)
class Wanted:
    """Which memories of a customer; an empty `kinds` or `attribute` takes all."""

    statuses: Sequence[Status] = (Status.ACTIVE,)
    kinds: Sequence[Kind] = ()
    attribute: str = ""


@dataclass(frozen=True)
class Page:
    """Memories, newest first; `after` is where the next page begins, None after the last."""

    memories: tuple[Memory, ...]
    after: MemoryId | None


@dataclass(frozen=True)
class LoggedChange:
    """A line of the log: the memory as it was from then on."""

    operation: str
    at: datetime
    trace_id: TraceId
    memory: Memory


class Memories:
    """Reads of one customer's memories; `Unavailable` when Postgres is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, scope: Scope, memory_id: MemoryId) -> Memory:
        """Whatever its status; `NotFound`, also for another customer's."""
        rows = await self._rows("one", scope, {"memory_id": memory_id})
        if not rows:
            raise NotFound(f"no memory {memory_id} of this user")
        return memory_from_row(rows[0])

    async def page(self, scope: Scope, wanted: Wanted, *, size: int, before: MemoryId | None = None) -> Page:
        """Up to `size` memories older than `before`. Ids are UUIDv7, so their order is that of time."""
        params = {
            "statuses": [status.value for status in wanted.statuses],
            "kinds": [kind.value for kind in wanted.kinds],
            "attribute": wanted.attribute,
            "before": before,
            "limit": size + 1,
        }
        memories = tuple(memory_from_row(r) for r in await self._rows("page", scope, params))
        more = len(memories) > size
        return Page(memories[:size], memories[size - 1].memory_id if more else None)

    async def history_of_memory(self, scope: Scope, memory_id: MemoryId) -> list[LoggedChange]:
        """Every version of a memory, oldest first; empty for an unknown one."""
        rows = await self._rows("history_of_memory", scope, {"memory_id": memory_id})
        return [_change(row) for row in rows]

    async def history_of_attribute(self, scope: Scope, attribute: str) -> list[LoggedChange]:
        """Every version of every memory that filled a slot, oldest first."""
        rows = await self._rows("history_of_attribute", scope, {"attribute": attribute})
        return [_change(row) for row in rows]

    async def _rows(self, name: str, scope: Scope, params: Mapping[str, object]) -> list[dict[str, Any]]:
        async with self._database.reader(scope.tenant_id) as conn:
            cursor = await conn.execute(SQL[name], {**scope_params(scope), **params})
            return await cursor.fetchall()


def _change(row: Mapping[str, Any]) -> LoggedChange:
    memory = from_snapshot(row["snapshot"])
    return LoggedChange(row["operation"], row["at"], TraceId(row["trace_id"]), memory)


def from_snapshot(snapshot: Mapping[str, Any]) -> Memory:
    """The inverse of `log_chain.snapshot_json`: a row whose times and ids went through JSON."""
    row = dict(snapshot)
    for name in _TIMES:
        row[name] = datetime.fromisoformat(row[name]) if row[name] else None
    for name in _IDS:
        row[name] = UUID(row[name]) if row[name] else None
    return memory_from_row(row)
