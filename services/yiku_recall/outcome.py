"""What a recall comes to, and what became of everything on the way."""

from dataclasses import dataclass

from yiku_domain.candidate import Candidate, PathResult, Recalled
from yiku_domain.clarification import Clarification
from yiku_domain.plan import QueryPlan
from yiku_domain.strategy import Strategy
from yiku_domain.trace import Stage


@dataclass(frozen=True)
class Degraded:
    """A part that could not do all it should, and why: unavailable, timeout or skipped."""

    part: str
    reason: str


@dataclass(frozen=True)
class Fate:
    """Where a candidate fell out and why; returned ones have the stage "assemble" and no reason."""

    candidate: Candidate
    score: float
    stage: str
    reason: str = ""


@dataclass(frozen=True)
class Recollection:
    """The answer and how it came about."""

    plan: QueryPlan
    strategy: Strategy
    memories: tuple[Recalled, ...]
    clarifications: tuple[Clarification, ...]
    prompt_block: str
    degraded: tuple[Degraded, ...]
    paths: tuple[PathResult, ...]
    stages: tuple[Stage, ...]
    fates: tuple[Fate, ...]
