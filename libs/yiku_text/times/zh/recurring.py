"""What comes again, in Chinese: 每周三下午, 每月15号, 每隔一天, 工作日, 周末一般."""

from dataclasses import replace

from yiku_text.times.edges import edge
from yiku_text.times.model import Every, Recurrence
from yiku_text.times.recurrences import PERIODS, days_between, merged, period
from yiku_text.times.span import Scale
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.units import Unit
from yiku_text.times.zh import clocks
from yiku_text.times.zh.chain import step
from yiku_text.times.zh.numerals import number
from yiku_text.times.zh.weeks import ordinal
from yiku_text.times.zh.words import EDGES, SHORT_PARTS, UNITS

_DAILY = {"天天": Scale.DAY, "年年": Scale.YEAR}
_DAYS = "一二三四五六日天"
_LISTING = "、,，"


def every(r: Reader, at: int) -> Parsed[Recurrence]:
    """每...: the period, and what of it."""
    skips = "隔" in r.word(at)
    start = r.skip(at + 1, Kind.PIECE)
    told = _period(r, start, skips)
    if told is not None:
        return details(r, told[1], told[0])
    return details(r, start, None) if not skips else None


def daily(r: Reader, at: int) -> Parsed[Recurrence]:
    """天天, 年年."""
    return details(r, at + 1, period(_DAILY[r.word(at)], 1))


def working_days(r: Reader, at: int) -> Parsed[Recurrence]:
    """工作日, Monday to Friday."""
    return details(r, at, None)


def details(r: Reader, at: int, base: Recurrence | None) -> Parsed[Recurrence]:
    """The days and the time of day that follow, lists and ranges of them included."""
    found, end = base, at
    while (part := _detail(r, r.skip(end, Kind.OF, Kind.HABIT), found)) is not None:
        found, end = part
        found, end = _opened(r, end, found)
        end = _past_list(r, end)
    if found is None:
        return None
    return found, end


def _opened(r: Reader, at: int, found: Recurrence) -> tuple[Recurrence, int]:
    """七点以后, 七点之前: one end of the hours is open."""
    if found.start is None or r.kind(at) not in (Kind.AFTER, Kind.BEFORE, Kind.FORE, Kind.HIND):
        return found, at
    later = r.kind(at) in (Kind.AFTER, Kind.HIND)
    return replace(found, end=None) if later else replace(found, start=None, end=found.start), at + 1


def _detail(r: Reader, at: int, found: Recurrence | None) -> Parsed[Recurrence]:
    first = _repeating(r, at, found)
    if first is None:
        return None
    if r.kind(first[1]) is Kind.TO:
        last = _repeating(r, first[1] + 1, None)
        span = last and _span(first[0], last[0])
        if last and span:
            return merged(found, span), last[1]
    return merged(found, first[0]), first[1]


def _repeating(r: Reader, at: int, found: Recurrence | None) -> Parsed[Recurrence]:
    """One unit that can repeat, as a recurrence."""
    if r.kind(at) is Kind.WORKDAY:
        return Recurrence(Every.WEEK, weekdays=(1, 2, 3, 4, 5)), at + 1
    if r.kind(at) is Kind.SHORT_PART:
        unit, end = clocks.after_day(r, at + 1, SHORT_PARTS[r.word(at)])
        return _of(unit, end)
    if found and found.weekdays and r.kind(at) is Kind.NUMBER and set(r.word(at)) <= set(_DAYS):
        days = tuple(min(_DAYS.index(day) + 1, 7) for day in r.word(at))
        return Recurrence(Every.WEEK, weekdays=days), at + 1
    units = step(r, at, ()) or _within_month(r, at, found)
    return _of(units[0][-1], units[1]) if units and units[0] else None


def _within_month(r: Reader, at: int, found: Recurrence | None) -> Parsed[tuple[Unit, ...]]:
    """初 and 最后一个周五 after 每月."""
    if found is None or found.every is not Every.MONTH:
        return None
    if r.kind(at) is Kind.EDGE:
        return (edge(EDGES[r.word(at)], Scale.MONTH),), at + 1
    part = ordinal(r, at) if r.kind(at) in (Kind.ORDINAL, Kind.FIRST, Kind.FINAL) else None
    return part and ((part[0],), part[1])


def _of(unit: Unit, end: int) -> Parsed[Recurrence]:
    return (unit.repeats, end) if unit.repeats else None


def _span(first: Recurrence, last: Recurrence) -> Recurrence | None:
    """From one to the other: days of the week, of the month, hours."""
    if first.weekdays and last.weekdays:
        return replace(first, weekdays=days_between(first.weekdays[0], last.weekdays[-1], 7))
    if first.month_days and last.month_days:
        return replace(first, month_days=days_between(first.month_days[0], last.month_days[-1], 31))
    return replace(first, end=last.start) if first.start is not None and last.start is not None else None


def _past_list(r: Reader, at: int) -> int:
    """Past a list's comma or 和, when another day follows."""
    listing = r.kind(at) is Kind.AND or (
        r.kind(at) is Kind.OTHER and r.after(at) in _LISTING and r.after(at, 2)[1:].strip()
    )
    follows = r.kind(at + 1) in (Kind.WEEKDAY, Kind.NUMBER, Kind.WEEKEND)
    single = r.token(at).end - r.token(at).start == 1
    return at + 1 if listing and single and follows else at


def _period(r: Reader, at: int, skips: bool) -> Parsed[Recurrence]:
    said = number(r.word(at)) if r.kind(at) is Kind.NUMBER else None
    end = r.skip(at + 1, Kind.PIECE) if said else at
    scale = UNITS.get(r.word(end)) if r.kind(end) is Kind.UNIT and r.word(end) not in ("号", "年度") else None
    if scale not in PERIODS or (said and said.exact is None):
        return None
    count = said.exact if said and said.exact else 1
    return period(scale, count + 1 if skips else count), end + 1
