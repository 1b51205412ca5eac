"""The one way to change memories: row, log line and outbox row in one transaction, then the cache."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from psycopg import Rollback
from psycopg.errors import UniqueViolation
from yiku_domain.errors import Conflict, FailedPrecondition, NotFound
from yiku_domain.ids import MemoryId, Scope, TraceId
from yiku_domain.memory import JsonValue, Memory, Status

from yiku_stores.postgres.changes import Change, Workspace, memory_slot
from yiku_stores.postgres.commit import Commit, Committed, Secret, Tools
from yiku_stores.postgres.database import Connection, Cursor, Database
from yiku_stores.postgres.loading import Loaded, load, lock_user, vault_key, with_known_episodes
from yiku_stores.postgres.log_chain import log_lines
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import (
    content_key,
    memory_from_row,
    memory_to_params,
    scope_params,
)
from yiku_stores.postgres.write_rows import answer_row, as_json, episode_row, event_of, outbox_row, sealed_rows

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
        try:
            committed = await self._commit(commit, respond)
        except UniqueViolation as error:
            if error.diag.table_name != "idempotency":
                raise
            raise Conflict("idempotency_key: this key was used for another request") from None
        await self._announce(commit.scope, bool(committed.outbox))
        return committed

    async def _commit(self, commit: Commit, respond: Callable[[Committed], bytes] | None) -> Committed:
        scope = commit.scope
        result = Committed((), ())
        async with self._database.together(scope.tenant_id) as conn:
            loaded = await load(conn, commit, self._tools.sealer)
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
            placed = await self._write(conn, space, loaded, commit, answer)
        if commit.dry_run:
            return result
        return Committed(written, await _seqs(placed))

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
            key = await vault_key(conn, commit, self._tools.sealer)
            await self._write(conn, space, Loaded(head, key=key), commit)
        await self._announce(scope, True)
        return result

    def _workspace(self, scope: Scope, trace_id: TraceId, now: datetime, known: Sequence[Memory]) -> Workspace:
        view = {m.memory_id: m for m in known}
        return Workspace(scope, trace_id, now, self._tools.review_below, view)

    async def _write(
        self, conn: Connection, space: Workspace, loaded: Loaded, commit: Commit, answer: bytes | None = None
    ) -> Cursor | None:
        """Everything of the workspace; the cursor gives the outbox rows' seqs, None where there are none.

        What is closed goes before what takes its place: at most one memory of a slot is active.
        """
        changed = list(space.changed())
        for memory, is_new in changed:
            if not is_new:
                await conn.execute(SQL["update_memory"], self._row(memory), prepare=True)
        if commit.episodes or commit.secrets:
            sealed = sealed_rows(commit, self._tools.sealer, loaded.key) if loaded.key else []
            sources = {
                "episodes": as_json([episode_row(commit, e) for e in commit.episodes]),
                "secrets": as_json(sealed),
            }
            await conn.execute(SQL["insert_sources"], sources, prepare=True)
        lines, head = log_lines(space, loaded.head)
        if not lines and answer is None:
            return None
        rows = {
            **scope_params(space.scope),
            "memories": as_json([self._row(memory) for memory, is_new in changed if is_new]),
            "log": as_json(lines),
            "log_seq": head.seq,
            "log_hash": head.hash,
            "answers": as_json([] if answer is None else [answer_row(commit, answer)]),
            "outbox": as_json([self._outbox_row(change, commit) for change in space.changes]),
        }
        return await conn.execute(SQL["insert_all"], rows, prepare=True)

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


async def _seqs(placed: Cursor | None) -> tuple[int, ...]:
    return tuple(int(row["seq"]) for row in await placed.fetchall()) if placed else ()
