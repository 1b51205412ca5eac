"""The pieces of a date in English, which may come in any order: "at 5 pm on Friday", "March 5, 2024"."""

from collections.abc import Callable
from dataclasses import dataclass

from yiku_text.times.en import clocks, dates, shifted
from yiku_text.times.en.guards import is_fraction, is_part_of_day, is_seasonal, is_sure, is_year
from yiku_text.times.en.lengths import whole
from yiku_text.times.en.words import DAYS, PARTS, SEASONS, TIMED_PARTS, TONIGHT, WEEKDAYS
from yiku_text.times.hours import ClockTime, DayPart
from yiku_text.times.numeric import date_units, full_year
from yiku_text.times.span import Scale, frame
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.units import Unit, days_of_week, fixed, quarter, season, weekday, year

Units = tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """Units of a day and longer, a time of day, or both (tonight)."""

    units: Units = ()
    part: DayPart | None = None
    clock: ClockTime | None = None


def piece(r: Reader, at: int, begun: bool) -> Parsed[Piece]:
    """One piece at `at`; `begun` when others went before it."""
    kind = r.kind(at)
    if kind in _CLOCKS and (said := clocks.clock_time(r, at, begun)):
        return Piece(clock=said[0]), said[1]
    if kind in (Kind.PART, Kind.EDGE) and (part := _part(r, at, begun)):
        return Piece(part=part[0]), part[1]
    if kind is Kind.TONIGHT:
        return Piece((_day(r, 0),), TONIGHT), at + 1
    if kind is Kind.SHIFTED and (told := shifted.part_of_day(r, at)):
        return Piece((told[0][0],), told[0][1]), told[1]
    parser = _UNITS.get(kind)
    found = parser(r, at, begun) if parser else None
    return found and (Piece(found[0]), found[1])


def _part(r: Reader, at: int, begun: bool) -> Parsed[DayPart]:
    """Morning after a day, in the morning, early morning, the morning of."""
    timed = TIMED_PARTS.get((r.word(at), r.word(at + 1)))
    end = at + 2 if timed else at + 1
    part = timed or PARTS.get(r.word(at))
    return (part, end) if part and (begun or is_part_of_day(r, at, end)) else None


def _digits(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    units = None if is_fraction(r, at) else date_units(r.word(at), r.reference, month_first=True)
    return (units, at + 1) if units else None


def _number(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    """5 March, 2024."""
    count = whole(r, at)
    if count is None:
        return None
    if is_year(r, at, begun):
        return (year(count),), at + 1
    return dates.day_and_month(r, at, count)


def _relative_day(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    return (_day(r, DAYS[r.word(at)]),), at + 1


def _weekday(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    return ((weekday(WEEKDAYS[r.word(at)]),), at + 1) if is_sure(r, at, begun) else None


def _weekend(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    told = begun or r.kind(at - 1) in _BEFORE_WEEKEND or at == 0
    return ((days_of_week(6, 7),), at + 1) if r.word(at) == "weekend" and told else None


def _short_year(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    return (year(full_year(int(r.word(at)[1:]), r.reference)),), at + 1


def _quarter(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    return (quarter(int(r.word(at)[1])),), at + 1


def _season(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    return ((season(SEASONS[r.word(at)]),), at + 1) if is_seasonal(r, at, begun) else None


def _shifted(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    return shifted.shifted(r, at)


def _feast(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    return dates.feast(r, at)


def _decade(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    return (dates.decade(r.word(at)),), at + 1


def _edge(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    return dates.edge_of(r, at)


def _unit(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    return dates.running_end(r, at)


def _the(r: Reader, at: int, begun: bool) -> Parsed[Units]:
    return dates.running_unit(r, at) if begun else None


def _day(r: Reader, offset: int) -> Unit:
    return fixed(frame(r.reference.now, Scale.DAY, offset))


_BEFORE_WEEKEND = frozenset({Kind.THE, Kind.ON, Kind.BY, Kind.UNTIL, Kind.BEFORE, Kind.AFTER, Kind.SINCE, Kind.FROM})
_CLOCKS = frozenset({Kind.CLOCK, Kind.INSTANT, Kind.HALF, Kind.UNIT, Kind.NUMBER})
_UNITS: dict[Kind, Callable[[Reader, int, bool], Parsed[Units]]] = {
    Kind.DATE: _digits,
    Kind.NUMBER: _number,
    Kind.DAY: _relative_day,
    Kind.MONTH: dates.month_and_day,
    Kind.WEEKDAY: _weekday,
    Kind.WEEKEND: _weekend,
    Kind.SHIFTED: _shifted,
    Kind.ORDINAL: dates.ordered,
    Kind.SHORT_YEAR: _short_year,
    Kind.QUARTER: _quarter,
    Kind.FEAST: _feast,
    Kind.SEASON: _season,
    Kind.DECADE: _decade,
    Kind.EDGE: _edge,
    Kind.UNIT: _unit,
    Kind.THE: _the,
}
