"""Times of day: parts of the day, clock times, and a clock time within a part of the day."""

from dataclasses import dataclass, replace
from datetime import time, timedelta

from yiku_text.times.model import Every, Recurrence
from yiku_text.times.span import Scale, Span
from yiku_text.times.units import Unit

_NIGHT_ENDS = 6 * 60
_NIGHT_PARTS = 17
_WIDTH = {Scale.HOUR: 60.0, Scale.MINUTE: 1.0, Scale.SECOND: 1 / 60}
"""Minutes that a clock time of that scale covers."""


@dataclass(frozen=True, slots=True)
class DayPart:
    """A part of the day: [start, end) in hours from midnight; past 24 is the next day.

    A clock time of the twelve-hour kind said with it is the reading that lies in [clock, clock + 12).
    """

    start: float
    end: float
    clock: int


@dataclass(frozen=True, slots=True)
class ClockTime:
    """As said: `minutes` after midnight; `twelve` when it could be meant in the afternoon as well."""

    minutes: float
    scale: Scale
    twelve: bool = False
    width: float = 0.0
    """Minutes covered when the scale does not say it ("seven or eight o'clock")."""

    def within(self, part: DayPart) -> "ClockTime":
        """The reading that the part of the day leaves; an hour of the night is after midnight."""
        if not self.twelve:
            small = self.minutes < _NIGHT_ENDS and part.clock >= _NIGHT_PARTS
            return replace(self, minutes=self.minutes + 1440) if small else self
        low = part.clock * 60
        minutes = (self.minutes - low) % 720 + low
        return ClockTime(minutes, self.scale, False, self.width)

    @property
    def covers(self) -> float:
        """Minutes that it stands for."""
        return self.width or _WIDTH[self.scale]


def part_of_day(part: DayPart) -> Unit:
    """A part of the day said without a clock time."""
    return _time_of_day(part.start * 60, part.end * 60, Scale.PART)


def clock(said: ClockTime, part: DayPart | None = None) -> Unit:
    """A clock time; without a part of the day one of the twelve-hour kind keeps its second reading."""
    if part is not None:
        said = said.within(part)
    later = None
    if said.twelve:
        other = (said.minutes + 720) % 1440
        later = _time_of_day(other, other + said.covers, said.scale)
    return _time_of_day(said.minutes, said.minutes + said.covers, said.scale, later)


def _time_of_day(start: float, end: float, scale: Scale, alternate: Unit | None = None) -> Unit:
    """[start, end) in minutes after midnight of each of the days that it is said of."""

    def narrow(days: Span) -> Span:
        last = days.until - timedelta(days=1)
        return Span(days.since + timedelta(minutes=start), last + timedelta(minutes=end), scale)

    repeats = Recurrence(Every.DAY, start=_time(start), end=_time(end))
    return Unit(scale, narrow, frozenset({Scale.DAY, Scale.DAYS}), Scale.DAY, alternate, repeats)


def _time(minutes: float) -> time:
    seconds = round(minutes * 60) % 86400
    return time(seconds // 3600, seconds // 60 % 60, seconds % 60)
