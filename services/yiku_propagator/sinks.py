"""The three indexes, as something that takes changes."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from yiku_domain.events import MemoryEvent
from yiku_domain.ids import Scope
from yiku_models.embedder import Embedder
from yiku_stores.fold import last_changes
from yiku_stores.protocols import MemoryGraph, Vector, VectorIndex


class SinkWriter(Protocol):
    """Takes changes in their order, idempotently.

    Raises `Unavailable` when trying again can help, `Rejected` when it cannot; either may leave a
    part of the changes applied.
    """

    async def prepare(self) -> None:
        """Create what the index needs; idempotent."""
        ...

    async def apply(self, events: Sequence[MemoryEvent]) -> None:
        """Bring the index to the state of `events`."""
        ...


class VectorSink:
    """Embeds what is to be held, off the event loop, and writes it."""

    def __init__(self, index: VectorIndex, embedder: Embedder) -> None:
        self._index = index
        self._embedder = embedder

    async def prepare(self) -> None:
        """See `SinkWriter`."""
        await self._index.ensure()

    async def apply(self, events: Sequence[MemoryEvent]) -> None:
        """Of several changes of a memory only the deciding one is embedded and written."""
        deciding = [events[i] for i in last_changes(events).values()]
        await self._index.apply(deciding, await self._vectors(deciding))

    async def _vectors(self, events: Sequence[MemoryEvent]) -> list[Vector | None]:
        texts = [e.memory.content for e in events if e.memory is not None and e.memory.indexed]
        rows = iter(await asyncio.to_thread(self._embedder.embed_passages, texts) if texts else ())
        return [next(rows) if e.memory is not None and e.memory.indexed else None for e in events]


class GraphSink:
    """Writes to the graph."""

    def __init__(self, graph: MemoryGraph) -> None:
        self._graph = graph

    async def prepare(self) -> None:
        """See `SinkWriter`."""
        await self._graph.ensure()

    async def apply(self, events: Sequence[MemoryEvent]) -> None:
        """See `SinkWriter`."""
        await self._graph.apply(events)


class Invalidates(Protocol):
    """The part of a `MemoryCache` that the sink needs."""

    async def invalidate(self, scopes: Sequence[Scope]) -> None:
        """Void every answer about these customers."""
        ...


class CacheSink:
    """Voids the answers about every customer that changed."""

    def __init__(self, cache: Invalidates) -> None:
        self._cache = cache

    async def prepare(self) -> None:
        """Nothing to create."""

    async def apply(self, events: Sequence[MemoryEvent]) -> None:
        """Once a customer, however many changes there are."""
        await self._cache.invalidate(list(dict.fromkeys(event.scope for event in events)))
