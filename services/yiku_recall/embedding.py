"""Vectors from an embedder that blocks, on threads beside the event loop."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from yiku_models.embedder import Embedder
from yiku_stores.protocols import Vector

MAX_TOGETHER = 8

_Waiter = tuple[str, "asyncio.Future[Vector]"]


class Embedding:
    """An embedder behind one thread for queries and one for passages.

    Queries that come while others are embedded go together in the next call: most of a short text's
    cost is moving the model's weights past the cores, which one call does once for all of them.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._query_thread = ThreadPoolExecutor(1, thread_name_prefix="embed-query")
        self._passage_thread = ThreadPoolExecutor(1, thread_name_prefix="embed-passage")
        self._waiting: list[_Waiter] = []
        self._running = False

    async def query(self, text: str) -> Vector:
        """(dim,) of unit length."""
        answer: asyncio.Future[Vector] = asyncio.get_running_loop().create_future()
        self._waiting.append((text, answer))
        if not self._running:
            self._next()
        return await answer

    async def passages(self, texts: Sequence[str]) -> Vector:
        """(len(texts), dim), rows of unit length, in the order of `texts`."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._passage_thread, self._embedder.embed_passages, texts)

    def close(self) -> None:
        """Drop what waits; does not wait for what runs."""
        for pool in (self._query_thread, self._passage_thread):
            pool.shutdown(wait=False, cancel_futures=True)

    def _next(self) -> None:
        """Embed what waits, except for those whose caller has given up."""
        waiting = [(text, answer) for text, answer in self._waiting if not answer.done()]
        batch, self._waiting = waiting[:MAX_TOGETHER], waiting[MAX_TOGETHER:]
        self._running = bool(batch)
        if batch:
            texts = [text for text, _ in batch]
            running = asyncio.get_running_loop().run_in_executor(
                self._query_thread, self._embedder.embed_queries, texts
            )
            running.add_done_callback(lambda done: self._deliver(done, batch))

    def _deliver(self, done: "asyncio.Future[Vector]", batch: Sequence[_Waiter]) -> None:
        error = ConnectionAbortedError("closed") if done.cancelled() else done.exception()
        for place, (_, answer) in enumerate(batch):
            if answer.done():
                continue
            if error is not None:
                answer.set_exception(error)
            else:
                answer.set_result(done.result()[place])
        if not done.cancelled():
            self._next()
