"""Vectors of customers who are being talked to, kept for exact comparison in this process."""

from dataclasses import dataclass

import numpy as np
from cachetools import LRUCache, TTLCache
from yiku_domain.candidate import Hit
from yiku_domain.ids import Scope
from yiku_domain.memory import Kind
from yiku_stores.protocols import CustomerVectors, Generation, Vector, VectorIndex

MAX_MEMORIES = 400
"""Of customers with more the index is asked each time: that is what it is for."""

KEEP_S = 60.0
"""An index that lost rows in a crash and was filled again changes no generation: so long at most."""

MAX_ROWS = 40_000
_MAX_SEEN = 20_000


@dataclass(frozen=True)
class _Warm:
    """None for a customer with too many memories."""

    generation: Generation
    vectors: CustomerVectors | None


class WarmVectors:
    """A conversation asks about one customer again and again: from the second question on, here.

    What is kept holds for one generation of the customer's memories, and was read when every one of
    them had reached the index. Then it lacks nothing but what the overlay adds.
    """

    def __init__(self, index: VectorIndex, *, keep_s: float = KEEP_S) -> None:
        self._index = index
        self._seen: LRUCache[str, Generation] = LRUCache(_MAX_SEEN)
        self._kept: TTLCache[str, _Warm] = TTLCache(MAX_ROWS, keep_s, getsizeof=_rows)

    def due(self, scope: Scope, generation: Generation) -> bool:
        """Whether this is not the first question in the generation and nothing is kept yet."""
        kept = self._kept.get(scope.key)
        if not generation or (kept is not None and kept.generation == generation):
            return False
        seen = self._seen.get(scope.key) == generation
        self._seen[scope.key] = generation
        return seen

    def get(self, scope: Scope, generation: Generation) -> CustomerVectors | None:
        """What is kept of the generation."""
        kept = self._kept.get(scope.key) if generation else None
        return kept.vectors if kept is not None and kept.generation == generation else None

    async def load(self, scope: Scope, generation: Generation, timeout_s: float) -> CustomerVectors | None:
        """Read and keep; None for a customer with too many memories. Every memory must be indexed."""
        vectors = await self._index.vectors(scope, limit=MAX_MEMORIES, timeout_s=timeout_s)
        self._kept[scope.key] = _Warm(generation, vectors)
        return vectors


def nearest(
    held: CustomerVectors, vector: Vector, limit: int, kinds: frozenset[Kind], *, include_superseded: bool
) -> list[Hit]:
    """What a search for `vector` (of unit length) would give, exactly."""
    cosines = held.matrix @ vector
    allowed = np.ones(len(held.ids), dtype=np.bool_) if include_superseded else ~held.superseded
    if kinds:
        allowed &= np.array([kind in kinds for kind in held.kinds], dtype=np.bool_)
    order = [int(i) for i in np.argsort(-cosines) if allowed[i]][:limit]
    return [Hit(held.ids[i], rank, float(cosines[i])) for rank, i in enumerate(order, 1)]


def _rows(warm: _Warm) -> int:
    return 1 + (len(warm.vectors.ids) if warm.vectors is not None else 0)
