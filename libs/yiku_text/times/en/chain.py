"""A point or stretch in time in English: pieces in any order, put from coarse to fine."""

from datetime import timedelta
from itertools import pairwise

from yiku_text.times.en.lengths import amount
from yiku_text.times.en.pieces import Piece, Units, piece
from yiku_text.times.en.words import ENDS_AFTER_MIDNIGHT, UNITS
from yiku_text.times.hours import clock, part_of_day
from yiku_text.times.length import length
from yiku_text.times.reading import Amount
from yiku_text.times.span import Scale, Span, frame
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.units import Unit

_LINKS = (Kind.ON, Kind.AT, Kind.IN, Kind.OF, Kind.COMMA)
_ALL = frozenset(Scale)


def chain(r: Reader, at: int) -> Parsed[Units]:
    """The longest run of pieces that make one time, from coarse to fine."""
    relative = _relative(r, at)
    if relative:
        return relative
    units: Units = ()
    whole, end = Piece(), at
    while found := _next(r, end, whole, begun=end > at):
        joined = _joined(whole, found[0])
        ordered = _ordered(joined) if joined else None
        if joined is None or ordered is None:
            break
        whole, end, units = joined, found[1], ordered
    return (units, end) if units and units[0].alone else None


def _next(r: Reader, at: int, whole: Piece, *, begun: bool) -> Parsed[Piece]:
    if not begun:
        return piece(r, at, False)
    start = at
    while r.kind(start) in _LINKS and start < at + 2:
        start += 1
    if r.kind(start) is Kind.THE:
        return piece(r, start, True) or piece(r, start + 1, True)
    return piece(r, start, True)


def _joined(whole: Piece, found: Piece) -> Piece | None:
    """Both together; None when they would say two times of day."""
    if (whole.part and found.part) or (whole.clock and found.clock):
        return None
    return Piece((*whole.units, *found.units), whole.part or found.part, whole.clock or found.clock)


def _ordered(of: Piece) -> Units | None:
    """From coarse to fine; a weekday beside a date says nothing new. None when they do not fit each other."""
    units = sorted(of.units, key=lambda unit: -unit.scale)
    days = [unit for unit in units if unit.scale is Scale.DAY]
    if len(days) > 1:
        units = [unit for unit in units if unit not in days or not _is_weekday(unit)]
    if of.clock:
        units.append(clock(of.clock, of.part))
    elif of.part:
        units.append(part_of_day(of.part))
    fits = all(before.scale in unit.inside for before, unit in pairwise(units))
    return tuple(units) if units and fits else None


def _is_weekday(unit: Unit) -> bool:
    return unit.repeats is not None and bool(unit.repeats.weekdays)


def _relative(r: Reader, at: int) -> Parsed[Units]:
    """Two weeks before Christmas, the day after Thanksgiving, a week from Friday, ten minutes before noon."""
    start = r.skip(at, Kind.THE)
    said, end = _told(r, start, the=start > at)
    if said is None or r.kind(end) not in (Kind.BEFORE, Kind.AFTER, Kind.FROM):
        return None
    anchor = chain(r, r.skip(end + 1, Kind.THE))
    if anchor is None:
        return None
    unit = _beside(said, r.kind(end) is Kind.BEFORE, stretch=start > at, of=anchor[0][-1].scale)
    night = start > at and r.word(start) == "night"
    return ((*anchor[0], unit, part_of_day(ENDS_AFTER_MIDNIGHT)) if night else (*anchor[0], unit)), anchor[1]


def _told(r: Reader, at: int, *, the: bool) -> tuple[Amount | None, int]:
    """Two weeks; after "the" a single unit."""
    if not the:
        found = amount(r, at, article=True)
        return found if found and found[0].exact else (None, at)
    if r.kind(at) is Kind.WEEKEND:
        return _WEEKEND, at + 1
    scale = UNITS.get(r.word(at), Scale.DAY if r.word(at) == "night" else None)
    if scale not in (Scale.DAY, Scale.WEEK, Scale.MONTH, Scale.YEAR):
        return None, at
    return Amount(length(1, scale), length(1, scale)), at + 1


def _beside(said: Amount, before: bool, *, stretch: bool, of: Scale) -> Unit:
    """The stretch right beside ("the week before"), or the day so far away ("two weeks before")."""
    if said is _WEEKEND:
        return Unit(Scale.DAYS, _weekend_before if before else _weekend_after, _ALL)
    sign = -1 if before else 1
    small = of < Scale.DAY or said.scale <= Scale.HOUR
    scale = Scale.MINUTE if small else Scale.DAY if not stretch or said.scale is Scale.DAY else Scale.DAYS

    def narrow(span: Span) -> Span:
        if not stretch:
            return frame(said.low.after(span.since, sign), scale)
        ends = (said.low.after(span.since, -1), span.since) if before else (span.until, said.low.after(span.until))
        return Span(*ends, scale)

    return Unit(scale, narrow, _ALL)


def _weekend_before(span: Span) -> Span:
    saturday = frame(span.since, Scale.WEEK).since + timedelta(days=5)
    if saturday + timedelta(days=2) > span.since:
        saturday -= timedelta(days=7)
    return Span(saturday, saturday + timedelta(days=2), Scale.DAYS)


def _weekend_after(span: Span) -> Span:
    saturday = frame(span.until, Scale.WEEK).since + timedelta(days=5)
    if saturday < span.until:
        saturday += timedelta(days=7)
    return Span(saturday, saturday + timedelta(days=2), Scale.DAYS)


_WEEKEND = Amount(length(2, Scale.DAY), length(2, Scale.DAY))
"""Stands for "the weekend" before "before"."""
