"""What Yiku needs of a store, said without naming one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NewType, Protocol

import numpy as np
from numpy.typing import NDArray
from yiku_domain.candidate import Hit
from yiku_domain.events import MemoryEvent
from yiku_domain.ids import MemoryId, Scope
from yiku_domain.memory import Kind, Memory
from yiku_domain.plan import Mention

Vector = NDArray[np.float32]


@dataclass(frozen=True)
class Stamp:
    """A memory as an index holds it: enough to tell whether it agrees with Postgres."""

    scope: Scope
    memory_id: MemoryId
    version: int


@dataclass(frozen=True)
class CustomerVectors:
    """All that a vector index holds of one customer: row i of `matrix` (n, dim) belongs to `ids[i]`."""

    ids: tuple[MemoryId, ...]
    kinds: tuple[Kind, ...]
    superseded: NDArray[np.bool_]
    matrix: Vector


class InspectableIndex(Protocol):
    """An index that can say what it holds, some buckets of users at a time."""

    async def stamps(self, buckets: Sequence[int]) -> list[Stamp]:
        """Every memory held for the users of `buckets` (each in [0, BUCKETS)), in no order.

        Sees everything applied before the call; a memory held twice is given twice.
        """
        ...

    async def drop_all(self) -> None:
        """Forget everything and be ready to be filled again."""
        ...


class VectorIndex(InspectableIndex, Protocol):
    """Nearest neighbours among one customer's memories."""

    async def ensure(self) -> None:
        """Create what is missing (collection, index); idempotent, safe with several processes."""
        ...

    async def apply(self, events: Sequence[MemoryEvent], vectors: Sequence[Vector | None]) -> None:
        """Bring the index to the state of `events`, in order; idempotent.

        `vectors[i]` belongs to `events[i]` and is None exactly where the memory is not to be held
        (deleted, or of a status that is not indexed). When `apply` returns, the index has it durably
        or will be told again by the reconciler. A stored higher version wins unless `repair`.
        """
        ...

    async def search(
        self,
        scope: Scope,
        vector: Vector,
        *,
        limit: int,
        kinds: frozenset[Kind] = frozenset(),
        include_superseded: bool = False,
        timeout_s: float,
    ) -> list[Hit]:
        """The nearest of the customer's memories, best first; score is the cosine similarity."""
        ...

    async def vectors(self, scope: Scope, *, limit: int, timeout_s: float) -> CustomerVectors | None:
        """All that is held of a customer, in no order; None where that is more than `limit` memories.

        As fresh as a search is.
        """
        ...


class MemoryGraph(InspectableIndex, Protocol):
    """The customer's ties to drivers, vehicles, addresses and goods."""

    async def ensure(self) -> None:
        """Create constraints and indexes; idempotent, safe with several processes."""
        ...

    async def apply(self, events: Sequence[MemoryEvent]) -> None:
        """Bring nodes and edges to the state of `events`, in order; idempotent by version."""
        ...

    async def related(self, scope: Scope, mentions: Sequence[Mention], *, limit: int, timeout_s: float) -> list[Hit]:
        """Memories whose edges touch the mentioned things, or share a thing with one that does.

        Score 1.0 for a direct tie, lower by distance; best first.
        """
        ...


class MemoryReader(Protocol):
    """What recall reads of the truth."""

    async def hydrate(self, scope: Scope, ids: Sequence[MemoryId]) -> list[Memory]:
        """The scope's own memories among `ids`, in no order; unknown ids are left out."""
        ...


Generation = NewType("Generation", str)
"""A customer's memories between two changes; opaque."""

UNKNOWN_GENERATION = Generation("")
"""Never the same as another, not even as itself."""


@dataclass(frozen=True)
class CacheEntry:
    """An answer as bytes, made of what was true in `generation`."""

    body: bytes
    generation: Generation
    ttl_s: int


class MemoryCache(Protocol):
    """Answers by customer, scene and fingerprint, shared by all processes.

    Whoever computes an answer reads the generation first and the memories second; whoever changes
    memories commits first and invalidates second. Then no answer outlives a change.
    """

    async def generation(self, scope: Scope) -> Generation:
        """The customer's generation now."""
        ...

    async def get(self, scope: Scope, scene: str, fingerprint: str) -> tuple[Generation, bytes | None]:
        """The generation now, and the answer that was put under that same generation, if any."""
        ...

    async def put(self, scope: Scope, scene: str, fingerprint: str, entry: CacheEntry) -> bool:
        """Keep an answer; False where its generation has passed and nothing was kept."""
        ...

    async def invalidate(self, scopes: Sequence[Scope]) -> None:
        """Begin a new generation for each customer and drop what was kept; idempotent."""
        ...
