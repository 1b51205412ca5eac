"""Builds the memory service from the settings."""

import base64
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import cache

from uuid_utils.compat import uuid7
from yiku.admin.v1 import admin_pb2
from yiku.memory.v1 import memory_pb2
from yiku.review.v1 import review_pb2
from yiku.session.v1 import session_pb2
from yiku.strategy.v1 import strategy_pb2
from yiku.trace.v1 import trace_pb2
from yiku_runtime.grpc_server import GrpcServer, Service
from yiku_runtime.settings import Settings
from yiku_runtime.wiring import observed, server_options, token_verifier
from yiku_stores.invalidation import Invalidation
from yiku_stores.postgres.audit import AuditLog
from yiku_stores.postgres.clarifications import Clarifications
from yiku_stores.postgres.commit import Tools
from yiku_stores.postgres.conversations import Conversations
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.decisions import Decisions
from yiku_stores.postgres.delivery import DeliveryWatch
from yiku_stores.postgres.erasure import Eraser
from yiku_stores.postgres.memories import Memories
from yiku_stores.postgres.operations import Operations
from yiku_stores.postgres.reviews import ReviewQueue
from yiku_stores.postgres.wake import OutboxWaker
from yiku_stores.postgres.writer import MemoryWriter
from yiku_stores.reconcile import Reconciler
from yiku_stores.reconcile_cache import CacheReconciler
from yiku_stores.redis.audit import CacheAudit
from yiku_stores.redis.cache import RedisMemoryCache
from yiku_stores.redis.connection import RedisConnection
from yiku_stores.redis.session import RedisSessions
from yiku_stream.event_codec import event_to_bytes
from yiku_text.clarifying import clarifying_question
from yiku_text.segment import index_literals
from yiku_text.user_ids import looks_like
from yiku_text.vault import Vault

from yiku_memory.admin_servicer import AdminServicer
from yiku_memory.administration import Administration
from yiku_memory.cached_answers import held
from yiku_memory.corrections import Corrections
from yiku_memory.erasing import Erasing
from yiku_memory.indexes import Indexes, lazy_indexes
from yiku_memory.memory_servicer import MemoryServicer
from yiku_memory.review_servicer import ReviewServicer
from yiku_memory.reviewing import Decider
from yiku_memory.session_servicer import SessionServicer
from yiku_memory.strategy_servicer import StrategyServicer
from yiku_memory.trace_servicer import TraceServicer

NEEDED = (
    "postgres_dsn",
    "postgres_worker_dsn",
    "redis_url",
    "master_key",
    "milvus_uri",
    "graph_url",
    "models_dir",
)

_WORKERS = 3


async def run(settings: Settings) -> None:
    """Serve until SIGTERM."""
    with observed("memory", settings) as instruments:
        async with AsyncExitStack() as stack:
            database = await _database(settings.postgres_dsn.get_secret_value(), settings.postgres_pool_size, stack)
            worker = await _database(settings.postgres_worker_dsn.get_secret_value(), _WORKERS, stack)
            redis = RedisConnection(settings.redis_url.get_secret_value())
            stack.push_async_callback(redis.close)
            server = GrpcServer(
                (
                    *_customer_services(settings, database, redis),
                    _admin_service(worker, redis, lazy_indexes(settings, stack)),
                ),
                server_options(settings, settings.memory_port, looks_like),
                token_verifier(settings),
                instruments,
                database.reachable,
            )
            await server.run()


async def _database(dsn: str, size: int, stack: AsyncExitStack) -> Database:
    database = Database(dsn, max_size=size)
    await database.open()
    stack.push_async_callback(database.close)
    return database


def _customer_services(settings: Settings, database: Database, redis: RedisConnection) -> tuple[Service, ...]:
    vault = Vault(base64.b64decode(settings.master_key.get_secret_value()), settings.master_key_id)
    sessions = RedisSessions(redis, keep=settings.session_max_turns, ttl_s=settings.session_ttl_s)
    tools, clarifications = _tools(database, redis, vault), Clarifications(database)
    decider = Decider(Decisions(database, tools), vault)
    servicers = (
        (memory_pb2, "MemoryService", _memory_servicer(database, tools, vault, sessions)),
        (review_pb2, "ReviewService", ReviewServicer(ReviewQueue(database), clarifications, decider)),
        (session_pb2, "SessionService", SessionServicer(sessions, vault, clarifications, Conversations(database))),
        (strategy_pb2, "StrategyService", StrategyServicer(database)),
        (trace_pb2, "TraceService", TraceServicer(database)),
    )
    return tuple(Service(file.DESCRIPTOR.services_by_name[name], servicer) for file, name, servicer in servicers)


def _tools(database: Database, redis: RedisConnection, vault: Vault) -> Tools:
    return Tools(
        encode=event_to_bytes,
        terms=index_literals,
        new_id=uuid7,
        sealer=vault,
        invalidate=Invalidation(RedisMemoryCache(redis)),
        wake=OutboxWaker(database),
        question=clarifying_question,
    )


def _memory_servicer(database: Database, tools: Tools, vault: Vault, sessions: RedisSessions) -> MemoryServicer:
    corrections = Corrections(MemoryWriter(database, tools), vault, AuditLog(database))
    erasing = Erasing(Eraser(database, tools), sessions, DeliveryWatch(database))
    return MemoryServicer(Memories(database), corrections, erasing)


def _admin_service(worker: Database, redis: RedisConnection, indexes: Callable[[], Indexes]) -> Service:
    @cache
    def reconciler() -> Reconciler:
        return Reconciler(worker, indexes(), encode=event_to_bytes, new_id=uuid7)

    cache_reconciler = CacheReconciler(CacheAudit(redis), RedisMemoryCache(redis), worker, held)
    administration = Administration(reconciler, Operations(worker), cache_reconciler)
    admin = admin_pb2.DESCRIPTOR.services_by_name["AdminService"]
    return Service(admin, AdminServicer(administration))
