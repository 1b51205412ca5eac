"""Numbers and lengths in English: three days, two and a half hours, a couple of weeks, half an hour, 2-3 days."""

from functools import lru_cache

from yiku_text.times.en.words import CARDINALS, FORTNIGHT, ORDINALS, TENS, UNITS
from yiku_text.times.length import length, work_days
from yiku_text.times.reading import Amount
from yiku_text.times.span import Scale
from yiku_text.times.tokens import Kind, Parsed, Reader

_SOME = {Kind.COUPLE: (2.0, 2.0), Kind.FEW: (2.0, 7.0)}
_RATES = frozenset({"once", "twice", "times", "per", "thrice"})
"""Before "a week" they make it a rate."""


@lru_cache(maxsize=1024)
def number(word: str) -> float | None:
    """12, 1.5, twelve, twenty-five."""
    if word[:1].isdigit():
        return float(word)
    head, _, last = word.replace("-", " ").partition(" ")
    if last:
        return TENS[head] + CARDINALS[last] if head in TENS and last in CARDINALS else None
    return CARDINALS.get(head, TENS.get(head))


def whole(r: Reader, at: int) -> int | None:
    """The whole number at a NUMBER token."""
    said = number(r.word(at)) if r.kind(at) is Kind.NUMBER else None
    return int(said) if said is not None and said == int(said) else None


def ordinal(r: Reader, at: int) -> int | None:
    """3rd, third."""
    if r.kind(at) is not Kind.ORDINAL:
        return None
    return ORDINALS.get(r.word(at)) or int(r.word(at)[:-2])


def amount(r: Reader, at: int, *, article: bool = False) -> Parsed[Amount]:
    """One or more pieces from coarse to fine; `article` lets "a week" be one."""
    first = _ranged(r, at, article)
    if first is None:
        return None
    total, end = first
    while True:
        start = r.skip(end, Kind.AND, Kind.COMMA)
        piece = _piece(r, start, r.kind(start) is Kind.ARTICLE and start > end)
        if piece is None or piece[0].scale >= total.scale:
            return (total, end) if r.kind(r.skip(end, Kind.TO)) is not Kind.OLD else None
        total, end = total + piece[0], piece[1]


def _ranged(r: Reader, at: int, article: bool) -> Parsed[Amount]:
    low = number(r.word(at)) if r.kind(at) is Kind.NUMBER and r.kind(at + 1) in (Kind.TO, Kind.OR) else None
    high = _piece(r, at + 2, False) if low is not None else None
    if low is None or high is None:
        return _piece(r, at, article)
    return Amount(length(low, high[0].scale), high[0].high), high[1]


def _piece(r: Reader, at: int, article: bool) -> Parsed[Amount]:
    kind = r.kind(at)
    if kind is Kind.HALF:
        return _counted(r, r.skip(r.skip(at + 1, Kind.OF), Kind.ARTICLE), (0.5, 0.5))
    if kind in _SOME:
        return _counted(r, at + 1, _SOME[kind])
    if kind is Kind.ARTICLE:
        return _one(r, at, article)
    return _numbered(r, at) if kind is Kind.NUMBER else None


def _numbered(r: Reader, at: int) -> Parsed[Amount]:
    said = number(r.word(at))
    if said is None:
        return None
    if r.kind(at + 1) is Kind.AND_A_HALF:
        return _counted(r, at + 2, (said + 0.5, said + 0.5))
    return _counted(r, at + 1, (said, said))


def _one(r: Reader, at: int, article: bool) -> Parsed[Amount]:
    """A week, a half hour, an hour and a half."""
    if r.kind(at + 1) in (Kind.HALF, Kind.NUMBER):
        return _piece(r, at + 1, False)
    halved = r.kind(at + 2) is Kind.AND_A_HALF
    rated = r.kind(at - 1) is Kind.NUMBER or (r.before(at, 8).split()[-1:] and r.before(at, 8).split()[-1] in _RATES)
    return _counted(r, at + 1, (1.0, 1.0)) if (article or halved) and not rated else None


def _counted(r: Reader, at: int, said: tuple[float, float]) -> Parsed[Amount]:
    if r.kind(at) is Kind.WORKDAY and said[0] == said[1]:
        days = work_days(round(said[0]))
        return Amount(days, days), at + 1
    if r.word(at) in FORTNIGHT:
        return Amount(length(2 * said[0], Scale.WEEK), length(2 * said[1], Scale.WEEK)), at + 1
    if r.kind(at) is not Kind.UNIT or (said == (1.0, 1.0) and r.word(at) == "sec"):
        return None
    scale, end = UNITS[r.word(at)], at + 1
    if r.kind(end) is Kind.AND_A_HALF:
        said, end = (said[0] + 0.5, said[1] + 0.5), end + 1
    return Amount(length(said[0], scale), length(said[1], scale)), end
