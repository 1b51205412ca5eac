"""Vector path: the nearest of the customer's memories by meaning."""

import asyncio
import time
from collections.abc import Awaitable, Sequence

from yiku_domain.candidate import Hit, PathName, PathResult
from yiku_domain.ids import Scope, TenantId, UserId
from yiku_domain.strategy import PathSettings
from yiku_stores.postgres.recall_reads import Looked
from yiku_stores.protocols import CustomerVectors, Vector, VectorIndex

from yiku_recall.paths.guard import SKIPPED, PathGuard
from yiku_recall.paths.warm import WarmVectors, nearest
from yiku_recall.question import Question

HYDRATE_RESERVE_S = 0.015
"""What is found must still be read from Postgres."""

PROBE_EVERY_S = 0.5
_PROBE_BUDGET_S = 0.3
_NOBODY = Scope(TenantId("-"), UserId("-"))


class VectorPath:
    """Asks the index, or compares what is kept of it; scores are cosine similarities.

    An answer from what is kept needs no index; `watch` sees whether there is one all the same, and a
    path whose index is away says so.
    """

    def __init__(self, index: VectorIndex, guard: PathGuard, warm: WarmVectors) -> None:
        self._index = index
        self._guard = guard
        self._warm = warm
        self._away = ""
        self._compared: Vector | None = None
        self._last: Vector | None = None

    async def find(
        self, question: Question, vector: Vector | None, looked: Awaitable[Looked], settings: PathSettings
    ) -> PathResult:
        """The nearest memories, also superseded ones where the plan asks as of a time."""
        if vector is None:
            return PathResult(PathName.VECTOR, (), 0.0, SKIPPED)
        started = time.perf_counter()
        held = self._warm.get(question.scope, question.generation)
        if held is not None:
            self._compared = vector
            hits = tuple(_compare(held, question, vector, settings))
            millis = round((time.perf_counter() - started) * 1000, 3)
            return PathResult(PathName.VECTOR, hits, millis, self._away)
        settled = self._warm.due(question.scope, question.generation) and await _settled(question, looked)
        return await self._guard.run(
            lambda seconds: (
                self._load(question, vector, settings, seconds)
                if settled
                else self._search(question, vector, settings, seconds)
            ),
            budget_s=settings.budget_ms / 1000,
            left_s=question.deadline.left(HYDRATE_RESERVE_S),
        )

    async def watch(self) -> None:
        """While answers come from what is kept, ask the index now and then whether it is there."""
        while True:
            await asyncio.sleep(PROBE_EVERY_S)
            self._last = self._compared if self._compared is not None else self._last
            if self._last is not None and (self._compared is not None or self._away):
                self._compared = None
                await self._probe(self._last)

    async def _probe(self, vector: Vector) -> None:
        result = await self._guard.run(
            lambda seconds: self._index.search(_NOBODY, vector, limit=1, timeout_s=seconds),
            budget_s=_PROBE_BUDGET_S,
            left_s=_PROBE_BUDGET_S,
        )
        self._away = result.failure

    async def _search(
        self, question: Question, vector: Vector, settings: PathSettings, seconds: float
    ) -> Sequence[Hit]:
        return await self._index.search(
            question.scope,
            vector,
            limit=settings.limit,
            kinds=question.plan.kinds,
            include_superseded=question.plan.as_of is not None,
            timeout_s=seconds,
        )

    async def _load(self, question: Question, vector: Vector, settings: PathSettings, seconds: float) -> Sequence[Hit]:
        held = await self._warm.load(question.scope, question.generation, seconds)
        if held is None:
            return await self._search(question, vector, settings, seconds)
        return _compare(held, question, vector, settings)


async def _settled(question: Question, looked: Awaitable[Looked]) -> bool:
    """Whether the index has all of the customer's memories; a look-up for some of them cannot tell."""
    if question.plan.kinds or question.plan.as_of is not None:
        return False
    return not (await looked).pending


def _compare(held: CustomerVectors, question: Question, vector: Vector, settings: PathSettings) -> list[Hit]:
    as_of = question.plan.as_of is not None
    return nearest(held, vector, settings.limit, question.plan.kinds, include_superseded=as_of)
