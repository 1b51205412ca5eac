"""Decision records in the table `trace`."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from yiku_domain.ids import Scope, TenantId, TraceId, UserId
from yiku_domain.trace import DecisionRecord, Stage, TraceKind

from yiku_stores.postgres.database import Connection
from yiku_stores.postgres.queries import queries

SQL = queries("traces")


async def insert(conn: Connection, tenant_id: TenantId, records: Sequence[DecisionRecord]) -> None:
    """Store records of one tenant in one statement; of the same trace, kind and time the last wins."""
    unique = list({(record.trace_id, record.kind, record.created_at): record for record in records}.values())
    rows = orjson.dumps([_row(record) for record in unique]).decode().replace("\\u0000", "")
    await conn.execute(SQL["insert"], {"tenant_id": tenant_id, "rows": rows})


async def get(conn: Connection, tenant_id: TenantId, trace_id: TraceId) -> list[DecisionRecord]:
    """What was decided under a trace: ingest before recall; empty where nothing is kept."""
    cursor = await conn.execute(SQL["get"], {"tenant_id": tenant_id, "trace_id": trace_id})
    return [_record(row) for row in await cursor.fetchall()]


async def list_recent(
    conn: Connection, tenant_id: TenantId, *, user_id: str = "", kind: str = "", limit: int = 50
) -> list[DecisionRecord]:
    """The newest first; an empty `user_id` or `kind` takes all."""
    params = {"tenant_id": tenant_id, "user_id": user_id, "kind": kind, "limit": limit}
    cursor = await conn.execute(SQL["list"], params)
    return [_record(row) for row in await cursor.fetchall()]


def _row(record: DecisionRecord) -> dict[str, object]:
    """All rows travel as one JSON text: an array of texts is escaped far more slowly."""
    stages = [{"name": s.name, "millis": s.millis, "detail": s.detail} for s in record.stages]
    return {
        "trace_id": record.trace_id,
        "kind": record.kind.value,
        "user_id": record.scope.user_id,
        "created_at": record.created_at,
        "record": {"summary": record.summary, "stages": stages, "items": record.items},
    }


def _record(row: Mapping[str, Any]) -> DecisionRecord:
    data = row["record"]
    return DecisionRecord(
        trace_id=TraceId(row["trace_id"]),
        kind=TraceKind(row["kind"]),
        scope=Scope(TenantId(row["tenant_id"]), UserId(row["user_id"])),
        created_at=row["created_at"],
        summary=data["summary"],
        stages=tuple(Stage(s["name"], s["millis"], s["detail"]) for s in data["stages"]),
        items=tuple(data["items"]),
    )
