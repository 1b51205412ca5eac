"""Builds the extractor from the settings."""

import asyncio
import base64

from uuid_utils.compat import uuid7
from yiku.extractor.v1.extractor_pb2 import DESCRIPTOR
from yiku_runtime.grpc_server import GrpcServer, Service
from yiku_runtime.settings import Settings
from yiku_runtime.wiring import observed, server_options, token_verifier
from yiku_stores.invalidation import Invalidation
from yiku_stores.postgres.commit import Tools
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.delivery import DeliveryWatch
from yiku_stores.postgres.trace_sink import TraceSink
from yiku_stores.postgres.wake import OutboxWaker
from yiku_stores.postgres.writer import MemoryWriter
from yiku_stores.redis.cache import RedisMemoryCache
from yiku_stores.redis.connection import RedisConnection
from yiku_stream.event_codec import event_to_bytes
from yiku_text.segment import index_literals
from yiku_text.user_ids import looks_like
from yiku_text.vault import Vault

from yiku_extractor.pipeline.pipeline import Pipeline
from yiku_extractor.servicer import ITEM_FIELDS, ExtractorServicer
from yiku_extractor.write import Writes

_DESCRIPTOR = DESCRIPTOR.services_by_name["ExtractorService"]

NEEDED = ("postgres_dsn", "redis_url", "master_key")


async def run(settings: Settings) -> None:
    """Serve until SIGTERM."""
    with observed("extractor", settings) as instruments:
        database = Database(settings.postgres_dsn.get_secret_value(), max_size=settings.postgres_pool_size)
        redis = RedisConnection(settings.redis_url.get_secret_value())
        decisions = TraceSink(database, lambda n, why: instruments.log.warning("lost", records=n, why=why))
        writes = _writes(settings, database, redis, decisions)
        server = GrpcServer(
            (Service(DESCRIPTOR.services_by_name["ExtractorService"], ExtractorServicer(writes), ITEM_FIELDS),),
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


def _writes(settings: Settings, database: Database, redis: RedisConnection, decisions: TraceSink) -> Writes:
    vault = Vault(base64.b64decode(settings.master_key.get_secret_value()), settings.master_key_id)
    tools = Tools(
        encode=event_to_bytes,
        terms=index_literals,
        new_id=uuid7,
        sealer=vault,
        invalidate=Invalidation(RedisMemoryCache(redis)),
        wake=OutboxWaker(database),
    )
    return Writes(Pipeline(), vault, MemoryWriter(database, tools), DeliveryWatch(database), decisions, uuid7)
