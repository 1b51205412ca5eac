"""What a student is asked, and what it answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from yiku_domain.memory import Kind


@dataclass(frozen=True)
class Clause:
    """`turn[start:end]`, one statement of what the customer said.

    `before` are the (role, text) of the turns before it, oldest first, role `user` or `bot`. Masked
    text is expected: `<mobile:3fk2q8zt>` is read as "mobile".
    """

    before: tuple[tuple[str, str], ...]
    turn: str
    start: int
    end: int


@dataclass(frozen=True)
class Judgement:
    """How likely the clause is worth remembering, and as what.

    `keep` is calibrated: of clauses judged .8, four of five are kept. `kinds` has the five kinds that
    can be said (fact, preference, sentiment, relation, event), each the chance that a kept clause is of
    it; they are judged one by one and need not sum to 1. `attribute` is the likeliest slot, None where
    none is likely. `reason` says why it would be dropped (question, hypothetical, third_party, ...),
    meaningful only where `keep` is low.
    """

    keep: float
    kinds: Mapping[Kind, float]
    attribute: str | None
    reason: str

    @property
    def kind(self) -> Kind:
        """The likeliest kind."""
        return max(self.kinds, key=self.kinds.__getitem__)


class Student(Protocol):
    """Synchronous and safe to call from many threads at once.

    Any text is accepted: empty, very long, with NULs or lone surrogates. A clause gets the same
    judgement whatever it is judged together with.
    """

    @property
    def name(self) -> str:
        """Changes whenever judgements may differ from before."""

    def judge(self, clauses: Sequence[Clause]) -> list[Judgement]:
        """One judgement a clause, in order. Clauses of the same turn cost little more than one."""
