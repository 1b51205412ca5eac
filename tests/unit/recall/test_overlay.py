"""The overlay: what the vector index lacks is compared here, within a budget."""

import asyncio
import time
from collections.abc import Sequence

import numpy as np
import pytest
from yiku_domain.candidate import Hit, PathName
from yiku_domain.strategy import PathSettings
from yiku_recall.deadline import Deadline
from yiku_recall.paths.guard import PathGuard
from yiku_recall.paths.overlay import TRUSTED, TRUSTED_COSINE, OverlayPath
from yiku_stores.postgres.recall_reads import Looked, Pending
from yiku_stores.protocols import Vector

from tests.unit.recall.making import lean, memory_id

SETTINGS = PathSettings(1.0, budget_ms=60, limit=64)
NORTH = np.array([1.0, 0.0], dtype=np.float32)


class Compass:
    """Embeds "north…" as NORTH and all else at a right angle; counts; may be slow."""

    def __init__(self, delay_s: float = 0.0) -> None:
        self.delay_s = delay_s
        self.embedded: list[str] = []

    async def passages(self, texts: Sequence[str]) -> Vector:
        await asyncio.sleep(self.delay_s)
        self.embedded += texts
        rows = [[1.0, 0.0] if text.startswith("north") else [0.0, 1.0] for text in texts]
        return np.array(rows, dtype=np.float32)


def path(compass: Compass, fresh_limit: int = 64) -> OverlayPath:
    guard = PathGuard(PathName.OVERLAY, None, lambda part, error: None)
    return OverlayPath(compass, guard, fresh_limit=fresh_limit)  # type: ignore[arg-type]


def looked(*contents: str) -> Looked:
    """Pending memories, newest first."""
    return Looked(pending=tuple(Pending(lean(c), True, True, 100 - i) for i, c in enumerate(contents)))


def soon() -> Deadline:
    return Deadline(time.monotonic() + 1.0)


def ids(hits: Sequence[Hit]) -> list[object]:
    return [hit.memory_id for hit in hits]


async def test_pending_memories_rank_by_cosine_and_are_embedded_once_a_version() -> None:
    compass = Compass()
    overlay = path(compass)
    for _ in range(3):
        laid = await overlay.find(looked("south", "north"), NORTH, SETTINGS, soon())
    assert ids(laid.result.hits) == [memory_id("north"), memory_id("south")]
    assert [hit.score for hit in laid.result.hits] == [1.0, 0.0]
    assert sorted(compass.embedded) == ["north", "south"]
    assert not laid.incomplete
    newer = Looked(pending=(Pending(lean("north", version=2), True, True, 1),))
    await overlay.find(newer, NORTH, SETTINGS, soon())
    assert compass.embedded.count("north") == 2


async def test_the_newest_are_embedded_first_and_the_rest_is_named_and_done_next_time() -> None:
    compass = Compass()
    overlay = path(compass, fresh_limit=2)
    first = await overlay.find(looked("c", "b", "a"), NORTH, SETTINGS, soon())
    assert compass.embedded == ["c", "b"]
    assert first.incomplete
    second = await overlay.find(looked("c", "b", "a"), NORTH, SETTINGS, soon())
    assert compass.embedded == ["c", "b", "a"]
    assert not second.incomplete
    assert len(second.result.hits) == 3


async def test_without_time_the_newest_are_trusted_and_the_failure_named() -> None:
    laid = await path(Compass(delay_s=1.0)).find(looked(*"edcba"), NORTH, SETTINGS, soon())
    assert laid.result.failure == "timeout"
    assert ids(laid.result.hits) == [memory_id(name) for name in "edc"]
    assert len(laid.result.hits) == TRUSTED
    assert {hit.score for hit in laid.result.hits} == {TRUSTED_COSINE}


@pytest.mark.parametrize("vector", [NORTH, None])
async def test_nothing_pending_costs_nothing(vector: Vector | None) -> None:
    compass = Compass()
    laid = await path(compass).find(Looked(), vector, SETTINGS, soon())
    assert (laid.result.hits, laid.result.failure, compass.embedded) == ((), "", [])


async def test_without_a_question_vector_it_is_skipped() -> None:
    laid = await path(Compass()).find(looked("a"), None, SETTINGS, soon())
    assert laid.result.failure == "skipped"
