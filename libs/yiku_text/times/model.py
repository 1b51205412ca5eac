"""What a time expression is read as."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from enum import StrEnum

from yiku_domain.memory import Precision


class Lean(StrEnum):
    """Where to look when the words alone do not tell: "Wednesday", "5 March", "eight o'clock".

    PAST and FUTURE also take small hours without a part of the day for the afternoon ("tomorrow at three");
    NEAREST takes them as they stand.
    """

    PAST = "past"
    FUTURE = "future"
    NEAREST = "nearest"
    """The one of this day, this week, this month or this year; a far nearer one of the next or last month or year."""


class Every(StrEnum):
    """The period of a recurrence."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True)
class Recurrence:
    """What comes again every `interval` periods, on the days listed (none listed: the period alone is known).

    `weekdays` are ISO (Monday is 1), of a month only the `nth` one (-1 the last) when that is told; `year_days` are
    (month, day), day 0 the whole month; `festival` names a feast that moves with the lunar calendar or the week.
    `month_days` may hold -1, the last. [start, end) is the time of day, either of them open when None; an end before
    its start is past midnight.
    """

    every: Every
    interval: int = 1
    weekdays: tuple[int, ...] = ()
    month_days: tuple[int, ...] = ()
    year_days: tuple[tuple[int, int], ...] = ()
    festival: str | None = None
    nth: int | None = None
    start: time | None = None
    end: time | None = None


@dataclass(frozen=True)
class TimeExpression:
    """A stretch of text that tells a time: `text` is its characters [start, end).

    [since, until) is half-open and offset-aware, in the zone of the turn's own time; None is an open end, and
    both are None for a bare duration and for a recurrence. A clock time that closes a range ("from 3 to 5") is
    the instant itself; a day, a month or a year that closes one is inside it.
    """

    text: str
    start: int
    end: int
    since: datetime | None
    until: datetime | None
    precision: Precision
    recurrence: Recurrence | None = None
    duration: timedelta | None = None
