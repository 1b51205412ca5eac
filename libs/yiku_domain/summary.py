"""Summaries: what they are made of, what they rest on, and the memories that they become."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum
from uuid import UUID

from yiku_domain.ids import EpisodeId, MemoryId, Scope
from yiku_domain.memory import Draft, JsonValue, Kind, Nature, Precision, Source, SourceKind
from yiku_domain.withdrawal import Withdrawal


class Level(StrEnum):
    """How much a summary covers. Segments are made of turns, the others of segments."""

    SEGMENT = "segment"
    SESSION = "session"
    DAY = "day"
    WEEK = "week"


@dataclass(frozen=True)
class SummaryKey:
    """One summary of a customer. `name` is a day (2026-10-01), a week (2026-W40), or the id of the first turn."""

    scope: Scope
    level: Level
    name: str


@dataclass(frozen=True)
class Period:
    """A day or a week on a calendar: [start, end), by its name."""

    level: Level
    name: str
    start: datetime
    end: datetime


@dataclass(frozen=True)
class Spoken:
    """A masked turn. `heard_at` is when it was told to Yiku, `at` when it was said."""

    episode_id: EpisodeId
    by_customer: bool
    text: str
    at: datetime
    heard_at: datetime


@dataclass(frozen=True)
class Kept:
    """What extraction made of a segment's turns, as it stands now.

    `span` lies in the text of the turn `episode_id`; a memory that was only told again has another turn.
    """

    memory_id: MemoryId
    content: str
    active: bool
    episode_id: str
    span: tuple[int, int] | None


@dataclass(frozen=True)
class Line:
    """One thing that a summary says. `weight` is 1 and more for what extraction kept, less for other turns."""

    text: str
    at: datetime
    weight: float


@dataclass(frozen=True)
class SegmentBasis:
    """All that a segment's summary rests on; equal for as long as it may be written. Turns as they were said."""

    session: str
    turns: tuple[Spoken, ...]
    kept: tuple[Kept, ...]
    withdrawn: tuple[Withdrawal, ...]


@dataclass(frozen=True)
class Leaf:
    """A segment as a longer summary sees it; `memory_id` is None where it says too little for one of its own."""

    name: str
    sitting: str
    start: datetime
    end: datetime
    turns: int
    lines: tuple[Line, ...]
    memory_id: MemoryId | None
    sources: tuple[UUID, ...]


@dataclass(frozen=True)
class RollUpBasis:
    """The segments of a session or period, in order; `period` is None for a session."""

    session: str
    period: Period | None
    leaves: tuple[Leaf, ...]


Basis = SegmentBasis | RollUpBasis


@dataclass(frozen=True)
class Told:
    """What a summary says: `content` is empty where it says too little to stand beside its sources.

    `by` names the method and its version.
    """

    content: str
    lines: tuple[Line, ...]
    by: str


NOTHING = Told("", (), "")

CONFIDENCE = 0.9
"""It says what was said, not that it is so."""


def day_of(moment: datetime, zone: tzinfo) -> Period:
    """The calendar day of a moment."""
    start = moment.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
    return Period(Level.DAY, start.strftime("%Y-%m-%d"), start, start + timedelta(days=1))


def week_of(moment: datetime, zone: tzinfo) -> Period:
    """The ISO week of a moment, from Monday on."""
    day = day_of(moment, zone).start
    start = day - timedelta(days=day.weekday())
    year, week, _ = start.isocalendar()
    return Period(Level.WEEK, f"{year}-W{week:02}", start, start + timedelta(days=7))


def segment_draft(basis: SegmentBasis, told: Told) -> Draft:
    """The memory that a segment's summary becomes."""
    times = [turn.at for turn in basis.turns]
    sources: list[JsonValue] = [str(one) for one in sources_of(basis)]
    turns = sum(turn.by_customer for turn in basis.turns)
    return _draft(Level.SEGMENT, told, (min(times), max(times)), turns, sources, basis.session)


def roll_up_draft(level: Level, basis: RollUpBasis, told: Told) -> Draft:
    """The memory that a longer summary becomes. A period begins and ends with the calendar."""
    first, last = min(leaf.start for leaf in basis.leaves), max(leaf.end for leaf in basis.leaves)
    span = (basis.period.start, basis.period.end) if basis.period else (first, last)
    sources: list[JsonValue] = [str(one) for leaf in basis.leaves for one in _named_by(leaf)]
    turns = sum(leaf.turns for leaf in basis.leaves)
    draft = replace(_draft(level, told, span, turns, sources, basis.session), valid_from=last)
    return replace(draft, event_precision=Precision.DAY) if basis.period else draft


def sources_of(basis: SegmentBasis) -> tuple[UUID, ...]:
    """The customer's turns and the memories of a segment: it is let go of with any of them."""
    turns = [UUID(str(turn.episode_id)) for turn in basis.turns if turn.by_customer]
    return (*turns, *(UUID(str(kept.memory_id)) for kept in basis.kept))


def _named_by(leaf: Leaf) -> tuple[UUID, ...]:
    return leaf.sources if leaf.memory_id is None else (UUID(str(leaf.memory_id)),)


def _draft(
    level: Level, told: Told, span: tuple[datetime, datetime], turns: int, sources: list[JsonValue], session: str
) -> Draft:
    value: dict[str, JsonValue] = {
        "level": level.value,
        "from": span[0].isoformat(),
        "to": span[1].isoformat(),
        "turns": turns,
        "sources": sources,
        "by": told.by,
    }
    return Draft(
        kind=Kind.SUMMARY,
        nature=Nature.EVENT,
        content=told.content,
        value=value,
        confidence=CONFIDENCE,
        explicit=False,
        event_time=span[0],
        event_precision=Precision.MINUTE,
        valid_from=span[1],
        source=Source(SourceKind.DIALOGUE, ref=session),
    )
