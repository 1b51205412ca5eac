"""The audit log: who did what to whose data."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from psycopg.types.json import Jsonb
from yiku_domain.ids import Scope
from yiku_domain.memory import JsonValue

from yiku_stores.postgres.database import Connection, Database
from yiku_stores.postgres.queries import queries

SQL = queries("write")


@dataclass(frozen=True)
class AuditLine:
    """An action on a customer's data. `detail` is masked."""

    scope: Scope
    actor: str
    action: str
    detail: Mapping[str, JsonValue]


class AuditLog:
    """Appends; lines name the customer by a hash, so that they may outlive an erasure."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def append(self, line: AuditLine) -> None:
        """Write one line in a transaction of its own."""
        async with self._database.tenant(line.scope.tenant_id) as conn:
            await append_audit(conn, line)


async def append_audit(conn: Connection, line: AuditLine) -> None:
    """Write one line in the caller's transaction."""
    row = {
        "tenant_id": line.scope.tenant_id,
        "actor": line.actor,
        "action": line.action,
        "user_id": hashlib.sha256(line.scope.key.encode()).hexdigest()[:16],
        "detail": Jsonb(dict(line.detail)),
    }
    await conn.execute(SQL["audit"], row)
