"""Builds the extractor from the settings."""

import asyncio
import base64
from contextlib import AsyncExitStack
from datetime import UTC, datetime

from protovalidate import Validator
from uuid_utils.compat import uuid7
from yiku.extractor.v1.extractor_pb2 import DESCRIPTOR
from yiku_runtime.grpc_server import GrpcServer, Service
from yiku_runtime.instruments import Instruments
from yiku_runtime.settings import Settings
from yiku_runtime.user_ids import UserIdCheck
from yiku_runtime.validation import RequestValidator
from yiku_runtime.wiring import observed, server_options, token_verifier
from yiku_stores.invalidation import Invalidation
from yiku_stores.postgres.commit import Tools
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.delivery import DeliveryWatch
from yiku_stores.postgres.told_sources import ToldSources
from yiku_stores.postgres.trace_sink import TraceSink
from yiku_stores.postgres.wake import OutboxWaker
from yiku_stores.postgres.writer import MemoryWriter
from yiku_stores.redis.cache import RedisMemoryCache
from yiku_stores.redis.connection import RedisConnection
from yiku_stream.consumer import BatchConsumer
from yiku_stream.event_codec import event_to_bytes
from yiku_stream.settings import SOURCES_TOPIC, KafkaSettings
from yiku_text.clarifying import clarifying_question
from yiku_text.segment import index_literals
from yiku_text.user_ids import looks_like
from yiku_text.vault import Vault

from yiku_extractor.reading import build_pipeline
from yiku_extractor.servicer import ITEM_FIELDS, ExtractorServicer
from yiku_extractor.sources.feed import SourceFeed
from yiku_extractor.sources.opening import Opener
from yiku_extractor.write import Writes

_DESCRIPTOR = DESCRIPTOR.services_by_name["ExtractorService"]

NEEDED = ("postgres_dsn", "redis_url", "master_key")
NEEDED_BY_SOURCES = (*NEEDED, "postgres_worker_dsn", "kafka_bootstrap")

_RECORDS = 64
"""So many sources may each wait for a language model, and the group waits for none longer than minutes."""


async def run(settings: Settings) -> None:
    """Serve until SIGTERM."""
    with observed("extractor", settings) as instruments:
        database = Database(settings.postgres_dsn.get_secret_value(), max_size=settings.postgres_pool_size)
        redis = RedisConnection(settings.redis_url.get_secret_value())
        decisions = TraceSink(database, lambda n, why: instruments.log.warning("lost", records=n, why=why))
        writes = _writes(settings, instruments, database, redis, decisions)
        server = GrpcServer(
            (Service(_DESCRIPTOR, ExtractorServicer(writes), ITEM_FIELDS),),
            server_options(settings, settings.extractor_port, looks_like),
            token_verifier(settings),
            instruments,
            database.reachable,
        )
        await database.open()
        sink = asyncio.create_task(decisions.run())
        try:
            await server.run()
        finally:
            sink.cancel()
            await asyncio.gather(sink, return_exceptions=True)
            await redis.close()
            await database.close()


async def run_sources(settings: Settings) -> None:
    """Feed from Kafka until cancelled: a process of its own, as bulk must not stand in the way of calls."""
    with observed("extractor-sources", settings) as instruments:
        async with AsyncExitStack() as stack:
            database = Database(settings.postgres_dsn.get_secret_value(), max_size=settings.postgres_pool_size)
            worker = Database(settings.postgres_worker_dsn.get_secret_value(), max_size=settings.postgres_pool_size)
            redis = RedisConnection(settings.redis_url.get_secret_value())
            kafka = KafkaSettings(settings.kafka_bootstrap, settings.kafka_properties(), grouped=settings.kafka_groups)
            consumer = BatchConsumer(kafka, SOURCES_TOPIC, "yiku-sources", max_records=_RECORDS)
            decisions = TraceSink(database, lambda n, why: instruments.log.warning("lost", records=n, why=why))
            for each in (database, worker):
                await each.open()
                stack.push_async_callback(each.close)
            stack.push_async_callback(redis.close)
            stack.push_async_callback(consumer.close)
            feed = SourceFeed(
                consumer,
                Opener(_validator(), looks_like, lambda: datetime.now(UTC)),
                _writes(settings, instruments, database, redis, decisions),
                ToldSources(worker),
                instruments,
                parallel=settings.postgres_pool_size,
            )
            async with asyncio.TaskGroup() as group:
                group.create_task(decisions.run())
                group.create_task(feed.run())


def _validator() -> RequestValidator:
    """The rules of the API: what a call may not say, a source may not say either."""
    request = _DESCRIPTOR.methods_by_name["Ingest"].input_type
    return RequestValidator(request, Validator(), UserIdCheck(looks_like), ITEM_FIELDS["Ingest"])


def _writes(
    settings: Settings, instruments: Instruments, database: Database, redis: RedisConnection, decisions: TraceSink
) -> Writes:
    vault = Vault(base64.b64decode(settings.master_key.get_secret_value()), settings.master_key_id)
    tools = Tools(
        encode=event_to_bytes,
        terms=index_literals,
        new_id=uuid7,
        sealer=vault,
        invalidate=Invalidation(RedisMemoryCache(redis)),
        wake=OutboxWaker(database),
        question=clarifying_question,
    )
    pipeline = build_pipeline(settings, instruments.tracer)
    return Writes(pipeline, vault, MemoryWriter(database, tools), DeliveryWatch(database), decisions, uuid7)
