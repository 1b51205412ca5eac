"""Builds recall from the settings."""

import asyncio
import base64
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from yiku.recall.v1.recall_pb2 import DESCRIPTOR
from yiku_domain.candidate import PathName
from yiku_domain.errors import InvalidRequest, YikuError
from yiku_domain.ids import TenantId
from yiku_models.embedder import Embedder
from yiku_models.factory import build_embedder
from yiku_runtime.grpc_server import GrpcServer, Service
from yiku_runtime.instruments import Instruments
from yiku_runtime.logs import describe
from yiku_runtime.settings import Settings
from yiku_runtime.wiring import observed, server_options, token_verifier
from yiku_stores.breaker import Breaker
from yiku_stores.graph.connect import memory_graph
from yiku_stores.graph.memory_graph import CypherMemoryGraph
from yiku_stores.milvus.connect import vector_index
from yiku_stores.milvus.connection import MilvusConnection
from yiku_stores.milvus.vector_index import MilvusVectorIndex
from yiku_stores.postgres.clarifications import Clarifications
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.recall_reads import RecallReads
from yiku_stores.postgres.trace_sink import TraceSink
from yiku_stores.protocols import MemoryGraph
from yiku_stores.redis.cache import RedisMemoryCache
from yiku_stores.redis.connection import RedisConnection
from yiku_text.user_ids import looks_like
from yiku_text.vault import Vault

from yiku_recall.cache import RecallCache
from yiku_recall.embedding import Embedding
from yiku_recall.masking import QuestionMask
from yiku_recall.paths.graph import GraphPath
from yiku_recall.paths.guard import PathGuard, Report
from yiku_recall.paths.overlay import OverlayPath
from yiku_recall.paths.vector import VectorPath
from yiku_recall.paths.warm import WarmVectors
from yiku_recall.pipeline import Pipeline
from yiku_recall.search import Searcher
from yiku_recall.servicer import RecallServicer
from yiku_recall.strategies import Strategies

NEEDED = ("postgres_dsn", "redis_url", "milvus_uri", "graph_url", "master_key", "models_dir")

_PREPARE_AGAIN_S = 1.0


async def run(settings: Settings) -> None:
    """Serve until SIGTERM."""
    with observed("recall", settings) as instruments:
        async with serving(settings, instruments) as server:
            _spare_the_collector()
            await server.run()


def _spare_the_collector() -> None:
    """What was loaded so far lives as long as the process: collecting must not walk it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@asynccontextmanager
async def serving(settings: Settings, instruments: Instruments) -> AsyncIterator[GrpcServer]:
    """The server, not yet started, and everything behind it, closed in reverse order."""
    async with AsyncExitStack() as stack:
        database = await _database(settings, stack)
        service = Service(
            DESCRIPTOR.services_by_name["RecallService"],
            await _servicer(settings, instruments, database, stack),
        )
        yield GrpcServer(
            (service,),
            server_options(settings, settings.recall_port, looks_like),
            token_verifier(settings),
            instruments,
            database.reachable,
        )


async def _servicer(
    settings: Settings, instruments: Instruments, database: Database, stack: AsyncExitStack
) -> RecallServicer:
    redis = RedisConnection(settings.redis_url.get_secret_value())
    stack.push_async_callback(redis.close)
    embedder = build_embedder(settings.embedder, cache_dir=settings.models_dir or Path())
    embedding = Embedding(embedder)
    stack.callback(embedding.close)
    index, graph = await _indexes(settings, embedder, stack)
    traces = TraceSink(database, _lost(instruments))
    strategies = Strategies(database, _broken(instruments))
    report = _report(instruments)
    vector = VectorPath(index, PathGuard(PathName.VECTOR, Breaker(), report), WarmVectors(index))
    await _beside(stack, traces.run(), strategies.run(), vector.watch(), _prepare(index.ensure), _prepare(graph.ensure))
    return RecallServicer(
        _pipeline(database, embedding, vector, graph, report),
        RecallCache(RedisMemoryCache(redis)),
        strategies,
        question_mask=QuestionMask(_vault(settings)),
        traces=traces,
        metrics=instruments.metrics,
    )


async def _database(settings: Settings, stack: AsyncExitStack) -> Database:
    database = Database(settings.postgres_dsn.get_secret_value(), max_size=settings.postgres_pool_size)
    await database.open()
    stack.push_async_callback(database.close)
    return database


async def _indexes(
    settings: Settings, embedder: Embedder, stack: AsyncExitStack
) -> tuple[MilvusVectorIndex, CypherMemoryGraph]:
    milvus = MilvusConnection(settings.milvus_uri, settings.milvus_token.get_secret_value())
    stack.push_async_callback(milvus.close)
    graph = memory_graph(
        settings.graph_url.get_secret_value(),
        user=settings.graph_user,
        password=settings.graph_password.get_secret_value(),
    )
    stack.push_async_callback(graph.close)
    return vector_index(milvus, embedder=embedder.name, dim=embedder.dim), graph


def _pipeline(
    database: Database, embedding: Embedding, vector: VectorPath, graph: MemoryGraph, report: Report
) -> Pipeline:
    reads = RecallReads(database)
    searcher = Searcher(
        reads,
        embedding,
        vector,
        GraphPath(graph, PathGuard(PathName.GRAPH, Breaker(), report)),
        OverlayPath(embedding, PathGuard(PathName.OVERLAY, None, report)),
        report,
    )
    return Pipeline(reads, searcher, Clarifications(database))


async def _prepare(ensure: Callable[[], Awaitable[None]]) -> None:
    """An index that was never filled is empty, not away; one that is away is prepared when it comes."""
    while True:
        try:
            return await ensure()
        except YikuError:
            await asyncio.sleep(_PREPARE_AGAIN_S)


async def _beside(stack: AsyncExitStack, *loops: Coroutine[None, None, None]) -> None:
    """Run loops until the stack closes."""
    tasks = [asyncio.create_task(loop) for loop in loops]

    async def stop() -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    stack.push_async_callback(stop)


def _vault(settings: Settings) -> Vault:
    return Vault(base64.b64decode(settings.master_key.get_secret_value()), settings.master_key_id)


def _report(instruments: Instruments) -> Report:
    def report(part: str, error: Exception) -> None:
        instruments.log.warning("a part of recall is away", part=part, **describe(error))

    return report


def _lost(instruments: Instruments) -> Callable[[int, str], None]:
    def lost(records: int, why: str) -> None:
        instruments.log.warning("decision records lost", records=records, why=why)

    return lost


def _broken(instruments: Instruments) -> Callable[[TenantId, str, int, InvalidRequest], None]:
    def broken(tenant_id: TenantId, scene: str, version: int, error: InvalidRequest) -> None:
        instruments.log.error(
            "stored strategy refused, the last good one stays",
            tenant=tenant_id,
            scene=scene,
            version=version,
            fields=[violation.field for violation in error.violations],
        )

    return broken
