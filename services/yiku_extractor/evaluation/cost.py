"""What reading the turns took: time, and questions to the language model."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from yiku_extractor.evaluation.judging import JudgedTurn
from yiku_extractor.evaluation.tracing import call
from yiku_extractor.pipeline.pipeline import UNSURE_WITHOUT_LLM


@dataclass(frozen=True)
class Times:
    """Milliseconds."""

    name: str
    count: int
    p50: float
    p95: float
    most: float


@dataclass(frozen=True)
class Cost:
    """`whole` is a turn from end to end, `stages` are in the order in which they run.

    `calls` were sent to the language model, with `outcomes` also of those kept back; `would_ask` are
    turns that would have asked it, had there been one.
    """

    turns: int
    whole: Times
    stages: tuple[Times, ...]
    calls: int
    outcomes: Counter[str]
    tokens_in: int
    tokens_out: int
    would_ask: int

    @property
    def calls_per_thousand(self) -> float:
        """Questions sent a thousand turns."""
        return 1000 * self.calls / self.turns

    @property
    def would_ask_per_thousand(self) -> float:
        """Questions a thousand turns, had there been a language model."""
        return 1000 * self.would_ask / self.turns


def cost(turns: Sequence[JudgedTurn]) -> Cost:
    """Over all turns, at least one."""
    calls = [asked for turn in turns if (asked := call(turn.answer.extraction))]
    unsure = [any(draft.review == UNSURE_WITHOUT_LLM for draft in turn.answer.extraction.drafts) for turn in turns]
    return Cost(
        turns=len(turns),
        whole=_times("a turn", [turn.answer.millis for turn in turns]),
        stages=tuple(_by_stage(turns)),
        calls=sum(asked.sent for asked in calls),
        outcomes=Counter(asked.outcome for asked in calls),
        tokens_in=sum(asked.tokens_in for asked in calls),
        tokens_out=sum(asked.tokens_out for asked in calls),
        would_ask=sum(unsure),
    )


def _by_stage(turns: Sequence[JudgedTurn]) -> Iterable[Times]:
    millis: dict[str, list[float]] = {}
    for turn in turns:
        for stage in turn.answer.extraction.stages:
            millis.setdefault(stage.name, []).append(stage.millis)
    return (_times(name, values) for name, values in millis.items())


def _times(name: str, millis: Sequence[float]) -> Times:
    p50, p95 = (float(value) for value in np.percentile(millis, (50, 95)))
    return Times(name, len(millis), p50, p95, max(millis))
