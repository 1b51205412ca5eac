"""Builds a propagator from the settings."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from yiku_domain.events import Sink
from yiku_runtime.settings import Settings, SettingsError
from yiku_runtime.wiring import observed
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.progress import SinkProgress
from yiku_stream.consumer import BatchConsumer
from yiku_stream.settings import MEMORY_TOPIC, KafkaSettings

from yiku_propagator.propagator import Propagator
from yiku_propagator.sinks import CacheSink, GraphSink, SinkWriter, VectorSink

NEEDED = {
    Sink.MILVUS: ("postgres_worker_dsn", "kafka_bootstrap", "milvus_uri", "models_dir"),
    Sink.GRAPH: ("postgres_worker_dsn", "kafka_bootstrap", "graph_url"),
    Sink.CACHE: ("postgres_worker_dsn", "kafka_bootstrap", "redis_url"),
}

_MAX_RECORDS = {Sink.MILVUS: 64, Sink.GRAPH: 256, Sink.CACHE: 256}
"""Embedding takes about 10 ms each: a larger batch would only hold back the first of it."""

_GATHER_S = 0.05
"""A batch costs a transaction and several round trips, whatever its size; lag may be a second."""


async def run(settings: Settings, sink: Sink) -> None:
    """Fill one index until cancelled."""
    with observed(f"propagator-{sink.value}", settings) as instruments:
        database = Database(settings.postgres_worker_dsn.get_secret_value(), max_size=2)
        consumer = BatchConsumer(
            KafkaSettings(settings.kafka_bootstrap, settings.kafka_properties(), grouped=settings.kafka_groups),
            MEMORY_TOPIC,
            f"yiku-{sink.value}",
            max_records=_MAX_RECORDS[sink],
            gather_s=_GATHER_S,
        )
        await database.open()
        try:
            async with _writer(settings, sink) as writer:
                progress = SinkProgress(database, sink)
                await Propagator(sink, writer, consumer, progress, instruments).run()
        finally:
            await consumer.close()
            await database.close()


@asynccontextmanager
async def _writer(settings: Settings, sink: Sink) -> AsyncIterator[SinkWriter]:
    """Each sink imports only what it needs: the drivers and models are most of a process's memory."""
    if sink is Sink.MILVUS:
        async with _milvus(settings) as writer:
            yield writer
    elif sink is Sink.GRAPH:
        async with _graph(settings) as writer:
            yield writer
    else:
        async with _cache(settings) as writer:
            yield writer


@asynccontextmanager
async def _milvus(settings: Settings) -> AsyncIterator[SinkWriter]:
    from yiku_models.factory import build_embedder
    from yiku_stores.milvus.connect import vector_index
    from yiku_stores.milvus.connection import MilvusConnection

    if settings.models_dir is None:
        raise SettingsError("not set: YIKU_MODELS_DIR")
    embedder = build_embedder(settings.embedder, cache_dir=settings.models_dir)
    connection = MilvusConnection(settings.milvus_uri, settings.milvus_token.get_secret_value())
    try:
        index = vector_index(connection, embedder=embedder.name, dim=embedder.dim)
        yield VectorSink(index, embedder)
    finally:
        await connection.close()


@asynccontextmanager
async def _graph(settings: Settings) -> AsyncIterator[SinkWriter]:
    from yiku_stores.graph.connect import memory_graph

    graph = memory_graph(
        settings.graph_url.get_secret_value(),
        user=settings.graph_user,
        password=settings.graph_password.get_secret_value(),
    )
    try:
        yield GraphSink(graph)
    finally:
        await graph.close()


@asynccontextmanager
async def _cache(settings: Settings) -> AsyncIterator[SinkWriter]:
    from yiku_stores.redis.cache import RedisMemoryCache
    from yiku_stores.redis.connection import RedisConnection

    connection = RedisConnection(settings.redis_url.get_secret_value(), timeout_s=1.0)
    try:
        yield CacheSink(RedisMemoryCache(connection))
    finally:
        await connection.close()
