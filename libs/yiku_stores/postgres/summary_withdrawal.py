"""Summaries are let go of in the transaction that takes away what they rest on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID

from yiku_domain.memory import Kind, Memory, Status
from yiku_domain.summary import Level
from yiku_domain.withdrawal import BY_A_PERSON, Withdrawal, still_says, withdrawal

from yiku_stores.postgres.changes import Change, Workspace
from yiku_stores.postgres.database import Connection
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import memory_from_row, scope_params

SQL = queries("summaries")
LET_GO = "let_go"
"""The operation of a summary that ends because something it rests on has ended."""

_Rows: TypeAlias = dict[tuple[str, str], UUID | None]
"""Summaries by level and name, each with the memory that said it last."""


@dataclass(frozen=True)
class _Ended:
    """`taken_back` never was right, or a person wants it gone; `past` was true and something newer took its place."""

    taken_back: tuple[Change, ...]
    past: tuple[Memory, ...]
    refused: tuple[Memory, ...]
    """Summaries that a person took back or changed."""


async def let_go_of_summaries(conn: Connection, space: Workspace) -> None:
    """Record the end of every summary that rests on what ends in `space`; the keeper writes them anew.

    Retracted with what was taken back, as well where it only says the same in its words; closed like a
    value that was superseded, so that it still answers questions about its time. Call it under the
    customer's lock, before the workspace is written. Nothing is read where nothing ends.
    """
    ended = _ended(space)
    if not (ended.taken_back or ended.past or ended.refused):
        return
    taken_back = await _withdrawals(conn, space, ended.taken_back)
    wrong = await _segments(conn, space, [change.memory for change in ended.taken_back])
    wrong |= await _saying(conn, space, taken_back)
    wrong |= await _refused(conn, space, ended.refused)
    wrong |= await _longer(conn, space, wrong)
    past = await _segments(conn, space, ended.past)
    past |= await _longer(conn, space, past)
    past = {key: memory_id for key, memory_id in past.items() if key not in wrong}
    closed_at = max((m.valid_to or space.now for m in ended.past), default=space.now)
    await _end(conn, space, past, Status.SUPERSEDED, closed_at)
    await _end(conn, space, wrong, Status.RETRACTED, space.now)
    await _end_closed(conn, space, ended, taken_back, wrong)


def _ended(space: Workspace) -> _Ended:
    """Of memories that were there before."""
    by_a_person = {change.memory.memory_id for change in space.changes if change.operation in BY_A_PERSON}
    last = {c.memory.memory_id: c for c in space.changes if c.memory.memory_id not in space.fresh}
    facts = [c for c in last.values() if c.memory.kind is not Kind.SUMMARY]
    gone = (Status.RETRACTED, Status.ERASED)
    taken_back = [c for c in facts if c.memory.memory_id in by_a_person or c.memory.status in gone]
    return _Ended(
        tuple(taken_back),
        tuple(c.memory for c in facts if c.memory.status is Status.SUPERSEDED and c not in taken_back),
        tuple(c.memory for i, c in last.items() if c.memory.kind is Kind.SUMMARY and i in by_a_person),
    )


async def _segments(conn: Connection, space: Workspace, gone: Sequence[Memory]) -> _Rows:
    if not gone:
        return {}
    params = {**scope_params(space.scope), "ids": [memory.memory_id for memory in gone]}
    return _named(await (await conn.execute(SQL["segments_resting_on"], params)).fetchall())


async def _longer(conn: Connection, space: Workspace, segments: _Rows) -> _Rows:
    names = [UUID(name) for level, name in segments if level == Level.SEGMENT]
    if not names:
        return {}
    params = {**scope_params(space.scope), "segments": names}
    return _named(await (await conn.execute(SQL["longer_ones"], params)).fetchall())


async def _refused(conn: Connection, space: Workspace, summaries: Sequence[Memory]) -> _Rows:
    """The rows of summaries that a person took back or changed; they are not written again."""
    if not summaries:
        return {}
    params = {**scope_params(space.scope), "ids": [memory.memory_id for memory in summaries]}
    return _named(await (await conn.execute(SQL["refuse"], params)).fetchall())


async def _withdrawals(conn: Connection, space: Workspace, taken_back: Sequence[Change]) -> list[Withdrawal]:
    """What people took back, as it was said before."""
    by_id = {c.memory.memory_id: c for c in taken_back if c.operation in BY_A_PERSON}
    if not by_id:
        return []
    params = {**scope_params(space.scope), "ids": list(by_id)}
    rows = await (await conn.execute(SQL["memories"], params)).fetchall()
    pairs = [(by_id[row["memory_id"]], memory_from_row(row)) for row in rows]
    return [withdrawal(change.operation, before, change.memory, space.now) for change, before in pairs]


async def _saying(conn: Connection, space: Workspace, gone: Sequence[Withdrawal]) -> _Rows:
    """Summaries that say in their words what a person took back, whatever they were made of."""
    if not gone:
        return {}
    said = await (await conn.execute(SQL["all_that_is_said"], scope_params(space.scope))).fetchall()
    return _named(row for row in said if any(still_says(text, one) for text in _texts(row) for one in gone))


def _texts(row: Mapping[str, Any]) -> list[str]:
    return [row["content"], *(line["text"] for line in row["lines"])]


def _named(rows: Iterable[Mapping[str, Any]]) -> _Rows:
    return {(row["level"], row["name"]): row["memory_id"] for row in rows}


async def _end(conn: Connection, space: Workspace, rows: _Rows, status: Status, at: datetime) -> None:
    """End their memories, and have them written anew."""
    if not rows:
        return
    scope = scope_params(space.scope)
    ids = [memory_id for memory_id in rows.values() if memory_id is not None and memory_id not in space.view]
    for row in await (await conn.execute(SQL["memories"], {**scope, "ids": ids})).fetchall():
        memory = memory_from_row(row)
        if memory.status is Status.ACTIVE:
            space.change(LET_GO, replace(memory, status=status, valid_to=max(at, memory.valid_from)))
    keys = {"levels": [level for level, _ in rows], "names": [name for _, name in rows]}
    await conn.execute(SQL["let_go"], {**scope, **keys, "now": space.now})


async def _end_closed(
    conn: Connection, space: Workspace, ended: _Ended, gone: Sequence[Withdrawal], wrong: _Rows
) -> None:
    """Summaries closed earlier answer questions about their time: retract those that rest on it, too."""
    if not (ended.taken_back or wrong):
        return
    rows = await (await conn.execute(SQL["closed_summaries"], scope_params(space.scope))).fetchall()
    closed = [m for m in map(memory_from_row, rows) if m.memory_id not in space.view]
    names = {str(change.memory.memory_id) for change in ended.taken_back}
    names |= {str(memory_id) for memory_id in wrong.values()}
    while True:
        resting = [m for m in closed if _rests_on(m, names) or any(still_says(m.content, one) for one in gone)]
        if not resting:
            return
        names |= {str(memory.memory_id) for memory in resting}
        closed = [memory for memory in closed if memory not in resting]
        for memory in resting:
            space.change(LET_GO, replace(memory, status=Status.RETRACTED))


def _rests_on(summary: Memory, names: set[str]) -> bool:
    sources = summary.value.get("sources")
    return isinstance(sources, list) and any(source in names for source in sources)
