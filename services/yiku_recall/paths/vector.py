"""Vector path: the nearest of the customer's memories by meaning."""

from yiku_domain.candidate import PathName, PathResult
from yiku_domain.ids import Scope
from yiku_domain.plan import QueryPlan
from yiku_domain.strategy import PathSettings
from yiku_stores.protocols import Vector, VectorIndex

from yiku_recall.deadline import Deadline
from yiku_recall.paths.guard import SKIPPED, PathGuard

HYDRATE_RESERVE_S = 0.015
"""What is found must still be read from Postgres."""


class VectorPath:
    """Searches the index; scores are cosine similarities."""

    def __init__(self, index: VectorIndex, guard: PathGuard) -> None:
        self._index = index
        self._guard = guard

    async def find(
        self,
        scope: Scope,
        plan: QueryPlan,
        vector: Vector | None,
        settings: PathSettings,
        deadline: Deadline,
    ) -> PathResult:
        """The nearest memories, also superseded ones where the plan asks as of a time."""
        if vector is None:
            return PathResult(PathName.VECTOR, (), 0.0, SKIPPED)
        return await self._guard.run(
            lambda seconds: self._index.search(
                scope,
                vector,
                limit=settings.limit,
                kinds=plan.kinds,
                include_superseded=plan.as_of is not None,
                timeout_s=seconds,
            ),
            budget_s=settings.budget_ms / 1000,
            left_s=deadline.left(HYDRATE_RESERVE_S),
        )
