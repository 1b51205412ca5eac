"""FalkorDB over its Redis protocol. Its Bolt port does not escape parameters and is not used."""

import asyncio
from collections.abc import Sequence
from typing import Any, LiteralString

from falkordb.asyncio.graph import AsyncGraph  # type: ignore[import-untyped]
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError
from yiku_domain.errors import Rejected, Unavailable

from yiku_stores.graph.server import Statement

_INDEXES: tuple[LiteralString, ...] = (
    "CREATE INDEX FOR (n:User) ON (n.key)",
    "CREATE INDEX FOR (n:Entity) ON (n.key)",
    "CREATE INDEX FOR (n:Memory) ON (n.memory_id)",
    "CREATE INDEX FOR (n:Memory) ON (n.bucket)",
)
_EXISTS = "already indexed"
_LOADING = ("LOADING", "BUSY")


class FalkorServer:
    """A `CypherServer`. Queries of a graph run one after another, so a MERGE never makes two nodes."""

    def __init__(self, url: str, graph: str = "yiku", *, connect_timeout_s: float = 1.0) -> None:
        self._redis: Redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=connect_timeout_s,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
        )
        self._graph = AsyncGraph(self._redis, graph)

    async def prepare(self) -> None:
        """Create the indexes that are missing."""
        for text in _INDEXES:
            try:
                await self._query(Statement(text), 10.0, read_only=False)
            except Rejected as error:
                if _EXISTS not in str(error.__cause__):
                    raise

    async def read(self, statement: Statement, timeout_s: float) -> list[Sequence[Any]]:
        """Runs beside other readers."""
        return await self._query(statement, timeout_s, read_only=True)

    async def write(self, statements: Sequence[Statement], timeout_s: float) -> list[Sequence[Any]]:
        """Each statement is atomic; see `CypherServer.write`."""
        rows: list[Sequence[Any]] = []
        for statement in statements:
            rows = await self._query(statement, timeout_s, read_only=False)
        return rows

    async def close(self) -> None:
        """Close the connections."""
        await self._redis.aclose()

    async def _query(self, statement: Statement, timeout_s: float, *, read_only: bool) -> list[Sequence[Any]]:
        run = self._graph.ro_query if read_only else self._graph.query
        try:
            _refuse_nul(statement.parameters)
            async with asyncio.timeout(timeout_s):
                result = await run(statement.text, dict(statement.parameters))
        except (ResponseError, UnicodeEncodeError) as error:
            raise _refusal(error) from error
        except (RedisError, OSError, TimeoutError) as error:
            raise Unavailable("FalkorDB is away") from error
        rows: list[Sequence[Any]] = result.result_set
        return rows


def _refuse_nul(value: object) -> None:
    """The protocol of FalkorDB's parameters ends at a NUL."""
    if isinstance(value, str) and "\x00" in value:
        raise Rejected("FalkorDB cannot hold NUL")
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            _refuse_nul(item)


def _refusal(error: Exception) -> Unavailable | Rejected:
    busy = isinstance(error, ResponseError) and str(error).startswith(_LOADING)
    return Unavailable("FalkorDB is loading") if busy else Rejected("FalkorDB cannot hold this")
