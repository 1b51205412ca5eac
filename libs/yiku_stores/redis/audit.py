"""Look through everything the second cache would serve."""

import time
from collections.abc import AsyncIterator, Callable
from typing import Any, cast

from redis.asyncio import Redis
from yiku_domain.ids import Scope, TenantId, UserId

from yiku_stores.redis.cache import RedisMemoryCache, answers_key, body_of
from yiku_stores.redis.connection import RedisConnection

_ALL = "user:memory:*"
_PAGE = 500


class CacheAudit:
    """Reads across tenants, for those who run Yiku. Raises `Unavailable` when Redis is away."""

    def __init__(self, connection: RedisConnection, *, clock: Callable[[], float] = time.time) -> None:
        self._connection = connection
        self._cache = RedisMemoryCache(connection)
        self._clock = clock

    async def answers(self) -> AsyncIterator[tuple[Scope, bytes]]:
        """Every answer that would be served now, with its customer."""
        for key in await self._keys(_ALL):
            scope, scene = _parsed(key)
            generation = await self._cache.generation(scope)
            for stored in await self._fields(answers_key(scope, scene)):
                body = body_of(stored, generation, self._clock())
                if body is not None:
                    yield scope, body

    async def drop_all(self) -> None:
        """Forget every answer and every epoch, which also voids what processes hold themselves."""
        for pattern in ("user:memory:*", "user:memory-keys:*", "user:epoch:*"):
            keys = await self._keys(pattern)
            for start in range(0, len(keys), _PAGE):
                await self._unlink(keys[start : start + _PAGE])

    async def _keys(self, pattern: str) -> list[str]:
        async def scan(redis: Redis) -> list[str]:
            return [key.decode() async for key in redis.scan_iter(match=pattern, count=_PAGE)]

        return await self._connection.call(scan)

    async def _fields(self, key: str) -> list[bytes]:
        async def read(redis: Redis) -> list[bytes]:
            return cast("list[bytes]", await cast("Any", redis.hvals(key)))

        return await self._connection.call(read)

    async def _unlink(self, keys: list[str]) -> None:
        async def unlink(redis: Redis) -> None:
            await redis.unlink(*keys)

        await self._connection.call(unlink)


def _parsed(key: str) -> tuple[Scope, str]:
    """Tenant, customer and scene of `user:memory:{tenant/user}:scene`; a user id has no slash."""
    inside, _, scene = key.removeprefix("user:memory:{").rpartition("}:")
    tenant, _, user = inside.partition("/")
    return Scope(TenantId(tenant), UserId(user)), scene
