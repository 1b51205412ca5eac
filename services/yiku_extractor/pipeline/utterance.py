"""A masked turn as its steps read it: statements with the guards that hold for each."""

from dataclasses import dataclass, replace
from enum import StrEnum

from yiku_domain.plan import Turn
from yiku_text import guards
from yiku_text.sentences import Clause, clauses


class Guard(StrEnum):
    """Why a statement may not be taken at its word."""

    QUESTION = "question"
    HYPOTHETICAL = "hypothetical"
    THIRD_PARTY = "third_party"
    AFTER_OTHER = "after_other"
    """No subject of its own, right after a clause about somebody else."""
    SARCASM = "sarcasm"
    QUOTED = "quoted"
    """Somebody else's words, in quotation marks or told indirectly."""
    DENIED = "denied"


@dataclass(frozen=True)
class Statement:
    """One clause: `text` is utterance.text[start:end], freed of filler, condition and negation kept.

    `guards` are those that hold. `condition` is the recurring circumstance it is bound to
    (下雨天, it rains), "" where there is none. `index` counts the statements of the utterance.
    """

    text: str
    start: int
    end: int
    index: int
    sentence: int
    guards: frozenset[Guard]
    condition: str = ""


@dataclass(frozen=True)
class Utterance:
    """A masked turn; `previous` are the turns before it, masked too."""

    text: str
    statements: tuple[Statement, ...]
    previous: tuple[Turn, ...] = ()

    def after(self, statement: Statement) -> tuple[Statement, ...]:
        """The statements that follow in the same sentence."""
        rest = self.statements[statement.index + 1 :]
        return tuple(other for other in rest if other.sentence == statement.sentence)

    def sentence(self, statement: Statement) -> tuple[Statement, ...]:
        """All statements of its sentence, in order."""
        return tuple(other for other in self.statements if other.sentence == statement.sentence)

    def through(self, first: Statement, last: Statement) -> str:
        """The words from the start of one statement to the end of another."""
        return self.text[first.start : last.end]


def read(text: str, previous: tuple[Turn, ...] = ()) -> Utterance:
    """Cut a masked turn into statements and judge each."""
    ironic = guards.ironic(text)
    quotes = guards.quoted_spans(text)
    statements: list[Statement] = []
    for clause in clauses(text):
        core = guards.without_filler(clause.text)
        if not core.strip():
            continue
        start = clause.start + clause.text.index(core)
        statement = Statement(core, start, start + len(core), len(statements), clause.sentence, frozenset())
        statements.append(_judged(statement, clause, statements, ironic, quotes))
    return Utterance(text, tuple(_unasked(statements)), previous)


def _judged(
    statement: Statement,
    clause: Clause,
    before: list[Statement],
    ironic: bool,
    quotes: tuple[tuple[int, int], ...],
) -> Statement:
    held: set[Guard] = set()
    if guards.asks(statement.text, clause.closing):
        held.add(Guard.QUESTION)
    condition = guards.recurring_condition(statement.text)
    if guards.hypothetical(statement.text) and not condition:
        held.add(Guard.HYPOTHETICAL)
    if guards.about_other(statement.text):
        held.add(Guard.THIRD_PARTY)
    elif _after_other(statement, before):
        held.add(Guard.AFTER_OTHER)
    if ironic:
        held.add(Guard.SARCASM)
    within = any(start <= statement.start and statement.end <= end for start, end in quotes)
    if within or guards.hearsay(statement.text):
        held.add(Guard.QUOTED)
    if guards.denied(statement.text):
        held.add(Guard.DENIED)
    return replace(statement, guards=frozenset(held), condition=condition)


def _after_other(statement: Statement, before: list[Statement]) -> bool:
    last = before[-1] if before else None
    if last is None or last.sentence != statement.sentence:
        return False
    carried = bool(last.guards & {Guard.THIRD_PARTY, Guard.AFTER_OTHER})
    return carried and not guards.done_for_self(last.text) and not guards.about_self(statement.text)


def _unasked(statements: list[Statement]) -> list[Statement]:
    """A condition whose sentence ends in a question was only a supposition."""
    asked = {s.sentence for s in statements if Guard.QUESTION in s.guards}
    return [
        replace(s, guards=s.guards | {Guard.HYPOTHETICAL}, condition="") if s.condition and s.sentence in asked else s
        for s in statements
    ]
