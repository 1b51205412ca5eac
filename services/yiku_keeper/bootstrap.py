"""Builds the keeper from the settings."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from uuid_utils.compat import uuid7
from yiku_domain.events import Sink
from yiku_models.factory import embedder_identity
from yiku_runtime.settings import Settings
from yiku_runtime.wiring import observed
from yiku_stores.graph.connect import memory_graph
from yiku_stores.milvus.connect import vector_index
from yiku_stores.milvus.connection import MilvusConnection
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.retention import Retention
from yiku_stores.protocols import InspectableIndex
from yiku_stores.reconcile import Reconciler
from yiku_stream.event_codec import event_to_bytes

from yiku_keeper.keeper import Keeper
from yiku_keeper.summaries.opening import build_rounds

NEEDED = ("postgres_dsn", "postgres_worker_dsn", "redis_url", "milvus_uri", "graph_url", "models_dir")


async def run(settings: Settings) -> None:
    """Compare, repair, tidy and sum up until cancelled."""
    with observed("keeper", settings) as instruments:
        async with AsyncExitStack() as stack:
            database = Database(settings.postgres_worker_dsn.get_secret_value(), max_size=3)
            await database.open()
            stack.push_async_callback(database.close)
            reconciler = _reconciler(settings, database, stack)

            def count(sink: Sink, resent: int) -> None:
                instruments.metrics.store_repaired.labels(sink.value).inc(resent)

            keeper = Keeper(reconciler, Retention(database), on_repair=count)
            rounds = await build_rounds(settings, database, instruments, stack)
            async with asyncio.TaskGroup() as group:
                group.create_task(keeper.run())
                group.create_task(rounds.run())


def _reconciler(settings: Settings, database: Database, stack: AsyncExitStack) -> Reconciler:
    milvus = MilvusConnection(settings.milvus_uri, settings.milvus_token.get_secret_value())
    graph = memory_graph(
        settings.graph_url.get_secret_value(),
        user=settings.graph_user,
        password=settings.graph_password.get_secret_value(),
    )
    stack.push_async_callback(milvus.close)
    stack.push_async_callback(graph.close)
    name, dim = embedder_identity(settings.embedder, cache_dir=settings.models_dir or Path())
    vectors = vector_index(milvus, embedder=name, dim=dim)
    indexes: dict[Sink, InspectableIndex] = {Sink.MILVUS: vectors, Sink.GRAPH: graph}
    return Reconciler(database, indexes, encode=event_to_bytes, new_id=uuid7)
