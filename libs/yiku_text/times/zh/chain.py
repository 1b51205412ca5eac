"""A point or stretch in time, from coarse to fine: 明年四月最后一个周一下午三点."""

from collections.abc import Callable
from datetime import timedelta

from yiku_text.times import reading
from yiku_text.times.feasts import CHINESE_FEASTS
from yiku_text.times.lunar import solar_term
from yiku_text.times.reading import Amount
from yiku_text.times.span import Scale, Span, frame, shift
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.units import Trait, Unit, fixed
from yiku_text.times.zh import clocks, dates, weeks, years
from yiku_text.times.zh.lengths import amount, may_be_length
from yiku_text.times.zh.numerals import exact
from yiku_text.times.zh.words import DAY_PARTS, DAYS, SHORT_PARTS, WEATHER, WHOLE

Units = tuple[Unit, ...]
Step = Callable[[Reader, int, Units], Parsed[Units]]

_NEXT_DAY = frozenset({"次日", "翌日"})
_TODAY_TOLD = frozenset({"当日", "当天"})
_WEATHER_CUES = frozenset({Kind.FORE, Kind.HIND, Kind.AROUND, Kind.THAT, Kind.BEFORE, Kind.AFTER})
_TIMES = frozenset({Kind.PART, Kind.CLOCK, Kind.SHORT_PART, Kind.NUMBER})
_OFFSETS = frozenset({Kind.FORE, Kind.HIND, Kind.BEFORE, Kind.AFTER})
_ALL = frozenset(Scale)


def chain(r: Reader, at: int) -> Parsed[Units]:
    """The longest run of units from `at` of which each narrows the one before."""
    units: Units = ()
    end = at
    while found := step(r, r.skip(end, Kind.OF) if units else end, units):
        units, end = (*units, *found[0]), found[1]
    return (units, end) if units and units[0].alone else None


def step(r: Reader, at: int, before: Units) -> Parsed[Units]:
    """One more unit after those `before`."""
    if r.kind(at) is Kind.WEEKDAY and before and before[-1].scale is Scale.DAY and r.kind(at - 1) is not Kind.WEEKDAY:
        return (), at + 1
    plain = _PLAIN.get(r.word(at + 1)) if r.kind(at) is Kind.NUMBER else None
    for parser in plain or STEPS.get(r.kind(at), ()):
        found = parser(r, at, before)
        if found and _fits(before, found[0]):
            return found
    return None


def _fits(before: Units, found: Units) -> bool:
    first = found[0]
    return before[-1].scale in first.inside if before else first.alone


def _one(parser: Callable[[Reader, int], Parsed[Unit]]) -> Step:
    def units(r: Reader, at: int, before: Units) -> Parsed[Units]:
        found = parser(r, at)
        return found and ((found[0],), found[1])

    return units


def _day(r: Reader, at: int, before: Units) -> Parsed[Units]:
    word = r.word(at)
    if word in ("今天", "今日") and before and before[-1].scale is Scale.YEAR:
        return (_anniversary(r),), at + 1
    if word in _NEXT_DAY:
        return ((_the_next_day(),), at + 1) if r.kind(at + 1) in _TIMES else None
    if word in _TODAY_TOLD and r.kind(at + 1) not in _TIMES:
        return None
    return (fixed(frame(r.reference.now, Scale.DAY, DAYS[word])),), at + 1


def _anniversary(r: Reader) -> Unit:
    """明年今天: the same day of that year."""

    def narrow(year: Span) -> Span:
        today = r.reference.now
        return frame(year.since.replace(month=today.month, day=today.day), Scale.DAY)

    return Unit(Scale.DAY, narrow, frozenset({Scale.YEAR}))


def _the_next_day() -> Unit:
    """Of the day at the other end of a range, or of today."""

    def narrow(day: Span) -> Span:
        return frame(day.since, Scale.DAY, 1)

    return Unit(Scale.DAY, narrow, frozenset({Scale.DAY}), Scale.DAY)


def _day_part(r: Reader, at: int, before: Units) -> Parsed[Units]:
    offset, part = DAY_PARTS[r.word(at)]
    unit, end = clocks.after_day(r, at + 1, part)
    return (fixed(frame(r.reference.now, Scale.DAY, offset)), unit), end


def _part(r: Reader, at: int, before: Units) -> Parsed[Units]:
    """下午; not 愉快的夜晚, nor 整天 without a day."""
    if not before and (r.word(at) in WHOLE or r.kind(at - 1) is Kind.OF):
        return None
    found = clocks.part(r, at)
    return found and ((found[0],), found[1])


def _short_part(r: Reader, at: int, before: Units) -> Parsed[Units]:
    if before and before[-1].scale is Scale.DAY:
        unit, end = clocks.after_day(r, at + 1, SHORT_PARTS[r.word(at)])
        return (unit,), end
    found = clocks.short_part(r, at)
    return found and ((found[0],), found[1])


def _clock(r: Reader, at: int, before: Units) -> Parsed[Units]:
    found = clocks.bare_clock(r, at, after_a_day=bool(before))
    return found and ((found[0],), found[1])


def _month_day(r: Reader, at: int, before: Units) -> Parsed[Units]:
    found = dates.day(r, at, after_a_month=bool(before) and before[-1].scale is Scale.MONTH)
    return found and ((found[0],), found[1])


def _lunar(r: Reader, at: int, before: Units) -> Parsed[Units]:
    numbered = bool(before) and before[-1].trait is Trait.NUMBERED_YEAR
    found = dates.lunar_date(r, at, this_year=_told_by_distance(r, at, before), numbered=numbered)
    return found and ((found[0],), found[1])


def _told_lunar(r: Reader, at: int, before: Units) -> Parsed[Units]:
    year = years.numbered_year(r, at + 1)
    end = year[1] if year else at + 1
    found = dates.told_lunar(r, end, this_year=_told_by_distance(r, at, before))
    return found and ((year[0], found[0]) if year else (found[0],), found[1])


def _told_by_distance(r: Reader, at: int, before: Units) -> bool:
    return bool(before) and r.kind(at - 1) in (Kind.YEAR, Kind.OF)


def _feast(r: Reader, at: int, before: Units) -> Parsed[Units]:
    feast = CHINESE_FEASTS[r.word(at)]
    if r.kind(at + 1) is Kind.DURING:
        return (feast.holidays(),), at + 2
    return (feast.day,), _that_day(r, at + 1)


def _term(r: Reader, at: int, before: Units) -> Parsed[Units]:
    word = r.word(at)
    told = bool(before) or r.kind(at + 1) in _WEATHER_CUES or r.after(at + 1, 2) in ("节气", "时节", "当天")
    if word in WEATHER and not told:
        return None
    if word == "清明" and r.kind(at + 1) is Kind.DURING:
        return (CHINESE_FEASTS["清明节"].holidays(),), at + 2
    return (solar_term(word),), _that_day(r, at + 1)


def _that_day(r: Reader, at: int) -> int:
    """国庆那天, 中秋当天: the day again."""
    if r.kind(at) is Kind.THAT and r.word(at + 1) == "天":
        return at + 2
    return at + 1 if r.word(at) in _TODAY_TOLD else at


def _season(r: Reader, at: int, before: Units) -> Parsed[Units]:
    return years.season_of_year(r, at, after_a_year=bool(before))


def _century(r: Reader, at: int, before: Units) -> Parsed[Units]:
    return years.century(r, at)


def _digits(r: Reader, at: int, before: Units) -> Parsed[Units]:
    return dates.digits(r, at)


def _shifted(r: Reader, at: int, before: Units) -> Parsed[Units]:
    return weeks.shifted(r, at)


def _running(r: Reader, at: int, before: Units) -> Parsed[Units]:
    """第三天上午, 第七年: without anything before, counted from now."""
    found = weeks.running(r, at) if not before else None
    if found and (found[0].scale is Scale.YEAR or r.kind(found[1]) in (*_TIMES, Kind.STARTING)):
        return (found[0],), found[1]
    return None


def _offset(r: Reader, at: int, before: Units) -> Parsed[Units]:
    """国庆前一天, 周五后两周: so long before or after what was said."""
    if not before or before[-1].scale < Scale.DAY:
        return None
    found = amount(r, at + 1)
    if found is None or not found[0].exact:
        return None
    ahead = r.kind(at) in (Kind.FORE, Kind.BEFORE)
    return (_beside(found[0], ahead),), found[1]


def _beside(of: Amount, ahead: bool) -> Unit:
    scale = of.scale if of.low.timedelta == timedelta(days=1) else Scale.DAYS

    def narrow(span: Span) -> Span:
        if ahead:
            return Span(of.low.after(span.since, -1), span.since, scale)
        return Span(span.until, of.low.after(span.until), scale)

    return Unit(scale, narrow, _ALL)


def _eve(r: Reader, at: int, before: Units) -> Parsed[Units]:
    def narrow(span: Span) -> Span:
        return Span(shift(span.since, Scale.DAY, -1), span.since, Scale.DAY)

    return (Unit(Scale.DAY, narrow, frozenset({Scale.DAY, Scale.DAYS})),), at + 1


def _ago(r: Reader, at: int, before: Units) -> Parsed[Units]:
    """三天前, 两年后: a day or a year by its distance, in which something may follow (两年前的夏天)."""
    found = amount(r, at, loose=True) if not before else None
    if found is None or r.word(found[1]) not in ("前", "后") or not may_be_length(r, at, found[1]):
        return None
    told = (reading.ago if r.word(found[1]) == "前" else reading.ahead)(found[0], r.reference.now)
    return (fixed(told),), found[1] + 1


def _unit(r: Reader, at: int, before: Units) -> Parsed[Units]:
    found = weeks.running_edge(r, at)
    return found and ((found[0],), found[1])


def _ordinal(r: Reader, at: int, before: Units) -> Parsed[Units]:
    found = weeks.ordinal(r, at) if before or (r.kind(at + 1) is Kind.QUARTER and r.kind(at) is Kind.ORDINAL) else None
    return found and ((found[0],), found[1])


def _second_holiday(r: Reader, at: int, before: Units) -> Parsed[Units]:
    """国庆第二天: counted from the first of the holidays."""
    count = exact(r, at + 1)
    if count is None or r.word(at + 2) != "天" or not before or before[-1].scale is not Scale.DAY:
        return None

    def narrow(day: Span) -> Span:
        return frame(day.since, Scale.DAY, count - 1)

    return (Unit(Scale.DAY, narrow, frozenset({Scale.DAY})),), at + 3


STEPS: dict[Kind, tuple[Step, ...]] = {
    Kind.DATE: (_digits,),
    Kind.CLOCK: (_clock,),
    Kind.LACK: (_clock,),
    Kind.NUMBER: (_ago, _lunar, _one(years.numbered_year), _century, _one(dates.month_of_year), _month_day, _clock),
    Kind.HALF: (_ago,),
    Kind.ERA: (_one(years.reign_year),),
    Kind.YEAR: (_one(years.relative_year),),
    Kind.BOTH: (_one(years.both_years),),
    Kind.DAY: (_day,),
    Kind.DAY_PART: (_day_part,),
    Kind.PART: (_part,),
    Kind.SHORT_PART: (_short_part,),
    Kind.SHIFTED: (_shifted,),
    Kind.WEEKDAY: (_one(weeks.day_of_week),),
    Kind.WEEKEND: (_one(weeks.weekend),),
    Kind.HALF_OF: (_one(years.half),),
    Kind.QUARTER: (_one(years.quarter_of_year),),
    Kind.SEASON: (_season,),
    Kind.VACATION: (_one(years.vacation),),
    Kind.FEAST: (_feast,),
    Kind.TERM: (_term,),
    Kind.LUNAR: (_told_lunar,),
    Kind.LUNAR_MONTH: (_lunar,),
    Kind.LUNAR_DAY: (_lunar,),
    Kind.EDGE: (_one(weeks.edge_of),),
    Kind.UNIT: (_unit,),
    Kind.ORDINAL: (_running, _second_holiday, _ordinal),
    Kind.FIRST: (_ordinal,),
    Kind.FINAL: (_ordinal,),
    Kind.FORE: (_ordinal, _offset),
    Kind.HIND: (_ordinal, _offset),
    Kind.BEFORE: (_offset,),
    Kind.AFTER: (_offset,),
    Kind.EVE: (_eve,),
}
_PLAIN: dict[str, tuple[Step, ...]] = {"号": (_month_day,), "点": (_clock,), "点钟": (_clock,)}
"""After a number these words leave one reading only."""
PLAIN_UNITS = frozenset(_PLAIN)
