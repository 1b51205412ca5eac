"""From units to a span: fold them from coarse to fine, and choose where the words leave a choice."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from yiku_text.times.model import Lean
from yiku_text.times.span import Scale, Span, frame
from yiku_text.times.units import Trait, Unit

Units = Sequence[Unit]
_NEIGHBOURS = 2
_FAR_NEIGHBOURS = 8
"""A leap day may be eight years away."""
_MUCH_NEARER = 3
_LOOSE = frozenset({Scale.DAY, Scale.MONTH, Scale.MONTHS})
_WAKING = 7


@dataclass(frozen=True, slots=True)
class Reference:
    """The moment of speaking (local wall-clock time), and where to look when in doubt."""

    now: datetime
    lean: Lean
    near: Span | None = None
    """The expression before in a list, or a time of day before in the sentence."""
    listed: bool = False
    """In a list an item takes from there what it lacks; otherwise only an hour takes the day."""
    same_year: bool = False
    """Whether that item said its year."""


def fold(units: Units, whole: Span | None) -> Span | None:
    """Narrow step by step; None where a step has no such part or leaves the calendar."""
    span = whole
    try:
        for unit in units:
            if span is None and unit.inside:
                return None
            span = unit.narrow(span or _ANYWHERE)
            if span is None:
                return None
    except (ValueError, OverflowError):
        return None
    return span


def resolve(units: Units, reference: Reference) -> Span | None:
    """The span that the units name, seen from the reference."""
    implied = units[0].implied
    if implied is None:
        return _waking(units, fold(units, None), reference)
    if reference.near and _takes_over(implied, reference):
        return following(units, reference.near) or fold(units, frame(reference.near.since, implied))
    current = fold(units, frame(reference.now, implied))
    if reference.lean is Lean.NEAREST and current and not _loose(units[0]):
        return current
    for reach in (_NEIGHBOURS, _FAR_NEIGHBOURS):
        found = [span for span in candidates(units, implied, reference, reach) if span]
        chosen = _choose(found, current, reference) if found else None
        if chosen:
            return chosen
    return current


def _takes_over(implied: Scale, reference: Reference) -> bool:
    if not reference.listed:
        return implied is Scale.DAY
    return implied < Scale.YEAR or reference.same_year


def _loose(unit: Unit) -> bool:
    """Whether a far nearer one beyond the year or month may be meant: 12月20号, said on 5 January.

    Days of this week and hours of today never are, nor the halves and ends of the running year.
    """
    loose = unit.scale in _LOOSE or unit.trait is Trait.FEAST
    return unit.implied in (Scale.YEAR, Scale.MONTH) and loose and unit.trait is not Trait.VAGUE


def _waking(units: Units, span: Span | None, reference: Reference) -> Span | None:
    """ "Tomorrow at three" is in the afternoon, when there is a lean that says somebody does something then."""
    later = units[-1].alternate
    if reference.lean is Lean.NEAREST or span is None or later is None or span.since.hour >= _WAKING:
        return span
    return fold((*units[:-1], later), None)


def following(units: Units, start: Span, *, outside: bool = False) -> Span | None:
    """What the units name first after the start of that span, or after its end (`outside`)."""
    found = (span for span in around(units, start, 1) if _follows(span, start, outside))
    return min(found, key=lambda span: span.since, default=None)


def around(units: Units, span: Span, direction: int) -> Iterable[Span]:
    """What the units name in the frame that holds the span, and in the nearest one that way that has such a thing."""
    implied = units[0].implied
    for reading in readings(units) if implied else ():
        for step in range(_FAR_NEIGHBOURS + 1):
            found = fold(reading, _frame(span.since, implied, step * direction)) if implied else None
            if found:
                yield found
                if step:
                    break


def _follows(span: Span, start: Span, outside: bool) -> bool:
    return span.since >= start.until if outside else span.since > start.since


def readings(units: Units) -> Iterable[Units]:
    """The units, and once more with the second reading of the first ("eight" in the evening)."""
    yield units
    if units[0].alternate:
        yield (units[0].alternate, *units[1:])


def candidates(units: Units, implied: Scale, reference: Reference, reach: int) -> Iterable[Span | None]:
    """What the units name in each of the frames around the reference."""
    either = readings(units) if reference.lean is not Lean.NEAREST else (units,)
    for reading in either:
        for offset in range(-reach, reach + 1):
            yield fold(reading, _frame(reference.now, implied, offset))


def _frame(at: datetime, scale: Scale, offset: int) -> Span | None:
    try:
        return frame(at, scale, offset)
    except (ValueError, OverflowError):
        return None


def _choose(found: Sequence[Span], current: Span | None, reference: Reference) -> Span | None:
    now = reference.now
    if reference.lean is Lean.PAST:
        return max((span for span in found if span.since <= now), key=lambda span: span.since, default=None)
    if reference.lean is Lean.FUTURE:
        return min((span for span in found if _ahead(span, now)), key=lambda span: span.since, default=None)
    nearest = min(found, key=lambda span: _distance(span, now))
    if current and _distance(nearest, now) * _MUCH_NEARER >= _distance(current, now):
        return current
    return nearest


def _ahead(span: Span, now: datetime) -> bool:
    return span.until > now if span.scale >= Scale.PART else span.since >= now


def _distance(span: Span, now: datetime) -> timedelta:
    return max(span.since - now, now - span.until, timedelta(0))


_ANYWHERE = Span(datetime.min, datetime.max, Scale.CENTURY)
"""What a unit that stands alone is given, and ignores."""
