"""What each sink makes of a batch."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from yiku_domain.events import MemoryEvent
from yiku_domain.ids import Scope
from yiku_models.embedder import Vectors
from yiku_propagator.sinks import CacheSink, VectorSink
from yiku_stores.protocols import Vector

from tests.unit.propagator.doubles import deletion
from tests.unit.stream.memories import EVENTS, UPSERTS


class LengthEmbedder:
    """A vector tells the length of its text."""

    name, dim = "length", 1

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed_query(self, text: str) -> Vectors:
        return self.embed_passages([text])[0]

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return np.array([[len(text)] for text in texts], dtype=np.float32)


class ApplyOnly:
    """Remembers what a vector index was told."""

    def __init__(self) -> None:
        self.told: list[tuple[MemoryEvent, Vector | None]] = []

    async def ensure(self) -> None:
        """Nothing to create."""

    async def apply(self, events: Sequence[MemoryEvent], vectors: Sequence[Vector | None]) -> None:
        self.told += zip(events, vectors, strict=True)


class Epochs:
    """Remembers which customers were voided."""

    def __init__(self) -> None:
        self.scopes: list[Scope] = []

    async def invalidate(self, scopes: Sequence[Scope]) -> None:
        self.scopes += scopes


@given(st.lists(EVENTS, max_size=8))
async def test_each_indexed_memory_gets_its_own_vector(events: list[MemoryEvent]) -> None:
    """And everything else None, as the contract of the index says."""
    index = ApplyOnly()
    await VectorSink(index, LengthEmbedder()).apply(events)  # type: ignore[arg-type]
    for event, vector in index.told:
        held = event.memory is not None and event.memory.indexed
        assert (vector is not None) == held
        if event.memory is not None and vector is not None:
            assert vector[0] == len(event.memory.content)


@given(UPSERTS)
async def test_only_the_deciding_change_is_embedded(event: MemoryEvent) -> None:
    """Ten changes of a memory cost one embedding."""
    embedder, index = LengthEmbedder(), ApplyOnly()
    changes = [replace(event, version=event.version + n) for n in range(10)]
    await VectorSink(index, embedder).apply(changes)  # type: ignore[arg-type]
    assert [told.version for told, _ in index.told] == [event.version + 9]
    assert len(embedder.texts) <= 1


async def test_the_cache_is_voided_once_a_customer() -> None:
    """However many changes there are."""
    epochs = Epochs()
    await CacheSink(epochs).apply([deletion(1), deletion(2)])
    assert epochs.scopes == [deletion(1).scope]
