"""One score from several paths, and what the memory itself adds to it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from yiku_domain.candidate import Candidate, Hit, PathName, PathResult
from yiku_domain.ids import MemoryId
from yiku_domain.memory import Kind, Precision
from yiku_domain.strategy import Fusion, Strategy
from yiku_stores.postgres.recall_reads import LeanMemory

RRF_K = 60
"""Cormack, Clarke and Buettcher (2009)."""

SEMANTIC = frozenset({PathName.VECTOR, PathName.OVERLAY})
"""Both compare the same vectors: a memory counts once, by the better of the two."""

COSINE_FLOOR = 0.75
COSINE_CEILING = 0.95
"""E5 puts unrelated texts at about 0.84 and what answers a question at about 0.89."""

Hits = dict[PathName, Hit]
Weights = Mapping[PathName, float]


def fuse(results: Sequence[PathResult], strategy: Strategy) -> list[Candidate]:
    """Every memory that a path found, best first; scores in 0..1.

    Path scores in 0..1 say how well a memory fits, not how it compares with its neighbours, so a
    lone weak hit stays weak. The sum of the weights is that of the paths that took part: a path that
    failed, or had nothing to look for, takes nothing from the others.
    """
    by_memory: dict[MemoryId, Hits] = {}
    for result in results:
        for hit in result.hits:
            by_memory.setdefault(hit.memory_id, {})[result.path] = hit
    named = {path: settings.weight for path, settings in strategy.paths.items()}
    weights = dict.fromkeys(PathName, 1.0) | named
    ranked = strategy.fusion is Fusion.RRF
    score, best = (_rrf, 1.0 / (RRF_K + 1)) if ranked else (_weighted, 1.0)
    full = _full_score(results, weights, best)
    candidates = [
        Candidate(memory_id, min(1.0, score(hits, weights) / full), hits) for memory_id, hits in by_memory.items()
    ]
    return sorted(candidates, key=lambda c: c.score, reverse=True)


def fit(path: PathName, score: float) -> float:
    """A path's own score as a fit in 0..1; cosines are stretched over the range they use."""
    if path in SEMANTIC:
        score = (score - COSINE_FLOOR) / (COSINE_CEILING - COSINE_FLOOR)
    return min(1.0, max(0.0, score))


def final_score(candidate: Candidate, memory: LeanMemory, strategy: Strategy, now: datetime) -> float:
    """The fused score with kind, recency, confidence and energy; in 0..1."""
    kind_weight = strategy.kind_weights.get(Kind(memory.kind), 1.0)
    added = (
        strategy.recency_weight * recency(memory, strategy.half_life_days, now)
        + strategy.confidence_weight * memory.confidence
        + strategy.energy_weight * min(1.0, max(0.0, memory.energy))
    )
    most = 1.0 + strategy.recency_weight + strategy.confidence_weight + strategy.energy_weight
    return min(1.0, (candidate.score * kind_weight + added) / most)


def recency(memory: LeanMemory, half_life_days: float, now: datetime) -> float:
    """1 for now and later, 0.5 after one half-life; a coarse date counts from its end."""
    since = memory.event_time or memory.valid_from
    age = now - since - _slack(memory)
    return float(0.5 ** max(0.0, age / timedelta(days=half_life_days)))


def _slack(memory: LeanMemory) -> timedelta:
    if memory.event_time is None:
        return timedelta()
    return _PERIOD.get(memory.event_precision or "", timedelta())


_PERIOD: Mapping[str, timedelta] = {
    Precision.YEAR: timedelta(days=365),
    Precision.MONTH: timedelta(days=30),
    Precision.DAY: timedelta(days=1),
}


def _weighted(hits: Hits, weights: Weights) -> float:
    return _voices(((path, weights[path] * fit(path, hit.score)) for path, hit in hits.items()))


def _rrf(hits: Hits, weights: Weights) -> float:
    return _voices(((path, weights[path] / (RRF_K + hit.rank)) for path, hit in hits.items()))


def _full_score(results: Sequence[PathResult], weights: Weights, best: float) -> float:
    """What a memory would get that is first everywhere."""
    return _voices((result.path, weights[result.path] * best) for result in results if not result.failure) or 1.0


def _voices(scores: Iterable[tuple[PathName, float]]) -> float:
    """The sum, in which vector and overlay are one voice: the better of the two."""
    total = semantic = 0.0
    for path, score in scores:
        if path in SEMANTIC:
            semantic = max(semantic, score)
        else:
            total += score
    return total + semantic
