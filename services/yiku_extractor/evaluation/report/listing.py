"""The list of mistakes: each turn with what was said before, what was expected, stored, and who decided."""

from collections.abc import Iterator, Sequence

from yiku_extractor.evaluation.board import Wrong
from yiku_extractor.evaluation.labelled import Span
from yiku_extractor.evaluation.mistakes import Fault, Mistake
from yiku_extractor.evaluation.report.markup import Markup, tag, text
from yiku_extractor.evaluation.running import Stored


def listing(wrong: Sequence[Wrong]) -> Markup:
    """A fold for each sort of mistake, the gravest first; a turn is in every fold it belongs in."""
    folds = ((fault, [w for w in wrong if any(m.fault is fault for m in w.mistakes)]) for fault in Fault)
    return "".join(_fold(fault, turns) for fault, turns in folds if turns) or tag("p", text("None."))


def _fold(fault: Fault, turns: Sequence[Wrong]) -> Markup:
    many = "1 turn" if len(turns) == 1 else f"{len(turns)} turns"
    summary = tag("summary", text(f"{fault.value}: {many}"))
    return tag("details", summary, *(_turn(wrong) for wrong in turns))


def _turn(wrong: Wrong) -> Markup:
    turn = wrong.turn.turn
    answer = wrong.turn.answer
    about = f"{turn.name} · {turn.lang} · {turn.slice} · {wrong.turn.verdict.value.replace('_', ' ')}"
    places = [told.expected.span for told in wrong.turn.told if told.expected.span]
    return tag(
        "div",
        tag("p", text(about), class_="meta"),
        *(tag("p", text(f"{role}: {said}"), class_="before") for role, said in answer.before),
        tag("p", _marked(answer.extraction.text, places), class_="said"),
        *(_stored(memory) for memory in answer.stored),
        *(_mistake(mistake) for mistake in wrong.mistakes),
        class_="turn",
    )


def _stored(memory: Stored) -> Markup:
    slot = f" · {memory.attribute}" if memory.attribute else ""
    waits = ", waits for a person" if memory.review else ""
    about = f" — {memory.kind}{slot} · {memory.confidence:.2f} · {memory.maker}{waits}"
    return tag("p", text("stored: "), tag("code", text(memory.content)), text(about), class_="meta")


def _mistake(mistake: Mistake) -> Markup:
    what = f": {mistake.what}" if mistake.what else ""
    decided = mistake.decided
    by = f" — decided by {decided.step}" + (f": {decided.why}" if decided.why else "")
    return tag("p", tag("span", text(f"{mistake.fault.value}{what}"), class_="fault"), text(by))


def _marked(said: str, places: Sequence[Span]) -> Markup:
    """The turn with the expected memories marked."""
    return "".join(tag("mark", text(part)) if inside else text(part) for part, inside in _parts(said, places))


def _parts(said: str, places: Sequence[Span]) -> Iterator[tuple[str, bool]]:
    done = 0
    for start, end in sorted(places):
        if end <= done:
            continue
        yield said[done:start], False
        yield said[max(start, done) : end], True
        done = end
    yield said[done:], False
