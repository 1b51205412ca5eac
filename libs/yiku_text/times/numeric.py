"""Dates and clock times in digits: 2024-03-05, 20240905, 12/1, 17:30, 5 pm."""

import re

from yiku_text.times.choice import Reference
from yiku_text.times.hours import ClockTime
from yiku_text.times.span import Scale
from yiku_text.times.units import Unit, day_of_month, month, quarter, year

_YEAR = r"(?:19|20|21)[0-9]{2}"
_TWO = "[0-9]{1,2}"
_HOUR = "(?:[01]?[0-9]|2[0-4])"
_MINUTES = f"{_HOUR}:[0-5][0-9](?::[0-5][0-9])?"
_NOON = r"\s?[aApP]\.?[mM](?![A-Za-z0-9])\.?"

CLOCK = (
    rf"(?:(?<![0-9A-SU-Za-z.:+])|(?<=[0-9]-[0-9]{{2}}-[0-9]{{2}})){_MINUTES}(?![0-9:])(?:{_NOON})?"
    rf"|(?<![0-9A-Za-z.:])(?:1[0-2]|0?[1-9]){_NOON}"
)
"""A clock time with minutes, or an hour with am or pm."""

_FORMS = (
    rf"{_YEAR}-[0-9]{{2}}-[0-9]{{2}}(?={_MINUTES})",
    rf"{_YEAR}[-/.]{_TWO}[-/.]{_TWO}(?:[-T](?={_MINUTES}))?",
    rf"{_YEAR} {_TWO} {_TWO}",
    rf"{_TWO}[/.]{_TWO}[/.]{_YEAR}|(?:(?<![0-9A-Za-z\u4e00-\u9fff])|(?<=[在于到自从是你我他])){_TWO}-{_TWO}-{_YEAR}",
    rf"(?:{_TWO}-{_TWO}-|{_TWO}/{_TWO}/)[0-9]{{2}}",
    rf"{_YEAR}\s?[Qq][1-4]",
    rf"{_YEAR}[-/](?:1[0-2]|0?[1-9])",
    rf"(?<=[-~至到—从自在于]){_YEAR}\.(?:1[0-2]|0[1-9])|{_YEAR}\.(?:1[0-2]|0[1-9])(?=\s?[-~至到—])",
    r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])",
    rf"0[1-9]-(?:0[1-9]|[12][0-9]|3[01])|1[0-2]-(?:0[1-9]|[12][0-9]|3[01])(?= {_MINUTES})",
    rf"{_TWO}[/·]{_TWO}",
    rf"{_TWO}\.{_TWO}(?=[日号]|[-~到至]{_TWO}\.{_TWO}[日号])",
)
_NEXT_DATE = rf"-(?:{_YEAR}(?![0-9])|{_TWO}[-/.]{_TWO}(?![0-9])|{_MINUTES})"
DATE = (
    r"(?<![0-9A-Za-z./:_])(?<![A-Za-z_]-)"
    rf"(?:(?:{_FORMS[0]})|(?:{'|'.join(_FORMS[1:])})(?:(?={_NEXT_DATE})|(?<=[-T])|(?![-./:_]?[0-9A-Za-z])))"
)
"""A date in digits that is no piece of a longer number, code or version."""

_DIGITS = re.compile("[0-9]+")
_YEARS_AHEAD = 10
"""A year in two digits is at most so far in the future."""


def full_year(short: int, reference: Reference) -> int:
    """24 → 2024, 98 → 1998."""
    this_century = 2000 + short
    return this_century if this_century <= reference.now.year + _YEARS_AHEAD else 1900 + short


def date_units(text: str, reference: Reference, month_first: bool) -> tuple[Unit, ...] | None:
    """The units of a DATE; None when there is no such date.

    `month_first` reads 1/2/2021 as 2 January, as Americans do; a number above twelve is a day in any order.
    """
    groups = _DIGITS.findall(text)
    if "q" in text.lower():
        return year(int(groups[0])), quarter(int(groups[1]))
    if len(groups) == 1:
        digits = groups[0]
        groups = [digits[:4], digits[4:6], digits[6:8]]
    if len(groups) == 2:
        return _two(groups, reference)
    return _three(_ordered(groups, reference, month_first), reference)


def clock_time(text: str) -> ClockTime:
    """What a CLOCK says; an hour up to twelve without am or pm could be meant twice."""
    hour, *rest = (int(digits) for digits in _DIGITS.findall(text))
    minute, second = (*rest, 0, 0)[:2]
    noon = text.lower().rstrip(".").replace(".", "").rstrip("m")[-1:]
    if noon in ("a", "p"):
        hour = hour % 12 + (12 if noon == "p" else 0) if hour <= 12 else hour
    scale = (Scale.HOUR, Scale.MINUTE, Scale.SECOND)[len(rest)]
    twelve = noon not in ("a", "p") and 1 <= hour <= 12 and not text.startswith("0")
    return ClockTime(hour * 60 + minute + second / 60, scale, twelve)


def _two(groups: list[str], reference: Reference) -> tuple[Unit, ...] | None:
    first, second = int(groups[0]), int(groups[1])
    if len(groups[0]) == 4:
        return (year(first), month(second)) if 1 <= second <= 12 else None
    return _checked(None, first, second)


def _ordered(groups: list[str], reference: Reference, month_first: bool) -> tuple[str, str, str]:
    """Year, month, day."""
    first, second, third = groups
    if len(first) == 4:
        return first, second, third
    if len(third) == 2 and 12 < int(first) <= reference.now.year % 100 + 2:
        return first, second, third
    swapped = int(first) > 12 or (not month_first and int(second) <= 12)
    return (third, second, first) if swapped else (third, first, second)


def _three(parts: tuple[str, str, str], reference: Reference) -> tuple[Unit, ...] | None:
    number = int(parts[0]) if len(parts[0]) == 4 else full_year(int(parts[0]), reference)
    return _checked(number, int(parts[1]), int(parts[2]))


def _checked(number: int | None, in_year: int, in_month: int) -> tuple[Unit, ...] | None:
    if not (1 <= in_year <= 12 and 1 <= in_month <= 31):
        return None
    days = (month(in_year), day_of_month(in_month))
    return days if number is None else (year(number), *days)
