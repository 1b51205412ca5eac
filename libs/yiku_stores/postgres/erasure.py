"""Remove a customer from Postgres, and tell every index to forget them."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from psycopg.types.json import Jsonb
from yiku_domain.events import MemoryEvent, Op
from yiku_domain.ids import MemoryId, Scope

from yiku_stores.postgres.commit import Tools
from yiku_stores.postgres.database import Connection, Database
from yiku_stores.postgres.loading import lock_user
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import scope_params
from yiku_stores.postgres.write_rows import outbox_row

SQL = queries("write")

TABLES = (
    "log",
    "deed",
    "review_item",
    "clarification",
    "conversation",
    "session_summary",
    "episode",
    "vault",
    "vault_key",
    "idempotency",
    "trace",
    "dead_letter",
    "source_dead_letter",
)


@dataclass(frozen=True)
class Receipt:
    """What was removed, by table; `outbox` are the changes that make the indexes forget."""

    receipt_id: UUID
    at: datetime
    removed: dict[str, int]
    outbox: tuple[int, ...]


class Eraser:
    """Erases customers; what is left is an audit line with a hash of who it was."""

    def __init__(self, database: Database, tools: Tools) -> None:
        self._database = database
        self._tools = tools

    async def erase(self, scope: Scope, *, actor: str, now: datetime) -> Receipt:
        """Remove every row of the customer in one transaction. Erasing nobody removes nothing."""
        receipt_id = self._tools.new_id()
        async with self._database.tenant(scope.tenant_id) as conn:
            await lock_user(conn, scope)
            await conn.execute(SQL["allow_erasing"])
            cursor = await conn.execute(SQL["erase_memory"], scope_params(scope))
            gone = {MemoryId(r["memory_id"]): int(r["version"]) for r in await cursor.fetchall()}
            removed = {"memory": len(gone)}
            for table in TABLES:
                removed[table] = (await conn.execute(SQL[f"erase_{table}"], scope_params(scope))).rowcount
            await self._blank_outbox(conn, scope)
            seqs = [await self._forget(conn, scope, i, v + 1) for i, v in gone.items()]
            await conn.execute(SQL["erase_head"], scope_params(scope))
            await conn.execute(SQL["audit"], _audit_row(scope, actor, receipt_id, removed))
        await self._tools.invalidate([scope])
        self._tools.wake({scope.partition})
        return Receipt(receipt_id, now, removed, tuple(seqs))

    async def _blank_outbox(self, conn: Connection, scope: Scope) -> None:
        """Rows on their way keep their places in the order but no longer say anything."""
        cursor = await conn.execute(SQL["outbox_of_user"], scope_params(scope))
        for row in await cursor.fetchall():
            event = MemoryEvent(Op.DELETE, scope, MemoryId(row["memory_id"]), row["version"])
            await conn.execute(SQL["blank_outbox"], {"seq": row["seq"], "payload": self._tools.encode(event)})

    async def _forget(self, conn: Connection, scope: Scope, memory_id: MemoryId, version: int) -> int:
        event = MemoryEvent(Op.DELETE, scope, memory_id, version)
        sent = outbox_row(event, self._tools.encode(event), self._tools.new_id())
        cursor = await conn.execute(SQL["put_outbox"], sent)
        row = await cursor.fetchone()
        assert row is not None
        return int(row["seq"])


def erased_name(scope: Scope) -> str:
    """How the audit log names a customer who was erased: it tells whether, not who."""
    return hashlib.sha256(scope.key.encode()).hexdigest()[:16]


def _audit_row(scope: Scope, actor: str, receipt_id: UUID, removed: dict[str, int]) -> dict[str, object]:
    return {
        "tenant_id": scope.tenant_id,
        "actor": actor,
        "action": "erase",
        "user_id": erased_name(scope),
        "detail": Jsonb({"receipt_id": str(receipt_id), "removed": removed}),
    }
