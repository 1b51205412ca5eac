"""Lengths in Chinese: 三天, 两个半小时, 一年半, 三个多月, 15个工作日, 三五天."""

from yiku_text.times.length import length, work_days
from yiku_text.times.reading import Amount
from yiku_text.times.span import Scale
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.zh.numerals import Number, more, number
from yiku_text.times.zh.words import UNITS

_MONTH_COUNTS = frozenset({"两", "俩", "仨", "几", "数"})
"""Numbers that count months also without 个: no month of the year is called so."""
_QUARTER_HOUR = 15


def amount(r: Reader, at: int, *, loose: bool = False) -> Parsed[Amount]:
    """One or more pieces from coarse to fine; `loose` lets 月 and 日 count without 个 (近三月, 60日内)."""
    first = _ranged(r, at, loose) if r.kind(at - 1) is not Kind.ORDINAL else None
    if first is None:
        return None
    total, end = first
    while (piece := _piece(r, end, loose)) and piece[0].scale < total.scale:
        total, end = total + piece[0], piece[1]
    return total, end


def may_be_length(r: Reader, at: int, end: int) -> bool:
    """日 and 月 without 个 are lengths only before 内 and 后: 3日内, but 15日前 is a date."""
    bare = r.word(end - 1) in ("日", "月") and amount(r, at) is None
    return not bare or (r.kind(end) in (Kind.WITHIN, Kind.HIND, Kind.AFTER) and r.word(end - 1) == "日")


def _ranged(r: Reader, at: int, loose: bool) -> Parsed[Amount]:
    first = _piece(r, at, loose)
    if first is None or r.kind(first[1]) is not Kind.TO:
        return first
    second = _piece(r, first[1] + 1, loose)
    if second is None or second[0].scale is not first[0].scale:
        return first
    return Amount(first[0].low, second[0].high), second[1]


def _piece(r: Reader, at: int, loose: bool) -> Parsed[Amount]:
    if r.kind(at) is Kind.HALF:
        return _counted(r, r.skip(at + 1, Kind.PIECE), Number(0.5, 0.5), True)
    said = number(r.word(at)) if r.kind(at) is Kind.NUMBER else None
    if said is None or _is_a_year(said, r.word(at), r.word(at + 1)):
        return None
    counts_months = loose or r.word(at) in _MONTH_COUNTS or not (said.exact or 1) <= 12
    return _counted_more(r, at + 1, said, counts_months)


def _is_a_year(said: Number, word: str, unit: str) -> bool:
    """2025年 and 二五年 are years: nobody counts so."""
    if unit not in ("年", "年度") or not said.positional or said.exact is None:
        return False
    return len(word) >= 4 if said.digits else len(word) >= 2


def _counted_more(r: Reader, at: int, said: Number, loose: bool) -> Parsed[Amount]:
    """The words between number and unit: 个, 多, 个半."""
    after = r.skip(at, Kind.MORE)
    some = after > at
    pieced = r.skip(after, Kind.PIECE)
    loose = loose or pieced > after
    if pieced > after and r.kind(pieced) is Kind.HALF:
        return _counted(r, pieced + 1, Number(said.low + 0.5, said.high + 0.5), True)
    end = r.skip(pieced, Kind.MORE)
    return _counted(r, end, more(said) if some or end > pieced else said, loose)


def _counted(r: Reader, at: int, said: Number, loose: bool) -> Parsed[Amount]:
    if r.kind(at) is Kind.WORKDAY and said.exact:
        return Amount(work_days(said.exact), work_days(said.exact)), at + 1
    if r.kind(at) is Kind.QUARTERS and r.word(at) == "刻钟":
        return _amount(Number(said.low * _QUARTER_HOUR, said.high * _QUARTER_HOUR), Scale.MINUTE), at + 1
    if r.kind(at) is Kind.DECADE or r.kind(at) is not Kind.UNIT or not _counts(r, at, loose):
        return None
    scale, end = UNITS[r.word(at)], at + 1
    if r.kind(end) is Kind.MORE and r.word(end) != "来":
        return _amount(more(said), scale), end + 1
    if r.kind(end) is Kind.HALF and said.exact and r.kind(end + 1) is not Kind.UNIT:
        return _amount(Number(said.low + 0.5, said.high + 0.5), scale), end + 1
    return _amount(said, scale), end


def _counts(r: Reader, at: int, loose: bool) -> bool:
    """Whether the unit can be counted as it stands: three 月 are March, three 个月 a length."""
    word = r.word(at)
    if word in ("月", "月份", "日"):
        return loose and word != "月份" and r.after(at + 1) not in ("饼", "嫂")
    if word == "分":
        return r.kind(at + 1) is Kind.HALF
    if word == "周" and r.after(at + 1) in ("年", "岁"):
        return False
    return word not in ("号", "季", "年度", "世纪")


def _amount(said: Number, scale: Scale) -> Amount:
    return Amount(length(said.low, scale), length(said.high, scale))
