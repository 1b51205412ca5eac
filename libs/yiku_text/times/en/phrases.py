"""A whole time expression in English: ranges, open ends, lengths before and after, recurrences."""

from yiku_text.times import reading
from yiku_text.times.choice import resolve
from yiku_text.times.en import recurring
from yiku_text.times.en.chain import chain
from yiku_text.times.en.clocks import bare_hour
from yiku_text.times.en.guards import YEARS, names_next
from yiku_text.times.en.lengths import amount, ordinal, whole
from yiku_text.times.en.pieces import Units
from yiku_text.times.en.words import SHIFTS, UNITS
from yiku_text.times.hours import clock
from yiku_text.times.length import length
from yiku_text.times.ranges import between, closing
from yiku_text.times.reading import Amount, Reading
from yiku_text.times.span import Scale, Span, Window, frame, shift
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.units import day_of_month, fixed, year

Read = Parsed[Reading | None]
_RECURRING = frozenset(
    {
        Kind.EVERY,
        Kind.DAILY,
        Kind.WEEKDAYS,
        Kind.WORKDAY,
        Kind.WEEKEND,
        Kind.PARTS,
        Kind.WEEKDAY,
        Kind.ORDINAL,
        Kind.SHIFTED,
    }
)
_OPEN = frozenset({Kind.SINCE, Kind.UNTIL, Kind.BY, Kind.BEFORE, Kind.AFTER})
OPENERS = frozenset(Kind) - {
    Kind.OTHER,
    Kind.COMMA,
    Kind.TO,
    Kind.OF,
    Kind.OLD,
    Kind.AT,
    Kind.ON,
    Kind.FOR,
    Kind.AND,
    Kind.OR,
}


def phrase(r: Reader, at: int) -> Read:
    """The longest time expression that starts with the token at `at`."""
    if r.kind(at) in _RECURRING and (again := recurring.recurrence(r, at)):
        return again
    if special := _special(r, at):
        return special
    if r.kind(at) in _OPEN and (side := _one_sided(r, at)):
        return side
    return _lengths(r, at) or _points(r, at)


def _special(r: Reader, at: int) -> Read:
    now = r.reference.now
    match r.kind(at):
        case Kind.NOW:
            return Window(now, shift(now, Scale.MINUTE, 1), Scale.MINUTE), at + 1
        case Kind.JUST_NOW:
            return Window(shift(now, Scale.HOUR, -1), now, Scale.HOUR), at + 1
        case Kind.FROM_NOW_ON:
            return Window(now, None, Scale.MINUTE), at + 1
        case Kind.OTHER_DAY:
            return Window(frame(now, Scale.DAY, -7).since, frame(now, Scale.DAY, -1).since, Scale.DAYS), at + 1
    return None


def _one_sided(r: Reader, at: int) -> Read:
    """Since Monday, until Friday, by noon, before Christmas, after 5 pm."""
    found = chain(r, r.skip(at + 1, Kind.THE)) or (_hour(r, at + 1) if r.word(at) != "up to" else None)
    if found is None:
        return None
    span, now = resolve(found[0], r.reference), r.reference.now
    if span is None:
        return None, found[1]
    ahead = now if span.since > now else None
    match r.kind(at):
        case Kind.SINCE:
            return reading.from_start_to_now(span, now), found[1]
        case Kind.BEFORE:
            return Window(ahead, span.since, span.scale), found[1]
        case Kind.AFTER:
            return Window(span.until if span.scale >= Scale.PART else span.since, None, span.scale), found[1]
    return Window(now if closing(span) > now else None, closing(span), span.scale), found[1]


def _hour(r: Reader, at: int) -> Parsed[Units]:
    said = bare_hour(r, at) if not r.after(at + 1, 2).strip(" .,;!?") else None
    return said and ((clock(said[0]),), said[1])


def _lengths(r: Reader, at: int) -> Read:
    """Three days ago, in two weeks, the last month, within an hour, for a week."""
    if r.kind(at) is Kind.SHIFTED:
        return _sided(r, at)
    if r.kind(at) in (Kind.IN, Kind.WITHIN, Kind.DURING):
        return _after_preposition(r, at)
    found = amount(r, at, article=True)
    if found is None or chain(r, at):
        return None
    said, end = found
    now = r.reference.now
    if r.kind(end) is Kind.AGO:
        return reading.window(reading.ago(said, now)), end + 1
    if r.kind(end) in (Kind.LATER, Kind.FROM_NOW):
        return reading.window(reading.ahead(said, now)), end + 1
    told = r.kind(at) is not Kind.ARTICLE or r.kind(at - 1) in (Kind.FOR, Kind.AT) or r.kind(at + 1) is not Kind.UNIT
    return (said, end) if told or r.kind(end - 1) is Kind.AND_A_HALF else None


def _after_preposition(r: Reader, at: int) -> Read:
    start = r.skip(at + 1, Kind.THE)
    if r.kind(start) is Kind.SHIFTED:
        return _sided(r, start, over=True)
    found = amount(r, start, article=True)
    if found is None or r.kind(at) is Kind.DURING or "-" in r.text[r.token(start).start : r.token(found[1] - 1).end]:
        return None
    if r.kind(at) is Kind.WITHIN:
        return reading.within(found[0], r.reference), found[1]
    return reading.window(reading.ahead(found[0], r.reference.now)), r.skip(found[1], Kind.LATER)


def _sided(r: Reader, at: int, *, over: bool = False) -> Read:
    """The last three days, the next few weeks; "over the last week" is seven days, "last week" the calendar's."""
    start = at + 1 if r.word(at) == "this" and r.kind(at + 1) is Kind.SHIFTED else at
    offset = SHIFTS.get(r.word(start), 0)
    found = amount(r, start + 1)
    if (
        found is None
        and r.kind(start + 1) is Kind.UNIT
        and offset
        and (over or r.word(start) == "past" or _is_short(r, start + 1))
    ):
        found = _one(r, start + 1)
    if found is None or not offset or r.kind(found[1]) is Kind.OF:
        return None
    side = reading.lasting_until_now if offset < 0 else reading.lasting_from_now
    return side(found[0], r.reference.now), found[1]


def _is_short(r: Reader, at: int) -> bool:
    return r.word(at) in ("hour", "minute")


def _one(r: Reader, at: int) -> Parsed[Amount]:
    """One unit; a few when it is plural ("in the coming weeks")."""
    scale = UNITS.get(r.word(at))
    if scale is None:
        return None
    few = (2, 7) if r.word(at).endswith("s") else (1, 1)
    return Amount(length(few[0], scale), length(few[1], scale)), at + 1


def _points(r: Reader, at: int) -> Read:
    kind = r.kind(at)
    if kind in (Kind.FROM, Kind.BETWEEN):
        return _range(r, at + 1, ())
    if kind in (Kind.AGO, Kind.LATER):
        return _rest_of(r, at)
    days = _days_range(r, at)
    if days is not None:
        return days
    found = chain(r, at)
    if found is None:
        return _hours_range(r, at, ())
    units, end = found
    ranged = _closed(r, end, units) or _hours_range(r, r.skip(end, Kind.FROM, Kind.BETWEEN, Kind.COMMA, Kind.AT), units)
    if ranged:
        return ranged
    span = resolve(units, r.reference)
    return (reading.window(span) if span else None), end


def _rest_of(r: Reader, at: int) -> Read:
    """Earlier today, later this week."""
    found = chain(r, at + 1) if r.word(at) in ("earlier", "later") else None
    span = resolve(found[0], r.reference) if found else None
    now = r.reference.now
    if found is None or span is None or not span.since <= now < span.until:
        return None
    return (
        Window(span.since, now, span.scale) if r.word(at) == "earlier" else Window(now, span.until, span.scale)
    ), found[1]


def _range(r: Reader, at: int, day: Units) -> Read:
    """From Monday to Friday, between 2 and 4 pm; from Monday on stays open."""
    days = _days_range(r, r.skip(at, Kind.THE))
    if days is not None:
        return days
    found = chain(r, r.skip(at, Kind.THE))
    if found is None:
        return _hours_range(r, at, day)
    closed = _closed(r, found[1], found[0], linked=True)
    if closed:
        return closed
    span = resolve(found[0], r.reference)
    if span is None or r.kind(at - 1) is Kind.BETWEEN:
        return None
    return reading.from_start(span), r.skip(found[1], Kind.ON)


def _days_range(r: Reader, at: int) -> Read:
    """7 to 10 November, the 7th to the 10th of November: the first day is of the month said with the last."""
    first = whole(r, at) if r.word(at).isdigit() else ordinal(r, at)
    linked = r.kind(at - 1) in (Kind.FROM, Kind.BETWEEN, Kind.THE)
    if (
        first is None
        or not 1 <= first <= 31
        or r.kind(at + 1) not in (Kind.TO, Kind.UNTIL, *((Kind.AND,) if linked else ()))
    ):
        return None
    last = chain(r, r.skip(at + 2, Kind.THE))
    if last is None or last[0][-1].scale is not Scale.DAY or len(last[0]) < 2 or last[0][-2].scale is not Scale.MONTH:
        return None
    made = between((*last[0][:-1], day_of_month(first)), last[0][-1:], r.reference)
    return (made, last[1]) if made else None


def _hours_range(r: Reader, at: int, day: Units) -> Read:
    """2-4 pm, 9 to 5: the first hour has no mark of its own."""
    first = bare_hour(r, at)
    if first is None or r.kind(first[1]) not in (Kind.TO, Kind.AND, Kind.UNTIL):
        return None
    linked = r.kind(at - 1) in (Kind.FROM, Kind.BETWEEN) or bool(day)
    if not linked and (r.kind(first[1] + 1) is not Kind.CLOCK or r.kind(first[1]) is Kind.AND):
        return None
    return _closed(r, first[1], (*day, clock(first[0])), linked=True)


def _closed(r: Reader, at: int, units: Units, *, linked: bool = False) -> Read:
    """The other end of a range, and the range."""
    if r.kind(at) not in ((Kind.TO, Kind.UNTIL, Kind.AND) if linked else (Kind.TO, Kind.UNTIL)):
        return None
    start = r.skip(at + 1, Kind.THE)
    last = chain(r, start) or _same_month(r, start, units) or _hour_end(r, start, units)
    if r.kind(at + 1) is Kind.NOW_WORD:
        last = (fixed(Span(r.reference.now, r.reference.now, Scale.MINUTE)),), at + 2
    if last is None:
        return None
    ends = _shared_day(units, last[0])
    made = between(*ends, r.reference)
    return (made, last[1]) if made else None


def _shared_day(first: Units, last: Units) -> tuple[Units, Units]:
    """ "2 to 4 pm on Friday": the day said with the end is the day of both."""
    hours = len(first) == 1 and first[0].scale < Scale.DAY
    if hours and len(last) > 1 and last[-1].scale < Scale.DAY:
        return (*last[:-1], *first), last[-1:]
    return first, last


def _hour_end(r: Reader, at: int, first: Units) -> Parsed[Units]:
    """The 5 of "9 to 5", when a day was said or nothing follows that it could count."""
    said = bare_hour(r, at) if first[-1].scale <= Scale.HOUR else None
    return ((clock(said[0]),), said[1]) if said and (len(first) > 1 or not names_next(r, at + 1)) else None


def _same_month(r: Reader, at: int, units: Units) -> Parsed[Units]:
    """March 3-5, March 3 to 5, 2024."""
    day = whole(r, at)
    if day is None or not 1 <= day <= 31 or units[-1].scale is not Scale.DAY or r.kind(at + 1) is Kind.UNIT:
        return None
    months = [unit for unit in units if unit.scale is Scale.MONTH]
    after = r.skip(at + 1, Kind.COMMA)
    number = whole(r, after)
    if not months:
        return None
    if number in YEARS and number:
        return (year(number), months[0], day_of_month(day)), after + 1
    return (day_of_month(day),), at + 1
