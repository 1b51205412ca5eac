"""Graph path: memories tied to the things that the question, or its best answers, name."""

from collections.abc import Iterator, Sequence

from yiku_domain.candidate import Hit, PathName, PathResult
from yiku_domain.ids import MemoryId, Scope
from yiku_domain.plan import Mention, QueryPlan
from yiku_domain.strategy import PathSettings
from yiku_domain.vocabulary import EntityType
from yiku_stores.postgres.recall_reads import LeanMemory, Looked
from yiku_stores.protocols import MemoryGraph
from yiku_text.normal import fold

from yiku_recall.deadline import Deadline
from yiku_recall.paths.guard import PathGuard
from yiku_recall.paths.vector import HYDRATE_RESERVE_S

SEEDS = 3
"""How many of the best other answers lend the things they mention."""

SEED_SHARE = 0.4
"""What a tie to a lent thing counts, against 1 for one that the question names."""

MAX_MENTIONS = 12
_MIN_NAME = 2


class GraphPath:
    """Asks the graph, and the memories that it does not hold yet."""

    def __init__(self, graph: MemoryGraph, guard: PathGuard) -> None:
        self._graph = graph
        self._guard = guard

    async def find(
        self, scope: Scope, plan: QueryPlan, looked: Looked, settings: PathSettings, deadline: Deadline
    ) -> PathResult:
        """Ties to named things, or where nothing is named to lent ones; else the graph is not asked."""
        named = named_things(plan, looked)
        mentions = (named or lent_things(looked))[:MAX_MENTIONS]
        if not mentions:
            return PathResult(PathName.GRAPH, (), 0.0)
        result = await self._guard.run(
            lambda seconds: self._graph.related(scope, mentions, limit=settings.limit, timeout_s=seconds),
            budget_s=settings.budget_ms / 1000,
            left_s=deadline.left(HYDRATE_RESERVE_S),
        )
        share = 1.0 if named else SEED_SHARE
        hits = _merged(result.hits, share, pending_ties(named, looked), settings.limit)
        return PathResult(PathName.GRAPH, hits, result.millis, result.failure)


def named_things(plan: QueryPlan, looked: Looked) -> list[Mention]:
    """What the question names: by rule, and among the things of the memories that were read."""
    asked = fold(plan.text)
    known = (
        Mention(EntityType(kind), name)
        for memory in _unique(looked)
        for kind, name in memory.entity_names()
        if len(name) >= _MIN_NAME and fold(name) in asked
    )
    return list(dict.fromkeys((*plan.mentions, *known)))


def lent_things(looked: Looked) -> list[Mention]:
    """The things that the best other answers mention."""
    best = (*looked.profile[:SEEDS], *looked.matches[:SEEDS])
    return list(dict.fromkeys(Mention(EntityType(kind), name) for m in best for kind, name in m.entity_names()))


def pending_ties(named: Sequence[Mention], looked: Looked) -> list[MemoryId]:
    """Memories on their way to the graph that mention a named thing."""
    wanted = {(thing.type.value, thing.name) for thing in named}
    return [p.memory.id for p in looked.pending if p.for_graph and wanted.intersection(p.memory.entity_names())]


def _unique(looked: Looked) -> Iterator[LeanMemory]:
    seen: set[MemoryId] = set()
    for memory in looked.everything():
        if memory.id not in seen:
            seen.add(memory.id)
            yield memory


def _merged(hits: Sequence[Hit], share: float, pending: Sequence[MemoryId], limit: int) -> tuple[Hit, ...]:
    scores = dict.fromkeys(pending, 1.0)
    for hit in hits:
        scores[hit.memory_id] = max(scores.get(hit.memory_id, 0.0), hit.score * share)
    best = sorted(scores.items(), key=lambda pair: -pair[1])[:limit]
    return tuple(Hit(memory_id, rank, score) for rank, (memory_id, score) in enumerate(best, 1))
