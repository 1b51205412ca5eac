"""What one write brings, and what it needs of the rest of Yiku."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID

from yiku_domain.events import MemoryEvent
from yiku_domain.habits import Deed, Window
from yiku_domain.ids import EpisodeId, Scope, TraceId
from yiku_domain.memory import Draft, Memory, Source, SourceKind

from yiku_stores.postgres.changes import Policy, Written


@dataclass(frozen=True)
class Episode:
    """A masked source segment. `ref` is the session, order or call it belongs to."""

    episode_id: EpisodeId
    source_kind: SourceKind
    ref: str
    role: str
    content: str
    at: datetime


@dataclass(frozen=True)
class Secret:
    """A token that stands for `original` in masked text."""

    token: str
    type: str
    original: str


@dataclass(frozen=True)
class IdempotencyKey:
    """Hashes of the caller's key and of the request's meaning."""

    method: str
    key_hash: bytes
    request_hash: bytes


@dataclass(frozen=True)
class Commit:
    """All that one write brings. Drafts, deeds and episodes are masked; `sources` lists what was told."""

    scope: Scope
    drafts: Sequence[Draft]
    now: datetime
    trace_id: TraceId
    traceparent: str = ""
    episodes: Sequence[Episode] = ()
    secrets: Sequence[Secret] = ()
    sources: Sequence[Source] = ()
    idempotency: IdempotencyKey | None = None
    dry_run: bool = False
    deeds: Sequence[Deed] = ()


@dataclass(frozen=True)
class Learnt:
    """A habit that the commit's deed at index `deed` made or confirmed, and the memory that holds it."""

    deed: int
    written: Written


@dataclass(frozen=True)
class Committed:
    """What became of each draft, in order, and of habits; or the remembered answer of an earlier request."""

    written: tuple[Written, ...]
    outbox: tuple[int, ...]
    replayed: bytes | None = None
    learnt: tuple[Learnt, ...] = ()


class Sealer(Protocol):
    """Seals originals for the vault."""

    def new_key(self, scope: Scope) -> tuple[str, bytes]:
        """A fresh data key for the customer: (master key id, the key wrapped under it)."""
        ...

    def seal(self, scope: Scope, master_id: str, wrapped: bytes, secret: Secret) -> bytes:
        """The original under the customer's key, bound to tenant, user, type and token."""
        ...


@dataclass(frozen=True)
class Tools:
    """What the writer needs of the rest of Yiku.

    `encode` gives an event's bytes for Kafka; `terms` a content's two tsvector literals (tokens,
    bigrams); `invalidate` bumps the caches' epochs and never raises; `wake` tells the relay that
    partitions have rows; `question` words what is asked about a stated memory and an inferred one, for
    `ask_for` long.
    """

    encode: Callable[[MemoryEvent], bytes]
    terms: Callable[[str], tuple[str, str]]
    new_id: Callable[[], UUID]
    sealer: Sealer
    invalidate: Callable[[Sequence[Scope]], Awaitable[None]]
    wake: Callable[[set[int]], None]
    question: Callable[[Memory, Memory], str]
    review_below: float = 0.7
    window: Window = field(default_factory=Window)
    ask_for: timedelta = timedelta(days=30)

    def policy(self) -> Policy:
        """What decides where a person or the customer is asked."""
        return Policy(self.review_below, self.new_id, self.question, self.ask_for)
