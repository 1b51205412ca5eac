"""Summaries that are due, what they rest on, and writing them as memories."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from yiku_domain.ids import MemoryId, Scope, TenantId, TraceId, UserId
from yiku_domain.memory import Draft, Memory, Status
from yiku_domain.summary import (
    Basis,
    Level,
    RollUpBasis,
    SegmentBasis,
    SummaryKey,
    Told,
    day_of,
    roll_up_draft,
    segment_draft,
    sources_of,
    week_of,
)

from yiku_stores.postgres.changes import Workspace
from yiku_stores.postgres.commit import Commit, Tools
from yiku_stores.postgres.database import Connection, Database
from yiku_stores.postgres.drafting import memory_of
from yiku_stores.postgres.loading import load
from yiku_stores.postgres.persist import persist, workspace
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import memory_from_row, scope_params
from yiku_stores.postgres.summary_rows import lines_to_json, read_roll_up, read_segment
from yiku_stores.postgres.summary_withdrawal import LET_GO

SQL = queries("summaries")
SUMMARISE = "summarise"

ATTEMPTS = 5
"""What fails so often is left until something about it changes."""


@dataclass(frozen=True)
class Due:
    """A summary to be written from `basis`."""

    key: SummaryKey
    basis: Basis


class SummaryQueue:
    """Across tenants; needs the worker's role."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, now: datetime, *, limit: int, lease: timedelta) -> list[SummaryKey]:
        """Take up to `limit` that are due, for as long as `lease`: nobody else is given them meanwhile."""
        params = {"now": now, "limit": limit, "lease_s": lease.total_seconds(), "attempts": ATTEMPTS}
        async with self._database.worker() as conn:
            rows = await (await conn.execute(SQL["claim"], params)).fetchall()
        return [
            SummaryKey(Scope(TenantId(r["tenant_id"]), UserId(r["user_id"])), Level(r["level"]), r["name"])
            for r in rows
        ]


class Summaries:
    """One tenant's at a time; needs the role of requests. Raises `Unavailable` without Postgres.

    Days and weeks are those of `zone`. A longer summary is due `settle` after the last of its segments changed,
    and not before its day or week is over.
    """

    def __init__(
        self, database: Database, tools: Tools, *, zone: tzinfo, settle: timedelta = timedelta(seconds=30)
    ) -> None:
        self._database = database
        self._tools = tools
        self._zone = zone
        self._settle = settle

    async def read(self, key: SummaryKey) -> Due | None:
        """What a summary is to be made of; None where it is no longer due, or the customer is gone."""
        async with self._database.tenant(key.scope.tenant_id) as conn:
            row = await _due_row(conn, key)
            return None if row is None else Due(key, await _basis(conn, key, row))

    async def write(self, due: Due, told: Told, now: datetime, trace_id: TraceId, traceparent: str = "") -> bool:
        """Write what is told, in one transaction with what depends on it, in place of what was told before.

        False, and nothing written, where the basis has changed since it was read: it stays due. Nothing is
        told where `told.content` is empty.
        """
        scope = due.key.scope
        commit = Commit(scope, (), now, trace_id, traceparent)
        async with self._database.together(scope.tenant_id) as conn:
            row = await self._unchanged(conn, due)
            if row is None:
                return False
            loaded = await load(conn, commit, self._tools.sealer)
            space = workspace(loaded, commit, self._tools)
            memory_id = await self._say(conn, space, due, row, told)
            await _settle(conn, due, told, memory_id)
            if isinstance(due.basis, SegmentBasis):
                await self._pass_on(conn, due, row, now)
            await persist(conn, self._tools, space, loaded, commit)
        if space.changes:
            await self._tools.invalidate([scope])
            self._tools.wake({scope.partition})
        return True

    async def _unchanged(self, conn: Connection, due: Due) -> Mapping[str, Any] | None:
        """Under the customer's lock: the row, if it is due still and rests on what was read."""
        scope = scope_params(due.key.scope)
        if await (await conn.execute(SQL["lock_known_user"], scope)).fetchone() is None:
            return None
        row = await _due_row(conn, due.key)
        if row is None:
            return None
        if await _basis(conn, due.key, row) != due.basis:
            await conn.execute(SQL["release"], _key_params(due.key))
            return None
        return row

    async def _say(
        self, conn: Connection, space: Workspace, due: Due, row: Mapping[str, Any], told: Told
    ) -> MemoryId | None:
        """The memory that says it: the one before in a new version, or a new one where that was let go of."""
        before = await _memory(conn, due.key.scope, row["memory_id"])
        standing = before is not None and before.status is Status.ACTIVE
        if not told.content:
            if before is not None and standing:
                space.change(LET_GO, _retracted(before, space.now))
            return before.memory_id if before else None
        draft = _draft(due, told)
        if before is not None and standing:
            after = replace(before, content=draft.content, value=draft.value)
            return before.memory_id if after == before else space.change(SUMMARISE, after).memory_id
        memory_id = MemoryId(self._tools.new_id())
        made = memory_of(_after(draft, before), memory_id, space.scope, space.now, space.trace_id)
        space.fresh.add(memory_id)
        return space.change(SUMMARISE, made).memory_id

    async def _pass_on(self, conn: Connection, due: Due, row: Mapping[str, Any], now: datetime) -> None:
        """The longer summaries that this segment is part of are due again."""
        scope, soon = scope_params(due.key.scope), now + self._settle
        await conn.execute(SQL["session_due"], {**scope, "name": str(row["sitting"]), "now": soon})
        for period in (day_of(row["starts_at"], self._zone), week_of(row["starts_at"], self._zone)):
            params = {"level": period.level.value, "name": period.name, "start": period.start, "end": period.end}
            await conn.execute(SQL["period_due"], {**scope, **params, "due_at": max(period.end, soon)})


async def _due_row(conn: Connection, key: SummaryKey) -> Mapping[str, Any] | None:
    row = await (await conn.execute(SQL["one"], _key_params(key))).fetchone()
    return row if row is not None and row["due_at"] is not None and not row["refused"] else None


async def _basis(conn: Connection, key: SummaryKey, row: Mapping[str, Any]) -> Basis:
    if key.level is Level.SEGMENT:
        return await read_segment(conn, key.scope, row)
    return await read_roll_up(conn, key, row)


async def _settle(conn: Connection, due: Due, told: Told, memory_id: MemoryId | None) -> None:
    basis = due.basis
    if isinstance(basis, SegmentBasis):
        sources: Sequence[UUID] = sources_of(basis)
        lines, turns = told.lines, sum(turn.by_customer for turn in basis.turns)
    else:
        sources, lines = [UUID(leaf.name) for leaf in basis.leaves], ()
        turns = sum(leaf.turns for leaf in basis.leaves)
    row = {"lines": Jsonb(lines_to_json(lines)), "sources": list(sources), "turns": turns, "memory_id": memory_id}
    await conn.execute(SQL["done"], {**_key_params(due.key), **row})


async def _memory(conn: Connection, scope: Scope, memory_id: UUID | None) -> Memory | None:
    if memory_id is None:
        return None
    rows = await (await conn.execute(SQL["memories"], {**scope_params(scope), "ids": [memory_id]})).fetchall()
    return memory_from_row(rows[0]) if rows else None


def _draft(due: Due, told: Told) -> Draft:
    basis = due.basis
    if isinstance(basis, RollUpBasis):
        return roll_up_draft(due.key.level, basis, told)
    return segment_draft(basis, told)


def _after(draft: Draft, before: Memory | None) -> Draft:
    """What takes the place of a summary that was true until a moment is true from then on."""
    if before is None or before.status is not Status.SUPERSEDED or before.valid_to is None:
        return draft
    since = draft.valid_from
    return replace(draft, valid_from=before.valid_to if since is None else max(since, before.valid_to))


def _retracted(memory: Memory, now: datetime) -> Memory:
    return replace(memory, status=Status.RETRACTED, valid_to=memory.valid_to or max(now, memory.valid_from))


def _key_params(key: SummaryKey) -> dict[str, object]:
    return {**scope_params(key.scope), "level": key.level.value, "name": key.name}
