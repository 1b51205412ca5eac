"""Every implementation of `MemoryCache` on its real server."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from yiku_local.endpoints import Endpoints
from yiku_stores.protocols import MemoryCache
from yiku_stores.redis.cache import RedisMemoryCache
from yiku_stores.redis.connection import RedisConnection

NewCache = Callable[[], Awaitable[MemoryCache]]


@pytest.fixture(params=["redis"])
async def new_cache(endpoints: Endpoints) -> AsyncIterator[NewCache]:
    """Makes caches as several processes have them: each with connections of its own."""
    connections: list[RedisConnection] = []

    async def make() -> MemoryCache:
        connections.append(RedisConnection(endpoints.redis_url, timeout_s=1.0))
        return RedisMemoryCache(connections[-1])

    yield make
    for connection in connections:
        await connection.close()
