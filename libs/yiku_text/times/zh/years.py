"""Years and longer in Chinese: 2023年, 零八年, 去年, 上一年, 康熙三年, 20世纪70年代, 上半年, 三季度, 夏天."""

from datetime import datetime

from yiku_text.times.eras import ERAS
from yiku_text.times.numeric import full_year
from yiku_text.times.span import Scale, Span, frame, shift
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.units import (
    YEARLY,
    Unit,
    fixed,
    half_of,
    half_year,
    quarter,
    season,
    slice_of,
    year,
)
from yiku_text.times.zh.numerals import Number, exact, number
from yiku_text.times.zh.words import BOTH, HALVES, QUARTERS, SEASONS, VACATIONS, YEAR_SEASONS, YEARS

_DURATION_BEFORE = "了过近约有满整共这那用花第每超达头前后足"
"""Before 20年 they make it a length."""
_DURATION_AFTER = (
    "经验",
    "历史",
    "质保",
    "保修",
    "车龄",
    "驾龄",
    "工龄",
    "老",
    "合同",
    "的",
    "多",
    "来",
    "了",
    "没",
    "以上",
    "级",
    "级别",
)
_NEEDS_A_YEAR = frozenset(
    {
        Kind.NUMBER,
        Kind.EDGE,
        Kind.SEASON,
        Kind.FEAST,
        Kind.TERM,
        Kind.HALF_OF,
        Kind.QUARTER,
        Kind.LUNAR_MONTH,
        Kind.ORDINAL,
    }
)


def relative_year(r: Reader, at: int) -> Parsed[Unit]:
    """今年, 去年."""
    return fixed(frame(r.reference.now, Scale.YEAR, YEARS[r.word(at)])), at + 1


def numbered_year(r: Reader, at: int) -> Parsed[Unit]:
    """2023年, 23年, 二三年, 在850年; 十年 and 20年 with words of length around them are none."""
    said = number(r.word(at)) if r.kind(at) is Kind.NUMBER and r.word(at + 1) in ("年", "年度") else None
    if said is None or said.exact is None or not 0 <= said.exact <= 9998 or not _is_year(r, at, said):
        return None
    short = len(r.word(at)) == 2 and said.exact < 100
    return year(full_year(said.exact, r.reference) if short else said.exact), at + 2


def reign_year(r: Reader, at: int) -> Parsed[Unit]:
    """康熙三年, 光绪元年."""
    said = 1 if r.word(at + 1) == "元" else exact(r, at + 1)
    return (year(ERAS[r.word(at)] + said - 1), at + 3) if said and r.word(at + 2) == "年" else None


def century(r: Reader, at: int) -> Parsed[tuple[Unit, ...]]:
    """17世纪, 20世纪70年代, 90年代."""
    said = exact(r, at)
    if said is None:
        return None
    if r.kind(at + 1) is Kind.DECADE:
        return (fixed(_decade(said if said >= 1000 else 1900 + said if said >= 30 else 2000 + said)),), at + 2
    if r.word(at + 1) != "世纪" or not 1 <= said <= 30:
        return None
    return within_century(r, at + 2, 100 * (said - 1))


def within_century(r: Reader, at: int, first: int) -> Parsed[tuple[Unit, ...]]:
    """The century that starts in the year `first`, or a decade of it."""
    said = exact(r, at)
    if said is not None and r.kind(at + 1) is Kind.DECADE and said < 100:
        return (fixed(_decade(first + said)),), at + 2
    return (fixed(frame(datetime(max(first, 1), 1, 1), Scale.CENTURY)),), at


def both_years(r: Reader, at: int) -> Parsed[Unit]:
    """今明两年, 昨今两天."""
    scale = {"年": Scale.YEAR, "天": Scale.DAY, "日": Scale.DAY}.get(r.word(at + 2))
    if r.word(at + 1) not in ("两", "2") or scale is None:
        return None
    first, last = (frame(r.reference.now, scale, offset) for offset in BOTH[r.word(at)])
    several = Scale.YEARS if scale is Scale.YEAR else Scale.DAYS
    return fixed(Span(first.since, last.until, several)), at + 3


def half(r: Reader, at: int) -> Parsed[Unit]:
    """上半年, 下半月."""
    scale, second = HALVES[r.word(at)]
    return (half_year(1 + second) if scale is Scale.YEAR else half_of(scale, second)), at + 1


def quarter_of_year(r: Reader, at: int) -> Parsed[Unit]:
    """三季度, Q3."""
    word = r.word(at)
    return quarter(QUARTERS.get(word) or int(word[1])), at + 1


def season_of_year(r: Reader, at: int, *, after_a_year: bool) -> Parsed[tuple[Unit, ...]]:
    """夏天, 今夏; 夏 alone only after a year."""
    word = r.word(at)
    if word in YEAR_SEASONS:
        offset, number_of = YEAR_SEASONS[word]
        return (fixed(frame(r.reference.now, Scale.YEAR, offset)), season(number_of)), at + 1
    if len(word) == 1 and not after_a_year:
        return None
    return (season(SEASONS[word]),), at + 1


def vacation(r: Reader, at: int) -> Parsed[Unit]:
    """暑假."""
    first, last = VACATIONS[r.word(at)]
    return slice_of(Scale.MONTHS, Scale.MONTH, first, last, YEARLY), at + 1


def _is_year(r: Reader, at: int, said: Number) -> bool:
    word = r.word(at)
    if said.exact is None or ("十" in word and r.kind(at + 2) is not Kind.NUMBER) or "百" in word:
        return False
    if (said.digits and word.startswith("0")) or word[0] in "零〇":
        return True
    if said.exact >= 1000:
        return said.positional or "千" in word
    if said.exact >= 100:
        return r.before(at) in ("在", "元", "于")
    if len(word) == 2 and said.positional and not said.digits:
        return True
    return len(word) == 2 and (r.kind(at + 2) in _NEEDS_A_YEAR or _stands_as_year(r, at, said.exact))


def _stands_as_year(r: Reader, at: int, short: int) -> bool:
    """A year in two digits with nothing after it that would need one."""
    before, rest = r.before(at), r.text[r.token(at + 1).end :]
    if r.kind(at + 2) in (
        Kind.FORE,
        Kind.HIND,
        Kind.BEFORE,
        Kind.AFTER,
        Kind.WITHIN,
        Kind.EVER_SINCE,
        Kind.HALF,
        Kind.MORE,
    ):
        return False
    if (before and before in _DURATION_BEFORE) or r.kind(at - 1) in (Kind.PAST, Kind.COMING, Kind.FORE):
        return False
    return not rest.startswith(_DURATION_AFTER)


def _decade(first: int) -> Span:
    since = datetime(first - first % 10, 1, 1)
    return Span(since, shift(since, Scale.YEAR, 10), Scale.DECADE)
