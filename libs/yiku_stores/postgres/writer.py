"""The one way to change memories: row, log line and outbox row in one transaction, then the cache."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from psycopg import Rollback
from psycopg.errors import UniqueViolation
from yiku_domain.errors import Conflict, FailedPrecondition, NotFound
from yiku_domain.ids import MemoryId, Scope, TraceId
from yiku_domain.memory import JsonValue, Memory, Status

from yiku_stores.postgres.commit import Commit, Committed, Secret, Tools
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.habits import learn
from yiku_stores.postgres.loading import load, with_known_episodes
from yiku_stores.postgres.persist import persist, seqs, workspace
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.questions import corrected, reconcile
from yiku_stores.postgres.rows import memory_from_row, scope_params

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
            space = workspace(loaded, commit, self._tools)
            written = tuple(space.apply(d, MemoryId(self._tools.new_id())) for d in commit.drafts)
            space.replace_source(loaded.told_before, {w.memory.memory_id for w in written})
            learnt = await learn(conn, space, commit, self._tools.window, self._tools.new_id)
            reconcile(space)
            result = Committed(written, (), learnt=learnt)
            if commit.dry_run:
                raise Rollback
            answer = respond(result) if commit.idempotency is not None and respond is not None else None
            placed = await persist(conn, self._tools, space, loaded, commit, answer)
        if commit.dry_run:
            return result
        return replace(result, outbox=await seqs(placed))

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
        async with self._database.together(scope.tenant_id) as conn:
            loaded = await load(conn, commit, self._tools.sealer)
            cursor = await conn.execute(SQL["one_for_update"], {**scope_params(scope), "memory_id": memory_id})
            row = await cursor.fetchone()
            if row is None:
                raise NotFound(f"no memory {memory_id} of this user")
            space = workspace(loaded, commit, self._tools)
            before = space.view.setdefault(memory_id, memory_from_row(row))
            after = change(before)
            if after == before:
                return before
            result = space.change(operation, after)
            corrected(space, result)
            reconcile(space)
            await persist(conn, self._tools, space, loaded, commit)
        await self._announce(scope, True)
        return result

    async def _announce(self, scope: Scope, changed: bool) -> None:
        """After the commit and before the answer: caches first, then the relay."""
        if changed:
            await self._tools.invalidate([scope])
            self._tools.wake({scope.partition})
