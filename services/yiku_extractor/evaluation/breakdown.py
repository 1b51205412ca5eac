"""Precision and recall of single memories, by kind and by slot, and which kinds are taken for which."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from yiku_extractor.evaluation.figures import Rates
from yiku_extractor.evaluation.judging import JudgedTurn, Told
from yiku_extractor.evaluation.labelled import Expected
from yiku_extractor.evaluation.running import Stored

NOTHING = "nothing"
"""In the confusion of kinds: not stored, or not to be stored."""


@dataclass(frozen=True)
class Row:
    """A kind or a slot: memories stored at once against those expected; `waiting` more are in review."""

    name: str
    rates: Rates
    waiting: int


def by_kind(turns: Sequence[JudgedTurn]) -> list[Row]:
    """An expected memory that accepts several kinds counts under the one that it was stored as."""
    said = ((memory.kind, any(memory.kind in expected.kinds for expected in told)) for memory, told in _live(turns))
    wanted = (
        _Wanted(_counted_as(told), any(m.kind in told.expected.kinds for m in told.live), bool(told.waiting))
        for told in _told(turns)
    )
    return _rows(said, wanted)


def by_slot(turns: Sequence[JudgedTurn]) -> list[Row]:
    """Where the labels of a turn do not say which slots are filled, only memories that tell a labelled one count."""
    said = (
        (memory.attribute, any(memory.attribute == expected.attribute for expected in told))
        for turn in turns
        for memory, told in _live([turn])
        if memory.attribute and (turn.turn.placed or any(expected.attribute for expected in told))
    )
    wanted = (
        _Wanted(attribute, any(m.attribute == attribute for m in told.live), bool(told.waiting))
        for told in _told(turns)
        if (attribute := told.expected.attribute)
    )
    return _rows(said, wanted)


def confusion(turns: Sequence[JudgedTurn]) -> Counter[tuple[str, str]]:
    """How often (expected, stored or waiting) kinds met; NOTHING on either side for what has no counterpart."""
    pairs: Counter[tuple[str, str]] = Counter()
    for told in _told(turns):
        pairs[_counted_as(told), told.chosen.kind if told.chosen else NOTHING] += 1
    pairs.update((NOTHING, memory.kind) for turn in turns for memory in turn.extra)
    return pairs


@dataclass(frozen=True)
class _Wanted:
    name: str
    stored: bool
    waiting: bool


def _rows(said: Iterable[tuple[str, bool]], wanted: Iterable[_Wanted]) -> list[Row]:
    """The most expected first."""
    counts: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    told: Counter[str] = Counter()
    found: Counter[str] = Counter()
    waiting: Counter[str] = Counter()
    for name, right in said:
        counts[name] += 1
        hits[name] += right
    for each in wanted:
        told[each.name] += 1
        found[each.name] += each.stored
        waiting[each.name] += each.waiting and not each.stored
    names = sorted(counts | told, key=lambda name: (-told[name], name))
    return [Row(name, Rates(counts[name], hits[name], told[name], found[name]), waiting[name]) for name in names]


def _told(turns: Sequence[JudgedTurn]) -> Iterator[Told]:
    yield from (told for turn in turns for told in turn.told)


def _live(turns: Sequence[JudgedTurn]) -> Iterator[tuple[Stored, list[Expected]]]:
    """Every memory stored at once, and what it tells of what is expected."""
    for turn in turns:
        for memory in turn.answer.live:
            told = [each.expected for each in turn.told if any(memory is teller for teller in each.live)]
            yield memory, told


def _counted_as(told: Told) -> str:
    return told.chosen.kind if told.chosen and told.kind_right else told.expected.kind
