"""Ranges: what the two ends lack they take from each other."""

from datetime import datetime

from yiku_text.times.choice import Reference, Units, around, fold, following, resolve
from yiku_text.times.span import Scale, Span, Window, frame
from yiku_text.times.units import Trait

_CLOCK = frozenset({Scale.HOUR, Scale.MINUTE, Scale.SECOND})


def between(first: Units, last: Units, reference: Reference, *, exclusive: bool = False) -> Window | None:
    """From the start of `first` to the end of `last`; None when that is no stretch of time.

    A clock time at the end is the instant itself, anything longer is inside the range unless `exclusive`; an
    exclusive range ends where a month or a year at its end begins, but a day is always inside.
    """
    start = _start(first, last, reference)
    end = _end(last, start, reference) if start else None
    if start is None or end is None:
        return None
    until = end.since if exclusive and end.scale >= Scale.MONTH else closing(end)
    return Window(start.since, until, min(start.scale, end.scale)) if start.since < until else None


def closing(span: Span) -> datetime:
    """Where a range ends that ends with this span."""
    return span.since if span.scale in _CLOCK else span.until


def _start(first: Units, last: Units, reference: Reference) -> Span | None:
    start = resolve(first, reference)
    if first[0].implied is None or last[0].implied is not None:
        return _nearer_reading(first, last, start, reference)
    end = fold(last, None)
    if end is None or start is None:
        return None
    if start.since < end.since and last[0].trait is not Trait.NUMBERED_YEAR:
        return start
    return max((span for span in around(first, end, -1) if span.since < end.since), key=_since, default=None)


def _nearer_reading(first: Units, last: Units, start: Span | None, reference: Reference) -> Span | None:
    """ "From 2 to 4 pm": of the two readings of the start the later one that is still before the end."""
    if start is None or first[-1].alternate is None or last[0].implied is not Scale.DAY or last[-1].alternate:
        return start
    end = _end(last, start, reference)
    other = fold((first[-1].alternate,), frame(start.since, Scale.DAY))
    return other if end and other and start.since < other.since < end.since else start


def _end(last: Units, start: Span, reference: Reference) -> Span | None:
    """After the start; outside it when the start is a longer stretch that is past (从去年到3月)."""
    if last[0].implied is None:
        return fold(last, None)
    over = start.until <= reference.now and start.scale > last[-1].scale
    return following(last, start, outside=over)


def _since(span: Span) -> datetime:
    return span.since
