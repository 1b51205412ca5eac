"""What a recall asks for, and the plan that the rules make of it."""

from dataclasses import dataclass
from datetime import datetime

from yiku_domain.ids import Scope
from yiku_domain.memory import Kind
from yiku_domain.vocabulary import EntityType


@dataclass(frozen=True)
class TimeRange:
    """[start, end), either side open when None; offset-aware."""

    start: datetime | None = None
    end: datetime | None = None

    def __contains__(self, moment: object) -> bool:
        if not isinstance(moment, datetime):
            return False
        after = self.start is None or moment >= self.start
        return after and (self.end is None or moment < self.end)


@dataclass(frozen=True)
class Turn:
    """One utterance of a dialogue."""

    role: str
    text: str
    at: datetime | None = None


@dataclass(frozen=True)
class RecallRequest:
    """One question to the memory of one customer. `query` is masked already; `now` is offset-aware."""

    scope: Scope
    query: str
    scene: str
    now: datetime
    time_zone: str
    turns: tuple[Turn, ...] = ()
    time_range: TimeRange | None = None
    as_of: datetime | None = None
    kinds: frozenset[Kind] = frozenset()
    top_k: int = 0
    token_budget: int = 0
    explain: bool = False


@dataclass(frozen=True)
class Mention:
    """A thing the query names, as the graph knows it."""

    type: EntityType
    name: str


@dataclass(frozen=True)
class QueryPlan:
    """What the paths look for.

    `tokens` and `bigrams` are keyword terms; `exact` are terms that must not be watered down (order
    numbers, plates, masked tokens); `attributes` are slots asked for.
    """

    text: str
    tokens: tuple[str, ...]
    bigrams: tuple[str, ...]
    exact: tuple[str, ...]
    attributes: tuple[str, ...]
    mentions: tuple[Mention, ...]
    kinds: frozenset[Kind]
    time_range: TimeRange | None
    as_of: datetime | None
    fingerprint: str
