"""A whole time expression in Chinese: ranges, open ends, lengths before and after, recurrences."""

from yiku_text.times import reading
from yiku_text.times.choice import resolve
from yiku_text.times.ranges import between
from yiku_text.times.reading import Reading
from yiku_text.times.span import Scale, Span, Window, frame, shift
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.units import Trait, fixed
from yiku_text.times.zh import recurring
from yiku_text.times.zh.chain import PLAIN_UNITS, STEPS, Units, chain
from yiku_text.times.zh.lengths import amount
from yiku_text.times.zh.stretches import stretch
from yiku_text.times.zh.words import UNITS

_RECURRING = frozenset({Scale.WEEK, Scale.DAY, Scale.MONTH})
_BACK = frozenset({Kind.FORE, Kind.BEFORE})
_ON = frozenset({Kind.HIND, Kind.AFTER})
_ENDS = frozenset({Kind.BETWEEN, Kind.DURING, Kind.STOPPING, Kind.WITHIN})


OPENERS = frozenset(STEPS) | {
    Kind.EVERY,
    Kind.DAILY,
    Kind.WORKDAY,
    Kind.HABIT,
    Kind.NOW,
    Kind.JUST_NOW,
    Kind.PAST,
    Kind.COMING,
    Kind.FROM,
    Kind.UNTIL,
    Kind.TO,
}
"""Kinds of tokens that can start a time expression."""
Read = Parsed[Reading | None]
"""None for a date that does not exist (30 February): its words tell nothing else."""


def phrase(r: Reader, at: int) -> Read:
    """The longest time expression that starts with the token at `at`."""
    kind = r.kind(at)
    if kind is Kind.EVERY:
        return recurring.every(r, at)
    if kind is Kind.DAILY:
        return recurring.daily(r, at)
    if kind in (Kind.WORKDAY, Kind.HABIT):
        return _habit(r, at)
    if kind in (Kind.NOW, Kind.JUST_NOW):
        return _now(r, at)
    if kind is Kind.NUMBER and r.word(at + 1) in PLAIN_UNITS:
        return _point(r, at)
    return stretch(r, at) or _point(r, at) or _length(r, at)


def _now(r: Reader, at: int) -> Parsed[Reading]:
    now = r.reference.now
    if r.kind(at) is Kind.JUST_NOW:
        return Window(shift(now, Scale.HOUR, -1), now, Scale.HOUR), at + 1
    if r.kind(at + 1) is Kind.TO:
        return _to(r, at + 1)
    return Window(now, shift(now, Scale.MINUTE, 1), Scale.MINUTE), at + 1


def _habit(r: Reader, at: int) -> Parsed[Reading]:
    """工作日, 一般周三下午."""
    if r.kind(at) is Kind.WORKDAY:
        return recurring.working_days(r, at)
    found = chain(r, at + 1)
    return recurring.details(r, at + 1, None) if found and found[0][0].implied in _RECURRING else None


def _point(r: Reader, at: int) -> Read:
    """A chain, alone, with an open end, or as the start of a range."""
    if r.kind(at) is Kind.TO:
        return _till(r, at)
    told = r.kind(at) in (Kind.FROM, Kind.UNTIL)
    found = chain(r, at + 1 if told else at)
    if r.kind(at) is Kind.FROM and r.kind(at + 1) is Kind.NOW:
        return _now(r, at + 1)
    if found is None:
        return None
    units, end = found
    if r.kind(at) is Kind.UNTIL:
        span = resolve(units, r.reference)
        return (_up_to(span, units) if span else None), r.skip(end, Kind.STOPPING)
    return (
        _open_hours(r, at, end, units)
        or _range(r, end, units)
        or _habitual(r, at, end, units)
        or _single(r, end, units, from_it=told)
    )


def _till(r: Reader, at: int) -> Read:
    """到周五为止, 直到周五."""
    found = chain(r, at + 1)
    if found is None or (r.kind(found[1]) is not Kind.STOPPING and not r.word(at).endswith("直到")):
        return None
    span = resolve(found[0], r.reference)
    return (_up_to(span, found[0]) if span else None), r.skip(found[1], Kind.STOPPING)


def _up_to(span: Span, units: Units) -> Window:
    """截止到: with the day, but to the start of a year told by its number."""
    numbered = units[-1].trait is Trait.NUMBERED_YEAR
    return Window(None, span.since, span.scale) if numbered else reading.until_end(span)


def _range(r: Reader, at: int, units: Units) -> Read:
    joint = r.skip(at, Kind.STARTING)
    if r.kind(joint) is Kind.TO and r.kind(joint + 1) is Kind.NOW:
        span = resolve(units, r.reference)
        return (reading.from_start_to_now(span, r.reference.now) if span else None), joint + 2
    if r.kind(joint) not in (Kind.TO, Kind.AND):
        return None
    last = chain(r, joint + 1)
    if last is None or (r.kind(joint) is Kind.AND and r.kind(last[1]) is not Kind.BETWEEN):
        return None
    before = r.kind(last[1]) in _BACK
    if before and joint > at:
        return None
    made = between(units, last[0], r.reference, exclusive=before or r.kind(joint) is Kind.AND)
    return (made, r.skip(last[1], *_ENDS, *_BACK)) if made else None


def _to(r: Reader, at: int) -> Parsed[Reading]:
    """From now to a point."""
    now = r.reference.now
    last = chain(r, at + 1)
    made = last and between((fixed(Span(now, now, Scale.MINUTE)),), last[0], r.reference)
    return (made, last[1]) if last and made else None


def _open_hours(r: Reader, at: int, end: int, units: Units) -> Parsed[Reading]:
    """周一至周五9:00-18:00: the hours of each of these days."""
    days = r.kind(end) is Kind.TO and len(units) == 1 and r.kind(end - 1) is Kind.WEEKDAY
    last = chain(r, end + 1) if days else None
    if last is None or last[0][-1].scale >= Scale.DAY or r.kind(last[1]) is not Kind.TO:
        return None
    return recurring.details(r, r.skip(at, Kind.FROM), None)


def _habitual(r: Reader, at: int, end: int, units: Units) -> Parsed[Reading]:
    """周末一般, 平时周三: what was said of habit comes again."""
    if r.kind(end) is not Kind.HABIT or units[0].implied not in _RECURRING:
        return None
    return recurring.details(r, at, None)


def _single(r: Reader, at: int, units: Units, *, from_it: bool) -> Read:
    span = resolve(units, r.reference)
    if span is None:
        return None, at
    end = r.skip(at, Kind.ABOUT, Kind.DURING)
    if r.kind(end) is Kind.STARTING and (from_it or span.scale >= Scale.DAY):
        return _starting(r, end + 1, span)
    opened = _one_sided(r, end, span, units)
    return (opened, end + 1) if opened else _that(r, end, span)


def _one_sided(r: Reader, at: int, span: Span, units: Units) -> Window | None:
    """前, 后, 以来, 前后."""
    kind = r.kind(at)
    if kind in _BACK:
        return _before(r, at, span, units)
    if kind in _ON:
        return reading.after_it(span, units)
    if kind is Kind.EVER_SINCE:
        return reading.from_start_to_now(span, r.reference.now)
    return reading.around(span) if kind is Kind.AROUND else None


def _before(r: Reader, at: int, span: Span, units: Units) -> Window:
    inclusive = r.word(at)[0] in "或及"
    return reading.until_end(span) if inclusive else reading.until_start(span, units, r.reference.now)


def _starting(r: Reader, at: int, span: Span) -> Read:
    if r.kind(at) is Kind.EVER_SINCE:
        return reading.from_start_to_now(span, r.reference.now), at + 1
    return reading.from_start(span), at


def _that(r: Reader, at: int, span: Span) -> Read:
    """国庆那周, 去年生日那个月: the week, month or year that holds it."""
    unit = r.skip(at + 1, Kind.PIECE)
    if (
        r.kind(at) is Kind.THAT
        and r.kind(unit) is Kind.UNIT
        and UNITS[r.word(unit)] in (Scale.WEEK, Scale.MONTH, Scale.YEAR)
    ):
        return reading.window(frame(span.since, UNITS[r.word(unit)])), unit + 1
    return reading.window(span), r.skip(at, Kind.WITHIN)


def _length(r: Reader, at: int) -> Parsed[Reading]:
    """A bare length; 几天 says none, and 那一天 is a day, not its length."""
    told = r.kind(at - 1) in (Kind.SHIFTED, Kind.THAT) and r.word(at) in ("一", "1")
    return amount(r, at) if not told and r.word(at) not in ("几", "数") else None
