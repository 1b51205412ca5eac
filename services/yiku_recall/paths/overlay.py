"""Overlay path: what has committed but has not reached the vector index yet, compared in process."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from cachetools import LRUCache
from yiku_domain.candidate import Hit, PathName, PathResult
from yiku_domain.ids import MemoryId
from yiku_domain.strategy import PathSettings
from yiku_stores.postgres.recall_reads import LeanMemory, Looked
from yiku_stores.protocols import Vector

from yiku_recall.deadline import Deadline
from yiku_recall.embedding import Embedding
from yiku_recall.paths.guard import SKIPPED, PathGuard
from yiku_recall.paths.vector import HYDRATE_RESERVE_S

TRUSTED = 3
TRUSTED_COSINE = 0.9
"""So many of the newest memories, where there was no time to compare them, count as near as an answer
usually is: who has just said something must not be told that nobody knows it."""

Key = tuple[MemoryId, int]


@dataclass(frozen=True)
class Overlaid:
    """The result, and whether some pending memories could not be compared this time."""

    result: PathResult
    incomplete: bool = False


class OverlayPath:
    """Embeds pending memories, newest first, and remembers the vectors by memory and version."""

    def __init__(
        self, embedding: Embedding, guard: PathGuard, *, fresh_limit: int = 64, remembered: int = 20_000
    ) -> None:
        self._embedding = embedding
        self._guard = guard
        self._fresh_limit = fresh_limit
        self._vectors: LRUCache[Key, Vector] = LRUCache(remembered)

    async def find(self, looked: Looked, vector: Vector | None, settings: PathSettings, deadline: Deadline) -> Overlaid:
        """Pending memories by cosine with `vector`, scored like the vector path."""
        pending = [p.memory for p in looked.pending if p.for_vector]
        if not pending:
            return Overlaid(PathResult(PathName.OVERLAY, (), 0.0))
        if vector is None:
            return Overlaid(PathResult(PathName.OVERLAY, (), 0.0, SKIPPED))
        missing = [m for m in pending if (m.id, m.version) not in self._vectors]

        async def compare(_seconds: float) -> list[Hit]:
            await self._embed(missing[: self._fresh_limit])
            return self._ranked(pending, vector, settings.limit)

        result = await self._guard.run(
            compare, budget_s=settings.budget_ms / 1000, left_s=deadline.left(HYDRATE_RESERVE_S)
        )
        if result.failure:
            known = tuple(self._ranked(pending, vector, settings.limit, trusted=TRUSTED))
            result = PathResult(PathName.OVERLAY, known, result.millis, result.failure)
        return Overlaid(result, looked.pending_cut or len(missing) > self._fresh_limit)

    async def _embed(self, memories: Sequence[LeanMemory]) -> None:
        """A few at a time: what is done when the budget ends helps this request and the next."""
        for start in range(0, len(memories), _BATCH):
            some = memories[start : start + _BATCH]
            vectors = await self._embedding.passages([m.content for m in some])
            for memory, vector in zip(some, vectors, strict=True):
                self._vectors[(memory.id, memory.version)] = np.array(vector)

    def _ranked(self, pending: Sequence[LeanMemory], vector: Vector, limit: int, trusted: int = 0) -> list[Hit]:
        """By cosine; of those without a vector the newest `trusted` by an assumed one."""
        vectors = [(m.id, self._vectors.get((m.id, m.version))) for m in pending]
        scored = [(float(v @ vector), memory_id) for memory_id, v in vectors if v is not None]
        unseen = [memory_id for memory_id, v in vectors if v is None]
        scored += [(TRUSTED_COSINE, memory_id) for memory_id in unseen[:trusted]]
        scored.sort(key=lambda pair: -pair[0])
        return [Hit(memory_id, rank, score) for rank, (score, memory_id) in enumerate(scored[:limit], 1)]


_BATCH = 8
