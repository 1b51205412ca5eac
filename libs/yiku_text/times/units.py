"""Units: the single steps of a time expression, each of which narrows a coarser one.

"明年 四月 最后一个周一 下午三点" is four units. The first is a year that stands alone; each of the others takes the
span so far and answers the part of it that it names, or None where there is no such part.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, auto

from yiku_text.times.model import Every, Recurrence
from yiku_text.times.span import Scale, Span, floor, frame, shift

Narrow = Callable[[Span], Span | None]
NOTHING: frozenset[Scale] = frozenset()
YEARLY = frozenset({Scale.YEAR})


class Trait(Enum):
    """What a unit is, where that changes how it is read with its neighbours."""

    PLAIN = auto()
    NUMBERED_YEAR = auto()
    """A year by its number: the other end of a range takes it over."""
    VAGUE = auto()
    """A beginning, middle or end ("月底"): before it means until it is over."""
    FEAST = auto()
    """A holiday: after it means when it is over."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One step: `narrow` names a thing of `scale` within a span of one of the scales `inside`.

    Said alone it lies in a frame of the scale `implied`; when that is None it stands by itself (`inside` is
    empty, and `narrow` ignores its argument) or cannot be said alone. `alternate` is a second reading (eight
    o'clock in the evening); `repeats` says what it means after "every".
    """

    scale: Scale
    narrow: Narrow
    inside: frozenset[Scale] = NOTHING
    implied: Scale | None = None
    alternate: "Unit | None" = None
    repeats: Recurrence | None = None
    trait: Trait = Trait.PLAIN

    @property
    def alone(self) -> bool:
        """Whether it can open an expression."""
        return self.implied is not None or not self.inside


def fixed(span: Span, trait: Trait = Trait.PLAIN) -> Unit:
    """A span that is known already."""
    return Unit(span.scale, lambda _: span, trait=trait)


def year(number: int) -> Unit:
    """The year of that number (1 to 9998)."""
    return fixed(frame(datetime(number, 1, 1), Scale.YEAR), Trait.NUMBERED_YEAR)


def month(number: int) -> Unit:
    """January is 1."""

    def narrow(year: Span) -> Span:
        return frame(year.since.replace(month=number), Scale.MONTH)

    return Unit(Scale.MONTH, narrow, YEARLY, Scale.YEAR, repeats=Recurrence(Every.YEAR, year_days=((number, 0),)))


def day_of_month(number: int) -> Unit:
    """The day of that number; a month that is too short has none."""

    def narrow(month: Span) -> Span | None:
        day = frame(month.since + timedelta(days=number - 1), Scale.DAY)
        return day if day.until <= month.until else None

    repeats = Recurrence(Every.MONTH, month_days=(number,))
    return Unit(Scale.DAY, narrow, frozenset({Scale.MONTH}), Scale.MONTH, repeats=repeats)


def weekday(number: int) -> Unit:
    """ISO: Monday is 1."""

    def narrow(week: Span) -> Span:
        return frame(week.since + timedelta(days=number - 1), Scale.DAY)

    repeats = Recurrence(Every.WEEK, weekdays=(number,))
    return Unit(Scale.DAY, narrow, frozenset({Scale.WEEK}), Scale.WEEK, repeats=repeats)


def days_of_week(first: int, last: int) -> Unit:
    """The days from `first` to `last` (ISO, both inside) of a week; a weekend is 6 to 7."""

    def narrow(week: Span) -> Span:
        return Span(week.since + timedelta(days=first - 1), week.since + timedelta(days=last), Scale.DAYS)

    repeats = Recurrence(Every.WEEK, weekdays=tuple(range(first, last + 1)))
    return Unit(Scale.DAYS, narrow, frozenset({Scale.WEEK}), Scale.WEEK, repeats=repeats)


def slice_of(scale: Scale, parts: Scale, first: int, last: int | None, inside: frozenset[Scale]) -> Unit:
    """From the part `first` to before the part `last` (None: to the end) of a year, counted in `parts`."""

    def narrow(whole: Span) -> Span:
        until = whole.until if last is None else shift(whole.since, parts, last)
        return Span(shift(whole.since, parts, first), until, scale)

    return Unit(scale, narrow, inside, Scale.YEAR if inside == YEARLY else None)


def quarter(number: int) -> Unit:
    """January to March is 1."""
    return slice_of(Scale.QUARTER, Scale.MONTH, 3 * number - 3, 3 * number, YEARLY)


def half_year(number: int) -> Unit:
    """1 or 2."""
    return slice_of(Scale.HALF, Scale.MONTH, 6 * number - 6, 6 * number, YEARLY)


def season(number: int) -> Unit:
    """Spring (March to May) is 1; the winter of a year ends in the next."""
    months = tuple((first % 12 + 1, 0) for first in range(3 * number - 1, 3 * number + 2))
    unit = slice_of(Scale.MONTHS, Scale.MONTH, 3 * number - 1, 3 * number + 2, YEARLY)
    return replace(unit, repeats=Recurrence(Every.YEAR, year_days=months))


def nth(scale: Scale, number: int, implied: Scale | None = None) -> Unit:
    """The `number`-th month, week or day of something longer, -1 for the last; a week counts where its Monday lies."""

    def narrow(whole: Span) -> Span | None:
        if number > 0:
            found = frame(shift(_first(whole, scale), scale, number - 1), scale)
        else:
            found = frame(shift(_after_last(whole, scale), scale, number), scale)
        return found if whole.since <= found.since < whole.until else None

    repeats = Recurrence(Every.MONTH, month_days=(number,)) if scale is Scale.DAY else None
    return Unit(scale, narrow, _coarser(scale), implied, repeats=repeats)


def nth_weekday(number: int, day: int) -> Unit:
    """The `number`-th Monday (`day` 1), ... of a month or year, -1 for the last."""

    def narrow(whole: Span) -> Span | None:
        if number > 0:
            ahead = (day - whole.since.isoweekday()) % 7
            since = whole.since + timedelta(days=ahead + 7 * (number - 1))
        else:
            back = (whole.until.isoweekday() - day - 1) % 7 + 1
            since = whole.until + timedelta(days=7 * (number + 1) - back)
        return frame(since, Scale.DAY) if whole.since <= since < whole.until else None

    repeats = Recurrence(Every.MONTH, weekdays=(day,), nth=number)
    return Unit(Scale.DAY, narrow, _coarser(Scale.WEEK), repeats=repeats)


def stretch(scale: Scale, count: int, at_end: bool) -> Unit:
    """The first or the last `count` months, weeks or days of something longer."""

    def narrow(whole: Span) -> Span | None:
        if at_end:
            until = _after_last(whole, scale)
            since = shift(until, scale, -count)
        else:
            since = _first(whole, scale)
            until = shift(since, scale, count)
        return Span(since, until, _SEVERAL.get(scale, scale)) if whole.since <= since < until <= whole.until else None

    return Unit(_SEVERAL.get(scale, scale), narrow, _coarser(scale))


def half_of(scale: Scale, second: bool) -> Unit:
    """上半月, 下半周: the first half of a month is 15 days, of a week Monday to Wednesday."""
    days = 15 if scale is Scale.MONTH else 3

    def narrow(whole: Span) -> Span:
        middle = whole.since + timedelta(days=days)
        return Span(middle, whole.until, Scale.DAYS) if second else Span(whole.since, middle, Scale.DAYS)

    return Unit(Scale.DAYS, narrow, frozenset({scale}), scale)


_SEVERAL = {Scale.DAY: Scale.DAYS, Scale.WEEK: Scale.DAYS, Scale.MONTH: Scale.MONTHS, Scale.QUARTER: Scale.MONTHS}


def _coarser(scale: Scale) -> frozenset[Scale]:
    return frozenset(other for other in Scale if other > scale)


def _first(whole: Span, scale: Scale) -> datetime:
    """Where the first unit of `scale` that starts in `whole` starts."""
    start = floor(whole.since, scale)
    return start if start == whole.since else shift(start, scale, 1)


def _after_last(whole: Span, scale: Scale) -> datetime:
    """Where the last whole unit of `scale` in `whole` ends."""
    return floor(whole.until, scale)
