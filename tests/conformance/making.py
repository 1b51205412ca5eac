"""Memories and changes for the conformance suites, and waiting for what comes in a moment."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from uuid import uuid4

from yiku_domain.events import MemoryEvent, Op
from yiku_domain.ids import MemoryId, Scope, TenantId, TraceId, UserId
from yiku_domain.memory import Entity, Kind, Memory, Nature, Relation, Source, SourceKind, Status

NOW = datetime(2026, 3, 1, 4, 0, tzinfo=UTC)


def new_scope(tenant: str = "acme", suffix: str = "") -> Scope:
    """A customer that no other test knows."""
    return Scope(TenantId(tenant), UserId(uuid4().hex[:12] + suffix))


def new_id() -> MemoryId:
    """An id that no other test knows."""
    return MemoryId(uuid4())


def memory(
    scope: Scope,
    memory_id: MemoryId | None = None,
    *,
    version: int = 1,
    kind: Kind = Kind.FACT,
    status: Status = Status.ACTIVE,
    entities: tuple[Entity, ...] = (),
    relations: tuple[Relation, ...] = (),
) -> Memory:
    """What the indexes look at can be chosen; the rest is the same for all."""
    return Memory(
        scope=scope,
        memory_id=memory_id or new_id(),
        kind=kind,
        nature=Nature.STATE,
        content="常用面包车",
        attribute=None,
        value={},
        entities=entities,
        relations=relations,
        confidence=0.9,
        explicit=True,
        event_time=None,
        event_precision=None,
        valid_from=NOW,
        valid_to=None,
        recorded_at=NOW,
        updated_at=NOW,
        expires_at=None,
        energy=1.0,
        evidence_count=1,
        status=status,
        superseded_by=None,
        source=Source(SourceKind.STATED),
        trace_id=TraceId(""),
        version=version,
    )


def upsert(held: Memory, *, repair: bool = False) -> MemoryEvent:
    """The change that brings an index to `held`."""
    return MemoryEvent(Op.UPSERT, held.scope, held.memory_id, held.version, held, repair)


def deletion(scope: Scope, memory_id: MemoryId, version: int, *, repair: bool = False) -> MemoryEvent:
    """The change that takes a memory out."""
    return MemoryEvent(Op.DELETE, scope, memory_id, version, None, repair)


async def eventually(condition: Callable[[], Awaitable[bool]], within_s: float = 10.0, every_s: float = 0.05) -> None:
    """Return as soon as the condition holds; fail when it does not in time."""
    deadline = time.monotonic() + within_s
    while not await condition():
        assert time.monotonic() < deadline, f"not within {within_s} s"
        await asyncio.sleep(every_s)
