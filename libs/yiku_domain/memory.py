"""A memory: what is worth knowing about a customer, where it came from and when it was true."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from yiku_domain.ids import MemoryId, Scope, TraceId
from yiku_domain.vocabulary import EntityType, Predicate, Role

JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"


class Kind(StrEnum):
    """What sort of thing a memory says."""

    FACT = "fact"
    PREFERENCE = "preference"
    SENTIMENT = "sentiment"
    RELATION = "relation"
    EVENT = "event"
    SUMMARY = "summary"
    INSIGHT = "insight"


class Nature(StrEnum):
    """STATE is true now and has validity; EVENT happened at a time and is only appended."""

    STATE = "state"
    EVENT = "event"


class Status(StrEnum):
    """Where a memory is in its life."""

    ACTIVE = "active"
    PENDING_REVIEW = "pending_review"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    RETRACTED = "retracted"
    ARCHIVED = "archived"
    ERASED = "erased"


INDEXED = frozenset({Status.ACTIVE, Status.SUPERSEDED})
"""Statuses that Milvus and the graph hold; superseded ones answer `as_of` questions."""


class Precision(StrEnum):
    """How exactly an event's time is known; a year alone is not 1 January."""

    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    HOUR = "hour"
    MINUTE = "minute"


class SourceKind(StrEnum):
    """Where the words or the deed came from."""

    DIALOGUE = "dialogue"
    ORDER = "order"
    BEHAVIOUR = "behaviour"
    REVIEW = "review"
    STATED = "stated"
    """Stated by the caller through `Remember`."""


@dataclass(frozen=True)
class Entity:
    """A thing a memory mentions, by its normalised name, and the part it plays."""

    type: EntityType
    name: str
    role: Role = Role.OBJECT


@dataclass(frozen=True)
class Relation:
    """The customer's tie to a thing: (customer) -predicate-> (object)."""

    predicate: Predicate
    object_type: EntityType
    object: str


@dataclass(frozen=True)
class Source:
    """Provenance: `ref` names the session, order or call; `span` is [start, end) in the masked text."""

    kind: SourceKind
    ref: str = ""
    episode_id: str = ""
    span: tuple[int, int] | None = None


@dataclass(frozen=True)
class Draft:
    """What extraction proposes, masked and normalised, before it is resolved against the store."""

    kind: Kind
    nature: Nature
    content: str
    attribute: str | None = None
    value: Mapping[str, JsonValue] = field(default_factory=dict)
    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()
    confidence: float = 1.0
    explicit: bool = True
    event_time: datetime | None = None
    event_precision: Precision | None = None
    valid_from: datetime | None = None
    expires_at: datetime | None = None
    source: Source = Source(SourceKind.STATED)
    review: str = ""
    """Why a person must decide about it; empty where the confidence alone tells."""


@dataclass(frozen=True)
class Memory:
    """A stored memory. Times are offset-aware UTC; `version` grows by one with each change."""

    scope: Scope
    memory_id: MemoryId
    kind: Kind
    nature: Nature
    content: str
    attribute: str | None
    value: Mapping[str, JsonValue]
    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]
    confidence: float
    explicit: bool
    event_time: datetime | None
    event_precision: Precision | None
    valid_from: datetime
    valid_to: datetime | None
    recorded_at: datetime
    updated_at: datetime
    expires_at: datetime | None
    energy: float
    evidence_count: int
    status: Status
    superseded_by: MemoryId | None
    source: Source
    trace_id: TraceId
    version: int

    @property
    def indexed(self) -> bool:
        """Whether Milvus and the graph should hold this memory."""
        return self.status in INDEXED

    def live_at(self, now: datetime) -> bool:
        """Active and not past its explicit expiry."""
        return self.status is Status.ACTIVE and (self.expires_at is None or self.expires_at > now)

    def valid_at(self, moment: datetime) -> bool:
        """True at `moment` on the validity axis, whatever is true now."""
        if self.status not in INDEXED or self.valid_from > moment:
            return False
        return self.valid_to is None or moment < self.valid_to
