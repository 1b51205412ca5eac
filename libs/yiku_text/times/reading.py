"""What a phrase means before it is placed in the speaker's time zone, shared by both languages."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from yiku_text.times.choice import Reference, Units
from yiku_text.times.length import Length
from yiku_text.times.model import Lean, Recurrence
from yiku_text.times.ranges import closing
from yiku_text.times.span import MONTHS_IN, Scale, Span, Window, floor, frame, midnight, shift
from yiku_text.times.units import Trait


@dataclass(frozen=True, slots=True)
class Amount:
    """A length from `low` to `high`, equal when exact."""

    low: Length
    high: Length

    @property
    def exact(self) -> bool:
        """Whether one length was said."""
        return self.low == self.high

    @property
    def scale(self) -> Scale:
        """The finest unit named."""
        return self.low.scale

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.low + other.low, self.high + other.high)


Reading = Window | Amount | Recurrence


def window(span: Span) -> Window:
    """The span itself."""
    return Window(span.since, span.until, span.scale)


def ago(of: Amount, now: datetime) -> Span:
    """三天前, "two weeks ago": the day, week, month or year that lies so far back; from an hour down the instant."""
    far, near = _named(of.high, now, -1), _named(of.low, now, -1)
    return Span(far.since, near.until, near.scale)


def ahead(of: Amount, now: datetime) -> Span:
    """三天后, "in two weeks"."""
    near, far = _named(of.low, now, 1), _named(of.high, now, 1)
    return Span(near.since, far.until, near.scale)


def lasting_until_now(of: Amount, now: datetime) -> Window:
    """过去两周, "the last three months": up to now; weeks and longer start at midnight."""
    since = of.high.after(now, -1)
    return Window(midnight(since) if of.scale > Scale.DAY else since, now, of.scale)


def lasting_from_now(of: Amount, now: datetime) -> Window:
    """未来三天, "the next two weeks": from now on; days are whole ones and start tomorrow."""
    if of.scale is Scale.DAY and not of.high.months:
        start = frame(now, Scale.DAY, 1).since
        return Window(start, of.high.after(start), Scale.DAYS)
    until = of.high.after(now)
    return Window(now, midnight(until) if of.scale > Scale.DAY else until, of.scale)


def within(of: Amount, reference: Reference) -> Window:
    """三天内, "within a month": from now to the end of the day it runs out; back from now when leaning to the past."""
    if reference.lean is Lean.PAST:
        return lasting_until_now(of, reference.now)
    until = of.high.after(reference.now)
    end = midnight(until) + timedelta(days=1) if of.scale >= Scale.DAY else until
    return Window(reference.now, end, of.scale)


def since_so_long(of: Amount, now: datetime) -> Window:
    """三年以来: from the year so far back to now."""
    return Window(_named(of.low, now, -1).since, now, of.scale)


def since_before(of: Amount, now: datetime) -> Window:
    """三年以前: up to the year that lies so far back, and in it."""
    return Window(None, _named(of.low, now, -1).until, of.scale)


def from_then_on(of: Amount, now: datetime) -> Window:
    """三年以后: from the year that lies so far ahead."""
    return Window(_named(of.low, now, 1).since, None, of.scale)


def until_start(span: Span, units: Units, now: datetime) -> Window:
    """Before it: what lies behind, till it starts, or till it is over when it is itself a part ("before mid-May").

    A deadline ahead runs from now, and what it names is inside ("by Friday").
    """
    feast = units[-1].trait is Trait.FEAST
    if span.since > now and not feast:
        return Window(now, closing(span), span.scale)
    until = span.until if units[-1].trait is Trait.VAGUE else span.since
    return Window(now if until > now else None, until, span.scale)


def until_end(span: Span) -> Window:
    """Up to and with it."""
    return Window(None, closing(span), span.scale)


def from_start(span: Span) -> Window:
    """From it on."""
    return Window(span.since, None, span.scale)


def after_it(span: Span, units: Units) -> Window:
    """After it: from its start on, as dates are meant (2018年以后); after a holiday when that is over."""
    return Window(span.until if units[-1].trait is Trait.FEAST else span.since, None, span.scale)


def from_start_to_now(span: Span, now: datetime) -> Window:
    """From it to now; what is still ahead stays open."""
    return Window(span.since, now if span.since < now else None, span.scale)


def around(span: Span) -> Window:
    """Three days either side of a day; a longer or a shorter time stays as it is."""
    if span.scale is not Scale.DAY:
        return window(span)
    return Window(span.since - timedelta(days=3), span.until + timedelta(days=3), Scale.DAYS)


def _named(of: Length, now: datetime, times: int) -> Span:
    at = of.after(now, times)
    if of.scale is Scale.DAY or of.scale is Scale.WEEK:
        return frame(at, of.scale)
    if of.scale in MONTHS_IN:
        scale = Scale.YEAR if of.scale >= Scale.YEAR else Scale.MONTH
        return frame(floor(at, scale), scale)
    return Span(at, shift(at, of.scale, 1), of.scale)
