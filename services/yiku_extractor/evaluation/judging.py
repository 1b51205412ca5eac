"""One turn's answer held against its labels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from yiku_extractor.evaluation.labelled import Expected, Forbidden, LabelledTurn
from yiku_extractor.evaluation.matching import holds, masked_place, one_each, shares
from yiku_extractor.evaluation.running import Answer, Stored


class Verdict(StrEnum):
    """What became of a turn as a whole."""

    RIGHT = "right"
    SENT = "sent"
    """All that was made of it waits for a person."""
    KEPT_WRONGLY = "kept_wrongly"
    DROPPED_WRONGLY = "dropped_wrongly"


@dataclass(frozen=True)
class Told:
    """An expected memory, its place moved into the masked turn, and who tells it.

    `live` and `waiting` are those stored at once and in review, the best kind first. `each`: it has
    a memory of its own where every stored one may serve only once.
    """

    expected: Expected
    live: tuple[Stored, ...]
    waiting: tuple[Stored, ...]
    each: bool
    chosen: Stored | None

    @property
    def found(self) -> bool:
        """Stored or in review."""
        return self.chosen is not None

    @property
    def kind_right(self) -> bool:
        """Whether the memory that tells it has an accepted kind."""
        return self.chosen is not None and self.chosen.kind in self.expected.kinds


@dataclass(frozen=True)
class JudgedTurn:
    """`extra` are the memories stored at once that tell nothing expected; `broken` the forbidden claims stored."""

    answer: Answer
    told: tuple[Told, ...]
    extra: tuple[Stored, ...]
    broken: tuple[Forbidden, ...]

    @property
    def turn(self) -> LabelledTurn:
        """The turn with its labels."""
        return self.answer.turn

    @property
    def kept(self) -> bool:
        """Whether anything was stored without a person's leave."""
        return bool(self.answer.live)

    @property
    def verdict(self) -> Verdict:
        """Of the turn as a whole: keep or drop."""
        if self.answer.stored and not self.kept:
            return Verdict.SENT
        if self.kept == self.turn.keep:
            return Verdict.RIGHT
        return Verdict.KEPT_WRONGLY if self.kept else Verdict.DROPPED_WRONGLY


def judge(answer: Answer) -> JudgedTurn:
    """Hold an answer against its labels; pure."""
    expected = [_moved(each, answer) for each in answer.turn.expected]
    candidates = {place: _tellers(each, answer.stored) for place, each in enumerate(expected)}
    pairs = one_each(candidates)
    told = tuple(_told(each, place, candidates[place], pairs, answer.stored) for place, each in enumerate(expected))
    tellers = {place for places in candidates.values() for place in places}
    extra = tuple(m for place, m in enumerate(answer.stored) if not m.review and place not in tellers)
    broken = tuple(f for f in answer.turn.forbidden if any(holds(m.content, f.words) for m in answer.live))
    return JudgedTurn(answer, told, extra, broken)


def _moved(expected: Expected, answer: Answer) -> Expected:
    if expected.span is None:
        return expected
    return replace(expected, span=masked_place(expected.span, answer.extraction.found))


def _tellers(expected: Expected, stored: Sequence[Stored]) -> list[int]:
    """Those that tell it, of an accepted kind first, then those stored at once."""
    places = [place for place, memory in enumerate(stored) if _tells(memory, expected)]
    return sorted(places, key=lambda place: (stored[place].kind not in expected.kinds, stored[place].review))


def _tells(memory: Stored, expected: Expected) -> bool:
    if expected.key_words:
        return holds(memory.content, expected.key_words)
    return memory.span is not None and expected.span is not None and shares(memory.span, expected.span)


def _told(
    expected: Expected, place: int, candidates: Sequence[int], pairs: dict[int, int], stored: Sequence[Stored]
) -> Told:
    own = pairs.get(place)
    chosen = own if own is not None else next(iter(candidates), None)
    return Told(
        expected,
        live=tuple(_of(candidates, stored, review=False)),
        waiting=tuple(_of(candidates, stored, review=True)),
        each=own is not None,
        chosen=None if chosen is None else stored[chosen],
    )


def _of(candidates: Sequence[int], stored: Sequence[Stored], *, review: bool) -> Iterator[Stored]:
    yield from (stored[place] for place in candidates if stored[place].review is review)
