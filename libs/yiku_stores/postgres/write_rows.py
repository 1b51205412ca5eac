"""Rows beside the memories that a write leaves: episodes, sealed secrets, questions, remembered answers."""

from collections.abc import Mapping, Sequence
from uuid import UUID

import orjson
from psycopg.types.json import Jsonb
from yiku_domain.clarification import Clarification
from yiku_domain.events import MemoryEvent, Op
from yiku_domain.memory import Memory

from yiku_stores.postgres.changes import Workspace
from yiku_stores.postgres.commit import Commit, Episode, Sealer
from yiku_stores.postgres.rows import content_key, scope_params


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
        "tracingspancontext": traceparent,
        "memory_id": event.memory_id,
        "version": event.version,
        "partition": event.scope.partition,
    }


def sealed_rows(commit: Commit, sealer: Sealer, key: tuple[str, bytes]) -> list[dict[str, object]]:
    """The vault rows of the commit's secrets, sealed under the customer's `key` (master id, wrapped key)."""
    scope = scope_params(commit.scope)
    return [
        {**scope, "token": secret.token, "type": secret.type, "sealed": sealer.seal(commit.scope, *key, secret)}
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


def review_rows(space: Workspace) -> list[dict[str, object]]:
    """The review items that the workspace opens."""
    scope = scope_params(space.scope)
    return [
        {**scope, "memory_id": memory_id, "reason": reason, "opened_at": space.now}
        for memory_id, reason in space.opened.items()
    ]


def clarification_row(asked: Clarification) -> dict[str, object]:
    return {
        **scope_params(asked.scope),
        "clarification_id": asked.clarification_id,
        "attribute": asked.attribute,
        "slot": asked.slot,
        "question": asked.question,
        "said": asked.said,
        "inferred": asked.inferred,
        "opened_at": asked.opened_at,
        "expires_at": asked.expires_at,
        "closed_at": asked.closed_at,
        "ending": asked.ending and asked.ending.value,
        "standing": asked.standing,
    }


def answer_row(commit: Commit, response: bytes) -> dict[str, object]:
    """The answer as it is remembered under the commit's idempotency key."""
    key = commit.idempotency
    assert key is not None
    return {
        **scope_params(commit.scope),
        "method": key.method,
        "key_hash": key.key_hash,
        "request_hash": key.request_hash,
        "response": response,
    }


def as_json(rows: Sequence[Mapping[str, object]]) -> str:
    """Rows for json_populate_recordset: one text is sent and read faster than many parameters."""
    return orjson.dumps(rows, default=_plain).decode()


def _plain(value: object) -> object:
    if isinstance(value, Jsonb):
        return value.obj
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    raise TypeError(f"{type(value).__name__} has no column type")
