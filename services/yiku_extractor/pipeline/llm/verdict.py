"""From claims to proposals: each claim is placed in the turn, checked, and accepted or refused with a reason."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from yiku_text.grounding import negators, spans_of, stands_in, trimmed

from yiku_extractor.pipeline.answers import asked
from yiku_extractor.pipeline.extraction import Proposal
from yiku_extractor.pipeline.llm.checks import CHECKS, OF_THE_CUSTOMER, Objection, Placed, misshapen
from yiku_extractor.pipeline.llm.claim import Claim
from yiku_extractor.pipeline.llm.parser import Parsed
from yiku_extractor.pipeline.llm.proposing import proposal_of
from yiku_extractor.pipeline.llm.subject import without_subject
from yiku_extractor.pipeline.utterance import Statement, Utterance

MAX_MEMORIES = 8


@dataclass(frozen=True)
class Judged:
    """One claim and what became of it: a proposal, or the objection that held. `span` is None where the
    quote does not stand in the turn."""

    claim: Claim
    objection: Objection | None = None
    span: tuple[int, int] | None = None
    proposal: Proposal | None = None


class Fate(StrEnum):
    """What became of a statement that the model was asked about."""

    KEPT = "kept"
    DROPPED = "dropped"
    """The model read it and found nothing to remember, or nothing that may be."""
    UNDECIDED = "undecided"
    """The model was not asked, broke off, or contradicted the text: a person decides."""


@dataclass(frozen=True)
class Settled:
    """A statement and its fate; `objection` where it was dropped for one."""

    statement: Statement
    fate: Fate
    objection: Objection | None = None


def judge(parsed: Parsed, utterance: Utterance, unsure: Sequence[Statement]) -> tuple[Judged, ...]:
    """Every claim in its order. Pure, and total: no answer of a model makes it raise."""
    judged: list[Judged] = []
    for index, claim in enumerate(parsed.claims):
        if index >= MAX_MEMORIES:
            judged.append(Judged(claim, Objection.TOO_MANY))
        else:
            judged.append(_without_repeats(_judge(claim, utterance, unsure), judged))
    return tuple(judged)


def settle(
    parsed: Parsed, judged: Sequence[Judged], asked_about: Sequence[Statement], unsure: Sequence[Statement]
) -> tuple[Settled, ...]:
    """The fate of each of `unsure`; those the model was not asked about stay undecided."""
    lost = parsed.unreadable > 0 or not parsed.whole or any(j.span is None for j in judged)
    return tuple(
        _settle(s, [j for j in judged if j.span and _meets(s, j.span)], sure=s in asked_about and not lost)
        for s in unsure
    )


def _judge(claim: Claim, utterance: Utterance, unsure: Sequence[Statement]) -> Judged:
    objection = misshapen(claim)
    span = None if objection else _place(claim.quote, utterance, unsure)
    if span is None:
        return Judged(claim, objection or Objection.NOT_IN_TEXT)
    if not any(_meets(statement, span) for statement in unsure):
        return Judged(claim, Objection.NOT_ASKED, span)
    placed = _placed(claim, utterance, span)
    objection = next((found for check in CHECKS if (found := check(placed))), None)
    if objection:
        return Judged(claim, objection, placed.span)
    return Judged(claim, None, placed.span, proposal_of(placed))


def _place(quote: str, utterance: Utterance, unsure: Sequence[Statement]) -> tuple[int, int] | None:
    """Where the quote stands, in an unsure statement before any other place. One character alone is a
    quote only where it is the whole statement."""
    spans = spans_of(quote, utterance.text)
    if len(trimmed(quote)) == 1:
        spans = [span for span in spans if any(span == (s.start, s.end) for s in utterance.statements)]
    inside = (span for span in spans if any(_meets(s, span) for s in unsure))
    return next(inside, spans[0] if spans else None)


def _placed(claim: Claim, utterance: Utterance, span: tuple[int, int]) -> Placed:
    touched = tuple(s for s in utterance.statements if _meets(s, span))
    whole = (min(span[0], touched[0].start), max(span[1], touched[-1].end))
    span = whole if _cut_short(utterance.text, span, whole, touched) else span
    words = utterance.text[slice(*span)]
    question = asked(utterance.previous) if touched[0].index == 0 else ""
    content = trimmed(without_subject(claim.content)) if question else ""
    bound = all(stands_in(s.condition, content) for s in touched if s.condition)
    return Placed(claim, span, words, touched, content if content and bound else words, utterance.text, question)


def _cut_short(text: str, span: tuple[int, int], whole: tuple[int, int], touched: Sequence[Statement]) -> bool:
    """The quote leaves out what its own clause denies or binds it to."""
    words, clause = text[slice(*span)], text[slice(*whole)]
    conditions = [s.condition for s in touched if s.condition]
    return negators(words) != negators(clause) or not all(stands_in(c, words) for c in conditions)


def _without_repeats(judged: Judged, before: Sequence[Judged]) -> Judged:
    made = judged.proposal
    if made is None or not any(_same(made, other.proposal) for other in before if other.proposal):
        return judged
    return Judged(judged.claim, Objection.DUPLICATE, judged.span)


def _same(left: Proposal, right: Proposal | None) -> bool:
    if right is None or left.attribute != right.attribute:
        return False
    return left.span == right.span or left.content == right.content


def _settle(statement: Statement, judged: Sequence[Judged], *, sure: bool) -> Settled:
    if any(j.proposal for j in judged):
        return Settled(statement, Fate.KEPT)
    objections = list(_objections(judged))
    if objections and all(found in OF_THE_CUSTOMER for found in objections):
        return Settled(statement, Fate.DROPPED, objections[0])
    if sure and not objections:
        return Settled(statement, Fate.DROPPED)
    return Settled(statement, Fate.UNDECIDED)


def _objections(judged: Sequence[Judged]) -> Iterator[Objection]:
    yield from (j.objection for j in judged if j.objection and j.objection is not Objection.DUPLICATE)


def _meets(statement: Statement, span: tuple[int, int]) -> bool:
    return span[0] < statement.end and statement.start < span[1]
