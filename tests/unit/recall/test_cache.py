"""The two cache levels: nothing is served that a committed change has made wrong."""

import asyncio
from collections.abc import Sequence
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yiku_domain.errors import Unavailable
from yiku_domain.ids import Scope
from yiku_recall.cache import Answer, CacheKey, Lifetime, RecallCache, Served
from yiku_stores.protocols import CacheEntry, Generation

from tests.unit.recall.making import SCOPE

KEY = CacheKey(SCOPE, "customer_service", "f")
DAY = Lifetime(86_400, 86_400)


class Shared:
    """A `MemoryCache` of one customer, with a switch."""

    def __init__(self) -> None:
        self.epochs = count()
        self.now = Generation("first")
        self.kept: dict[str, CacheEntry] = {}
        self.away = False

    async def generation(self, scope: Scope) -> Generation:
        self._check()
        return self.now

    async def get(self, scope: Scope, scene: str, fingerprint: str) -> tuple[Generation, bytes | None]:
        self._check()
        entry = self.kept.get(fingerprint)
        return self.now, entry.body if entry and entry.generation == self.now else None

    async def put(self, scope: Scope, scene: str, fingerprint: str, entry: CacheEntry) -> bool:
        self._check()
        if entry.generation == self.now:
            self.kept[fingerprint] = entry
        return entry.generation == self.now

    async def invalidate(self, scopes: Sequence[Scope]) -> None:
        self._check()
        self.now = Generation(f"e{next(self.epochs)}")
        self.kept.clear()

    def _check(self) -> None:
        if self.away:
            raise Unavailable("away")


class Computed:
    """Counts computations; each answers with the truth as it begins, after `gate` opens."""

    def __init__(self, *, whole: bool = True) -> None:
        self.truth = 0
        self.times = 0
        self.whole = whole
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, generation: Generation) -> Answer:
        self.times += 1
        read = self.truth
        await self.gate.wait()
        return Answer(str(read).encode(), self.whole)


async def settle() -> None:
    """Let background puts finish."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_the_second_question_is_answered_by_l1_and_another_process_by_l2() -> None:
    shared, compute = Shared(), Computed()
    here, there = RecallCache(shared), RecallCache(shared)
    assert (await here.answer(KEY, DAY, compute)).level == ""
    await settle()
    assert (await here.answer(KEY, DAY, compute)).level == "L1"
    assert (await there.answer(KEY, DAY, compute)).level == "L2"
    assert (await there.answer(KEY, DAY, compute)).level == "L1"
    assert compute.times == 1


async def test_a_change_voids_both_levels() -> None:
    shared, compute = Shared(), Computed()
    cache = RecallCache(shared)
    await cache.answer(KEY, DAY, compute)
    await settle()
    compute.truth = 1
    await shared.invalidate([SCOPE])
    assert await cache.answer(KEY, DAY, compute) == Served(b"1", "")


async def test_what_was_computed_before_a_change_is_not_kept_after_it() -> None:
    shared, compute = Shared(), Computed()
    cache = RecallCache(shared)
    compute.gate.clear()
    early = asyncio.ensure_future(cache.answer(KEY, DAY, compute))
    await settle()
    compute.truth = 1
    await shared.invalidate([SCOPE])
    late = asyncio.ensure_future(cache.answer(KEY, DAY, compute))
    await settle()
    compute.gate.set()
    assert (await early).body == b"0"
    assert (await late).body == b"1"
    await settle()
    assert (await cache.answer(KEY, DAY, compute)).body == b"1"


async def test_equal_questions_at_one_time_are_computed_once() -> None:
    shared, compute = Shared(), Computed()
    cache = RecallCache(shared)
    compute.gate.clear()
    asked = [asyncio.ensure_future(cache.answer(KEY, DAY, compute)) for _ in range(20)]
    await settle()
    compute.gate.set()
    assert {served.body for served in await asyncio.gather(*asked)} == {b"0"}
    assert compute.times == 1


async def test_a_caller_that_hangs_up_does_not_take_the_others_with_it() -> None:
    shared, compute = Shared(), Computed()
    cache = RecallCache(shared)
    compute.gate.clear()
    first = asyncio.ensure_future(cache.answer(KEY, DAY, compute))
    await settle()
    second = asyncio.ensure_future(cache.answer(KEY, DAY, compute))
    await settle()
    first.cancel()
    compute.gate.set()
    assert (await second).body == b"0"
    assert compute.times == 1


async def test_an_answer_that_is_not_whole_is_neither_kept_nor_shared() -> None:
    shared, compute = Shared(), Computed(whole=False)
    cache = RecallCache(shared)
    compute.gate.clear()
    asked = [asyncio.ensure_future(cache.answer(KEY, DAY, compute)) for _ in range(3)]
    await settle()
    compute.gate.set()
    await asyncio.gather(*asked)
    assert compute.times == 3
    await settle()
    assert (await cache.answer(KEY, DAY, compute)).level == ""
    assert shared.kept == {}


async def test_who_joined_a_computation_that_failed_tries_alone() -> None:
    shared, cache_calls = Shared(), []
    cache = RecallCache(shared)
    gate = asyncio.Event()

    async def compute(_generation: Generation) -> Answer:
        cache_calls.append(1)
        await gate.wait()
        if len(cache_calls) == 1:
            raise Unavailable("the first caller's deadline was short")
        return Answer(b"ok", whole=True)

    first = asyncio.ensure_future(cache.answer(KEY, DAY, compute))
    await settle()
    second = asyncio.ensure_future(cache.answer(KEY, DAY, compute))
    await settle()
    gate.set()
    with pytest.raises(Unavailable):
        await first
    assert (await second).body == b"ok"


async def test_without_the_shared_cache_nothing_is_trusted() -> None:
    shared, compute = Shared(), Computed()
    cache = RecallCache(shared)
    await cache.answer(KEY, DAY, compute)
    shared.away = True
    compute.truth = 1
    assert await cache.answer(KEY, DAY, compute) == Served(b"1", "", cache_away=True)
    shared.away = False
    assert (await cache.answer(KEY, DAY, compute)).level == "L1"


async def test_an_unknown_generation_is_never_joined_or_kept() -> None:
    shared, compute = Shared(), Computed()
    shared.now = Generation("")
    cache = RecallCache(shared)
    await asyncio.gather(*(cache.answer(KEY, DAY, compute) for _ in range(3)))
    await settle()
    assert compute.times == 3


async def test_ttls_end_an_answer_and_zero_turns_a_level_off() -> None:
    shared, compute = Shared(), Computed()
    now = [0.0]
    cache = RecallCache(shared, clock=lambda: now[0])
    assert (await cache.answer(KEY, Lifetime(0, 0), compute)).level == ""
    assert (await cache.answer(KEY, Lifetime(10, 0), compute)).level == ""
    now[0] = 9.0
    assert (await cache.answer(KEY, Lifetime(10, 0), compute)).level == "L1"
    now[0] = 11.0
    assert (await cache.answer(KEY, Lifetime(10, 0), compute)).level == ""
    assert shared.kept == {}


async def test_an_answer_ends_with_the_first_expiry_among_its_memories() -> None:
    shared = Shared()
    now = [100.0]
    here, there = (RecallCache(shared, clock=lambda: now[0]) for _ in range(2))

    async def compute(_generation: Generation) -> Answer:
        return Answer(b"x", whole=True, until=130.0)

    await here.answer(KEY, DAY, compute)
    await settle()
    assert shared.kept["f"].ttl_s == 30
    assert (await there.answer(KEY, DAY, compute)).level == "L2"
    now[0] = 131.0
    shared.kept.clear()
    assert (await here.answer(KEY, DAY, compute)).level == ""
    assert (await there.answer(KEY, DAY, compute)).level == ""


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(["ask0", "ask1", "finish", "write", "settle"]), max_size=30))
def test_no_order_of_events_serves_what_a_committed_change_made_wrong(steps: list[str]) -> None:
    """Each question is answered with the truth as of its beginning, or something newer."""
    asyncio.run(_play(steps))


async def _play(steps: list[str]) -> None:
    shared, compute = Shared(), Computed()
    caches = (RecallCache(shared), RecallCache(shared))
    asked: list[tuple[int, asyncio.Future[Served]]] = []
    compute.gate.clear()
    for step in steps:
        if step.startswith("ask"):
            cache = caches[int(step[-1])]
            asked.append((compute.truth, asyncio.ensure_future(cache.answer(KEY, DAY, compute))))
        elif step == "write":
            compute.truth += 1
            await shared.invalidate([SCOPE])
        elif step == "finish":
            compute.gate.set()
            await settle()
            compute.gate.clear()
        await settle()
    compute.gate.set()
    for truth, answer in asked:
        assert int((await answer).body) >= truth
