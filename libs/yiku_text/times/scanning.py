"""Walks through the tokens of a text and reads one expression after the other."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from yiku_text.times.choice import Reference
from yiku_text.times.reading import Reading
from yiku_text.times.span import Scale, Span, Window
from yiku_text.times.tokens import Kind, Parsed, Reader

_LISTING = ("、", "，", ",", "或", "或者", "以及")
_LISTED = frozenset({Kind.AND, Kind.OR, Kind.COMMA})
_STOP = re.compile("[。！？!?\n;；]|[.] ")
_YEAR = re.compile("[0-9]{4}|年|year")


@dataclass(frozen=True, slots=True)
class Grammar:
    """Of one language: what can open an expression, and how it is read. None is a date that does not exist."""

    openers: frozenset[Kind]
    phrase: Callable[[Reader, int], Parsed[Reading | None]]


@dataclass(frozen=True, slots=True)
class Found:
    """text[start:end] reads so."""

    start: int
    end: int
    reading: Reading


def expressions(r: Reader, grammar: Grammar) -> Iterator[Found]:
    """From left to right, without overlap; in a list an item takes what it lacks from the one before it."""
    at, before, listing = 0, None, False
    while at < r.size:
        start = _past_comma(r, at) if listing else at
        listed = start > at or (listing and r.kind(at) is r.kind(at - 1) is Kind.WEEKDAY)
        opens = r.kind(start) in grammar.openers
        found = _read(_beside(r, before, listed, start), start, grammar) if opens else None
        listing = bool(found and found[0])
        if found and found[0]:
            before = Found(r.token(start).start, r.token(found[1] - 1).end, found[0])
            yield before
        at = found[1] if found else start + 1


def _read(r: Reader, at: int, grammar: Grammar) -> Parsed[Reading | None]:
    """None as well for what lies outside the calendar: "a hundred thousand years ago"."""
    try:
        return grammar.phrase(r, at)
    except (ValueError, OverflowError):
        return None


def _past_comma(r: Reader, at: int) -> int:
    """Past the comma or "and" of a list."""
    token = r.token(at)
    listed = token.kind in _LISTED or (token.kind is Kind.OTHER and r.text[token.start : token.end] in _LISTING)
    return at + 1 if listed else at


def _beside(r: Reader, before: Found | None, listed: bool, at: int) -> Reader:
    """The reader that knows the item before: all of it in a list (9月10号、11号), its day in the rest of a sentence.

    "昨天下午三点叫的车，四点才到" is four o'clock of yesterday afternoon.
    """
    read = before.reading if before else None
    if before is None or not isinstance(read, Window) or read.since is None or read.until is None:
        return r
    if not listed and (read.scale >= Scale.DAY or _STOP.search(r.text, before.end, max(before.end, r.token(at).start))):
        return r
    near = Span(read.since, read.until, read.scale)
    told = listed and _YEAR.search(r.text, before.start, before.end) is not None
    reference = Reference(r.reference.now, r.reference.lean, near, listed, told)
    return Reader(r.text, r.tokens, r.kinds, reference, r.size)
