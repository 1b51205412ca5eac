"""Vectors from an embedder that blocks, on a few threads beside the event loop."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from yiku_models.embedder import Embedder
from yiku_stores.protocols import Vector

Argument = TypeVar("Argument")


class Embedding:
    """An embedder behind `threads` threads; calls beyond that wait for one to be free."""

    def __init__(self, embedder: Embedder, threads: int = 2) -> None:
        self._embedder = embedder
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="embed")

    async def query(self, text: str) -> Vector:
        """(dim,) of unit length."""
        return await self._run(self._embedder.embed_query, text)

    async def passages(self, texts: Sequence[str]) -> Vector:
        """(len(texts), dim), rows of unit length, in the order of `texts`."""
        return await self._run(self._embedder.embed_passages, texts)

    def close(self) -> None:
        """Drop what waits; does not wait for what runs."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, embed: Callable[[Argument], Vector], argument: Argument) -> Vector:
        return await asyncio.get_running_loop().run_in_executor(self._pool, embed, argument)
