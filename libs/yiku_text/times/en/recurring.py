"""What comes again, in English: every other Friday, weekdays at 9, on Mondays, the 15th of every month."""

from collections.abc import Callable
from dataclasses import replace

from yiku_text.times.en.chain import chain
from yiku_text.times.en.clocks import bare_hour
from yiku_text.times.en.guards import names_next
from yiku_text.times.en.lengths import ordinal, whole
from yiku_text.times.en.words import MONTHS, PARTS, PERIODICAL, PLURAL_DAYS, PLURAL_PARTS, SEASONS, UNITS, WEEKDAYS
from yiku_text.times.feasts import ENGLISH_FEASTS
from yiku_text.times.hours import clock, part_of_day
from yiku_text.times.model import Every, Recurrence
from yiku_text.times.recurrences import days_between, hours_between, merged, period
from yiku_text.times.span import Scale
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.units import Unit, day_of_month, days_of_week, month, nth_weekday, season, weekday

_LINKS = (Kind.AT, Kind.ON, Kind.IN, Kind.OF, Kind.COMMA, Kind.AND, Kind.THE)

_NAMES: dict[Kind, Callable[[str], Unit]] = {
    Kind.WEEKDAY: lambda word: weekday(WEEKDAYS[word]),
    Kind.WEEKEND: lambda word: days_of_week(6, 7),
    Kind.WORKDAY: lambda word: days_of_week(1, 5),
    Kind.FEAST: lambda word: ENGLISH_FEASTS[word].day,
    Kind.PART: lambda word: part_of_day(PARTS[word]),
    Kind.MONTH: lambda word: month(MONTHS[word]),
    Kind.SEASON: lambda word: season(SEASONS[word]),
}
"""Words that can come again, as units."""


def recurrence(r: Reader, at: int) -> Parsed[Recurrence]:
    """Every Friday, daily, Mondays; with the days and hours that follow."""
    found = _opening(r, at)
    return found and _with_details(r, found[1], found[0])


def _opening(r: Reader, at: int) -> Parsed[Recurrence]:
    match r.kind(at):
        case Kind.EVERY:
            return _every(r, at + 1)
        case Kind.DAILY if not names_next(r, at + 1):
            return period(PERIODICAL[r.word(at)], 1), at + 1
        case Kind.ORDINAL | Kind.SHIFTED:
            return _of_every(r, at)
        case _:
            return _plural(r, at)


def _every(r: Reader, at: int) -> Parsed[Recurrence]:
    interval, start = _interval(r, at)
    if r.kind(start) is Kind.UNIT and UNITS[r.word(start)] in (
        Scale.DAY,
        Scale.WEEK,
        Scale.MONTH,
        Scale.QUARTER,
        Scale.YEAR,
    ):
        return period(UNITS[r.word(start)], interval), start + 1
    found = _day(r, start) or _plural(r, start)
    return found and (replace(found[0], interval=interval), found[1])


def _interval(r: Reader, at: int) -> tuple[int, int]:
    if r.kind(at) is Kind.OTHER_ONE:
        return 2, at + 1
    count = whole(r, at) or (ordinal(r, at) if r.kind(at + 1) in (Kind.UNIT, Kind.WEEKDAY) else None)
    if count is None and r.word(at) == "second" and r.kind(at + 1) in (Kind.UNIT, Kind.WEEKDAY):
        count = 2
    return (count, at + 1) if count else (1, at)


def _day(r: Reader, at: int) -> Parsed[Recurrence]:
    """One day, part of the day or date that can come again."""
    found = _named(r.kind(at), r.word(at))
    return (found, at + 1) if found else _in_month(r, at)


def _named(kind: Kind, word: str) -> Recurrence | None:
    unit = _NAMES.get(kind)
    return unit(word).repeats if unit else None


def _in_month(r: Reader, at: int) -> Parsed[Recurrence]:
    """The 15th, the first Monday, 5 after a month."""
    count = ordinal(r, at) or (-1 if r.word(at) == "last" else None)
    if count and r.kind(at + 1) is Kind.WEEKDAY:
        return _repeats(nth_weekday(count, WEEKDAYS[r.word(at + 1)]).repeats, at + 2)
    if r.kind(at - 1) is Kind.MONTH:
        count = count or whole(r, at)
    return _repeats(day_of_month(count).repeats, at + 1) if count and 1 <= count <= 31 else None


def _plural(r: Reader, at: int) -> Parsed[Recurrence]:
    """Mondays, weekdays, weekends, mornings."""
    kind, word = r.kind(at), r.word(at)
    if r.kind(at - 1) in (Kind.NUMBER, Kind.COUPLE, Kind.FEW):
        return None
    if kind is Kind.WEEKDAYS:
        return Recurrence(Every.WEEK, weekdays=(PLURAL_DAYS[word],)), at + 1
    if (kind is Kind.WORKDAY and word == "weekdays") or (kind is Kind.WEEKEND and word == "weekends"):
        return _day(r, at)
    if kind is Kind.PARTS and r.kind(at - 1) in (Kind.IN, Kind.THE, Kind.WEEKDAY, Kind.ON, Kind.HABIT):
        return _repeats(part_of_day(PARTS[PLURAL_PARTS[word]]).repeats, at + 1)
    return _plural_mornings(r, at)


def _plural_mornings(r: Reader, at: int) -> Parsed[Recurrence]:
    """Friday mornings."""
    if r.kind(at) is not Kind.WEEKDAY or r.kind(at + 1) is not Kind.PARTS:
        return None
    part = part_of_day(PARTS[PLURAL_PARTS[r.word(at + 1)]]).repeats
    return (merged(Recurrence(Every.WEEK, weekdays=(WEEKDAYS[r.word(at)],)), part), at + 2) if part else None


def _of_every(r: Reader, at: int) -> Parsed[Recurrence]:
    """The 15th of every month, the last Friday of each month."""
    found = _in_month(r, at)
    if found is None or r.kind(found[1]) is not Kind.OF or r.kind(found[1] + 1) is not Kind.EVERY:
        return None
    every = _every(r, found[1] + 2)
    return every and (merged(every[0], found[0]), every[1])


def _with_details(r: Reader, at: int, found: Recurrence) -> Parsed[Recurrence]:
    end = at
    while more := _detail(r, end, found):
        found, end = more
    return found, end


def _detail(r: Reader, at: int, found: Recurrence) -> Parsed[Recurrence]:
    """A further day, the end of a range of days, or the time of day."""
    start = r.skip(r.skip(at, *_LINKS), *_LINKS)
    if r.kind(at) is Kind.TO and found.weekdays:
        last = _day(r, at + 1) or _plural(r, at + 1)
        if last and last[0].weekdays:
            days = days_between(found.weekdays[-1], last[0].weekdays[-1], 7)
            return replace(found, weekdays=days), last[1]
    listed = r.kind(at) in (Kind.COMMA, Kind.AND)
    more = _day(r, start) if r.kind(start) is not Kind.WEEKDAY or listed else None
    more = more or _plural(r, start)
    if more and (more[0].weekdays or more[0].month_days or more[0].start):
        return merged(found, more[0]), more[1]
    return _open_hours(r, start, found) or _hours(r, r.skip(start, Kind.FROM, Kind.BETWEEN), found)


def _open_hours(r: Reader, at: int, found: Recurrence) -> Parsed[Recurrence]:
    """After 7 pm, before noon."""
    said = chain(r, at + 1) if r.kind(at) in (Kind.AFTER, Kind.BEFORE) else None
    if said is None or found.start is not None or len(said[0]) != 1 or said[0][0].repeats is None:
        return None
    hour = said[0][0].repeats.start
    if hour is None:
        return None
    opened = (hour, None) if r.kind(at) is Kind.AFTER else (None, hour)
    return replace(found, start=opened[0], end=opened[1]), said[1]


def _hours(r: Reader, at: int, found: Recurrence) -> Parsed[Recurrence]:
    said = chain(r, at) or (_bare(r, at) if r.kind(at + 1) is Kind.TO or r.kind(at - 1) is Kind.BETWEEN else None)
    if said is None or found.start is not None or len(said[0]) != 1 or said[0][0].repeats is None:
        return None
    first = said[0][0].repeats
    if first.start is None:
        return None
    last = (chain(r, said[1] + 1) or _bare(r, said[1] + 1)) if r.kind(said[1]) in (Kind.TO, Kind.AND) else None
    ends = hours_between(said[0][0], last[0][0]) if last and len(last[0]) == 1 else None
    return (merged(found, ends), last[1]) if last and ends else (merged(found, first), said[1])


def _bare(r: Reader, at: int) -> Parsed[tuple[Unit, ...]]:
    said = bare_hour(r, at)
    return said and ((clock(said[0]),), said[1])


def _repeats(of: Recurrence | None, end: int) -> Parsed[Recurrence]:
    return (of, end) if of else None
