"""Compare cached answers with Postgres: none may hold a memory that has changed, or a question that is settled."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from yiku_domain.ids import ClarificationId, MemoryId, Scope

from yiku_stores.postgres.database import Database
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import scope_params
from yiku_stores.protocols import MemoryCache, Stamp
from yiku_stores.reconcile import Comparison, Difference
from yiku_stores.redis.audit import CacheAudit

SQL = queries("reconcile")

_SETTLE_S = 0.5


@dataclass(frozen=True)
class Held:
    """What a cached answer holds: memories with their versions, and questions with the memories that wait."""

    versions: Mapping[MemoryId, int]
    questions: Mapping[ClarificationId, MemoryId]


ReadAnswer = Callable[[bytes], Held]


class CacheReconciler:
    """The cache's part of `check`, `repair` and `rebuild`. `Unavailable` where Redis or Postgres is away."""

    def __init__(self, audit: CacheAudit, cache: MemoryCache, database: Database, read_answer: ReadAnswer) -> None:
        self._audit = audit
        self._cache = cache
        self._database = database
        self._read_answer = read_answer

    async def compare(self) -> Comparison:
        """Every answer that would be served; a difference counts only when two looks agree on it."""
        first = await self._look()
        if not first.differences:
            return first
        await asyncio.sleep(_SETTLE_S)
        second = await self._look()
        lasting = tuple(d for d in second.differences if d in first.differences)
        return replace(second, differences=lasting)

    async def repair(self) -> int:
        """Void the answers of every customer that has a wrong one; returns how many customers."""
        scopes = {d.stamp.scope for d in (await self.compare()).differences}
        await self._cache.invalidate(sorted(scopes, key=lambda scope: scope.key))
        return len(scopes)

    async def rebuild(self) -> None:
        """Void every answer; the cache fills again with what is asked."""
        await self._audit.drop_all()

    async def _look(self) -> Comparison:
        answers = [(scope, self._read_answer(body)) async for scope, body in self._audit.answers()]
        differences = [d for scope, held in answers for d in await self._differences(scope, held)]
        return Comparison(len(answers), len(answers), 0, tuple(differences))

    async def _differences(self, scope: Scope, held: Held) -> list[Difference]:
        params = {**scope_params(scope), "ids": list(held.versions), "questions": list(held.questions)}
        async with self._database.worker() as conn:
            rows = await (await conn.execute(SQL["recallable"], params)).fetchall()
            asked = await (await conn.execute(SQL["asked"], params)).fetchall()
        now = {MemoryId(r["memory_id"]): int(r["version"]) for r in rows}
        changed = [
            Difference("stale" if memory_id in now else "extra", Stamp(scope, memory_id, version))
            for memory_id, version in held.versions.items()
            if now.get(memory_id) != version
        ]
        settled = held.questions.keys() - {ClarificationId(r["clarification_id"]) for r in asked}
        return [*changed, *(Difference("extra", Stamp(scope, held.questions[one], 0)) for one in sorted(settled))]
