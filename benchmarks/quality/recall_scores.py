"""Figures of a ranking, and how sure they are.

A unit is what the set counts once: an answer, in whichever of its memories it lies, or several that one memory holds.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Figures = NDArray[np.float64]
Unit = tuple[str, ...]

METRICS = ("recall@1", "recall@5", "recall@10", "recall@20", "nDCG@10", "MRR@10")
RESAMPLES = 1000


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % confidence interval."""

    mean: float
    low: float
    high: float


def units(gold: Sequence[str], memories: Mapping[str, Unit]) -> list[Unit]:
    """The memories of each answer; answers that were merged into the same memories are one unit.

    An answer that was not stored is an empty unit: it can never be found.
    """
    held = [memories[told_id] for told_id in gold]
    return [*dict.fromkeys(unit for unit in held if unit), *(unit for unit in held if not unit)]


def ranks(wanted: Sequence[Unit], returned: Sequence[str]) -> tuple[int, ...]:
    """The rank from 1 at which each unit is met first; 0 where it is not."""
    place = {memory_id: rank for rank, memory_id in reversed(list(enumerate(returned, 1)))}
    return tuple(min((place[m] for m in unit if m in place), default=0) for unit in wanted)


def figures(found: Sequence[int]) -> list[float]:
    """The METRICS of one query, of its units' ranks (0: not found); recall is the share of the units."""
    met = [rank for rank in found if rank]
    recalls = [sum(rank <= k for rank in met) / len(found) for k in (1, 5, 10, 20)]
    gain = sum(1 / math.log2(rank + 1) for rank in met if rank <= 10)
    most = sum(1 / math.log2(rank + 1) for rank in range(1, min(len(found), 10) + 1))
    return [*recalls, gain / most, max((1 / rank for rank in met if rank <= 10), default=0.0)]


def estimates(values: Figures, users: Sequence[str], seed: int = 2026) -> list[Estimate]:
    """The mean of each column of (queries, columns), by a bootstrap of users, and of queries within each drawn user.

    The questions of one user share their memories; with few users the second stage keeps the interval from vanishing.
    """
    groups = _groups(values, users)
    rng = np.random.default_rng(seed)
    means = np.array([_resampled(groups, rng) for _ in range(RESAMPLES)])
    low, high = np.percentile(means, (2.5, 97.5), axis=0)
    return [Estimate(*map(float, three)) for three in zip(values.mean(axis=0), low, high, strict=True)]


def _groups(values: Figures, users: Sequence[str]) -> list[Figures]:
    names = np.array(users)
    return [values[names == user] for user in dict.fromkeys(users)]


def _resampled(groups: Sequence[Figures], rng: np.random.Generator) -> Figures:
    total = np.zeros(groups[0].shape[1])
    count = 0
    for drawn in rng.integers(0, len(groups), len(groups)):
        rows = groups[drawn]
        total += rows[rng.integers(0, len(rows), len(rows))].sum(axis=0)
        count += len(rows)
    return total / count
