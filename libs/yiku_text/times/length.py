"""Lengths of time: "two and a half hours", "about three years"."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from yiku_text.times.span import MONTHS_IN, SECONDS_IN, Scale, midnight, shift_months

_FINER = {
    Scale.YEAR: (Scale.MONTH, 12),
    Scale.HALF: (Scale.MONTH, 6),
    Scale.QUARTER: (Scale.MONTH, 3),
    Scale.DECADE: (Scale.YEAR, 10),
    Scale.CENTURY: (Scale.YEAR, 100),
    Scale.MONTH: (Scale.DAY, 30),
    Scale.WEEK: (Scale.HOUR, 168),
    Scale.DAY: (Scale.HOUR, 24),
    Scale.HOUR: (Scale.MINUTE, 60),
    Scale.MINUTE: (Scale.SECOND, 60),
}
"""What a fraction of a unit is counted in."""


@dataclass(frozen=True, slots=True)
class Length:
    """`months` and `seconds` long, told in units of `scale`; `work_days` are counted apart, Monday to Friday."""

    months: int
    seconds: int
    scale: Scale
    work_days: int = 0

    def __add__(self, other: "Length") -> "Length":
        return Length(
            self.months + other.months,
            self.seconds + other.seconds,
            min(self.scale, other.scale),
            self.work_days + other.work_days,
        )

    @property
    def timedelta(self) -> timedelta:
        """Years count as 365 days, other months as 30, working days as days."""
        years, months = divmod(self.months, 12)
        return timedelta(days=years * 365 + months * 30 + self.work_days, seconds=self.seconds)

    def after(self, at: datetime, times: int = 1) -> datetime:
        """`at` moved by `times` this length; raises ValueError or OverflowError outside the calendar."""
        moved = shift_months(at, times * self.months) if self.months else at
        moved = _work_days_after(moved, times * self.work_days) if self.work_days else moved
        return moved + timedelta(seconds=times * self.seconds)


def length(count: float, scale: Scale) -> Length:
    """`count` units of `scale`; a fraction is told in the next finer unit (half a year is six months)."""
    if count != int(count) and scale in _FINER:
        finer, size = _FINER[scale]
        return length(round(count * size), finer)
    if scale in MONTHS_IN:
        return Length(int(count) * MONTHS_IN[scale], 0, scale)
    return Length(0, round(count * SECONDS_IN[scale]), scale)


def work_days(count: int) -> Length:
    """`count` days from Monday to Friday; public holidays are not known."""
    return Length(0, 0, Scale.DAY, count)


def _work_days_after(at: datetime, count: int) -> datetime:
    step = timedelta(days=1 if count > 0 else -1)
    moved = midnight(at)
    while count:
        moved += step
        if moved.weekday() < 5:
            count -= 1 if count > 0 else -1
    return moved
