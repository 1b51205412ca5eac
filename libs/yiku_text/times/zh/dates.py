"""Months and days in Chinese: 3月5号, 12月, 15号, 十月31, 腊月二十三, 农历八月初一, 闰六月."""

import re

from yiku_text.times.lunar import lunar_day, lunar_month, runs_late
from yiku_text.times.numeric import date_units
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.units import Unit, day_of_month, month
from yiku_text.times.zh.numerals import exact, number
from yiku_text.times.zh.words import LUNAR_MONTHS

_NUMBERED_THINGS = (
    "楼线店门院桌仓库车厅馆房间码柜机位区段床铺员球汽油柴电台栋幢公路国道"
    "文件字色厂标技选手井坑会园桥站箱货屋室座单客信岛舰"
)
"""After 5号 they are what is numbered."""
_ADDRESS = "路街弄巷道里村庄园区寓厦座城场同单编账型尺房楼牌第门字苑院桥号栋幢元庭府湾郡"
"""Before 5号 they make it a house number."""
_ROADS = re.compile("(?:[路街巷弄村镇乡栋幢段组]|大道)(?![上过费程况人线边口下里])")
"""Shortly before 5号, without a stop in between, they make it a house number."""
_STOPS = re.compile(r"[\s，。；！？,;!?]")
_REACH = 14
_NUMBERED = re.compile("大[街道门厦院]|[0-9]+[栋幢楼室单号]")
_COUNTED = "个件单吨箱辆人位块元斤公米次台套点倍%万千百亿折成多几半天年"
"""After a bare number they count: 3月5个 is no 5 March."""


def digits(r: Reader, at: int) -> Parsed[tuple[Unit, ...]]:
    """2024-03-05, 3.5号."""
    if _is_code(r, at) or _is_fraction(r, at):
        return None
    units = date_units(r.word(at), r.reference, month_first=False)
    end = at + 2 if r.word(at + 1) in ("日", "号") else at + 1
    return (units, end) if units else None


def month_of_year(r: Reader, at: int) -> Parsed[Unit]:
    """三月, 12月份."""
    said = exact(r, at)
    if said is None or r.word(at + 1) not in ("月", "月份") or not 1 <= said <= 12:
        return None
    if r.before(at) in ("第", "满") or r.after(at + 2) in ("饼", "嫂"):
        return None
    if r.before(at) == "闰":
        return lunar_month(said, leap=True), at + 2
    return month(said), at + 2


def day(r: Reader, at: int, *, after_a_month: bool) -> Parsed[Unit]:
    """15号, 30日; right after a month also 3月5."""
    said = exact(r, at)
    if said is None or not 1 <= said <= 31:
        return None
    if r.word(at + 1) in ("号", "日"):
        return (day_of_month(said), at + 2) if after_a_month or _is_day(r, at) else None
    if not after_a_month or r.kind(at + 1) in (Kind.UNIT, Kind.PIECE, Kind.POINT, Kind.WORKDAY):
        return None
    following = r.after(at + 1)
    return (day_of_month(said), at + 1) if not following or following not in _COUNTED else None


def lunar_date(r: Reader, at: int, *, this_year: bool, numbered: bool) -> Parsed[Unit]:
    """腊月二十三, 八月十五, 三月初一, 大年初五; `this_year` when a year was told by its distance (去年腊月).

    After a year by its number (`numbered`) 八月十五 is the fifteenth of August.
    """
    if r.kind(at) is Kind.LUNAR_DAY:
        return (lunar_day(1, _lunar_number(r.word(at))), at + 1) if r.word(at).startswith("大年") else None
    months, end, sure = _lunar_month(r, at)
    if months is None:
        return None
    if numbered and not sure and r.kind(end) is not Kind.LUNAR_DAY:
        return None
    return _lunar(r, end, months, sure=sure, years=_years_back(r, months, this_year))


def told_lunar(r: Reader, at: int, *, this_year: bool) -> Parsed[Unit]:
    """After 农历: 八月二十三."""
    months, end, _ = _lunar_month(r, at)
    return _lunar(r, end, months, sure=True, years=_years_back(r, months, this_year)) if months else None


def _lunar(r: Reader, at: int, months: int, *, sure: bool, years: int) -> Parsed[Unit]:
    leap = r.before(at - 2) == "闰"
    said, end = _lunar_day(r, at)
    if said is not None and 1 <= said <= 30:
        plain = r.kind(at) is Kind.LUNAR_DAY or sure or (r.word(at) == "十五" and end == at + 1)
        return (lunar_day(months, said, leap=leap, years=years), end) if plain else None
    return (lunar_month(months, leap=leap, years=years), at) if sure else None


def _lunar_month(r: Reader, at: int) -> tuple[int | None, int, bool]:
    """The month, where it ends, and whether the word itself is of the lunar calendar."""
    if r.kind(at) is Kind.LUNAR_MONTH:
        return LUNAR_MONTHS[r.word(at)], at + 1, True
    said = exact(r, at) if r.word(at + 1) in ("月", "月份") else None
    return (said if said and 1 <= said <= 12 else None), at + 2, False


def _lunar_day(r: Reader, at: int) -> tuple[int | None, int]:
    if r.kind(at) is Kind.LUNAR_DAY:
        return _lunar_number(r.word(at)), at + 1
    said = exact(r, at)
    if said is None or r.kind(at + 1) in (Kind.PIECE, Kind.POINT):
        return None, at
    return said, at + 2 if r.word(at + 1) in ("日", "号") else at + 1


def _lunar_number(word: str) -> int:
    said = number(word.removeprefix("大年").removeprefix("初"))
    return said.exact or 0 if said else 0


def _years_back(r: Reader, months: int, this_year: bool) -> int:
    return -1 if this_year and runs_late(months, r.reference.now) else 0


def _is_day(r: Reader, at: int) -> bool:
    """Not a house, a line or a room number."""
    if r.word(at + 1) == "日":
        return r.before(at) != "第"
    following = r.text[r.token(at + 1).end :]
    if following[:1] in tuple(_NUMBERED_THINGS) or _NUMBERED.match(following):
        return False
    start = r.token(at).start
    before = r.text[max(0, start - _REACH) : start].rstrip()
    return not (before[-1:] in tuple(_ADDRESS) or _ROADS.search(_STOPS.split(before)[-1]) or _is_rest(r, at, before))


def _is_rest(r: Reader, at: int, before: str) -> bool:
    """The 10号 of B13-10号: the rest of a number, unless its first half had a unit put in."""
    elided = r.token(at - 2).start == r.token(at - 2).end
    return before[-1:] in ("-", "、") and before[-2:-1].isdigit() and not elided


def _is_code(r: Reader, at: int) -> bool:
    """Eight digits in a row after the name of a number."""
    before = r.text[max(0, r.token(at).start - 5) : r.token(at).start]
    return r.word(at).isdigit() and any(cue in before for cue in ("号", "码", "单", "编", "ID", "id", "No", "#"))


def _is_fraction(r: Reader, at: int) -> bool:
    first, slash, second = r.word(at).partition("/")
    if not slash or not (first.isdigit() and second.isdigit()) or int(first) >= int(second):
        return False
    return int(second) <= 10 and r.after(at + 1) in tuple("的杯勺个以英寸")
