"""The outcome of a run, and its file: ids, ranks and figures, no words of anybody."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.quality.recall_scores import Figures, figures
from benchmarks.quality.recall_sets import LEFT_OUT

ALL = "all"


@dataclass(frozen=True)
class Outcome:
    """How one query fared: each unit's rank (0: not returned), how many memories came, and the best score."""

    query_id: str
    user_id: str
    category: str
    ranks: tuple[int, ...]
    returned: int = 0
    best: float = 0.0
    millis: float = 0.0
    degraded: tuple[str, ...] = ()
    trace_id: str = ""


@dataclass(frozen=True)
class Run:
    """All queries of a set through one system; `document` is the strategy, if it has one."""

    name: str
    system: str
    top_k: int
    outcomes: tuple[Outcome, ...] = field(repr=False)
    document: dict[str, Any] = field(default_factory=dict)

    @property
    def judged(self) -> tuple[Outcome, ...]:
        """Those with a known answer."""
        return tuple(one for one in self.outcomes if one.ranks)

    @property
    def categories(self) -> list[str]:
        """ALL first."""
        return [ALL, *sorted({one.category for one in self.judged})]

    def of(self, category: str) -> tuple[Outcome, ...]:
        """The judged outcomes of a category; ALL leaves out those that no average should hold."""
        wanted = (lambda c: c not in LEFT_OUT) if category == ALL else (lambda c: c == category)
        return tuple(one for one in self.judged if wanted(one.category))


def table(outcomes: Sequence[Outcome]) -> Figures:
    """(queries, METRICS)."""
    return np.array([figures(one.ranks) for one in outcomes])


def write_runs(path: Path, runs: Sequence[Run]) -> None:
    """Runs as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"runs": [asdict(run) for run in runs]}), "utf-8")


def read_runs(path: Path) -> list[Run]:
    """What `write_runs` wrote."""
    return [_run(run) for run in json.loads(path.read_text("utf-8"))["runs"]]


def _run(data: dict[str, Any]) -> Run:
    outcomes = tuple(
        Outcome(**{**one, "ranks": tuple(one["ranks"]), "degraded": tuple(one["degraded"])}) for one in data["outcomes"]
    )
    return Run(**{**data, "outcomes": outcomes})
