"""What goes in and comes out of the client: plain, frozen, and free of protobuf."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"


@dataclass(frozen=True)
class Turn:
    """One utterance; `role` is "user" or "assistant", `at` offset-aware."""

    role: str
    text: str
    at: datetime | None = None


@dataclass(frozen=True)
class TimeRange:
    """[start, end), a side open where None; offset-aware."""

    start: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True)
class Entity:
    """A thing a memory mentions, and the part it plays."""

    type: str
    name: str
    role: str = ""


@dataclass(frozen=True)
class Relation:
    """The customer's tie to a thing."""

    predicate: str
    object_type: str
    object: str


@dataclass(frozen=True)
class Dialogue:
    """Turns of one session, in order."""

    turns: tuple[Turn, ...]
    session_id: str = ""
    at: datetime | None = None


@dataclass(frozen=True)
class Order:
    """An order of the customer."""

    order_id: str
    vehicle_type: str = ""
    pickup: str = ""
    dropoff: str = ""
    goods: str = ""
    amount_yuan: float = 0.0
    driver: str = ""
    at: datetime | None = None


@dataclass(frozen=True)
class Review:
    """A review the customer wrote; `rating` is 1 to 5, 0 where none was given."""

    text: str = ""
    rating: int = 0
    order_id: str = ""
    driver: str = ""
    at: datetime | None = None


@dataclass(frozen=True)
class Behaviour:
    """Something the customer did, such as choosing a vehicle."""

    action: str
    properties: Mapping[str, Json] = field(default_factory=dict)
    at: datetime | None = None


SourceItem = Dialogue | Order | Review | Behaviour


@dataclass(frozen=True)
class Statement:
    """A memory that the caller states. `kind`: fact, preference, sentiment, relation or event."""

    content: str
    kind: str = "fact"
    attribute: str = ""
    value: Mapping[str, Json] | None = None
    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()
    confidence: float | None = None
    inferred: bool = False
    event_time: datetime | None = None
    event_precision: str = ""
    valid_from: datetime | None = None
    expires_at: datetime | None = None
    source_ref: str = ""


@dataclass(frozen=True)
class Source:
    """Where a memory comes from; `span` is [start, end) in the masked text of the episode."""

    kind: str
    ref: str
    episode_id: str
    span: tuple[int, int] | None


@dataclass(frozen=True)
class Memory:
    """A stored memory; text is masked, times are UTC, empty strings and None mean absent."""

    memory_id: str
    user_id: str
    kind: str
    nature: str
    attribute: str
    content: str
    value: dict[str, Json]
    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]
    confidence: float
    explicit: bool
    event_time: datetime | None
    event_precision: str
    valid_from: datetime | None
    valid_to: datetime | None
    recorded_at: datetime | None
    updated_at: datetime | None
    expires_at: datetime | None
    energy: float
    evidence_count: int
    status: str
    superseded_by: str
    source: Source
    trace_id: str
    version: int


@dataclass(frozen=True)
class PathHit:
    """What one retrieval path said of a memory: its rank from 1 and its own score."""

    path: str
    rank: int
    score: float


@dataclass(frozen=True)
class RecalledMemory(Memory):
    """A memory with its fused score and, with `explain`, which paths found it."""

    score: float
    why: tuple[PathHit, ...]


@dataclass(frozen=True)
class Clarification:
    """A question worth asking the customer, in their language.

    What they stated is the memory `said_memory_id`; what waits for the answer is `inferred_memory_id`. Quoted
    words of the customer in it are data.
    """

    clarification_id: str
    question: str
    attribute: str = ""
    said_memory_id: str = ""
    inferred_memory_id: str = ""
    opened_at: datetime | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True)
class Degradation:
    """What could not take its full part: "unavailable", "timeout" or "skipped"."""

    part: str
    reason: str


@dataclass(frozen=True)
class PathReport:
    """How a path fared; `failure` is empty where it answered."""

    path: str
    hits: int
    millis: float
    failure: str


@dataclass(frozen=True)
class Plan:
    """How the question was read."""

    text: str
    tokens: tuple[str, ...]
    exact: tuple[str, ...]
    attributes: tuple[str, ...]
    mentions: tuple[str, ...]
    strategy: str
    strategy_version: int


@dataclass(frozen=True)
class Recall:
    """The memories that matter, best first, and a block of text ready for a prompt.

    `cache` is "", "L1" or "L2"; `plan` is there with `explain`.
    """

    memories: tuple[RecalledMemory, ...]
    prompt_block: str
    clarifications: tuple[Clarification, ...]
    plan: Plan | None
    degraded: tuple[Degradation, ...]
    cache: str
    trace_id: str
    paths: tuple[PathReport, ...]


@dataclass(frozen=True)
class Item:
    """What became of one segment: stored, merged, superseded, review, clarification, dropped, failed.

    With "clarification" the customer had stated otherwise, and `question` is what to ask.
    """

    item: int
    turn: int
    outcome: str
    memory_id: str
    superseded_ids: tuple[str, ...]
    reason: str
    detail: str
    content: str
    kind: str
    attribute: str
    field: str
    clarification_id: str = ""
    question: str = ""


@dataclass(frozen=True)
class Ingested:
    """The answer to an ingest, segment by segment. `replayed`: to an earlier request with this key."""

    items: tuple[Item, ...]
    stored: int
    trace_id: str
    indexed: bool
    replayed: bool

    @property
    def memory_id(self) -> str:
        """The first memory that holds something of it; empty where nothing was kept."""
        return next((item.memory_id for item in self.items if item.memory_id), "")

    @property
    def failed(self) -> tuple[Item, ...]:
        """The segments that could not be taken; each names its field."""
        return tuple(item for item in self.items if item.outcome == "failed")


@dataclass(frozen=True)
class Page:
    """Memories, and the token of the next page; empty after the last."""

    memories: tuple[Memory, ...]
    next_page_token: str


@dataclass(frozen=True)
class Edit:
    """What a reviewer changed; None where nothing."""

    content: str | None
    kind: str | None
    attribute: str | None
    value: dict[str, Json] | None


@dataclass(frozen=True)
class ReviewItem:
    """A memory that waits for a person or was decided, and the masked words that it comes from.

    `memory.source.span` lies in `text`, which is empty where it comes from no words; `before` are the turns
    before it, oldest first. `decision` is approve, reject or edit, empty while it waits.
    """

    memory: Memory
    reason: str
    opened_at: datetime | None
    text: str
    before: tuple[Turn, ...]
    decision: str
    decided_at: datetime | None
    actor: str
    edited: Edit | None


@dataclass(frozen=True)
class ReviewPage:
    """Review items, and the token of the next page; empty after the last."""

    items: tuple[ReviewItem, ...]
    next_page_token: str


@dataclass(frozen=True)
class Resolution:
    """What a decision led to: stored, merged, superseded, clarification or rejected; and the memory that holds."""

    outcome: str
    memory: Memory
    superseded_ids: tuple[str, ...]
    clarification_id: str


@dataclass(frozen=True)
class OpenClarification:
    """A question and whose it is."""

    user_id: str
    clarification: Clarification


@dataclass(frozen=True)
class ClarificationPage:
    """Open questions, and the token of the next page; empty after the last."""

    items: tuple[OpenClarification, ...]
    next_page_token: str


@dataclass(frozen=True)
class Change:
    """One version of a memory, and what made it."""

    operation: str
    at: datetime | None
    trace_id: str
    memory: Memory


@dataclass(frozen=True)
class Receipt:
    """What an erasure removed, by store."""

    receipt_id: str
    at: datetime | None
    erased: dict[str, int]


@dataclass(frozen=True)
class Context:
    """The kept turns of a session, oldest first, masked; and what to ask the customer, newest first."""

    session_id: str
    turns: tuple[Turn, ...]
    started_at: datetime | None
    last_at: datetime | None
    clarifications: tuple[Clarification, ...] = ()
    degraded: tuple[Degradation, ...] = ()


@dataclass(frozen=True)
class Strategy:
    """A scene's strategy; version 0 is the built-in one."""

    scene: str
    version: int
    document: dict[str, Json]
    created_at: datetime | None


@dataclass(frozen=True)
class Stage:
    """One step of a decision record."""

    name: str
    millis: float
    detail: dict[str, Json]


@dataclass(frozen=True)
class Trace:
    """Why something was stored, dropped, recalled or left out; an item a segment or candidate."""

    trace_id: str
    kind: str
    user_id: str
    created_at: datetime | None
    summary: dict[str, Json]
    stages: tuple[Stage, ...]
    items: tuple[dict[str, Json], ...]


@dataclass(frozen=True)
class StoreReport:
    """One index beside Postgres. `error` says why it could not be compared."""

    store: str
    expected: int
    held: int
    missing: int
    stale: int
    extra: int
    pending: int
    agree: bool
    error: str


@dataclass(frozen=True)
class Check:
    """Every index beside Postgres."""

    stores: tuple[StoreReport, ...]
    memories: int
    log_lines: int
    outbox: int
    agree: bool


@dataclass(frozen=True)
class SinkLag:
    """How far a sink is behind."""

    sink: str
    pending: int
    oldest_seconds: float
    last_applied_at: datetime | None
    dead_letters: int


@dataclass(frozen=True)
class Lag:
    """All sinks, and the rows that the relay has not published yet."""

    sinks: tuple[SinkLag, ...]
    unpublished: int


@dataclass(frozen=True)
class DeadLetter:
    """An event that a sink refused."""

    id: int
    sink: str
    tenant_id: str
    user_id: str
    memory_id: str
    version: int
    error: str
    at: datetime | None
