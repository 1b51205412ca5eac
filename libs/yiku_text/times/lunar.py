"""The Chinese lunar calendar and the solar terms, for the years 1900 to 2100."""

from datetime import date, datetime, timedelta
from functools import lru_cache

from borax.calendars.lunardate import (  # type: ignore[import-untyped]
    TERMS_CN,
    InvalidLunarDateError,
    LunarDate,
    TermUtils,
)

from yiku_text.times.model import Every, Recurrence
from yiku_text.times.span import Scale, Span
from yiku_text.times.units import YEARLY, Narrow, Trait, Unit

TERMS: tuple[str, ...] = tuple(TERMS_CN)
"""The names of the twenty-four solar terms."""
_LATE_MONTH = 11
"""From this lunar month on a date may fall into the next calendar year."""


def lunar_day(month: int, day: int, name: str = "", *, leap: bool = False, years: int = 0) -> Unit:
    """A day of the lunar year that starts in the calendar year it is said of; day -1 is the month's last.

    `name` is a feast's; `years` are added to the year; a day that a month does not have is none.
    """

    def narrow(year: Span) -> Span | None:
        found = _solar(year.since.year + years, month, day, leap)
        return _day(found) if found else None

    return _lunar_unit(Scale.DAY, narrow, name or f"{month}-{day}")


def lunar_month(month: int, *, leap: bool = False, years: int = 0) -> Unit:
    """A month of the lunar year, 29 or 30 days."""

    def narrow(year: Span) -> Span | None:
        number = year.since.year + years
        first, last = _solar(number, month, 1, leap), _solar(number, month, -1, leap)
        return Span(_day(first).since, _day(last).until, Scale.MONTH) if first and last else None

    return _lunar_unit(Scale.MONTH, narrow, f"{month}")


def solar_term(name: str) -> Unit:
    """The day on which the sun reaches that term, of the calendar year it is said of."""

    def narrow(year: Span) -> Span | None:
        found = _term(year.since.year, name)
        return _day(found) if found else None

    return _lunar_unit(Scale.DAY, narrow, name)


def runs_late(month: int, at: datetime) -> bool:
    """Whether "this year's" lunar `month`, said at `at`, belongs to the lunar year that began a calendar year ago."""
    new_year = _solar(at.year, 1, 1, False)
    return month >= _LATE_MONTH and new_year is not None and at.date() < new_year


def _lunar_unit(scale: Scale, narrow: Narrow, name: str) -> Unit:
    repeats = Recurrence(Every.YEAR, festival=name)
    return Unit(scale, narrow, YEARLY, Scale.YEAR, repeats=repeats, trait=Trait.FEAST)


def _day(found: date) -> Span:
    since = datetime(found.year, found.month, found.day)
    return Span(since, since + timedelta(days=1), Scale.DAY)


@lru_cache(maxsize=4096)
def _solar(year: int, month: int, day: int, leap: bool) -> date | None:
    try:
        found = LunarDate.last_day(year, month, leap) if day < 0 else LunarDate(year, month, day, leap)
    except (InvalidLunarDateError, IndexError):
        return None
    solar: date = found.to_solar_date()
    return solar


@lru_cache(maxsize=4096)
def _term(year: int, name: str) -> date | None:
    if not 1900 <= year <= 2100:
        return None
    found: date = TermUtils.nth_term_day(year, term_name=name)
    return found
