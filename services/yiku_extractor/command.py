"""A write as the use cases see it, without protobuf."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from yiku_domain.clarification import Clarification
from yiku_domain.ids import MemoryId, Scope, TraceId
from yiku_domain.memory import Draft

from yiku_extractor.pipeline.segments import DEFAULT_ZONE, Segment


@dataclass(frozen=True)
class Failure:
    """An item that cannot be used: which field is wrong and why."""

    item: int
    turn: int
    field: str
    detail: str


@dataclass(frozen=True)
class Place:
    """Which item of the request, and which turn of it (-1 where there is none)."""

    item: int
    turn: int = -1


@dataclass(frozen=True)
class Key:
    """The caller's idempotency key and a hash of what the request says besides."""

    method: str
    key: str
    request_hash: bytes


@dataclass(frozen=True)
class WriteOptions:
    """How the write is to be done. `wait_s` is how long to wait for the indexes; 0 does not.

    The customer's words are read in `zone`.
    """

    now: datetime
    trace_id: TraceId
    traceparent: str
    key: Key | None = None
    dry_run: bool = False
    wait_s: float = 0.0
    zone: tzinfo = DEFAULT_ZONE


@dataclass(frozen=True)
class IngestCommand:
    """Segments of one customer, raw; `failures` are items that were refused before."""

    scope: Scope
    segments: Sequence[Segment]
    options: WriteOptions
    failures: Sequence[Failure] = ()


@dataclass(frozen=True)
class StatedDraft:
    """A draft that the caller states, raw, and its place in the request."""

    place: Place
    draft: Draft


@dataclass(frozen=True)
class RememberCommand:
    """Statements of one customer, raw; `failures` are statements that were refused before."""

    scope: Scope
    statements: Sequence[StatedDraft]
    options: WriteOptions
    failures: Sequence[Failure] = ()


@dataclass(frozen=True)
class Result:
    """What became of one segment's words or one statement. `outcome` is an Outcome, dropped or failed."""

    place: Place
    outcome: str
    reason: str = ""
    detail: str = ""
    memory_id: MemoryId | None = None
    superseded: tuple[MemoryId, ...] = ()
    content: str = ""
    kind: str = ""
    attribute: str = ""
    field: str = ""
    asked: Clarification | None = None


@dataclass(frozen=True)
class Answer:
    """All results in the order of the request; `replay` is an earlier answer's bytes."""

    results: tuple[Result, ...] = ()
    indexed: bool = False
    replay: bytes | None = None
    stored: int = field(default=0)
