"""The questions that are open to customers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from yiku_domain.clarification import Clarification, Ending
from yiku_domain.ids import ClarificationId, MemoryId, Scope, TenantId, UserId

from yiku_stores.postgres.database import Database
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import scope_params

SQL = queries("reviews")

FROM_THE_START: Final = UUID(int=0)

MOST_AT_ONCE: Final = 5
"""Nobody is asked more than this in one conversation."""


@dataclass(frozen=True)
class Questions:
    """Open questions in the order in which they came up; `after` is where the next page begins."""

    items: tuple[Clarification, ...]
    after: ClarificationId | None


class Clarifications:
    """Reads; `Unavailable` when Postgres is away. What has expired is not open, whether closed yet or not."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, scope: Scope, now: datetime) -> tuple[Clarification, ...]:
        """What the bot may ask the customer, newest first, MOST_AT_ONCE at most."""
        params = {**scope_params(scope), "now": now, "limit": MOST_AT_ONCE}
        async with self._database.reader(scope.tenant_id) as conn:
            cursor = await conn.execute(SQL["open_of_customer"], params, prepare=True)
            return tuple(clarification_from_row(row) for row in await cursor.fetchall())

    async def page(
        self, tenant_id: TenantId, now: datetime, *, user_id: str = "", size: int, after: UUID = FROM_THE_START
    ) -> Questions:
        """Those of a tenant, or of one customer, behind `after`."""
        params = {"tenant_id": tenant_id, "user_id": user_id, "now": now, "after": after, "limit": size + 1}
        async with self._database.reader(tenant_id) as conn:
            rows = await (await conn.execute(SQL["open_of_tenant"], params)).fetchall()
        found = tuple(clarification_from_row(row) for row in rows)
        return Questions(found[:size], found[size - 1].clarification_id if len(found) > size else None)


def clarification_from_row(row: Mapping[str, Any]) -> Clarification:
    """A row of `clarification`."""
    standing = row["standing"]
    return Clarification(
        scope=Scope(TenantId(row["tenant_id"]), UserId(row["user_id"])),
        clarification_id=ClarificationId(row["clarification_id"]),
        attribute=row["attribute"],
        slot=row["slot"],
        question=row["question"],
        said=MemoryId(row["said"]),
        inferred=MemoryId(row["inferred"]),
        opened_at=row["opened_at"],
        expires_at=row["expires_at"],
        closed_at=row["closed_at"],
        ending=Ending(row["ending"]) if row["ending"] else None,
        standing=MemoryId(standing) if standing else None,
    )


_IDS = ("clarification_id", "said", "inferred", "standing")
_TIMES = ("opened_at", "expires_at", "closed_at")


def clarification_from_json(data: Mapping[str, Any]) -> Clarification:
    """A row that went through JSON."""
    row = dict(data)
    row |= {name: UUID(row[name]) for name in _IDS if row[name]}
    row |= {name: datetime.fromisoformat(row[name]).astimezone(UTC) for name in _TIMES if row[name]}
    return clarification_from_row(row)
