"""Recall as it is served, before real servers behind doors, and a writer beside it."""

import base64
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import grpc
import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from uuid_utils.compat import uuid7
from yiku.recall.v1 import recall_pb2 as pb
from yiku.recall.v1.recall_pb2_grpc import RecallServiceStub
from yiku_domain.events import MemoryEvent, Op
from yiku_domain.ids import Scope, TenantId, TraceId, UserId
from yiku_domain.memory import Draft, Entity, Kind, Memory, Nature
from yiku_local.endpoints import Endpoints
from yiku_models.factory import build_embedder
from yiku_recall.bootstrap import serving
from yiku_runtime.auth import mint
from yiku_runtime.settings import Settings
from yiku_runtime.wiring import observed
from yiku_stores.graph.connect import memory_graph
from yiku_stores.milvus.connect import vector_index
from yiku_stores.milvus.connection import MilvusConnection
from yiku_stores.postgres.commit import Commit, Tools
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.writer import MemoryWriter
from yiku_stores.protocols import MemoryGraph, VectorIndex
from yiku_stores.redis.cache import RedisMemoryCache
from yiku_stores.redis.connection import RedisConnection
from yiku_stream.event_codec import event_to_bytes
from yiku_text.clarifying import clarifying_question
from yiku_text.segment import index_literals
from yiku_text.vault import Vault

from tests.conftest import FreshDatabase
from tests.integration.recall.proxy import Door

SECRET = "integration-tests-share-this-secret-0"
MASTER_KEY = b"m" * 32
TENANT = TenantId("t1")


@dataclass
class World:
    """What a test holds: the served recall, its doors, the truth and the indexes."""

    settings: Settings
    doors: dict[str, Door]
    admin_dsn: str
    writer: MemoryWriter
    cache: RedisMemoryCache
    index: VectorIndex
    graph: MemoryGraph
    models_dir: Path
    stubs: list[RecallServiceStub]
    stack: AsyncExitStack

    async def another_process(self) -> int:
        """One more recall over the same stores; its place in `stubs`."""
        self.stubs.append(await self.stack.enter_async_context(_served(self.settings)))
        return len(self.stubs) - 1

    async def recall(
        self, scope: Scope, query: str = "", *, process: int = 0, timeout: float = 10, **fields: object
    ) -> pb.RecallResponse:
        """Ask over gRPC as the customer's tenant."""
        request = pb.RecallRequest(user_id=scope.user_id, query=query, explain=True, **fields)  # type: ignore[arg-type]
        token = mint(SECRET, scope.tenant_id, "test", ["recall"], ttl_s=600)
        metadata = (("authorization", f"Bearer {token}"),)
        return await self.stubs[process].Recall(request, metadata=metadata, timeout=timeout)

    async def contents(self, scope: Scope, query: str = "", **fields: object) -> list[str]:
        """What is recalled, best first."""
        return [m.memory.content for m in (await self.recall(scope, query, **fields)).memories]  # type: ignore[arg-type]

    async def write(self, scope: Scope, *drafts: Draft) -> list[Memory]:
        """Commit, with the cache invalidated as the extractor does it."""
        done = await self.writer.commit(Commit(scope, drafts, datetime.now(UTC), TraceId("0" * 32)))
        return [written.memory for written in done.written]

    async def propagate(self) -> None:
        """Bring both indexes up to Postgres and say so, as relay and propagators would."""
        with psycopg.connect(self.admin_dsn, autocommit=True) as conn:
            rows = conn.execute("SELECT DISTINCT tenant_id, user_id FROM memory").fetchall()
        embedder = build_embedder("e5-small-int8", cache_dir=self.models_dir)
        for tenant, user in rows:
            memories = await self._memories(Scope(TenantId(tenant), UserId(user)))
            events = [
                MemoryEvent(Op.UPSERT if m.indexed else Op.DELETE, m.scope, m.memory_id, m.version, m) for m in memories
            ]
            vectors = embedder.embed_passages([m.content for m in memories])
            held = [v if m.indexed else None for m, v in zip(memories, vectors, strict=True)]
            await self.index.apply(events, held)
            await self.graph.apply(events)
        with psycopg.connect(self.admin_dsn, autocommit=True) as conn:
            conn.execute("DELETE FROM outbox")

    async def _memories(self, scope: Scope) -> list[Memory]:
        from yiku_stores.postgres.rows import memory_from_row

        with psycopg.connect(self.admin_dsn, row_factory=psycopg.rows.dict_row) as conn:
            found = conn.execute(
                "SELECT * FROM memory WHERE tenant_id = %s AND user_id = %s", (scope.tenant_id, scope.user_id)
            )
            return [memory_from_row(row) for row in found]


def customer(tenant: TenantId = TENANT) -> Scope:
    """A customer nobody has used."""
    return Scope(tenant, UserId(f"u_{uuid4().hex[:10]}"))


def told(content: str, attribute: str | None = None, **changes: object) -> Draft:
    """A state, or an event where there is no attribute."""
    nature = Nature.STATE if attribute else Nature.EVENT
    return Draft(Kind.FACT, nature, content, attribute=attribute, **changes)  # type: ignore[arg-type]


def driver(content: str, name: str) -> Draft:
    """An event about a driver."""
    from yiku_domain.vocabulary import EntityType

    return told(content, entities=(Entity(EntityType.DRIVER, name),))


@asynccontextmanager
async def a_world(
    endpoints: Endpoints, database: FreshDatabase, models_dir: Path, graph_user: str, graph_password: str
) -> AsyncIterator[World]:
    """Everything, with one recall process; closed at the end."""
    async with AsyncExitStack() as stack:
        graph_url = endpoints.neo4j.uri if endpoints.neo4j else endpoints.falkordb_url
        assert graph_url is not None
        doors = {
            "postgres": await _door(stack, endpoints.postgres.host, endpoints.postgres.port),
            "redis": await _door_of(stack, endpoints.redis_url),
            "milvus": await _door_of(stack, endpoints.milvus.uri),
            "graph": await _door_of(stack, graph_url),
        }
        settings = Settings(
            postgres_dsn=_moved_dsn(database.app, doors["postgres"]),
            redis_url=_moved(endpoints.redis_url, doors["redis"]),
            milvus_uri=_moved(endpoints.milvus.uri, doors["milvus"]),
            milvus_token=endpoints.milvus.token,
            graph_url=_moved(graph_url, doors["graph"]),
            graph_user=graph_user,
            graph_password=graph_password,
            jwt_secret=SECRET,
            master_key=base64.b64encode(MASTER_KEY).decode(),
            models_dir=models_dir,
            recall_port=0,
            log_level="error",
        )
        yield await _world(settings, endpoints, database, doors, stack)


async def _world(
    settings: Settings,
    endpoints: Endpoints,
    database: FreshDatabase,
    doors: dict[str, Door],
    stack: AsyncExitStack,
) -> World:
    straight = Database(database.app)
    await straight.open()
    stack.push_async_callback(straight.close)
    redis = RedisConnection(endpoints.redis_url, timeout_s=1.0)
    stack.push_async_callback(redis.close)
    milvus = MilvusConnection(endpoints.milvus.uri, endpoints.milvus.token)
    stack.push_async_callback(milvus.close)
    assert settings.models_dir is not None
    embedder = build_embedder(settings.embedder, cache_dir=settings.models_dir)
    index = vector_index(milvus, embedder=embedder.name, dim=embedder.dim)
    graph_url = endpoints.neo4j.uri if endpoints.neo4j else endpoints.falkordb_url
    assert graph_url is not None
    graph = memory_graph(graph_url, user=settings.graph_user, password=settings.graph_password.get_secret_value())
    stack.push_async_callback(graph.close)
    await index.ensure()
    await graph.ensure()
    cache = RedisMemoryCache(redis)
    vault = Vault(MASTER_KEY, "k1")

    def wake(_partitions: set[int]) -> None:
        return None

    tools = Tools(event_to_bytes, index_literals, uuid7, vault, cache.invalidate, wake, clarifying_question)
    stub = await stack.enter_async_context(_served(settings))
    writer = MemoryWriter(straight, tools)
    return World(settings, doors, database.admin, writer, cache, index, graph, settings.models_dir, [stub], stack)


@asynccontextmanager
async def _served(settings: Settings) -> AsyncIterator[RecallServiceStub]:
    with observed("recall", settings) as instruments:
        async with serving(settings, instruments) as server:
            port = await server.start()
            try:
                async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
                    yield RecallServiceStub(channel)
            finally:
                await server.stop()


async def _door(stack: AsyncExitStack, host: str, port: int) -> Door:
    door = Door(host, port)
    await door.start()
    stack.push_async_callback(door.stop)
    return door


async def _door_of(stack: AsyncExitStack, url: str) -> Door:
    parts = urlsplit(url)
    return await _door(stack, parts.hostname or "127.0.0.1", parts.port or 0)


def _moved(url: str, door: Door) -> str:
    parts = urlsplit(url)
    credentials = parts.netloc.rpartition("@")[0]
    netloc = f"{credentials}@127.0.0.1:{door.port}" if credentials else f"127.0.0.1:{door.port}"
    return parts._replace(netloc=netloc).geturl()


def _moved_dsn(dsn: str, door: Door) -> str:
    return make_conninfo(**{**conninfo_to_dict(dsn), "host": "127.0.0.1", "port": str(door.port)})


def days_ago(days: float) -> datetime:
    """A moment before now."""
    return datetime.now(UTC) - timedelta(days=days)


def found_by(response: pb.RecallResponse, path: str) -> Sequence[str]:
    """The contents that a path had a hand in."""
    return [m.memory.content for m in response.memories if any(hit.path == path for hit in m.why)]
