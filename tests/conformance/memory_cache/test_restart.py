"""A server that was killed may have forgotten that an epoch was bumped: nothing from before counts."""

import asyncio
from uuid import uuid4

import pytest
from yiku_cli.local import LocalYiku
from yiku_domain.errors import Unavailable
from yiku_domain.ids import Scope, TenantId, UserId
from yiku_local.endpoints import Endpoints
from yiku_stores.protocols import CacheEntry, Generation
from yiku_stores.redis.cache import RedisMemoryCache, epoch_key
from yiku_stores.redis.connection import RedisConnection

SCENE = "customer_service"


async def patient(cache: RedisMemoryCache, scope: Scope) -> Generation:
    """The generation, as soon as the server is there; the first read of a new run gives none."""
    for _ in range(200):
        try:
            if generation := await cache.generation(scope):
                return generation
        except Unavailable:
            await asyncio.sleep(0.05)
    raise AssertionError("Redis did not come back")


async def test_a_restarted_server_trusts_nothing_from_before(local_yiku: LocalYiku, endpoints: Endpoints) -> None:
    scope = Scope(TenantId("acme"), UserId(f"u_{uuid4().hex[:10]}"))
    connection = RedisConnection(endpoints.redis_url, timeout_s=1.0)
    cache = RedisMemoryCache(connection)
    before = await cache.generation(scope)
    assert await cache.put(scope, SCENE, "f", CacheEntry(b"old", before, 600))
    epoch = await connection.call(lambda redis: redis.get(epoch_key(scope)))
    await asyncio.sleep(1.2)
    local_yiku.stack.kill("redis")
    local_yiku.stack.wait_ready(60)
    after = await patient(cache, scope)
    assert await connection.call(lambda redis: redis.get(epoch_key(scope))) == epoch
    assert after != before
    assert (await cache.get(scope, SCENE, "f"))[1] is None
    assert not await cache.put(scope, SCENE, "g", CacheEntry(b"old", before, 600))
    await connection.close()


async def test_a_server_that_is_away_costs_next_to_nothing_and_is_found_again(
    local_yiku: LocalYiku, endpoints: Endpoints
) -> None:
    scope = Scope(TenantId("acme"), UserId(f"u_{uuid4().hex[:10]}"))
    connection = RedisConnection(endpoints.redis_url, timeout_s=0.1)
    cache = RedisMemoryCache(connection)
    await patient(cache, scope)
    local_yiku.stack.stop("redis")
    try:
        started = asyncio.get_running_loop().time()
        for _ in range(200):
            with pytest.raises(Unavailable):
                await cache.generation(scope)
        assert asyncio.get_running_loop().time() - started < 1.5
    finally:
        local_yiku.stack.start("redis")
        local_yiku.stack.wait_ready(60)
    found = asyncio.get_running_loop().time()
    assert await patient(cache, scope)
    assert asyncio.get_running_loop().time() - found < 2.0
    await connection.close()
