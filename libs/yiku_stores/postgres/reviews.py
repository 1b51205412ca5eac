"""The queue of memories that wait for a person, and what was decided."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from yiku_domain.ids import MemoryId, TenantId
from yiku_domain.memory import Kind
from yiku_domain.review import Decision, ReviewItem, SourceTurn

from yiku_stores.postgres.clarifications import FROM_THE_START
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import memory_from_row

SQL = queries("reviews")


@dataclass(frozen=True)
class WantedReviews:
    """Which items of a tenant; what is empty or None takes all."""

    decided: bool = False
    user_id: str = ""
    reason: str = ""
    kind: Kind | None = None

    def params(self) -> dict[str, object]:
        """Named parameters of the two queries."""
        kind = self.kind.value if self.kind else ""
        return {"user_id": self.user_id, "reason": self.reason, "kind": kind, "memory_id": None}


@dataclass(frozen=True)
class ReviewPage:
    """Items in the order in which they were opened; `after` is where the next page begins."""

    items: tuple[ReviewItem, ...]
    after: MemoryId | None


class ReviewQueue:
    """Reads of a tenant; `Unavailable` when Postgres is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(
        self, tenant_id: TenantId, wanted: WantedReviews, *, size: int, after: UUID = FROM_THE_START
    ) -> ReviewPage:
        """Up to `size` items behind `after`. Memory ids are UUIDv7, so their order is that of time."""
        query = SQL["decided_items" if wanted.decided else "open_items"]
        params = {"tenant_id": tenant_id, **wanted.params(), "after": after, "limit": size + 1}
        async with self._database.reader(tenant_id) as conn:
            rows = await (await conn.execute(query, params)).fetchall()
        items = tuple(item_from_row(row) for row in rows)
        return ReviewPage(items[:size], items[size - 1].memory.memory_id if len(items) > size else None)


def item_from_row(row: Mapping[str, Any]) -> ReviewItem:
    """A row of `open_items` or `decided_items`."""
    return ReviewItem(
        memory=memory_from_row(row),
        reason=row["reason"],
        opened_at=row["opened_at"],
        text=row["text"],
        before=tuple(SourceTurn(turn["role"], turn["text"]) for turn in row["before"]),
        decision=Decision(row["decision"]) if row["decision"] else None,
        decided_at=row["decided_at"],
        actor=row["actor"],
        edited=row["edited"],
    )
