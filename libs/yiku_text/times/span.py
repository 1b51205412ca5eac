"""Stretches of local wall-clock time and the calendar's own units (weeks start on Monday)."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum


class Scale(IntEnum):
    """How large the thing is that an expression names, from fine to coarse."""

    SECOND = 1
    MINUTE = 2
    HOUR = 3
    PART = 4
    """A part of a day: the morning, the night."""
    DAY = 5
    DAYS = 6
    """A few days in a row: a weekend, ten days of a month."""
    WEEK = 7
    MONTH = 8
    MONTHS = 9
    """A few months in a row: a season, the end of a year."""
    QUARTER = 10
    HALF = 11
    YEAR = 12
    YEARS = 13
    """A few years in a row: the early nineties."""
    DECADE = 14
    CENTURY = 15


@dataclass(frozen=True, slots=True)
class Span:
    """[since, until) in local wall-clock time."""

    since: datetime
    until: datetime
    scale: Scale


@dataclass(frozen=True, slots=True)
class Window:
    """[since, until) where an end may be open."""

    since: datetime | None
    until: datetime | None
    scale: Scale


MONTHS_IN = {
    Scale.MONTH: 1,
    Scale.QUARTER: 3,
    Scale.HALF: 6,
    Scale.YEAR: 12,
    Scale.DECADE: 120,
    Scale.CENTURY: 1200,
}
SECONDS_IN = {Scale.SECOND: 1, Scale.MINUTE: 60, Scale.HOUR: 3600, Scale.DAY: 86400, Scale.WEEK: 7 * 86400}


def shift_months(at: datetime, months: int) -> datetime:
    """The same day and time `months` later; the last of the month where it has no such day.

    Raises ValueError beyond the years 1 to 9999.
    """
    year, month = divmod(at.year * 12 + at.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise ValueError(f"no such year: {year}")
    return at.replace(year=year, month=month + 1, day=min(at.day, monthrange(year, month + 1)[1]))


def shift(at: datetime, scale: Scale, count: int) -> datetime:
    """`at` moved by `count` units of `scale` (one of MONTHS_IN or SECONDS_IN)."""
    if scale in MONTHS_IN:
        return shift_months(at, count * MONTHS_IN[scale])
    return at + timedelta(seconds=count * SECONDS_IN[scale])


def midnight(at: datetime) -> datetime:
    """The start of the day of `at`."""
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


def floor(at: datetime, scale: Scale) -> datetime:
    """The start of the unit of `scale` (one of MONTHS_IN or SECONDS_IN) that holds `at`."""
    if scale is Scale.WEEK:
        return midnight(at) - timedelta(days=at.weekday())
    if scale in MONTHS_IN:
        return _floor_months(at, MONTHS_IN[scale])
    if scale is Scale.DAY:
        return midnight(at)
    second = at.second if scale is Scale.SECOND else 0
    minute = at.minute if scale <= Scale.MINUTE else 0
    return at.replace(minute=minute, second=second, microsecond=0)


def frame(at: datetime, scale: Scale, offset: int = 0) -> Span:
    """The unit of `scale` that holds `at`, or the one `offset` units away."""
    since = floor(at, scale)
    if offset:
        since = shift(since, scale, offset)
    return Span(since, shift(since, scale, 1), scale)


def _floor_months(at: datetime, months: int) -> datetime:
    if months >= 12:
        years = months // 12
        return datetime(max(1, at.year - at.year % years), 1, 1)
    return datetime(at.year, (at.month - 1) // months * months + 1, 1)
