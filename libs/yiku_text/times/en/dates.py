"""Months, days, ordinals and edges in English: March 5, the 15th, first week of October, end of the month, the 90s."""

from dataclasses import replace
from datetime import datetime, timedelta

from yiku_text.times.edges import edge
from yiku_text.times.en.guards import YEARS, is_day, is_sure
from yiku_text.times.en.lengths import ordinal, whole
from yiku_text.times.en.words import EDGES, MONTHS, NAMED_DECADES, UNITS, WEEKDAYS
from yiku_text.times.feasts import ENGLISH_FEASTS
from yiku_text.times.span import Scale, Span, frame, shift
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.units import (
    Narrow,
    Unit,
    day_of_month,
    fixed,
    half_year,
    month,
    nth,
    nth_weekday,
    quarter,
)

Units = tuple[Unit, ...]
_EPOCH = datetime(1900, 1, 1)
_CENTURY_OF_THE_EPOCH = 20
_THURSDAY = 3
_ORDERED = frozenset({Scale.DAY, Scale.WEEK, Scale.MONTH})
_EDGED = frozenset({Kind.MONTH, Kind.SHIFTED, Kind.QUARTER, Kind.SEASON, Kind.DECADE, Kind.NUMBER, Kind.ORDINAL})
_RUNNING = frozenset({Scale.WEEK, Scale.MONTH, Scale.QUARTER, Scale.YEAR})


def month_and_day(r: Reader, at: int, begun: bool = False) -> Parsed[Units]:
    """March, March 5, March the 5th."""
    if not is_sure(r, at, begun):
        return None
    units: Units = (month(MONTHS[r.word(at)]),)
    start = r.skip(at + 1, Kind.THE)
    said = whole(r, start) if r.word(start).isdigit() else ordinal(r, start)
    if said is None or not 1 <= said <= 31 or r.kind(start + 1) in (Kind.UNIT, Kind.OCLOCK):
        return units, at + 1
    return (*units, day_of_month(said)), start + 1


def day_and_month(r: Reader, at: int, day: int) -> Parsed[Units]:
    """5 March, the 5th of March."""
    of = r.skip(at + 1, Kind.OF)
    if r.kind(of) is not Kind.MONTH or not 1 <= day <= 31:
        return None
    return (month(MONTHS[r.word(of)]), day_of_month(day)), of + 1


def ordered(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    """The 15th, 5th of March, first week (of October), first half (of), 18th century, second quarter."""
    count = ordinal(r, at)
    if count is None:
        return None
    return day_and_month(r, at, count) or _nth(r, at + 1, count) or _the_day(r, at, count, begun)


def _nth(r: Reader, at: int, count: int) -> Parsed[Units]:
    kind, within = r.kind(at), r.kind(at + 1) in (Kind.OF, Kind.IN)
    if kind is Kind.HALF and count in (1, 2) and within:
        return (half_year(count),), at + 1
    if kind is Kind.WEEKDAY and within:
        return (nth_weekday(count, WEEKDAYS[r.word(at)]),), at + 1
    return _nth_unit(at, UNITS[r.word(at)], count, within) if r.kind(at) is Kind.UNIT and r.word(at) in UNITS else None


def _nth_unit(at: int, scale: Scale, count: int, within: bool) -> Parsed[Units]:
    if scale is Scale.CENTURY:
        return (fixed(frame(shift(_EPOCH, scale, count - _CENTURY_OF_THE_EPOCH), scale)),), at + 1
    if scale is Scale.QUARTER:
        return ((quarter(count),), at + 1) if count <= 4 else None
    return ((nth(scale, count),), at + 1) if scale in _ORDERED and within else None


def _the_day(r: Reader, at: int, count: int, begun: bool) -> Parsed[Units]:
    if not 1 <= count <= 31 or not r.word(at)[0].isdigit() or not is_day(r, at, begun):
        return None
    return (day_of_month(count),), at + 1


def edge_of(r: Reader, at: int) -> Parsed[Units]:
    """Early March, mid-May, late 2023: the piece it is an edge of must follow; the end of the month."""
    after = r.skip(r.skip(at + 1, Kind.OF), Kind.THE)
    if r.kind(after) in _EDGED and (r.kind(after) is not Kind.NUMBER or whole(r, after) in YEARS):
        return (edge(EDGES[r.word(at)]),), at + 1
    if r.kind(after) is Kind.UNIT and after > at + 1 and UNITS.get(r.word(after)) in _RUNNING:
        return (edge(EDGES[r.word(at)], UNITS[r.word(after)]),), after + 1
    return None


def running_end(r: Reader, at: int) -> Parsed[Units]:
    """Year-end, month end."""
    scale = UNITS.get(r.word(at))
    if scale not in _RUNNING or r.word(at + 1) != "end":
        return None
    return (edge(EDGES["end"], scale),), at + 2


def running_unit(r: Reader, at: int) -> Parsed[Units]:
    """(The first week) of the month."""
    scale = UNITS.get(r.word(at + 1)) if r.kind(at + 1) is Kind.UNIT else None
    if scale is None or r.kind(at - 1) not in (Kind.OF, Kind.IN):
        return None
    return (fixed(frame(r.reference.now, scale)),), at + 2


def feast(r: Reader, at: int) -> Parsed[Units]:
    """Christmas; over Christmas, during the Spring Festival: the days off; Labor Day weekend."""
    found = ENGLISH_FEASTS[r.word(at)]
    if r.kind(at + 1) is Kind.WEEKEND:
        return (replace(found.day, scale=Scale.DAYS, narrow=_long_weekend(found.day)),), at + 2
    over = Kind.DURING in (r.kind(at - 1), r.kind(at - 2) if r.kind(at - 1) is Kind.THE else Kind.OTHER)
    return (found.holidays() if over else found.day,), at + 1


def _long_weekend(day: Unit) -> Narrow:
    """The Saturday and Sunday nearest to a holiday, and the holiday."""

    def narrow(year: Span) -> Span | None:
        found = day.narrow(year)
        if found is None:
            return None
        ahead = found.since.weekday() >= _THURSDAY
        saturday = frame(found.since, Scale.WEEK).since + timedelta(days=5 if ahead else -2)
        return Span(min(found.since, saturday), max(found.until, saturday + timedelta(days=2)), Scale.DAYS)

    return narrow


def decade(word: str) -> Unit:
    """90s, 1990s, nineties."""
    digits = "".join(character for character in word if character.isdigit())
    first = NAMED_DECADES[word] if not digits else int(digits) + (1900 if len(digits) == 2 else 0)
    since = datetime(first, 1, 1)
    return fixed(Span(since, datetime(first + 10, 1, 1), Scale.DECADE))
