"""Puts together what comes again: periods, days and times of day."""

from dataclasses import replace
from datetime import time

from yiku_text.times.model import Every, Recurrence
from yiku_text.times.span import Scale
from yiku_text.times.units import Unit

_ORDER = (Every.DAY, Every.WEEK, Every.MONTH, Every.YEAR)
PERIODS = {
    Scale.DAY: (Every.DAY, 1),
    Scale.WEEK: (Every.WEEK, 1),
    Scale.MONTH: (Every.MONTH, 1),
    Scale.QUARTER: (Every.MONTH, 3),
    Scale.YEAR: (Every.YEAR, 1),
}
"""What each unit of the calendar comes to, as a period and how many of it."""


def period(scale: Scale, count: int) -> Recurrence:
    """Every `count` units of a scale in PERIODS."""
    every, size = PERIODS[scale]
    return Recurrence(every, interval=count * size)


def merged(one: Recurrence | None, other: Recurrence) -> Recurrence:
    """Both at once: the days of either, the time of day of the second, the longer period."""
    if one is None:
        return other
    months = tuple(month for month, day in one.year_days if day == 0)
    days = one.year_days + other.year_days
    if months and other.month_days:
        days = tuple((month, day) for month in months for day in other.month_days)
        other = replace(other, month_days=(), every=Every.YEAR)
    return Recurrence(
        max(one.every, other.every, key=_ORDER.index),
        max(one.interval, other.interval),
        _union(one.weekdays, other.weekdays),
        _union(one.month_days, other.month_days),
        days,
        one.festival or other.festival,
        one.nth or other.nth,
        other.start or one.start if other.start or other.end else one.start,
        other.end if other.start or other.end else one.end,
    )


def hours_between(first: Unit, last: Unit) -> Recurrence | None:
    """From one time of day to another; of two readings those that follow each other soonest ("9 to 5", "2 to 4 pm")."""
    starts, ends = _starts(first), _starts(last)
    pairs = [(start, end) for start in starts for end in ends]
    if not pairs:
        return None
    likely = starts[0] if last.alternate else None
    start, end = min(
        pairs, key=lambda pair: (likely not in (None, pair[0]), (_minutes(pair[1]) - _minutes(pair[0])) % 1440 or 1440)
    )
    return Recurrence(Every.DAY, start=start, end=end)


def _starts(unit: Unit) -> list[time]:
    readings = (unit, unit.alternate)
    return [one.repeats.start for one in readings if one and one.repeats and one.repeats.start is not None]


def _minutes(at: time) -> int:
    return at.hour * 60 + at.minute


def days_between(first: int, last: int, size: int) -> tuple[int, ...]:
    """From the first to the last, both inside, in a cycle of that size; sorted."""
    count = (last - first) % size + 1
    return tuple(sorted((first - 1 + step) % size + 1 for step in range(count)))


def _union(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({*one, *other}))
