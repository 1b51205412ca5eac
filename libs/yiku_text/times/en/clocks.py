"""Clock times in English: 5 pm, at 5, five o'clock, half past five, quarter to six, five thirty, noon."""

from yiku_text.times import numeric
from yiku_text.times.en.lengths import number, whole
from yiku_text.times.en.words import INSTANTS
from yiku_text.times.hours import ClockTime
from yiku_text.times.span import Scale
from yiku_text.times.tokens import Kind, Parsed, Reader

_PAST = ("past", "after")
_TO = ("to", "before", "till")
_HOURS = range(1, 13)
_AFTER_HOUR = frozenset(
    {Kind.TONIGHT, Kind.DAY, Kind.ON, Kind.WEEKDAY, Kind.COMMA, Kind.TO, Kind.AND, Kind.BY, Kind.FOR, Kind.AGO}
)


def clock_time(r: Reader, at: int, begun: bool) -> Parsed[ClockTime]:
    """The time that the tokens from `at` on tell; a bare number only after "at" or before "in the morning".

    When a day was told (`begun`) "around" will do for "at".
    """
    kind = r.kind(at)
    if kind is Kind.CLOCK:
        return numeric.clock_time(r.word(at)), at + 1
    if kind is Kind.INSTANT:
        return ClockTime(INSTANTS[r.word(at)] * 60, Scale.HOUR), at + 1
    if kind is Kind.HALF and r.word(at + 1) == "past":
        return _past(r, at + 2, 30)
    if kind is Kind.UNIT and r.word(at) == "quarter":
        return _beside(r, at + 1, 15)
    return _number(r, at, begun) if kind is Kind.NUMBER else None


def bare_hour(r: Reader, at: int) -> Parsed[ClockTime]:
    """A number that can only be an hour where it stands: from 9 to 5."""
    hour = whole(r, at)
    if hour not in _HOURS or r.kind(at + 1) in (Kind.UNIT, Kind.WORKDAY, Kind.MONTH):
        return None
    return ClockTime((hour or 0) * 60, Scale.HOUR, True), at + 1


def _number(r: Reader, at: int, begun: bool) -> Parsed[ClockTime]:
    said = whole(r, at)
    if said is None or said > 59:
        return None
    minutes = r.skip(at + 1, Kind.UNIT) if r.word(at + 1).startswith("minute") else at + 1
    if told := (r.kind(at - 1) is Kind.AT and _beside(r, minutes, said)) or (
        r.word(minutes) == "past" and _past(r, minutes + 1, said)
    ):
        return told
    if said not in _HOURS:
        return None
    if r.kind(at + 1) is Kind.OCLOCK:
        return ClockTime(said * 60, Scale.HOUR, True), at + 2
    return _spoken(r, at, said, begun)


def _spoken(r: Reader, at: int, hour: int, begun: bool) -> Parsed[ClockTime]:
    """At five thirty, at 5, 5 in the morning."""
    minute = whole(r, at + 1)
    told = r.kind(at - 1) is Kind.AT and (begun or r.word(at - 1) == "at")
    if minute is not None and 10 <= minute < 60 and not r.word(at).isdigit() and not r.word(at + 1).isdigit():
        return ClockTime(hour * 60 + minute, Scale.MINUTE, True), at + 2
    in_part = r.kind(at + 1) is Kind.IN and r.kind(at + 2) is Kind.THE and r.kind(at + 3) is Kind.PART
    at_night = r.kind(at + 1) is Kind.AT and r.word(at + 2) == "night"
    if in_part or at_night or (told and _ends(r, at + 1)):
        return ClockTime(hour * 60, Scale.HOUR, True), at + 1
    return None


def _ends(r: Reader, at: int) -> bool:
    """Nothing follows that the number could count."""
    return r.kind(at) in _AFTER_HOUR or not r.after(at, 2).strip(" .,;!?")


def _past(r: Reader, at: int, minutes: int) -> Parsed[ClockTime]:
    hour = number(r.word(at)) if r.kind(at) is Kind.NUMBER else None
    if hour is None or hour not in _HOURS:
        return None
    return ClockTime(hour * 60 + minutes, Scale.MINUTE, True), r.skip(at + 1, Kind.OCLOCK)


def _beside(r: Reader, at: int, minutes: int) -> Parsed[ClockTime]:
    if r.word(at) in _PAST:
        return _past(r, at + 1, minutes)
    return _past(r, at + 1, -minutes) if r.word(at) in _TO else None
