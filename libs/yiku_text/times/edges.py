"""Beginnings, middles and ends: 年初, 月底, 中旬, "early March", "the late nineties"."""

from enum import StrEnum

from yiku_text.times.model import Every, Recurrence
from yiku_text.times.span import Scale, Span, shift
from yiku_text.times.units import Trait, Unit


class Edge(StrEnum):
    """Which part of a longer stretch."""

    START = "start"
    MIDDLE = "middle"
    END = "end"
    OUTSET = "outset"
    """Its very beginning: the first month of a year."""
    FIRST_THIRD = "first third"
    MIDDLE_THIRD = "middle third"
    LAST_THIRD = "last third"


_Slices = dict[Edge, tuple[int, int | None]]
_MONTH: _Slices = {
    Edge.START: (0, 5),
    Edge.OUTSET: (0, 5),
    Edge.MIDDLE: (10, 20),
    Edge.END: (24, None),
    Edge.FIRST_THIRD: (0, 10),
    Edge.MIDDLE_THIRD: (10, 20),
    Edge.LAST_THIRD: (20, None),
}
_THIRDS = (Edge.FIRST_THIRD, Edge.MIDDLE_THIRD, Edge.LAST_THIRD)


def _slices(start: int, middle: tuple[int, int], end: tuple[int, int], thirds: tuple[int, int]) -> _Slices:
    """The edges of what is `end[1]` long, its thirds parted at the two places."""
    first, second = thirds
    cut = ((0, first), (first, second), (second, end[1]))
    return {
        Edge.OUTSET: (0, 1),
        Edge.START: (0, start),
        Edge.MIDDLE: middle,
        Edge.END: end,
        **dict(zip(_THIRDS, cut, strict=True)),
    }


_THREE_MONTHS = _slices(1, (1, 2), (2, 3), (1, 2))
_YEAR = _slices(2, (5, 7), (10, 12), (4, 8))
_HALF = _slices(2, (2, 4), (4, 6), (2, 4))
_WEEK = _slices(2, (2, 4), (4, 7), (2, 4))
_DECADE = _slices(3, (3, 7), (7, 10), (4, 7))
_CENTURY = _slices(20, (40, 60), (80, 100), (33, 66))

_TABLE: dict[Scale, tuple[Scale, Scale, _Slices]] = {
    Scale.WEEK: (Scale.DAY, Scale.DAYS, _WEEK),
    Scale.MONTH: (Scale.DAY, Scale.DAYS, _MONTH),
    Scale.MONTHS: (Scale.MONTH, Scale.MONTHS, _THREE_MONTHS),
    Scale.QUARTER: (Scale.MONTH, Scale.MONTHS, _THREE_MONTHS),
    Scale.HALF: (Scale.MONTH, Scale.MONTHS, _HALF),
    Scale.YEAR: (Scale.MONTH, Scale.MONTHS, _YEAR),
    Scale.DECADE: (Scale.YEAR, Scale.YEARS, _DECADE),
    Scale.CENTURY: (Scale.YEAR, Scale.YEARS, _CENTURY),
}
"""Scale of the whole → (what it is counted in, scale of the part, [first, last) of each edge)."""


def edge(part: Edge, implied: Scale | None = None) -> Unit:
    """The `part` of whatever went before; said alone, of the running month, year, ... (`implied`)."""

    def narrow(whole: Span) -> Span | None:
        counted, scale, slices = _TABLE[whole.scale]
        if part not in slices:
            return None
        first, last = slices[part]
        until = whole.until if last is None else shift(whole.since, counted, last)
        return Span(shift(whole.since, counted, first), until, scale)

    scale = _TABLE[implied][1] if implied else Scale.DAYS
    return Unit(scale, narrow, frozenset(_TABLE), implied, repeats=_repeats(part, implied), trait=Trait.VAGUE)


def _repeats(part: Edge, implied: Scale | None) -> Recurrence | None:
    if implied is not Scale.MONTH:
        return None
    first, last = _MONTH[part]
    return Recurrence(Every.MONTH, month_days=tuple(range(first + 1, (last or 31) + 1)))
