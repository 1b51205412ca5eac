"""Last, this and next in English: last week, next Friday, this summer, last night, the week before last."""

from yiku_text.times.en.lengths import whole
from yiku_text.times.en.words import ENDS_AFTER_MIDNIGHT, MONTHS, PARTS, SEASONS, SHIFTS, TONIGHT, UNITS, WEEKDAYS
from yiku_text.times.feasts import ENGLISH_FEASTS
from yiku_text.times.hours import DayPart
from yiku_text.times.span import Scale, frame
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.units import Unit, days_of_week, fixed, month, nth, nth_weekday, season, stretch, weekday

Units = tuple[Unit, ...]
_TWO_AWAY = {
    "the week before last": (Scale.WEEK, -2),
    "the month before last": (Scale.MONTH, -2),
    "the year before last": (Scale.YEAR, -2),
    "the week after next": (Scale.WEEK, 2),
    "the month after next": (Scale.MONTH, 2),
    "the year after next": (Scale.YEAR, 2),
}
_ORDERED = frozenset({Scale.DAY, Scale.WEEK, Scale.MONTH})
_WITHIN = (Kind.OF, Kind.IN)
_REACH = 2
"""Years, months or weeks to look for the last or next thing of a name."""


def opening(r: Reader, at: int) -> int:
    """ "This past Friday": the second word tells."""
    return at + 1 if r.word(at) == "this" and r.word(at + 1) in ("past", "coming") else at


def shifted(r: Reader, at: int) -> Parsed[Units]:
    """Units of a day and longer."""
    if r.word(at) in _TWO_AWAY:
        scale, count = _TWO_AWAY[r.word(at)]
        return (fixed(frame(r.reference.now, scale, count)),), at + 1
    start = opening(r, at)
    offset = SHIFTS.get(r.word(start))
    if offset is None:
        return None
    return _last_of(r, start) or _named(r, start, offset)


def _last_of(r: Reader, at: int) -> Parsed[Units]:
    """The last week of May, the last Monday in April, the last three days of June."""
    if r.word(at) != "last":
        return None
    count = whole(r, at + 1)
    end = at + 1 if count is None else at + 2
    if r.kind(end + 1) not in _WITHIN:
        return None
    if r.kind(end) is Kind.WEEKDAY and count is None:
        return (nth_weekday(-1, WEEKDAYS[r.word(end)]),), end + 1
    scale = UNITS.get(r.word(end))
    if scale not in _ORDERED:
        return None
    return (nth(scale, -1) if count is None else stretch(scale, count, True),), end + 1


def _named(r: Reader, at: int, offset: int) -> Parsed[Units]:
    end, now = at + 1, r.reference.now
    match r.kind(end):
        case Kind.UNIT:
            scale = UNITS.get(r.word(end), Scale.SECOND)
            plain = scale > Scale.DAY and not r.word(end).endswith("s")
            return ((fixed(frame(now, scale, offset)),), end + 1) if plain else None
        case Kind.WEEKEND:
            return (fixed(frame(now, Scale.WEEK, offset)), days_of_week(6, 7)), end + 1
        case Kind.WEEKDAY:
            return _weekday(r, end, offset)
    name = _name(r, end)
    if name is None:
        return None
    if offset == 0:
        return (fixed(frame(now, Scale.YEAR)), name), end + 1
    return _nearest(r, name, offset, end + 1)


def _weekday(r: Reader, at: int, offset: int) -> Parsed[Units]:
    """Last Friday is the latest one that is over, next Friday that of the coming week."""
    day = weekday(WEEKDAYS[r.word(at)])
    if offset >= 0 and r.word(at - 1) not in ("coming", "upcoming"):
        return (fixed(frame(r.reference.now, Scale.WEEK, offset)), day), at + 1
    return _nearest(r, day, offset, at + 1)


def _name(r: Reader, at: int) -> Unit | None:
    match r.kind(at):
        case Kind.MONTH:
            return month(MONTHS[r.word(at)])
        case Kind.SEASON:
            return season(SEASONS[r.word(at)])
        case Kind.FEAST:
            return ENGLISH_FEASTS[r.word(at)].day
    return None


def _nearest(r: Reader, unit: Unit, offset: int, end: int) -> Parsed[Units]:
    """The latest one that is over before today, or the first that begins after today."""
    today = frame(r.reference.now, Scale.DAY)
    steps = range(-_REACH, _REACH + 1)
    for step in steps if offset > 0 else reversed(steps):
        span = unit.narrow(frame(today.since, unit.implied or Scale.YEAR, step))
        if span and (span.since >= today.until if offset > 0 else span.until <= today.since):
            return (fixed(span),), end
    return None


def part_of_day(r: Reader, at: int) -> Parsed[tuple[Unit, DayPart]]:
    """This morning, last night, the night before last: the day and its part."""
    if r.word(at) == "the night before last":
        return (_day(r, -2), ENDS_AFTER_MIDNIGHT), at + 1
    start = opening(r, at)
    offset = SHIFTS.get(r.word(start))
    if offset is None or r.kind(start + 1) is not Kind.PART:
        return None
    word = r.word(start + 1)
    part = (ENDS_AFTER_MIDNIGHT if offset < 0 else TONIGHT) if word == "night" else PARTS[word]
    return (_day(r, offset), part), start + 2


def _day(r: Reader, offset: int) -> Unit:
    return fixed(frame(r.reference.now, Scale.DAY, offset))
