"""Any memory at all."""

from datetime import UTC, datetime

from hypothesis import strategies as st
from yiku_domain.events import MemoryEvent, Op
from yiku_domain.ids import MemoryId, Scope, TenantId, TraceId, UserId
from yiku_domain.memory import (
    Entity,
    JsonValue,
    Kind,
    Memory,
    Nature,
    Precision,
    Relation,
    Source,
    SourceKind,
    Status,
)
from yiku_domain.vocabulary import EntityType, Predicate, Role

TEXT = st.text(st.characters(codec="utf-8"), max_size=40)
WORD = st.text(st.characters(codec="utf-8", exclude_characters="/\x00"), min_size=1, max_size=20)
TIMES = st.datetimes(datetime(1970, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
NUMBERS = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False, width=32)
JSON: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
IDS = st.uuids().map(MemoryId)
SCOPES = st.builds(Scope, WORD.map(TenantId), WORD.map(UserId))
SPANS = st.none() | st.tuples(st.integers(0, 10**6), st.integers(0, 10**6))

MEMORIES = st.builds(
    Memory,
    scope=SCOPES,
    memory_id=IDS,
    kind=st.sampled_from(Kind),
    nature=st.sampled_from(Nature),
    content=TEXT,
    attribute=st.none() | WORD,
    value=st.dictionaries(TEXT, JSON, max_size=4),
    entities=st.lists(st.builds(Entity, st.sampled_from(EntityType), TEXT, st.sampled_from(Role)), max_size=3).map(
        tuple
    ),
    relations=st.lists(
        st.builds(Relation, st.sampled_from(Predicate), st.sampled_from(EntityType), TEXT), max_size=3
    ).map(tuple),
    confidence=st.floats(0, 1),
    explicit=st.booleans(),
    event_time=st.none() | TIMES,
    event_precision=st.none() | st.sampled_from(Precision),
    valid_from=TIMES,
    valid_to=st.none() | TIMES,
    recorded_at=TIMES,
    updated_at=TIMES,
    expires_at=st.none() | TIMES,
    energy=st.floats(0, 10),
    evidence_count=st.integers(1, 1000),
    status=st.sampled_from(Status),
    superseded_by=st.none() | IDS,
    source=st.builds(Source, st.sampled_from(SourceKind), TEXT, TEXT, SPANS),
    trace_id=TEXT.map(TraceId),
    version=st.integers(1, 2**40),
)


def upsert(memory: Memory, repair: bool) -> MemoryEvent:
    """The event that carries `memory`."""
    return MemoryEvent(Op.UPSERT, memory.scope, memory.memory_id, memory.version, memory, repair)


UPSERTS = st.builds(upsert, MEMORIES, st.booleans())
DELETES = st.builds(MemoryEvent, st.just(Op.DELETE), SCOPES, IDS, st.integers(0, 2**40), st.none(), st.booleans())
EVENTS = UPSERTS | DELETES
