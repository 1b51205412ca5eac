"""Weeks, distances and ordinals in Chinese: 上周三, 下下个月, 第二周, 最后一个星期一, 前两天, 月底."""

from yiku_text.times.choice import Reference, resolve
from yiku_text.times.edges import edge
from yiku_text.times.model import Lean
from yiku_text.times.span import Scale, Span, frame, shift
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.units import (
    Unit,
    days_of_week,
    fixed,
    nth,
    nth_weekday,
    quarter,
    stretch,
    weekday,
)
from yiku_text.times.zh import years
from yiku_text.times.zh.numerals import exact
from yiku_text.times.zh.words import EDGES, QUARTERS, SHIFTED, UNITS

_DAYS = "一二三四五六日天"
Units = tuple[Unit, ...]


def day_of_week(r: Reader, at: int) -> Parsed[Unit]:
    """周三, 星期天."""
    return weekday(_iso(r.word(at))), at + 1


def weekend(r: Reader, at: int) -> Parsed[Unit]:
    """周末: Saturday and Sunday; two 周末 are counted, and tell none."""
    counted = r.kind(at - 1) is Kind.PIECE and r.kind(at - 2) is Kind.NUMBER
    return None if counted else (days_of_week(6, 7), at + 1)


def shifted(r: Reader, at: int) -> Parsed[Units]:
    """上周, 上个月, 下下周三, 这个周末, 上一年, 上世纪70年代, 这个夏天."""
    offset = SHIFTED[r.word(at)]
    end = at + 1
    if r.kind(end) is Kind.NUMBER and r.word(end) in ("一", "1"):
        end += 1
    end = r.skip(end, Kind.PIECE)
    kind = r.kind(end)
    if kind in (Kind.WEEKDAY, Kind.WEEKEND):
        unit = weekday(_iso(r.word(end))) if kind is Kind.WEEKDAY else days_of_week(6, 7)
        return (fixed(frame(r.reference.now, Scale.WEEK, offset)), unit), end + 1
    if kind is Kind.QUARTER and r.word(end)[0] in "一1" and end == at + 1:
        return (fixed(frame(r.reference.now, Scale.QUARTER, offset)),), end + 1
    if kind is Kind.VACATION or (kind is Kind.SEASON and len(r.word(end)) > 1):
        return _shifted_season(r, end, offset)
    return _shifted_unit(r, end, offset, pieced=end > at + 1) if kind is Kind.UNIT else None


def _shifted_unit(r: Reader, at: int, offset: int, *, pieced: bool) -> Parsed[Units]:
    scale = UNITS[r.word(at)]
    if r.word(at - 1) in _TOLD_BEFORE and scale not in _LONG:
        return None
    if scale is Scale.CENTURY:
        return years.within_century(r, at + 1, (r.reference.now.year // 100 + offset) * 100)
    if scale in (Scale.HOUR, Scale.MINUTE, Scale.SECOND):
        return ((fixed(_from_now(r, scale, offset)),), at + 1) if pieced else None
    if scale is Scale.DAY:
        return None
    return (fixed(frame(r.reference.now, scale, offset)),), at + 1


def _from_now(r: Reader, scale: Scale, offset: int) -> Span:
    now = r.reference.now
    if offset == 0:
        return frame(now, scale)
    ends = (now, shift(now, scale, offset))
    return Span(min(ends), max(ends), scale)


def _shifted_season(r: Reader, at: int, offset: int) -> Parsed[Units]:
    """上个夏天: the last one that began, 下个: the next one."""
    found = years.vacation(r, at) if r.kind(at) is Kind.VACATION else None
    unit = found[0] if found else (years.season_of_year(r, at, after_a_year=True) or ((None,), 0))[0][0]
    if unit is None:
        return None
    lean = Lean.NEAREST if offset == 0 else Lean.PAST if offset < 0 else Lean.FUTURE
    span = resolve((unit,), Reference(r.reference.now, lean))
    return ((fixed(span),), at + 1) if span else None


def ordinal(r: Reader, at: int) -> Parsed[Unit]:
    """第二周, 首月, 最后三周, 第一个周二, 前两个季度, 后三月: a part of what went before."""
    kind = r.kind(at)
    if kind is Kind.ORDINAL:
        return _ordered(r, at + 1, exact(r, at + 1))
    if kind is Kind.FIRST and r.kind(at + 1) is not Kind.NUMBER:
        return _one(r, at + 1, 1)
    count = exact(r, at + 1) if r.kind(at + 1) is Kind.NUMBER else None
    if kind is Kind.FINAL and count in (None, 1):
        return _one(r, r.skip(at + (1 if count is None else 2), Kind.PIECE), -1)
    return _stretch(r, at + 1, count, at_end=kind not in (Kind.FORE, Kind.FIRST))


def _ordered(r: Reader, at: int, count: int | None) -> Parsed[Unit]:
    if r.kind(at) is Kind.QUARTER:
        return quarter(QUARTERS[r.word(at)]), at + 1
    return _one(r, r.skip(at + 1, Kind.PIECE), count) if count else None


def _one(r: Reader, at: int, count: int) -> Parsed[Unit]:
    if r.kind(at) is Kind.WEEKDAY:
        return nth_weekday(count, _iso(r.word(at))), at + 1
    if r.kind(at) is Kind.UNIT and UNITS[r.word(at)] in _ORDERED and r.word(at) not in ("号", "年度"):
        return nth(UNITS[r.word(at)], count), at + 1
    return None


def _stretch(r: Reader, at: int, count: int | None, *, at_end: bool) -> Parsed[Unit]:
    if r.kind(at) is Kind.QUARTER:
        return stretch(Scale.QUARTER, QUARTERS[r.word(at)], at_end), at + 1
    end = r.skip(at + 1, Kind.PIECE)
    if count is None or r.kind(end) is not Kind.UNIT or UNITS[r.word(end)] not in _ORDERED:
        return None
    return stretch(UNITS[r.word(end)], count, at_end), end + 1


def running(r: Reader, at: int) -> Parsed[Unit]:
    """第三天, 第七年, counted from today and this year."""
    count = exact(r, at + 1)
    if count is None or r.word(at + 2) not in ("天", "年"):
        return None
    return fixed(frame(r.reference.now, UNITS[r.word(at + 2)], count - 1)), at + 3


def edge_of(r: Reader, at: int) -> Parsed[Unit]:
    """初, 底, 中旬 of what went before."""
    return edge(EDGES[r.word(at)]), at + 1


def running_edge(r: Reader, at: int) -> Parsed[Unit]:
    """年底, 月初, 季末: of the running one when nothing went before."""
    scale = UNITS[r.word(at)]
    if r.kind(at + 1) is not Kind.EDGE or scale not in (Scale.YEAR, Scale.QUARTER, Scale.MONTH, Scale.WEEK):
        return None
    return edge(EDGES[r.word(at + 1)], scale), at + 2


def _iso(word: str) -> int:
    last = word[-1]
    return int(last) if last.isascii() else min(_DAYS.index(last) + 1, 7)


_LONG = frozenset({Scale.WEEK, Scale.MONTH, Scale.QUARTER, Scale.YEAR})
_TOLD_BEFORE = frozenset({"同", "该", "当"})
_ORDERED = frozenset({Scale.DAY, Scale.WEEK, Scale.MONTH, Scale.QUARTER, Scale.YEAR})
