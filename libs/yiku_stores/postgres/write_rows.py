"""Rows beside the memories that a write leaves: episodes, sealed secrets, remembered answers."""

from uuid import UUID

from psycopg import AsyncCursor
from psycopg.rows import DictRow
from yiku_domain.events import MemoryEvent, Op
from yiku_domain.memory import Memory

from yiku_stores.postgres.commit import Commit, Episode, Sealer
from yiku_stores.postgres.database import Connection
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import content_key, scope_params

SQL = queries("write")


def event_of(memory: Memory) -> MemoryEvent:
    """The event that brings every sink to the state of `memory`."""
    if memory.indexed:
        return MemoryEvent(Op.UPSERT, memory.scope, memory.memory_id, memory.version, memory)
    return MemoryEvent(Op.DELETE, memory.scope, memory.memory_id, memory.version)


def outbox_row(event: MemoryEvent, payload: bytes, row_id: UUID, traceparent: str = "") -> dict[str, object]:
    """The row of `put_outbox` that carries `event`, encoded as `payload`."""
    return {
        **scope_params(event.scope),
        "id": row_id,
        "aggregateid": event.scope.key,
        "type": event.op.value,
        "payload": payload,
        "traceparent": traceparent,
        "memory_id": event.memory_id,
        "version": event.version,
        "partition": event.scope.partition,
    }


async def sealed_rows(conn: Connection, commit: Commit, sealer: Sealer) -> list[dict[str, object]]:
    """The vault rows of the commit's secrets, under the customer's key, made where there is none."""
    scope = scope_params(commit.scope)
    master_id, wrapped = sealer.new_key(commit.scope)
    await conn.execute(SQL["new_vault_key"], {**scope, "master_id": master_id, "wrapped_key": wrapped})
    cursor = await conn.execute(SQL["vault_key"], scope)
    row = await cursor.fetchone()
    assert row is not None
    key = (row["master_id"], bytes(row["wrapped_key"]))
    return [
        {
            **scope,
            "token": secret.token,
            "type": secret.type,
            "sealed": sealer.seal(commit.scope, *key, secret),
        }
        for secret in commit.secrets
    ]


def episode_row(commit: Commit, episode: Episode) -> dict[str, object]:
    return {
        **scope_params(commit.scope),
        "episode_id": episode.episode_id,
        "source_kind": episode.source_kind.value,
        "source_ref": episode.ref,
        "role": episode.role,
        "content": episode.content,
        "content_key": content_key(episode.content),
        "at": episode.at,
        "recorded_at": commit.now,
        "trace_id": commit.trace_id,
    }


async def keep_answer(conn: Connection, commit: Commit, response: bytes) -> AsyncCursor[DictRow]:
    """Remember the answer; no row is written where another customer's request took the key meanwhile."""
    key = commit.idempotency
    assert key is not None
    row = {
        **scope_params(commit.scope),
        "method": key.method,
        "key_hash": key.key_hash,
        "request_hash": key.request_hash,
        "response": response,
    }
    return await conn.execute(SQL["keep_answer"], row, prepare=True)
