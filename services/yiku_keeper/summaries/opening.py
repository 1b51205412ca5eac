"""Builds the rounds of summing up from the settings."""

from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from uuid_utils.compat import uuid7
from yiku_domain.ids import Scope
from yiku_domain.summary import SummaryKey
from yiku_models.llm import LlmEndpoint, TenantBudget, build_language_model
from yiku_runtime.instruments import Instruments
from yiku_runtime.settings import Settings
from yiku_stores.invalidation import Invalidation
from yiku_stores.postgres.commit import Secret, Tools
from yiku_stores.postgres.conversations import Conversations, Cutting, WaitingConversations
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.summaries import Summaries, SummaryQueue
from yiku_stores.postgres.wake import OutboxWaker
from yiku_stores.redis.cache import RedisMemoryCache
from yiku_stores.redis.connection import RedisConnection
from yiku_stream.event_codec import event_to_bytes
from yiku_text.clarifying import clarifying_question
from yiku_text.segment import index_literals

from yiku_keeper.summaries.llm.writer import LlmSummary
from yiku_keeper.summaries.rounds import PARALLEL, Stores, SummaryRounds
from yiku_keeper.summaries.summariser import Summarised, Summariser


async def build_rounds(
    settings: Settings, worker: Database, instruments: Instruments, stack: AsyncExitStack
) -> SummaryRounds:
    """Ready to run; what it opens closes with `stack`.

    `worker` sees all tenants' queues; a customer's words are read as requests read them, one tenant at a time.
    """
    zone = ZoneInfo(settings.summary_time_zone)
    database = Database(settings.postgres_dsn.get_secret_value(), max_size=PARALLEL)
    await database.open()
    stack.push_async_callback(database.close)
    redis = RedisConnection(settings.redis_url.get_secret_value())
    stack.push_async_callback(redis.close)
    conversations, summaries = Conversations(database), Summaries(database, _tools(database, redis), zone=zone)
    return SummaryRounds(
        Stores(WaitingConversations(worker), SummaryQueue(worker), conversations, summaries),
        Summariser(zone, _llm(settings, stack)),
        Cutting(settings.summary_turns, timedelta(seconds=settings.summary_silence_s)),
        tracer=instruments.tracer,
        log=instruments.log,
        on_told=lambda key, told: _count(instruments, key, told),
        clock=lambda: datetime.now(UTC),
    )


class NothingToSeal:
    """Summaries are made of masked words: the keeper has no key to the vault, and needs none."""

    def new_key(self, scope: Scope) -> tuple[str, bytes]:
        """Never asked for."""
        raise AssertionError("a summary has no secrets")

    def seal(self, scope: Scope, master_id: str, wrapped: bytes, secret: Secret) -> bytes:
        """Never asked for."""
        raise AssertionError("a summary has no secrets")


def _tools(database: Database, redis: RedisConnection) -> Tools:
    return Tools(
        encode=event_to_bytes,
        terms=index_literals,
        new_id=uuid7,
        sealer=NothingToSeal(),
        invalidate=Invalidation(RedisMemoryCache(redis)),
        wake=OutboxWaker(database),
        question=clarifying_question,
    )


def _llm(settings: Settings, stack: AsyncExitStack) -> LlmSummary | None:
    if not settings.llm_base_url:
        return None
    endpoint = LlmEndpoint(settings.llm_base_url, settings.llm_model, settings.llm_api_key.get_secret_value())
    budget = TenantBudget(calls_per_hour=settings.llm_calls_per_hour, tokens_per_hour=settings.llm_tokens_per_hour)
    model = build_language_model(endpoint, timeout_s=settings.llm_timeout_s, budget=budget)
    stack.push_async_callback(model.close)
    return LlmSummary(model)


def _count(instruments: Instruments, key: SummaryKey, summarised: Summarised) -> None:
    written = summarised.written
    by = "none" if not summarised.told.content else "llm" if written and written.by == summarised.told.by else "lines"
    instruments.metrics.summaries.labels(key.level.value, by).inc()
    if written is not None:
        instruments.metrics.summary_questions.labels(written.outcome).inc()
