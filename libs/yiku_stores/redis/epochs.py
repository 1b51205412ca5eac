"""Reads epochs for many requests at once: what is asked while a read runs goes together in the next."""

import asyncio
from typing import cast

from redis.asyncio import Redis
from yiku_domain.errors import Unavailable

from yiku_stores.redis.connection import RedisConnection

Epoch = bytes | None
_Waiter = tuple[str, "asyncio.Future[Epoch]"]


class EpochReader:
    """Every answer was read after its question came. `Unavailable` when Redis is away.

    A lone question is one GET. Under load a read serves all that came during the one before it, which
    saves most of the client's work.
    """

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection
        self._reading = False
        self._waiting: list[_Waiter] = []
        self._batches: set[asyncio.Task[None]] = set()

    async def read(self, key: str) -> Epoch:
        """The value at `key`, None where there is none."""
        if self._reading:
            answer: asyncio.Future[Epoch] = asyncio.get_running_loop().create_future()
            self._waiting.append((key, answer))
            return await answer
        self._reading = True
        try:
            found = await self._connection.call(lambda redis: redis.get(key))
            return cast("Epoch", found)
        except Unavailable as error:
            self._refuse(error)
            raise
        finally:
            self._go_on()

    def _go_on(self) -> None:
        """Read for those who came meanwhile."""
        waiting, self._waiting = self._waiting, []
        self._reading = bool(waiting)
        if waiting:
            batch = asyncio.create_task(self._read_all(waiting))
            self._batches.add(batch)
            batch.add_done_callback(self._batches.discard)

    async def _read_all(self, waiting: list[_Waiter]) -> None:
        async def read(redis: Redis) -> list[Epoch]:
            async with redis.pipeline(transaction=False) as pipe:
                for key, _ in waiting:
                    pipe.get(key)
                return await pipe.execute()

        try:
            for (_, answer), epoch in zip(waiting, await self._connection.call(read), strict=True):
                if not answer.done():
                    answer.set_result(epoch)
        except Unavailable as error:
            self._refuse(error, waiting)
        finally:
            self._go_on()

    def _refuse(self, error: Unavailable, waiting: list[_Waiter] | None = None) -> None:
        """Who waits behind a Redis that is away need not find out one after another."""
        behind, self._waiting = self._waiting, []
        for _, answer in (*(waiting or ()), *behind):
            if not answer.done():
                answer.set_exception(error)
