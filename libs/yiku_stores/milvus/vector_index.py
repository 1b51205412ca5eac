"""A vector index in Milvus."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

import numpy as np
from yiku_domain.candidate import Hit
from yiku_domain.errors import Rejected
from yiku_domain.events import MemoryEvent
from yiku_domain.ids import MemoryId, Scope
from yiku_domain.memory import Kind, Status

from yiku_stores.fold import last_changes
from yiku_stores.milvus import filters, inspection
from yiku_stores.milvus import schema as fields
from yiku_stores.milvus.connection import NO_RETRIES, MilvusConnection, MissingCollection
from yiku_stores.milvus.recent import RecentWrites
from yiku_stores.protocols import CustomerVectors, Stamp, Vector

_CHUNK = 1000
_MIN_EF = 64
_STALE_S = 6.0
"""A Bounded read sees what is older than the server's gracefulTime of 5 s."""


class MilvusVectorIndex:
    """A `VectorIndex` in one collection.

    Milvus does not keep primary keys unique and its upsert loses rows of a partitioned collection, so
    every write is a delete and an insert. A delete by primary key costs 3 ms whether there is a row or
    not; only one by another filter waits for Milvus's clock. A crash between the two leaves the memory
    out until the event is delivered again. Milvus acknowledges a write when it is in its log.
    """

    def __init__(
        self,
        connection: MilvusConnection,
        collection: str,
        *,
        dim: int,
        write_timeout_s: float = 10.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connection = connection
        self._collection = collection
        self._dim = dim
        self._timeout_s = write_timeout_s
        self._clock = clock
        self._recent = RecentWrites(_STALE_S, clock=clock)
        self._certain_from = clock() + _STALE_S

    async def ensure(self) -> None:
        """Create the collection, index it and load it; idempotent, safe with several processes."""
        await self._connection.call(lambda client: fields.create_collection(client, self._collection, self._dim), 60.0)

    async def apply(self, events: Sequence[MemoryEvent], vectors: Sequence[Vector | None]) -> None:
        """See `VectorIndex.apply`. An emptied Milvus is prepared again before this raises.

        Raises `Rejected` before anything is written if a vector or a scope cannot be held.
        """
        chosen = last_changes(events)
        rows = {memory_id: self._row(events[i], vectors[i]) for memory_id, i in chosen.items()}
        try:
            await self._write({m: events[i] for m, i in chosen.items()}, rows)
        except MissingCollection:
            self._recent.clear()
            await self.ensure()
            raise

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
        """See `VectorIndex.search`. Sees what was written a moment ago, not always what was just written."""
        found = await self._connection.call(
            lambda client: client.search(
                self._collection,
                data=[vector],
                anns_field=fields.VECTOR,
                filter=filters.visible(scope, kinds, include_superseded),
                limit=limit,
                search_params={"metric_type": fields.METRIC, "params": {"ef": max(_MIN_EF, limit)}},
                consistency_level="Eventually",
                **NO_RETRIES,
            ),
            timeout_s,
        )
        return _hits(found[0])

    async def vectors(self, scope: Scope, *, limit: int, timeout_s: float) -> CustomerVectors | None:
        """See `VectorIndex.vectors`."""
        rows = await self._connection.call(
            lambda client: client.query(
                self._collection,
                filter=filters.visible(scope, frozenset(), include_superseded=True),
                output_fields=[fields.KIND, fields.SUPERSEDED, fields.VECTOR],
                limit=limit + 1,
                consistency_level="Eventually",
                **NO_RETRIES,
            ),
            timeout_s,
        )
        return _customer_vectors(rows, self._dim) if len(rows) <= limit else None

    async def stamps(self, buckets: Sequence[int]) -> list[Stamp]:
        """See `InspectableIndex.stamps`. Waits for Milvus's clock: ask for many buckets at once."""
        return await self._connection.call(
            lambda client: inspection.stamps(client, self._collection, buckets), self._timeout_s
        )

    async def drop_all(self) -> None:
        """Drop the collection and make an empty one; searches meanwhile raise `Unavailable`."""
        await self._connection.call(
            lambda client: client.drop_collection(self._collection, **NO_RETRIES), self._timeout_s
        )
        self._recent.clear()
        await self.ensure()

    async def _write(
        self, events: Mapping[MemoryId, MemoryEvent], rows: Mapping[MemoryId, dict[str, Any] | None]
    ) -> None:
        held = await self._held([m for m, event in events.items() if not event.repair])
        due = [m for m, event in events.items() if held.get(m, event.version) <= event.version]
        for start in range(0, len(due), _CHUNK):
            await self._replace(due[start : start + _CHUNK], rows)
        for memory_id in due:
            self._recent.note(memory_id, events[memory_id].version)

    async def _held(self, memory_ids: Sequence[MemoryId]) -> dict[MemoryId, int]:
        """Versions that Milvus holds, or that this process has just written."""
        known = {m: v for m in memory_ids if (v := self._recent.version(m)) is not None}
        unknown = [m for m in memory_ids if m not in known]
        for start in range(0, len(unknown), _CHUNK):
            known |= await self._stored(unknown[start : start + _CHUNK])
        return known

    async def _stored(self, memory_ids: Sequence[MemoryId]) -> dict[MemoryId, int]:
        """A new process reads with certainty, as another may have written a moment before."""
        level = "Bounded" if self._clock() > self._certain_from else "Strong"
        rows = await self._connection.call(
            lambda client: client.query(
                self._collection,
                filter=filters.ids(memory_ids),
                output_fields=[fields.VERSION],
                consistency_level=level,
                **NO_RETRIES,
            ),
            self._timeout_s,
        )
        return {MemoryId(UUID(row[fields.MEMORY_ID])): row[fields.VERSION] for row in rows}

    async def _replace(self, memory_ids: Sequence[MemoryId], rows: Mapping[MemoryId, dict[str, Any] | None]) -> None:
        new = [row for m in memory_ids if (row := rows[m]) is not None]
        keys = [str(m) for m in memory_ids]
        await self._connection.call(
            lambda client: client.delete(self._collection, ids=keys, **NO_RETRIES), self._timeout_s
        )
        if new:
            await self._connection.call(
                lambda client: client.insert(self._collection, new, **NO_RETRIES), self._timeout_s
            )

    def _row(self, event: MemoryEvent, vector: Vector | None) -> dict[str, Any] | None:
        memory = event.memory
        if memory is None or not memory.indexed:
            return None
        if vector is None or vector.shape != (self._dim,) or not np.isfinite(vector).all():
            raise Rejected("an indexed memory needs a finite vector of the index's dimension")
        return {
            fields.MEMORY_ID: str(event.memory_id),
            fields.SCOPE: event.scope.key,
            fields.BUCKET: event.scope.bucket,
            fields.KIND: memory.kind.value,
            fields.SUPERSEDED: memory.status is Status.SUPERSEDED,
            fields.VERSION: event.version,
            fields.VECTOR: vector,
        }


def _hits(found: Any) -> list[Hit]:
    pairs = zip(found.ids, found.distances, strict=True)
    return [Hit(MemoryId(UUID(i)), rank, float(score)) for rank, (i, score) in enumerate(pairs, start=1)]


def _customer_vectors(rows: Sequence[dict[str, Any]], dim: int) -> CustomerVectors:
    matrix = np.array([row[fields.VECTOR] for row in rows], dtype=np.float32)
    return CustomerVectors(
        ids=tuple(MemoryId(UUID(row[fields.MEMORY_ID])) for row in rows),
        kinds=tuple(Kind(row[fields.KIND]) for row in rows),
        superseded=np.array([row[fields.SUPERSEDED] for row in rows], dtype=np.bool_),
        matrix=matrix.reshape(len(rows), dim),
    )
