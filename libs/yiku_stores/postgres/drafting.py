"""Drafts as memories and memories as drafts."""

from dataclasses import replace
from datetime import datetime

from yiku_domain.ids import MemoryId, Scope, TraceId
from yiku_domain.memory import Draft, Memory, Nature, Status
from yiku_domain.resolution import normal_form, slot_of
from yiku_domain.vocabulary import BY_NAME

ENERGY_NEW = 0.5


def memory_of(draft: Draft, memory_id: MemoryId, scope: Scope, now: datetime, trace_id: TraceId) -> Memory:
    """An active memory that says what the draft says, at version 0: not yet recorded."""
    return Memory(
        scope=scope,
        memory_id=memory_id,
        kind=draft.kind,
        nature=draft.nature,
        content=draft.content,
        attribute=draft.attribute,
        value=draft.value,
        entities=draft.entities,
        relations=draft.relations,
        confidence=draft.confidence,
        explicit=draft.explicit,
        event_time=draft.event_time,
        event_precision=draft.event_precision,
        valid_from=true_since(draft, now),
        valid_to=None,
        recorded_at=now,
        updated_at=now,
        expires_at=draft.expires_at,
        energy=ENERGY_NEW,
        evidence_count=1,
        status=Status.ACTIVE,
        superseded_by=None,
        source=draft.source,
        trace_id=trace_id,
        version=0,
    )


def saying(memory: Memory, draft: Draft) -> Memory:
    """The memory with what the draft says in place of its own; when it became true stays."""
    return replace(
        memory,
        kind=draft.kind,
        nature=draft.nature,
        content=draft.content,
        attribute=draft.attribute,
        value=draft.value,
        entities=draft.entities,
        relations=draft.relations,
        confidence=draft.confidence,
        explicit=draft.explicit,
        expires_at=draft.expires_at,
    )


def draft_of(memory: Memory) -> Draft:
    """What would be proposed to make this memory."""
    return Draft(
        kind=memory.kind,
        nature=memory.nature,
        content=memory.content,
        attribute=memory.attribute,
        value=memory.value,
        entities=memory.entities,
        relations=memory.relations,
        confidence=memory.confidence,
        explicit=memory.explicit,
        event_time=memory.event_time,
        event_precision=memory.event_precision,
        valid_from=memory.valid_from,
        expires_at=memory.expires_at,
        source=memory.source,
    )


def true_since(draft: Draft, now: datetime) -> datetime:
    """When a draft became true; as it is told where it says nothing of it."""
    return draft.valid_from or draft.event_time or now


def memory_slot(memory: Memory) -> str | None:
    """The slot a stored memory fills while it is active."""
    if memory.nature is not Nature.STATE:
        return None
    known = BY_NAME.get(memory.attribute or "")
    identity = memory.value.get(known.identity) if known and known.identity else None
    named = normal_form(identity) if isinstance(identity, str) else None
    return slot_of(memory.attribute, named, memory.value.get("condition"))
