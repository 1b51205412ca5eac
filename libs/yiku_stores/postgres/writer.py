"""The one way to change memories: row, log line and outbox row in one transaction, then the cache."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from psycopg import Rollback
from yiku_domain.errors import Conflict, FailedPrecondition, NotFound
from yiku_domain.ids import MemoryId, Scope, TraceId
from yiku_domain.memory import JsonValue, Memory, Status

from yiku_stores.postgres.changes import Change, Workspace, memory_slot
from yiku_stores.postgres.commit import Commit, Committed, Secret, Tools
from yiku_stores.postgres.database import Connection, Database
from yiku_stores.postgres.loading import load, lock_user, with_known_episodes
from yiku_stores.postgres.log_chain import Head, log_lines
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import (
    content_key,
    memory_from_row,
    memory_to_params,
    scope_params,
)
from yiku_stores.postgres.write_rows import episode_row, event_of, keep_answer, outbox_row, sealed_rows

SQL = queries("write")


class MemoryWriter:
    """Commits drafts, corrections, retractions and erasures."""

    def __init__(self, database: Database, tools: Tools) -> None:
        self._database = database
        self._tools = tools

    async def commit(self, commit: Commit, respond: Callable[[Committed], bytes] | None = None) -> Committed:
        """Write what `commit` brings, all or nothing.

        `respond` makes the answer that is remembered under the idempotency key. Raises `Conflict`
        where the key was used for something else, `Unavailable` where Postgres is away.
        """
        committed = await self._commit(commit, respond)
        await self._announce(commit.scope, bool(committed.outbox))
        return committed

    async def _commit(self, commit: Commit, respond: Callable[[Committed], bytes] | None) -> Committed:
        scope = commit.scope
        result = Committed((), ())
        async with self._database.tenant(scope.tenant_id) as conn:
            loaded = await load(conn, commit)
            if loaded.answer is not None:
                return Committed((), (), loaded.answer)
            commit = with_known_episodes(commit, loaded.episode_ids)
            space = self._workspace(scope, commit.trace_id, commit.now, loaded.memories)
            written = tuple(space.apply(d, MemoryId(self._tools.new_id())) for d in commit.drafts)
            space.replace_source(loaded.told_before, {w.memory.memory_id for w in written})
            result = Committed(written, ())
            if commit.dry_run:
                raise Rollback
            answer = respond(result) if commit.idempotency is not None and respond is not None else None
            return Committed(written, await self._write(conn, space, loaded.head, commit, answer))
        return result

    async def correct(
        self,
        scope: Scope,
        memory_id: MemoryId,
        content: str,
        value: Mapping[str, JsonValue] | None,
        *,
        expected_version: int,
        now: datetime,
        trace_id: TraceId,
        traceparent: str = "",
        secrets: Sequence[Secret] = (),
    ) -> Memory:
        """Replace content (masked) and, where given, value. `NotFound`, or `FailedPrecondition`."""

        def change(memory: Memory) -> Memory:
            if memory.status is not Status.ACTIVE:
                raise FailedPrecondition(f"the memory is {memory.status.value}, not active")
            if expected_version and memory.version != expected_version:
                raise Conflict(f"the memory is at version {memory.version} by now")
            return replace(
                memory,
                content=content,
                value=memory.value if value is None else value,
                explicit=True,
                confidence=1.0,
            )

        commit = Commit(scope, (), now, trace_id, traceparent, secrets=secrets)
        return await self._change_one(commit, memory_id, "correct", change)

    async def retract(
        self,
        scope: Scope,
        memory_id: MemoryId,
        *,
        now: datetime,
        trace_id: TraceId,
        traceparent: str = "",
    ) -> Memory:
        """Mark as no longer true; retracting twice changes nothing. `NotFound` where unknown."""

        def change(memory: Memory) -> Memory:
            if memory.status is Status.RETRACTED:
                return memory
            end = memory.valid_to or max(now, memory.valid_from)
            return replace(memory, status=Status.RETRACTED, valid_to=end)

        commit = Commit(scope, (), now, trace_id, traceparent)
        return await self._change_one(commit, memory_id, "retract", change)

    async def _change_one(
        self,
        commit: Commit,
        memory_id: MemoryId,
        operation: str,
        change: Callable[[Memory], Memory],
    ) -> Memory:
        scope = commit.scope
        async with self._database.tenant(scope.tenant_id) as conn:
            head = await lock_user(conn, scope)
            cursor = await conn.execute(SQL["one_for_update"], {**scope_params(scope), "memory_id": memory_id})
            row = await cursor.fetchone()
            if row is None:
                raise NotFound(f"no memory {memory_id} of this user")
            before = memory_from_row(row)
            after = change(before)
            if after == before:
                return before
            space = self._workspace(scope, commit.trace_id, commit.now, [before])
            result = space.change(operation, after)
            await self._write(conn, space, head, commit)
        await self._announce(scope, True)
        return result

    def _workspace(self, scope: Scope, trace_id: TraceId, now: datetime, known: Sequence[Memory]) -> Workspace:
        view = {m.memory_id: m for m in known}
        return Workspace(scope, trace_id, now, self._tools.review_below, view)

    async def _write(
        self, conn: Connection, space: Workspace, head: Head, commit: Commit, answer: bytes | None = None
    ) -> tuple[int, ...]:
        """Everything of the workspace, in one round trip; the outbox rows' seqs."""
        scope, tools = space.scope, self._tools
        sealed = await sealed_rows(conn, commit, tools.sealer) if commit.secrets else []
        lines, head = log_lines(space, head)
        async with conn.pipeline():
            for memory, is_new in space.changed():
                name = "insert_memory" if is_new else "update_memory"
                await conn.execute(SQL[name], self._row(memory), prepare=True)
            for line in lines:
                await conn.execute(SQL["append_log"], line, prepare=True)
            cursors = [
                await conn.execute(SQL["put_outbox"], self._outbox_row(c, commit), prepare=True) for c in space.changes
            ]
            if lines:
                advance = {**scope_params(scope), "seq": head.seq, "hash": head.hash}
                await conn.execute(SQL["advance_log"], advance, prepare=True)
            for episode in commit.episodes:
                await conn.execute(SQL["insert_episode"], episode_row(commit, episode))
            for row in sealed:
                await conn.execute(SQL["put_secret"], row)
            kept = await keep_answer(conn, commit, answer) if answer is not None else None
        if kept is not None and kept.rowcount == 0:
            raise Conflict("idempotency_key: this key was used for another request")
        rows = [await cursor.fetchone() for cursor in cursors]
        return tuple(int(row["seq"]) for row in rows if row is not None)

    def _row(self, memory: Memory) -> dict[str, object]:
        tokens, bigrams = self._tools.terms(memory.content)
        return {
            **memory_to_params(memory),
            "slot": memory_slot(memory),
            "content_key": content_key(memory.content),
            "tokens": tokens,
            "bigrams": bigrams,
        }

    def _outbox_row(self, change: Change, commit: Commit) -> dict[str, object]:
        event = event_of(change.memory)
        return outbox_row(event, self._tools.encode(event), self._tools.new_id(), commit.traceparent)

    async def _announce(self, scope: Scope, changed: bool) -> None:
        """After the commit and before the answer: caches first, then the relay."""
        if changed:
            await self._tools.invalidate([scope])
            self._tools.wake({scope.partition})
