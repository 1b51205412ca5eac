"""What every `MemoryCache` promises."""

import asyncio
from uuid import uuid4

import pytest
from yiku_domain.ids import Scope, TenantId, UserId
from yiku_stores.protocols import CacheEntry, Generation, MemoryCache

from tests.conformance.memory_cache.conftest import NewCache

SCENE = "customer_service"


@pytest.fixture
def scope() -> Scope:
    """A customer nobody has asked about."""
    return Scope(TenantId("acme"), UserId(f"u_{uuid4().hex[:10]}"))


@pytest.fixture
async def cache(new_cache: NewCache) -> MemoryCache:
    """One process's cache."""
    return await new_cache()


async def keep(cache: MemoryCache, scope: Scope, body: bytes = b"answer", ttl_s: int = 60) -> Generation:
    """Put an answer under the present generation."""
    generation = await cache.generation(scope)
    assert await cache.put(scope, SCENE, "f", CacheEntry(body, generation, ttl_s))
    return generation


async def test_an_answer_comes_back_in_the_same_generation(cache: MemoryCache, scope: Scope) -> None:
    generation = await keep(cache, scope, b"\x00\xffanswer")
    assert await cache.get(scope, SCENE, "f") == (generation, b"\x00\xffanswer")


async def test_another_process_reads_it_and_the_same_generation(new_cache: NewCache, scope: Scope) -> None:
    generation = await keep(await new_cache(), scope)
    assert await (await new_cache()).get(scope, SCENE, "f") == (generation, b"answer")


async def test_the_first_generation_is_the_same_for_all_who_ask_at_once(new_cache: NewCache, scope: Scope) -> None:
    caches = [await new_cache() for _ in range(4)]
    assert len(set(await asyncio.gather(*(c.generation(scope) for c in caches for _ in range(5))))) == 1


async def test_other_fingerprints_scenes_and_customers_miss(cache: MemoryCache, scope: Scope) -> None:
    await keep(cache, scope)
    other = Scope(TenantId("other"), scope.user_id)
    assert (await cache.get(scope, SCENE, "g"))[1] is None
    assert (await cache.get(scope, "dispatch", "f"))[1] is None
    assert (await cache.get(other, SCENE, "f"))[1] is None


async def test_invalidating_begins_a_generation_never_seen_before(cache: MemoryCache, scope: Scope) -> None:
    seen = {await keep(cache, scope)}
    for _ in range(5):
        await cache.invalidate([scope])
        generation, kept = await cache.get(scope, SCENE, "f")
        assert kept is None
        assert generation not in seen
        seen.add(generation)


async def test_an_answer_of_a_passed_generation_is_not_kept(cache: MemoryCache, scope: Scope) -> None:
    before = await cache.generation(scope)
    await cache.invalidate([scope])
    assert not await cache.put(scope, SCENE, "f", CacheEntry(b"stale", before, 60))
    assert (await cache.get(scope, SCENE, "f"))[1] is None


async def test_nothing_is_kept_without_a_generation(cache: MemoryCache, scope: Scope) -> None:
    assert not await cache.put(scope, SCENE, "f", CacheEntry(b"x", Generation(""), 60))


async def test_invalidating_touches_only_the_named_customers(cache: MemoryCache, scope: Scope) -> None:
    other = Scope(scope.tenant_id, UserId(f"{scope.user_id}x"))
    third = Scope(scope.tenant_id, UserId(f"{scope.user_id}y"))
    for one in (scope, other, third):
        await keep(cache, one)
    await cache.invalidate([scope, other])
    await cache.invalidate([])
    assert [(await cache.get(one, SCENE, "f"))[1] for one in (scope, other, third)] == [None, None, b"answer"]


async def test_a_ttl_ends_an_answer(cache: MemoryCache, scope: Scope) -> None:
    await keep(cache, scope, ttl_s=1)
    await asyncio.sleep(1.1)
    assert (await cache.get(scope, SCENE, "f"))[1] is None


async def test_many_answers_of_a_customer_stay_bounded(cache: MemoryCache, scope: Scope) -> None:
    generation = await cache.generation(scope)
    for i in range(300):
        await cache.put(scope, SCENE, f"f{i}", CacheEntry(b"x", generation, 60))
    kept = [(await cache.get(scope, SCENE, f"f{i}"))[1] for i in range(300)]
    assert kept[-1] == b"x"
    assert sum(one is not None for one in kept) <= 256
