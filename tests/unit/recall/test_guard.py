"""Budgets and failures of a path."""

import asyncio
import time
from collections.abc import Sequence

import pytest
from yiku_domain.candidate import Hit, PathName
from yiku_domain.errors import Unavailable
from yiku_recall.deadline import Deadline, in_time
from yiku_recall.paths.guard import PathGuard
from yiku_stores.breaker import Breaker

from tests.unit.recall.making import memory_id

HITS = (Hit(memory_id("a"), 1, 0.9),)


async def found(_seconds: float) -> Sequence[Hit]:
    return HITS


async def slow(_seconds: float) -> Sequence[Hit]:
    await asyncio.sleep(5)
    return HITS


async def away(_seconds: float) -> Sequence[Hit]:
    raise Unavailable("away")


def guard(breaker: Breaker | None = None) -> tuple[PathGuard, list[str]]:
    """A guard and the parts it reported."""
    reported: list[str] = []
    return PathGuard(PathName.VECTOR, breaker, lambda part, _error: reported.append(part)), reported


async def test_hits_pass_and_failures_are_named_never_raised() -> None:
    path, reported = guard()
    assert (await path.run(found, budget_s=1, left_s=1)).hits == HITS
    late = await path.run(slow, budget_s=0.02, left_s=1)
    assert (late.hits, late.failure) == ((), "timeout")
    gone = await path.run(away, budget_s=1, left_s=1)
    assert (gone.hits, gone.failure) == ((), "unavailable")
    assert reported == ["vector"]


async def test_a_store_that_stays_away_is_soon_not_asked() -> None:
    asked = 0

    async def count(seconds: float) -> Sequence[Hit]:
        nonlocal asked
        asked += 1
        return await slow(seconds)

    path, _ = guard(Breaker(failures=3, retry_after_s=60))
    started = time.monotonic()
    results = [await path.run(count, budget_s=0.02, left_s=1) for _ in range(20)]
    assert asked == 3
    assert [r.failure for r in results] == ["timeout"] * 3 + ["unavailable"] * 17
    assert time.monotonic() - started < 2.0


async def test_a_short_deadline_says_nothing_about_the_store() -> None:
    path, _ = guard(Breaker(failures=1, retry_after_s=60))
    for _ in range(3):
        assert (await path.run(slow, budget_s=1, left_s=0.01)).failure == "timeout"
    assert (await path.run(found, budget_s=1, left_s=1)).hits == HITS


async def test_a_cancelled_trial_makes_room_for_the_next() -> None:
    breaker = Breaker(failures=1, retry_after_s=0)
    breaker.failed()
    path, _ = guard(breaker)
    trial = asyncio.ensure_future(path.run(slow, budget_s=1, left_s=1))
    await asyncio.sleep(0.01)
    trial.cancel()
    with pytest.raises(asyncio.CancelledError):
        await trial
    assert (await path.run(found, budget_s=1, left_s=1)).hits == HITS


async def test_work_that_ignores_its_cancellation_is_left_behind() -> None:
    async def stubborn() -> None:
        for _ in range(150):
            try:
                await asyncio.sleep(0.02)
            except asyncio.CancelledError:
                continue

    started = time.monotonic()
    with pytest.raises(TimeoutError):
        await in_time(stubborn(), 0.03)
    assert time.monotonic() - started < 2.0


def test_a_deadline_never_goes_negative_and_keeps_its_reserve() -> None:
    deadline = Deadline(10.0, clock=lambda: 9.9)
    assert deadline.left(0.05) == pytest.approx(0.05)
    assert deadline.left(1.0) == 0.0
