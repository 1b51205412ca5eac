"""Decision records: why a memory was stored or not, and why it was recalled or not."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from yiku_domain.ids import Scope, TraceId
from yiku_domain.memory import JsonValue


class TraceKind(StrEnum):
    """What was decided."""

    INGEST = "ingest"
    RECALL = "recall"


@dataclass(frozen=True)
class Stage:
    """One step: what it took in milliseconds and what it said."""

    name: str
    millis: float
    detail: dict[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True)
class DecisionRecord:
    """The record of one ingest or recall. Holds masked text and ids only.

    `items` has one entry per segment (ingest) or candidate (recall), each with the stage at which it
    fell out and why, or what it became.
    """

    trace_id: TraceId
    kind: TraceKind
    scope: Scope
    created_at: datetime
    summary: dict[str, JsonValue]
    stages: tuple[Stage, ...]
    items: tuple[dict[str, JsonValue], ...]
