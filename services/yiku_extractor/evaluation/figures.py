"""Figures over judged turns; a share of nothing is None."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from yiku_extractor.evaluation.judging import JudgedTurn, Verdict


@dataclass(frozen=True)
class Rates:
    """`hits` of `said` were right, and `found` of `told` were said; hits and found differ where one memory
    tells two things or two tell one."""

    said: int
    hits: int
    told: int
    found: int

    @property
    def precision(self) -> float | None:
        """The share of what was said that is right."""
        return share(self.hits, self.said)

    @property
    def recall(self) -> float | None:
        """The share of what is to be said that was said."""
        return share(self.found, self.told)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both; None where nothing is to be said."""
        precision, recall = self.precision or 0.0, self.recall
        if recall is None:
            return None
        return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@dataclass(frozen=True)
class Group:
    """A group of turns.

    `keep` is of keeping a turn, over those not sent to review. Of `memories` expected ones `stored` are told
    by a memory stored at once, `found` by one stored or in review, `each` by one of their own, and of the found
    ones `kind_right` under an accepted kind. `broken` of `forbidden` claims were stored.
    """

    name: str
    verdicts: Counter[Verdict]
    keep: Rates
    memories: int
    stored: int
    found: int
    each: int
    kind_right: int
    forbidden: int
    broken: int

    @property
    def turns(self) -> int:
        """How many."""
        return self.verdicts.total()

    @property
    def sent(self) -> float | None:
        """The share of turns of which all waits for a person."""
        return share(self.verdicts[Verdict.SENT], self.turns)


def share(part: int, whole: int) -> float | None:
    """None where there is no whole."""
    return part / whole if whole else None


def group(name: str, turns: Sequence[JudgedTurn]) -> Group:
    """The figures of these turns as one group."""
    told = [each for turn in turns for each in turn.told]
    return Group(
        name=name,
        verdicts=Counter(turn.verdict for turn in turns),
        keep=_keep(turns),
        memories=len(told),
        stored=sum(bool(each.live) for each in told),
        found=sum(each.found for each in told),
        each=sum(each.each for each in told),
        kind_right=sum(each.kind_right for each in told),
        forbidden=sum(len(turn.turn.forbidden) for turn in turns),
        broken=sum(len(turn.broken) for turn in turns),
    )


def groups(turns: Sequence[JudgedTurn], key: Callable[[JudgedTurn], str]) -> list[Group]:
    """A group for each value of `key`, by name."""
    names = sorted({key(turn) for turn in turns})
    return [group(name, [turn for turn in turns if key(turn) == name]) for name in names]


def _keep(turns: Sequence[JudgedTurn]) -> Rates:
    sure = [turn for turn in turns if turn.verdict is not Verdict.SENT]
    both = sum(turn.kept and turn.turn.keep for turn in sure)
    return Rates(sum(turn.kept for turn in sure), both, sum(turn.turn.keep for turn in sure), both)
