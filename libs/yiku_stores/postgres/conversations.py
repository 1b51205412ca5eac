"""Running conversations: which have something to sum up, and the cutting of their turns into segments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from yiku_domain.ids import Scope, TenantId, UserId

from yiku_stores.postgres.database import Connection, Database
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import scope_params

SQL = queries("summaries")

MOST_TURNS = 2000
"""Turns that are cut in one transaction; a longer backlog takes several."""


@dataclass(frozen=True)
class Conversation:
    """A session of a customer; `ref` is masked, and empty for turns that were told without a session."""

    scope: Scope
    ref: str


@dataclass(frozen=True)
class Cutting:
    """A segment holds `turns` turns of the customer; what is shorter is cut after `silence` or at the end.

    The whole session is summed up `settle` later, once its segments are.
    """

    turns: int = 20
    silence: timedelta = timedelta(minutes=30)
    settle: timedelta = timedelta(seconds=30)


@dataclass(frozen=True)
class Heard:
    """A turn that belongs to no segment yet."""

    episode_id: UUID
    by_customer: bool
    at: datetime


def segments_of(turns: Sequence[Heard], size: int, *, over: bool) -> list[list[Heard]]:
    """Cut turns, in their order, behind every `size` turns of the customer and the answers to the last of them.

    What is left is a segment of its own only where the conversation is `over`.
    """
    cut: list[list[Heard]] = []
    open_: list[Heard] = []
    for turn in turns:
        if turn.by_customer and _said(open_) == size:
            cut.append(open_)
            open_ = []
        open_.append(turn)
    if open_ and (over or _said(open_) == size):
        cut.append(open_)
    return cut


class WaitingConversations:
    """Across tenants; needs the worker's role."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, cutting: Cutting, now: datetime, *, limit: int) -> list[Conversation]:
        """Those with enough turns, those that ended and those that fell silent; longest silent first."""
        params = {"turns": cutting.turns, "silent_since": now - cutting.silence, "limit": limit}
        async with self._database.worker() as conn:
            rows = await (await conn.execute(SQL["waiting_conversations"], params)).fetchall()
        return [
            Conversation(Scope(TenantId(row["tenant_id"]), UserId(row["user_id"])), row["source_ref"]) for row in rows
        ]


class Conversations:
    """One tenant's at a time. Raises `Unavailable` without Postgres."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def end(self, scope: Scope, ref: str, now: datetime) -> None:
        """The session is over: what was told of it is summed up soon. Nothing where nothing waits."""
        params = {**scope_params(scope), "source_ref": ref, "now": now}
        async with self._database.reader(scope.tenant_id) as conn:
            await conn.execute(SQL["end"], params)

    async def cut(self, conversation: Conversation, cutting: Cutting, now: datetime) -> int:
        """Make segments of the turns that wait, each due to be summed up; returns how many.

        Under the customer's lock: what another process has cut is not cut again.
        """
        scope = conversation.scope
        async with self._database.tenant(scope.tenant_id) as conn:
            params = {**scope_params(scope), "source_ref": conversation.ref, "now": now}
            if await (await conn.execute(SQL["lock_known_user"], params)).fetchone() is None:
                return 0
            row = await (await conn.execute(SQL["conversation"], params)).fetchone()
            if row is None:
                return 0
            return await _cut(conn, params, row, cutting)


async def _cut(conn: Connection, params: dict[str, Any], row: Mapping[str, Any], cutting: Cutting) -> int:
    over = row["ended_at"] is not None or row["last_heard"] <= params["now"] - cutting.silence
    if not over and row["waiting"] < cutting.turns:
        return 0
    found = await (await conn.execute(SQL["waiting_turns"], {**params, "limit": MOST_TURNS})).fetchall()
    turns = [Heard(r["episode_id"], r["by_customer"], r["at"]) for r in found]
    all_read = len(turns) < MOST_TURNS
    segments = segments_of(turns, cutting.turns, over=over)
    spoken = [segment for segment in segments if _said(segment)]
    sitting = row["sitting"] or (spoken[0][0].episode_id if spoken else None)
    for segment in segments:
        await _put(conn, params, segment, sitting)
    if over and all_read:
        await conn.execute(SQL["close_conversation"], params)
        due_at = params["now"] + cutting.settle
        await conn.execute(SQL["close_sitting"], {**params, "sitting": sitting, "due_at": due_at})
    else:
        taken = sum(map(_said, segments))
        await conn.execute(SQL["keep_conversation"], {**params, "taken": taken, "sitting": sitting})
    return len(spoken)


async def _put(conn: Connection, params: Mapping[str, Any], segment: Sequence[Heard], sitting: UUID | None) -> None:
    """Turns of the bot alone are marked, and make no segment."""
    name = segment[0].episode_id
    episodes = [turn.episode_id for turn in segment]
    await conn.execute(SQL["mark_turns"], {**params, "segment": name, "episodes": episodes})
    said = _said(segment)
    if not said:
        return
    times = [turn.at for turn in segment]
    span = {"starts_at": min(times), "ends_at": max(times)}
    row = {"name": str(name), "sitting": sitting, "turns": said, "episodes": episodes, **span}
    await conn.execute(SQL["put_segment"], {**params, **row})


def _said(turns: Sequence[Heard]) -> int:
    return sum(turn.by_customer for turn in turns)
