"""Tells dates from what looks like one: May the verb, Sun the star, 1/2 cup, the 3rd floor, 2024 trucks."""

from yiku_text.times.en.lengths import whole
from yiku_text.times.en.words import UNSURE
from yiku_text.times.tokens import Kind, Reader

YEARS = range(1900, 2101)
_SIDES = frozenset(
    {
        Kind.SINCE,
        Kind.FROM,
        Kind.TO,
        Kind.UNTIL,
        Kind.BY,
        Kind.BEFORE,
        Kind.AFTER,
        Kind.BETWEEN,
    }
)
_YEAR_CUES = _SIDES | {Kind.IN, Kind.DURING, Kind.OF, Kind.EDGE, Kind.HALF}
_DAY_CUES = _SIDES | {Kind.ON, Kind.AND, Kind.EVERY}
_DATE_CUES = (
    _YEAR_CUES
    | _DAY_CUES
    | {
        Kind.SHIFTED,
        Kind.ORDINAL,
        Kind.OR,
        Kind.COMMA,
        Kind.NUMBER,
        Kind.WEEKDAY,
    }
)
_SEASON_CUES = frozenset({Kind.IN, Kind.DURING, Kind.EDGE, Kind.OF, Kind.EVERY, Kind.SINCE, Kind.UNTIL, Kind.BY})
_AFTER_UNSURE = frozenset({Kind.NUMBER, Kind.ORDINAL, Kind.SHORT_YEAR, Kind.PART, Kind.CLOCK, Kind.AT})
_BEFORE_SLASH = (_SIDES - {Kind.TO}) | {Kind.ON, Kind.COMMA, Kind.WEEKDAY, Kind.SHIFTED}
_AFTER_SLASH = frozenset({Kind.AT, Kind.CLOCK, Kind.PART})
_DATED = frozenset(
    {
        Kind.DAY,
        Kind.MONTH,
        Kind.WEEKDAY,
        Kind.ORDINAL,
        Kind.THE,
        Kind.NUMBER,
        Kind.FEAST,
        Kind.DATE,
        Kind.SHIFTED,
    }
)
_AFTER_DAY = frozenset({Kind.OF, Kind.AT, Kind.COMMA, Kind.TO})


def is_year(r: Reader, at: int, begun: bool) -> bool:
    """Four digits after a word that a year follows, or after a date."""
    if whole(r, at) not in YEARS or not r.word(at).isdigit() or r.kind(at + 1) is Kind.UNIT:
        return False
    cue = r.kind(at - 1) in _YEAR_CUES or r.word(at - 1) == "year" or r.text.strip() == r.word(at)
    ranged = r.kind(at + 1) is Kind.TO and whole(r, at + 2) in YEARS
    return begun or cue or ranged


def is_sure(r: Reader, at: int, begun: bool) -> bool:
    """Whether a word like May or Sun is a date where it stands."""
    if begun or r.word(at) not in UNSURE:
        return True
    capital = r.text[r.token(at).start].isupper()
    if r.kind(at - 1) in _DATE_CUES or (r.kind(at + 1) in _AFTER_UNSURE and _numbers_a_day(r, at + 1)):
        return r.kind(at + 1) is not Kind.AT or capital
    if r.kind(at) is Kind.MONTH and _another_month(r, at + 1):
        return True
    before = r.before(at, 2)[:1]
    within = before.islower() or before == ","
    return capital and ((within and r.word(at) not in ("sun", "sat", "wed")) or r.kind(at + 1) is Kind.TO)


def is_seasonal(r: Reader, at: int, begun: bool) -> bool:
    """Whether spring and fall are seasons here."""
    the = r.kind(at - 1) is Kind.THE and r.kind(at - 2) in (Kind.IN, Kind.DURING, Kind.OF, Kind.SINCE)
    year = r.skip(at + 1, Kind.OF)
    return begun or the or r.kind(at - 1) in _SEASON_CUES or (r.kind(year) is Kind.NUMBER and whole(r, year) in YEARS)


def is_fraction(r: Reader, at: int) -> bool:
    """1/2 cup, 3/4 of the load: a date only after a word like "on", before an hour, or alone."""
    if r.word(at).count("/") != 1 or len(r.word(at)) > len("12/31") or r.text.strip() == r.word(at):
        return False
    return r.kind(at - 1) not in _BEFORE_SLASH and r.kind(at + 1) not in _AFTER_SLASH


def is_day(r: Reader, at: int, begun: bool) -> bool:
    """On the 15th, the 15th of this month; not the 3rd floor."""
    the = r.kind(at - 1) is Kind.THE
    before = r.kind(at - 2) if the else r.kind(at - 1)
    if names_next(r, at + 1) and before is not Kind.ON and not begun:
        return False
    return before in _DAY_CUES or (the and (r.kind(at + 1) in _AFTER_DAY or not r.after(at + 1).strip()))


def is_part_of_day(r: Reader, at: int, end: int) -> bool:
    """In the morning, at night, the morning of; not "good morning", "afternoon tea"."""
    before = r.kind(at - 1)
    if (r.kind(end) is Kind.OF and r.kind(end + 1) in _DATED) or before is Kind.EVERY:
        return True
    if before is Kind.THE:
        return r.kind(at - 2) in (Kind.IN, Kind.DURING)
    return before in (Kind.BY, Kind.UNTIL, Kind.SINCE) or (before is Kind.AT and r.word(at) == "night")


def names_next(r: Reader, at: int) -> bool:
    """Whether a plain word follows, which a number before it may count or name."""
    return r.kind(at) is Kind.OTHER and r.after(at, 2).strip()[:1].isalpha()


def _numbers_a_day(r: Reader, at: int) -> bool:
    """A day or a year, not a count ("may 5 people come")."""
    return r.kind(at) is not Kind.NUMBER or (r.word(at).isdigit() and r.kind(at + 1) is not Kind.UNIT)


def _another_month(r: Reader, at: int) -> bool:
    return r.kind(at) is Kind.AND and r.kind(at + 1) is Kind.MONTH and r.kind(at + 2) is Kind.NUMBER
