"""The cache answers what it has seen, once per kind, and forgets the oldest."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from yiku_models import CachedEmbedder


class CountingEmbedder:
    """Gives each text the vector (its length, 0 or 1 by kind) and remembers what it was asked."""

    name = "counting"
    dim = 2

    def __init__(self) -> None:
        self.queries: list[str] = []
        self.passages: list[list[str]] = []

    def embed_query(self, text: str) -> NDArray[np.float32]:
        self.queries.append(text)
        return np.array([len(text), 0], dtype=np.float32)

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.passages.append(list(texts))
        return np.array([[len(text), 1] for text in texts], dtype=np.float32).reshape(-1, 2)


@pytest.fixture
def inner() -> CountingEmbedder:
    return CountingEmbedder()


def test_it_passes_for_the_embedder_inside(inner: CountingEmbedder) -> None:
    cached = CachedEmbedder(inner)
    assert (cached.name, cached.dim) == ("counting", 2)


def test_a_query_is_computed_once(inner: CountingEmbedder) -> None:
    cached = CachedEmbedder(inner)
    assert np.array_equal(cached.embed_query("你好"), cached.embed_query("你好"))
    assert inner.queries == ["你好"]


def test_query_and_passage_of_the_same_text_are_kept_apart(inner: CountingEmbedder) -> None:
    cached = CachedEmbedder(inner)
    assert cached.embed_query("abc")[1] == 0
    assert cached.embed_passages(["abc"])[0, 1] == 1
    assert cached.embed_query("abc")[1] == 0


def test_only_missing_passages_are_computed_and_order_is_kept(inner: CountingEmbedder) -> None:
    cached = CachedEmbedder(inner)
    cached.embed_passages(["a", "bbb"])
    rows = cached.embed_passages(["cc", "bbb", "cc", "a"])
    assert rows[:, 0].tolist() == [2, 3, 2, 1]
    assert inner.passages == [["a", "bbb"], ["cc"]]


def test_more_new_passages_than_entries_still_answer_all(inner: CountingEmbedder) -> None:
    cached = CachedEmbedder(inner, max_entries=1)
    assert cached.embed_passages(["a", "bb", "ccc"])[:, 0].tolist() == [1, 2, 3]


def test_no_passages_give_no_rows(inner: CountingEmbedder) -> None:
    assert CachedEmbedder(inner).embed_passages([]).shape == (0, 2)
    assert inner.passages == []


def test_the_oldest_entry_goes_first(inner: CountingEmbedder) -> None:
    cached = CachedEmbedder(inner, max_entries=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        cached.embed_query(text)
    assert inner.queries == ["a", "b", "c", "b"]


def test_a_caller_cannot_spoil_the_cache(inner: CountingEmbedder) -> None:
    cached = CachedEmbedder(inner)
    with pytest.raises(ValueError, match="read-only"):
        cached.embed_query("a")[0] = 7


def test_lone_surrogates_are_cached_too(inner: CountingEmbedder) -> None:
    cached = CachedEmbedder(inner)
    cached.embed_query("\ud800")
    cached.embed_query("\ud800")
    assert inner.queries == ["\ud800"]
