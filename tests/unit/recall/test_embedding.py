"""Queries that come together are embedded together."""

import asyncio
import threading
from collections.abc import Sequence

import numpy as np
import pytest
from yiku_recall.embedding import MAX_TOGETHER, Embedding
from yiku_stores.protocols import Vector


class Lengths:
    """Embeds a text as its length, when `go` is set; "bad" fails; remembers its calls."""

    name, dim = "lengths", 1

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self.go = threading.Event()
        self.go.set()

    def embed_query(self, text: str) -> Vector:
        return self.embed_queries([text])[0]

    def embed_queries(self, texts: Sequence[str]) -> Vector:
        self.calls.append(list(texts))
        assert self.go.wait(5)
        if "bad" in texts:
            raise RuntimeError("cannot")
        return np.array([[len(text)] for text in texts], dtype=np.float32)

    embed_passages = embed_queries


async def test_each_gets_its_own_vector_and_those_that_waited_go_together() -> None:
    model = Lengths()
    embedding = Embedding(model)
    model.go.clear()
    asked = [asyncio.ensure_future(embedding.query("x" * n)) for n in range(1, 13)]
    await asyncio.sleep(0.05)
    model.go.set()
    assert [int(vector[0]) for vector in await asyncio.gather(*asked)] == list(range(1, 13))
    assert [len(call) for call in model.calls] == [1, MAX_TOGETHER, 12 - 1 - MAX_TOGETHER]
    embedding.close()


async def test_who_gave_up_is_left_out() -> None:
    model = Lengths()
    embedding = Embedding(model)
    model.go.clear()
    asked = [asyncio.ensure_future(embedding.query(text)) for text in ("a", "bb", "ccc")]
    await asyncio.sleep(0.05)
    asked[1].cancel()
    await asyncio.sleep(0)
    model.go.set()
    assert int((await asked[2])[0]) == 3
    assert model.calls == [["a"], ["ccc"]]
    embedding.close()


async def test_an_error_reaches_its_batch_and_the_next_goes_on() -> None:
    model = Lengths()
    embedding = Embedding(model)
    with pytest.raises(RuntimeError):
        await embedding.query("bad")
    assert int((await embedding.query("good"))[0]) == 4
    assert (await embedding.passages(["a", "bb"])).tolist() == [[1], [2]]
    embedding.close()
