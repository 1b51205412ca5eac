"""Rows of `session_summary`, and what a summary rests on, to the domain and back."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from yiku_domain.ids import EpisodeId, MemoryId, Scope
from yiku_domain.memory import JsonValue
from yiku_domain.summary import Kept, Leaf, Level, Line, Period, RollUpBasis, SegmentBasis, Spoken, SummaryKey
from yiku_domain.withdrawal import BY_A_PERSON, Withdrawal, withdrawal

from yiku_stores.postgres.database import Connection
from yiku_stores.postgres.memories import from_snapshot
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import scope_params

SQL = queries("summaries")


async def read_segment(conn: Connection, scope: Scope, row: Mapping[str, Any]) -> SegmentBasis:
    """What the segment of a row rests on now."""
    params = {**scope_params(scope), "episodes": row["episodes"]}
    told = await (await conn.execute(SQL["turns"], params)).fetchall()
    heard = {
        **params,
        "episodes": [str(one) for one in row["episodes"]],
        "heard": [one["recorded_at"] for one in told],
        "traces": [one["trace_id"] for one in told],
    }
    kept = await (await conn.execute(SQL["kept"], heard)).fetchall()
    turns = tuple(_spoken(one) for one in told)
    gone = await _withdrawn(conn, scope, turns)
    return SegmentBasis(row["source_ref"], turns, tuple(_kept(one) for one in kept), gone)


async def read_roll_up(conn: Connection, key: SummaryKey, row: Mapping[str, Any]) -> RollUpBasis:
    """The segments of a row's session or period that have something to say."""
    params = {**scope_params(key.scope), "sitting": row["sitting"], "start": row["starts_at"], "end": row["ends_at"]}
    session = key.level is Level.SESSION
    query = SQL["segments_of_sitting" if session else "segments_of_period"]
    leaves = tuple(_leaf(one) for one in await (await conn.execute(query, params)).fetchall())
    period = None if session else Period(key.level, key.name, row["starts_at"], row["ends_at"])
    return RollUpBasis(row["source_ref"], period, leaves)


async def _withdrawn(conn: Connection, scope: Scope, turns: Sequence[Spoken]) -> tuple[Withdrawal, ...]:
    """What people took back since the first of the turns was heard."""
    if not turns:
        return ()
    since = min(turn.heard_at for turn in turns)
    params = {**scope_params(scope), "operations": sorted(BY_A_PERSON), "since": since}
    rows = await (await conn.execute(SQL["withdrawn"], params)).fetchall()
    return tuple(
        withdrawal(row["operation"], from_snapshot(row["before"]), from_snapshot(row["after"]), row["at"])
        for row in rows
    )


def lines_to_json(lines: Sequence[Line]) -> list[dict[str, JsonValue]]:
    """The inverse of `lines_from_json`."""
    return [{"text": line.text, "at": line.at.astimezone(UTC).isoformat(), "weight": line.weight} for line in lines]


def lines_from_json(data: Sequence[Mapping[str, Any]]) -> tuple[Line, ...]:
    """The column `lines`."""
    return tuple(Line(one["text"], datetime.fromisoformat(one["at"]), one["weight"]) for one in data)


def _spoken(row: Mapping[str, Any]) -> Spoken:
    return Spoken(EpisodeId(row["episode_id"]), row["by_customer"], row["content"], row["at"], row["recorded_at"])


def _kept(row: Mapping[str, Any]) -> Kept:
    span = row["span"]
    where = (span[0], span[1]) if span else None
    return Kept(MemoryId(row["memory_id"]), row["content"], row["active"], row["episode_id"], where)


def _leaf(row: Mapping[str, Any]) -> Leaf:
    return Leaf(
        name=row["name"],
        sitting=str(row["sitting"]),
        start=row["starts_at"],
        end=row["ends_at"],
        turns=row["turns"],
        lines=lines_from_json(row["lines"]),
        memory_id=MemoryId(row["memory_id"]) if row["told"] else None,
        sources=tuple(UUID(str(one)) for one in row["sources"]),
    )
