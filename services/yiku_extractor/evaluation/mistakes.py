"""What went wrong, with the step that decided, and as lines of a corpus that can be corrected and trained on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from yiku_domain.memory import JsonValue

from yiku_extractor.evaluation.judging import JudgedTurn, Told, Verdict
from yiku_extractor.evaluation.running import Stored
from yiku_extractor.evaluation.tracing import Decided, fell_at
from yiku_extractor.pipeline.segments import by_customer


class Fault(StrEnum):
    """What is wrong, the gravest first."""

    FORBIDDEN = "a forbidden claim is stored"
    KEPT_WRONGLY = "kept, should be dropped"
    DROPPED_WRONGLY = "dropped, should be kept"
    MISSED = "a memory is missed"
    EXTRA = "a memory that nobody expects"
    WRONG_KIND = "the kind is wrong"
    WRONG_SLOT = "the slot is wrong"


@dataclass(frozen=True)
class Mistake:
    """`what` names the words or the difference; `decided` is the step that brought it about."""

    fault: Fault
    what: str
    decided: Decided


def mistakes(turn: JudgedTurn) -> list[Mistake]:
    """Of one turn; what waits for a person is none."""
    found = [*_forbidden(turn), *_stored_wrongly(turn)]
    for told in turn.told:
        found += _of_told(turn, told)
    return sorted(found, key=lambda mistake: list(Fault).index(mistake.fault))


def corpus_row(turn: JudgedTurn) -> dict[str, JsonValue]:
    """The turn in the corpus's own format, as it is labelled, with personal data masked.

    `borderline` also where the words of an expected memory could not be found in the turn and are
    left out: such a line is to be corrected by hand.
    """
    text = turn.answer.extraction.text
    placed = [told for told in turn.told if told.expected.span is not None]
    row: dict[str, JsonValue] = {"text": text, "lang": turn.turn.lang, "slice": turn.turn.slice}
    if not by_customer(turn.turn.role):
        row["role"] = turn.turn.role
    if turn.answer.before:
        row["before"] = [{"role": _who(role), "text": said} for role, said in turn.answer.before]
    row["memories"] = [_memory(told, text) for told in placed]
    if turn.turn.borderline or len(placed) < len(turn.told):
        row["borderline"] = True
    return row


def _forbidden(turn: JudgedTurn) -> Iterator[Mistake]:
    for claim in turn.broken:
        yield Mistake(Fault.FORBIDDEN, claim.claim, _made_by(turn.answer.live))


def _stored_wrongly(turn: JudgedTurn) -> Iterator[Mistake]:
    """One fault for a turn that is to be dropped; for others one for each memory too many."""
    if turn.verdict is Verdict.KEPT_WRONGLY:
        yield Mistake(Fault.KEPT_WRONGLY, "", _made_by(turn.answer.live))
    elif turn.turn.keep:
        for memory in turn.extra:
            yield Mistake(Fault.EXTRA, memory.content, _made_by([memory]))


def _of_told(turn: JudgedTurn, told: Told) -> Iterator[Mistake]:
    expected, chosen = told.expected, told.chosen
    if chosen is None:
        fault = Fault.DROPPED_WRONGLY if turn.verdict is Verdict.DROPPED_WRONGLY else Fault.MISSED
        yield Mistake(fault, _words(turn, told), fell_at(turn.answer.extraction, expected.span))
        return
    if not told.kind_right:
        yield Mistake(Fault.WRONG_KIND, f"{chosen.kind}, not {' or '.join(expected.kinds)}", _made_by([chosen]))
    if expected.attribute is not None and chosen.attribute != expected.attribute:
        what = f"{chosen.attribute or 'none'}, not {expected.attribute or 'none'}"
        yield Mistake(Fault.WRONG_SLOT, what, _made_by([chosen]))


def _words(turn: JudgedTurn, told: Told) -> str:
    span = told.expected.span
    return turn.answer.extraction.text[slice(*span)] if span else " ".join(told.expected.key_words)


def _made_by(memories: Sequence[Stored]) -> Decided:
    names = ", ".join(dict.fromkeys(memory.maker for memory in memories))
    return Decided(names, ", ".join(f"{memory.kind} {memory.confidence:.2f}" for memory in memories))


def _memory(told: Told, text: str) -> JsonValue:
    expected = told.expected
    assert expected.span is not None
    memory: dict[str, JsonValue] = {"kind": expected.kind, "words": text[slice(*expected.span)]}
    if expected.attribute:
        memory["attribute"] = expected.attribute
    return memory


def _who(role: str) -> str:
    return "user" if by_customer(role) else "bot"
