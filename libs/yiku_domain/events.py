"""The event that propagates a memory: a full snapshot with a version, so that replays converge."""

from dataclasses import dataclass
from enum import StrEnum

from yiku_domain.ids import MemoryId, Scope
from yiku_domain.memory import Memory


class Op(StrEnum):
    """UPSERT carries the memory as it is now; DELETE says that no sink may hold it."""

    UPSERT = "upsert"
    DELETE = "delete"


class Sink(StrEnum):
    """The stores that are filled from Postgres."""

    MILVUS = "milvus"
    GRAPH = "graph"
    CACHE = "cache"


@dataclass(frozen=True)
class MemoryEvent:
    """One change of one memory.

    `version` orders the changes of a memory: a sink keeps the highest it has seen. `repair` is set by
    the reconciler and lifts that guard, because the sink's own record may be what is wrong.
    """

    op: Op
    scope: Scope
    memory_id: MemoryId
    version: int
    memory: Memory | None = None
    repair: bool = False


@dataclass(frozen=True)
class Delivery:
    """An event as a sink receives it: its place in the outbox partition and its trace context."""

    event: MemoryEvent
    partition: int
    position: int
    traceparent: str = ""
