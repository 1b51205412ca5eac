"""The share of memories that are right, with what chance leaves open."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

_Z = 1.959964
"""95 % of a normal distribution lie within so many standard deviations."""


@dataclass(frozen=True)
class Marked:
    """A drawn memory that somebody has looked at; it stands for `weight` live ones."""

    kind: str
    source: str
    right: bool
    weight: float = 1.0


@dataclass(frozen=True)
class Accuracy:
    """Of `marked` memories `right` are right; `share` of the live ones they stand for, within [low, high]."""

    name: str
    marked: int
    right: int
    share: float
    low: float
    high: float


def accuracy(name: str, marked: Sequence[Marked]) -> Accuracy:
    """Of at least one. Memories that stand for many weigh more, and so tell less than as many equal ones:
    the interval is that of Kish's effective sample size."""
    whole = sum(each.weight for each in marked)
    share = sum(each.weight for each in marked if each.right) / whole
    effective = whole**2 / sum(each.weight**2 for each in marked)
    low, high = wilson(share, effective)
    return Accuracy(name, len(marked), sum(each.right for each in marked), share, low, high)


def by_kind(marked: Sequence[Marked]) -> list[Accuracy]:
    """One for each kind, by name."""
    kinds = sorted({each.kind for each in marked})
    return [accuracy(kind, [each for each in marked if each.kind == kind]) for kind in kinds]


def by_source(marked: Sequence[Marked]) -> list[Accuracy]:
    """One for each kind of source, by name."""
    sources = sorted({each.source for each in marked})
    return [accuracy(source, [each for each in marked if each.source == source]) for source in sources]


def wilson(share: float, count: float) -> tuple[float, float]:
    """Wilson's score interval at 95 % of a share seen in `count` draws (Wilson 1927)."""
    squared = _Z * _Z / count
    centre = share + squared / 2
    half = _Z * sqrt(share * (1 - share) / count + squared / (4 * count))
    return max(0.0, (centre - half) / (1 + squared)), min(1.0, (centre + half) / (1 + squared))
