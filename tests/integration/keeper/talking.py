"""Customers who talk, memories that are kept of it, and keepers that sum it up; on real Postgres."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import structlog
from opentelemetry.sdk.trace import TracerProvider
from uuid_utils.compat import uuid7
from yiku_domain.ids import EpisodeId, MemoryId, Scope, TraceId
from yiku_domain.memory import Draft, Memory, Source, SourceKind
from yiku_domain.summary import SummaryKey
from yiku_keeper.summaries.rounds import Stores, SummaryRounds
from yiku_keeper.summaries.summariser import Summarised, Summariser
from yiku_stores.postgres.commit import Commit, Committed, Episode
from yiku_stores.postgres.conversations import Conversations, Cutting, WaitingConversations
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.rows import memory_from_row
from yiku_stores.postgres.summaries import Summaries, SummaryQueue
from yiku_stores.postgres.writer import MemoryWriter

from tests.integration.stores.writing import Heard, new_scope, tools

ZONE = ZoneInfo("Asia/Shanghai")
START = datetime(2026, 10, 1, 1, 0, tzinfo=UTC)
"""Nine in the morning in Shanghai, on a Thursday."""

CUTTING = Cutting(turns=4, silence=timedelta(minutes=30), settle=timedelta(seconds=5))


@dataclass
class Clock:
    """Stands still until it is moved."""

    now: datetime = START

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, **time: float) -> None:
        self.now += timedelta(**time)


@dataclass
class Talk:
    """One customer's conversations; each turn a minute after the last, told as it is said."""

    writer: MemoryWriter
    clock: Clock
    scope: Scope = field(default_factory=new_scope)
    session: str = "s1"

    async def say(self, text: str, *drafts: Draft, role: str = "user", session: str = "") -> Committed:
        """A turn, with what extraction keeps of it."""
        self.clock.pass_(minutes=1)
        source = Source(SourceKind.DIALOGUE, session or self.session, str(uuid7()))
        now = self.clock.now
        episode = Episode(EpisodeId(UUID(source.episode_id)), source.kind, source.ref, role, text, now)
        placed = [_placed(draft, text, source, now) for draft in drafts]
        trace = TraceId(uuid4().hex)
        return await self.writer.commit(Commit(self.scope, placed, now, trace, episodes=[episode], sources=[source]))

    async def chat(self, *texts: str) -> None:
        """Turns of which nothing is kept."""
        for text in texts:
            await self.say(text)

    async def retract(self, memory_id: MemoryId) -> None:
        self.clock.pass_(minutes=1)
        await self.writer.retract(self.scope, memory_id, now=self.clock.now, trace_id=TraceId("3" * 32))


def _placed(draft: Draft, text: str, source: Source, now: datetime) -> Draft:
    at = text.find(draft.content)
    span = (at, at + len(draft.content)) if at >= 0 else None
    return replace(draft, source=replace(source, span=span), valid_from=draft.valid_from or now)


@dataclass
class Keeping:
    """One keeper's rounds, and what it told."""

    rounds: SummaryRounds
    stores: Stores
    told: list[tuple[SummaryKey, Summarised]]

    async def all_rounds(self) -> None:
        """Until nothing is left to do."""
        while True:
            before = len(self.told)
            await self.rounds.round()
            if len(self.told) == before:
                return


def keeping(
    database: Database,
    worker: Database,
    clock: Clock,
    *,
    summariser: Summariser | None = None,
    cutting: Cutting = CUTTING,
    heard: Heard | None = None,
) -> Keeping:
    """A keeper over these stores."""
    told: list[tuple[SummaryKey, Summarised]] = []
    summaries = Summaries(database, tools(heard), zone=ZONE, settle=cutting.settle)
    stores = Stores(WaitingConversations(worker), SummaryQueue(worker), Conversations(database), summaries)
    rounds = SummaryRounds(
        stores,
        summariser or Summariser(ZONE),
        cutting,
        tracer=TracerProvider().get_tracer("t"),
        log=structlog.get_logger(),
        on_told=lambda key, what: told.append((key, what)),
        clock=clock,
    )
    return Keeping(rounds, stores, told)


async def summaries_of(database: Database, scope: Scope, *statuses: str) -> list[Memory]:
    """The customer's summaries, oldest first."""
    async with database.tenant(scope.tenant_id) as conn:
        cursor = await conn.execute(
            "SELECT * FROM memory WHERE user_id = %s AND kind = 'summary' AND status = ANY(%s) ORDER BY memory_id",
            (scope.user_id, list(statuses or ("active",))),
        )
        return [memory_from_row(row) for row in await cursor.fetchall()]


async def table(database: Database, scope: Scope, name: str) -> Sequence[Mapping[str, Any]]:
    """A customer's rows."""
    async with database.tenant(scope.tenant_id) as conn:
        cursor = await conn.execute(f"SELECT * FROM {name} WHERE user_id = %s", (scope.user_id,))
        return await cursor.fetchall()


def contents(memories: Sequence[Memory]) -> list[str]:
    return [memory.content for memory in memories]
