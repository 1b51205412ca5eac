"""Whether chances mean what they say: of things judged .8, four of five should be so."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from yiku_extractor.evaluation.judging import JudgedTurn
from yiku_extractor.evaluation.matching import shares
from yiku_extractor.evaluation.tracing import student

BINS = 10


@dataclass(frozen=True)
class Bin:
    """`count` things with chances in [low, high), the last one with 1 itself; `chance` on average, `true` in fact."""

    low: float
    high: float
    count: int
    chance: float
    true: float


@dataclass(frozen=True)
class Reliability:
    """The bins that hold anything. `error` is the expected calibration error: how far chance and truth
    are apart, on average over all things (Naeini et al. 2015)."""

    bins: tuple[Bin, ...]
    count: int
    error: float


def reliability(pairs: Iterable[tuple[float, bool]]) -> Reliability | None:
    """Of (chance, whether it was so); None without any."""
    held: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for chance, true in pairs:
        held[min(int(chance * BINS), BINS - 1)].append((chance, true))
    bins = tuple(_bin(place, things) for place, things in enumerate(held) if things)
    count = sum(each.count for each in bins)
    if not count:
        return None
    return Reliability(bins, count, sum(abs(each.chance - each.true) * each.count for each in bins) / count)


def of_turns(turns: Sequence[JudgedTurn]) -> Iterator[tuple[float, bool]]:
    """Every turn that the student read: its likeliest statement, and whether the turn should be kept."""
    for turn in turns:
        chances = [judged.keep for judged in student(turn.answer.extraction)]
        if chances:
            yield max(chances), turn.turn.keep


def of_statements(turns: Sequence[JudgedTurn]) -> Iterator[tuple[float, bool]]:
    """Every statement that the student judged, and whether it tells something to be kept.

    Turns labelled by key words are left out: those do not say where a memory begins and ends.
    """
    for turn in turns:
        if not turn.turn.placed:
            continue
        places = [told.expected.span for told in turn.told if told.expected.span]
        for judged in student(turn.answer.extraction):
            yield judged.keep, any(shares(judged.span, place) for place in places)


def of_memories(turns: Sequence[JudgedTurn]) -> Iterator[tuple[float, bool]]:
    """Every memory, those in review too: its confidence, and whether it tells something expected."""
    for turn in turns:
        tellers = [memory for told in turn.told for memory in (*told.live, *told.waiting)]
        for memory in turn.answer.stored:
            yield memory.confidence, any(memory is teller for teller in tellers)


def _bin(place: int, things: Sequence[tuple[float, bool]]) -> Bin:
    count = len(things)
    chance, true = sum(c for c, _ in things) / count, sum(t for _, t in things) / count
    return Bin(place / BINS, (place + 1) / BINS, count, chance, true)
