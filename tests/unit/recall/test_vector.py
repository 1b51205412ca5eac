"""The vector path: the index for a first question, what is kept of it for the next ones."""

import asyncio
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_domain.candidate import Hit, PathName, PathResult
from yiku_domain.errors import Unavailable
from yiku_domain.ids import Scope
from yiku_domain.memory import Kind
from yiku_domain.strategy import PathSettings
from yiku_recall.deadline import Deadline
from yiku_recall.paths.guard import PathGuard
from yiku_recall.paths.vector import PROBE_EVERY_S, VectorPath
from yiku_recall.paths.warm import WarmVectors, nearest
from yiku_recall.plan import make_plan
from yiku_recall.question import Question
from yiku_stores.breaker import Breaker
from yiku_stores.postgres.recall_reads import Looked, Pending
from yiku_stores.protocols import UNKNOWN_GENERATION, CustomerVectors, Generation, Vector

from tests.unit.recall.making import NOW, lean, memory_id, request, strategy

SETTINGS = PathSettings(1.0, budget_ms=100, limit=10)
NORTH = np.array([1.0, 0.0], dtype=np.float32)
FIRST, SECOND = Generation("r:1"), Generation("r:2")


def customer_vectors(**rows: tuple[float, float]) -> CustomerVectors:
    """Facts by name, none superseded."""
    return CustomerVectors(
        tuple(memory_id(name) for name in rows),
        tuple(Kind.FACT for _ in rows),
        np.zeros(len(rows), dtype=np.bool_),
        np.array(list(rows.values()), dtype=np.float32).reshape(len(rows), 2),
    )


class Index:
    """A customer with two memories; counts what it is asked; may be away, or the customer too large."""

    def __init__(self) -> None:
        self.searches = 0
        self.loads = 0
        self.away = False
        self.too_many = False

    async def search(self, scope: Scope, vector: Vector, **_options: object) -> list[Hit]:
        self.searches += 1
        self._check()
        return [Hit(memory_id("north"), 1, 1.0)]

    async def vectors(self, scope: Scope, *, limit: int, timeout_s: float) -> CustomerVectors | None:
        self.loads += 1
        self._check()
        return None if self.too_many else customer_vectors(north=(1, 0), east=(0, 1))

    def _check(self) -> None:
        if self.away:
            raise Unavailable("away")


class World:
    """A path over an index, and questions to it."""

    def __init__(self, keep_s: float = 60.0) -> None:
        self.index = Index()
        guard = PathGuard(PathName.VECTOR, Breaker(failures=1, retry_after_s=0), lambda part, error: None)
        self.path = VectorPath(self.index, guard, WarmVectors(self.index, keep_s=keep_s))  # type: ignore[arg-type]

    async def ask(self, generation: Generation = FIRST, looked: Looked | None = None, **changes: object) -> PathResult:
        asked = request("在哪", **changes)
        deadline = Deadline(time.monotonic() + 1.0)
        question = Question(asked, make_plan(asked, strategy()), strategy(), deadline, generation)
        looked_up: asyncio.Future[Looked] = asyncio.get_running_loop().create_future()
        looked_up.set_result(looked or Looked())
        return await self.path.find(question, NORTH, looked_up, SETTINGS)


async def test_the_index_is_searched_once_read_once_and_then_left_alone() -> None:
    world = World()
    results = [await world.ask() for _ in range(5)]
    assert (world.index.searches, world.index.loads) == (1, 1)
    assert all(r.hits[0] == Hit(memory_id("north"), 1, 1.0) and not r.failure for r in results)
    assert [hit.memory_id for hit in results[-1].hits] == [memory_id("north"), memory_id("east")]


async def test_a_new_generation_begins_anew() -> None:
    world = World()
    for generation in (FIRST, FIRST, FIRST, SECOND, SECOND, SECOND):
        await world.ask(generation)
    assert (world.index.searches, world.index.loads) == (2, 2)


async def test_nothing_is_kept_in_an_unknown_generation() -> None:
    world = World()
    for _ in range(4):
        await world.ask(UNKNOWN_GENERATION)
    assert (world.index.searches, world.index.loads) == (4, 0)


async def test_what_is_on_its_way_to_the_index_keeps_it_from_being_read() -> None:
    world = World()
    on_its_way = Looked(pending=(Pending(lean("x"), True, False, 1),))
    for _ in range(4):
        await world.ask(looked=on_its_way)
    assert (world.index.searches, world.index.loads) == (4, 0)
    for _ in range(2):
        await world.ask()
    assert world.index.loads == 1


async def test_a_customer_with_too_many_memories_is_searched_each_time() -> None:
    world = World()
    world.index.too_many = True
    for _ in range(5):
        assert (await world.ask()).hits[0].memory_id == memory_id("north")
    assert (world.index.searches, world.index.loads) == (5, 1)


async def test_what_is_kept_ends() -> None:
    world = World(keep_s=0.05)
    for _ in range(3):
        await world.ask()
    await asyncio.sleep(0.06)
    await world.ask()
    assert world.index.loads == 2


async def test_an_index_that_is_away_is_named_though_it_is_not_needed_and_found_again() -> None:
    world = World()
    watch = asyncio.ensure_future(world.path.watch())
    for _ in range(3):
        await world.ask()
    world.index.away = True
    await world.ask()
    await asyncio.sleep(PROBE_EVERY_S * 1.5)
    result = await world.ask()
    assert (result.failure, len(result.hits)) == ("unavailable", 2)
    world.index.away = False
    await asyncio.sleep(PROBE_EVERY_S * 1.5)
    assert (await world.ask()).failure == ""
    watch.cancel()


async def test_without_a_vector_it_is_skipped() -> None:
    world = World()
    looked_up: asyncio.Future[Looked] = asyncio.get_running_loop().create_future()
    asked = request("在哪")
    question = Question(asked, make_plan(asked, strategy()), strategy(), Deadline(time.monotonic() + 1))
    assert (await world.path.find(question, None, looked_up, SETTINGS)).failure == "skipped"


def test_kinds_and_superseded_ones_are_left_out_as_in_a_search() -> None:
    held = replace(
        customer_vectors(a=(1, 0), b=(0.9, 0.1), c=(0.8, 0.2)),
        kinds=(Kind.FACT, Kind.EVENT, Kind.FACT),
        superseded=np.array([False, False, True]),
    )

    def found(kinds: frozenset[Kind] = frozenset(), *, superseded: bool = False) -> list[object]:
        return [h.memory_id for h in nearest(held, NORTH, 9, kinds, include_superseded=superseded)]

    assert found() == [memory_id("a"), memory_id("b")]
    assert found(superseded=True) == [memory_id("a"), memory_id("b"), memory_id("c")]
    assert found(frozenset({Kind.FACT})) == [memory_id("a")]
    assert nearest(customer_vectors(), NORTH, 9, frozenset(), include_superseded=False) == []


@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(-1, 1)), max_size=20), st.integers(1, 10))
def test_the_nearest_are_the_nearest(rows: list[tuple[float, float]], limit: int) -> None:
    held = customer_vectors(**{f"m{i}": row for i, row in enumerate(rows)})
    hits = nearest(held, NORTH, limit, frozenset(), include_superseded=False)
    assert [h.rank for h in hits] == list(range(1, min(limit, len(rows)) + 1))
    best = sorted((row[0] for row in rows), reverse=True)[:limit]
    assert [h.score for h in hits] == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize("changes", [{"as_of": NOW}, {"kinds": frozenset({Kind.FACT})}])
async def test_a_look_up_for_some_memories_does_not_tell_whether_all_are_indexed(
    changes: dict[str, object],
) -> None:
    world = World()
    for _ in range(3):
        await world.ask(**changes)
    assert world.index.loads == 0
    for _ in range(3):
        await world.ask()
    before = world.index.searches
    assert len((await world.ask(**changes)).hits) == 2
    assert (world.index.searches, world.index.loads) == (before, 1)
