"""The append-only log: each line carries the hash of the one before."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from psycopg.types.json import Jsonb
from yiku_domain.memory import Memory

from yiku_stores.postgres.changes import Workspace
from yiku_stores.postgres.rows import memory_to_params, scope_params


@dataclass(frozen=True)
class Head:
    """The head of a customer's log chain."""

    seq: int
    hash: bytes


def log_lines(space: Workspace, head: Head) -> tuple[list[dict[str, object]], Head]:
    lines: list[dict[str, object]] = []
    for change in space.changes:
        snapshot = snapshot_json(change.memory)
        seq = head.seq + 1
        digest = chain_hash(head.hash, seq, change.operation, snapshot)
        lines.append(
            {
                **scope_params(space.scope),
                "seq": seq,
                "memory_id": change.memory.memory_id,
                "version": change.memory.version,
                "operation": change.operation,
                "snapshot": snapshot,
                "at": space.now,
                "trace_id": space.trace_id,
                "hash": digest,
            }
        )
        head = Head(seq, digest)
    return lines, head


def chain_hash(before: bytes, seq: int, operation: str, snapshot: Mapping[str, Any]) -> bytes:
    """SHA-256 over the hash before, and this line as JSON with sorted keys."""
    line = orjson.dumps([seq, operation, snapshot], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(before + line).digest()


def snapshot_json(memory: Memory) -> dict[str, Any]:
    """The memory as plain JSON, for the log."""
    params = memory_to_params(memory)
    plain = {k: v.obj if isinstance(v, Jsonb) else v for k, v in params.items()}
    loaded: dict[str, Any] = orjson.loads(orjson.dumps(plain))
    return loaded
