"""The step itself: every statement of a turn is judged at once, off the event loop."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum

from yiku_domain.memory import JsonValue
from yiku_models.student.clause import Clause, Judgement, Student

from yiku_extractor.pipeline.segments import by_customer
from yiku_extractor.pipeline.utterance import Statement, Utterance

_BEFORE = 2
_MISTRUSTED = 0.7
"""How much of the judged chance is left where a guard holds: the two err in different places."""


class Fate(StrEnum):
    """What the student says of a statement."""

    KEEP = "keep"
    UNSURE = "unsure"
    DROP = "drop"


@dataclass(frozen=True)
class Verdict:
    """A statement, how it was judged, and what follows. `keep` is the chance after the guards had their say."""

    statement: Statement
    judgement: Judgement
    keep: float
    fate: Fate


class StudentStep:
    """Between `low` and `high` the student is unsure."""

    name = "student"

    def __init__(self, student: Student, band: tuple[float, float]) -> None:
        self._student = student
        self._low, self._high = band
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="student")

    async def judge(self, utterance: Utterance) -> tuple[Verdict, ...]:
        """One verdict a statement, in order."""
        if not utterance.statements:
            return ()
        asked = clauses_of(utterance)
        loop = asyncio.get_running_loop()
        judged = await loop.run_in_executor(self._thread, self._student.judge, asked)
        return tuple(self._verdict(s, j) for s, j in zip(utterance.statements, judged, strict=True))

    def record(self, verdicts: Sequence[Verdict]) -> dict[str, JsonValue]:
        """For the decision record: chances and places, no words."""
        return {
            "model": self._student.name,
            "unsure_between": [self._low, self._high],
            "statements": [_recorded(verdict) for verdict in verdicts],
        }

    def _verdict(self, statement: Statement, judgement: Judgement) -> Verdict:
        keep = judgement.keep * (_MISTRUSTED if statement.guards else 1.0)
        fate = Fate.KEEP if keep >= self._high else Fate.UNSURE if keep >= self._low else Fate.DROP
        return Verdict(statement, judgement, keep, fate)


def clauses_of(utterance: Utterance) -> list[Clause]:
    """The statements as the student is asked about them, with the turns before."""
    turns = utterance.previous[-_BEFORE:]
    before = tuple(("user" if by_customer(turn.role) else "bot", turn.text) for turn in turns)
    return [Clause(before, utterance.text, s.start, s.end) for s in utterance.statements]


def _recorded(verdict: Verdict) -> dict[str, JsonValue]:
    judgement, statement = verdict.judgement, verdict.statement
    return {
        "span": [statement.start, statement.end],
        "keep": round(verdict.keep, 3),
        "kind": judgement.kind.value,
        "attribute": judgement.attribute,
        "fate": verdict.fate.value,
        "reason": judgement.reason if verdict.fate is Fate.DROP else "",
        "guards": list[JsonValue](sorted(guard.value for guard in statement.guards)),
    }
