"""Neo4j over Bolt."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, LiteralString

from neo4j import AsyncGraphDatabase, AsyncManagedTransaction, NotificationMinimumSeverity, Query
from neo4j.exceptions import ClientError, DriverError, Neo4jError
from yiku_domain.errors import Rejected, Unavailable

from yiku_stores.graph.server import Statement

_SCHEMA: tuple[LiteralString, ...] = (
    "CREATE CONSTRAINT user_key IF NOT EXISTS FOR (n:User) REQUIRE n.key IS UNIQUE",
    "CREATE CONSTRAINT entity_key IF NOT EXISTS FOR (n:Entity) REQUIRE n.key IS UNIQUE",
    "CREATE CONSTRAINT memory_id IF NOT EXISTS FOR (n:Memory) REQUIRE n.memory_id IS UNIQUE",
    "CREATE INDEX memory_bucket IF NOT EXISTS FOR (n:Memory) ON (n.bucket)",
)
_HOPELESS = ("Neo.ClientError.Statement", "Neo.ClientError.Procedure")
"""Only these say that the statement itself is at fault; others come of races, logins or limits."""

_UNATTENDED_S = 5.0
"""What the server and the driver allow a read at least, whoever still waits for it."""


class Neo4jServer:
    """A `CypherServer`. A write is one transaction, tried again by the driver after a deadlock."""

    def __init__(self, uri: str, user: str, password: str, *, database: str | None = None) -> None:
        self._database = database
        # It logs every deadlock that it then resolves, with the server's whole message.
        logging.getLogger("neo4j").setLevel(logging.ERROR)
        self._driver = AsyncGraphDatabase.driver(
            uri,
            auth=(user, password),
            connection_timeout=2.0,
            connection_acquisition_timeout=3.0,
            max_connection_pool_size=16,
            max_transaction_retry_time=3.0,
            initial_retry_delay=0.1,
            keep_alive=True,
            notifications_min_severity=NotificationMinimumSeverity.OFF,
        )

    async def prepare(self) -> None:
        """Create the constraints and indexes that are missing, and wait for them."""
        for text in _SCHEMA:
            await self._schema(text)
        await self._schema("CALL db.awaitIndexes(30)")

    async def read(self, statement: Statement, timeout_s: float) -> list[Sequence[Any]]:
        """One auto-commit query. Who does not wait for it leaves it to end by itself.

        A query that is cancelled takes its connection with it, and making one takes longer than recall
        waits for an answer: each would be cancelled before the next could use it.
        """
        task = asyncio.create_task(self._read(statement, max(timeout_s, _UNATTENDED_S)))
        task.add_done_callback(_heard)
        try:
            async with asyncio.timeout(timeout_s):
                return await asyncio.shield(task)
        except TimeoutError as error:
            raise _refusal(error) from error

    async def _read(self, statement: Statement, limit_s: float) -> list[Sequence[Any]]:
        query = Query(statement.text, timeout=limit_s)
        try:
            async with asyncio.timeout(limit_s), self._driver.session(database=self._database) as session:
                result = await session.run(query, dict(statement.parameters))
                return [record.values() async for record in result]
        except (DriverError, Neo4jError, OSError, TimeoutError) as error:
            raise _refusal(error) from error

    async def write(self, statements: Sequence[Statement], timeout_s: float) -> list[Sequence[Any]]:
        """All of them or none."""
        try:
            async with asyncio.timeout(timeout_s), self._driver.session(database=self._database) as session:
                return await session.execute_write(_run_all, statements)
        except (DriverError, Neo4jError, OSError, TimeoutError) as error:
            raise _refusal(error) from error

    async def close(self) -> None:
        """Close the connections."""
        await self._driver.close()

    async def _schema(self, text: LiteralString) -> None:
        try:
            async with asyncio.timeout(60.0), self._driver.session(database=self._database) as session:
                await (await session.run(text)).consume()
        except (DriverError, Neo4jError, OSError, TimeoutError) as error:
            raise _refusal(error) from error


async def _run_all(transaction: AsyncManagedTransaction, statements: Sequence[Statement]) -> list[Sequence[Any]]:
    rows: list[Sequence[Any]] = []
    for statement in statements:
        result = await transaction.run(statement.text, dict(statement.parameters))
        rows = [record.values() async for record in result]
    return rows


def _heard(task: "asyncio.Task[list[Sequence[Any]]]") -> None:
    """Nobody may be left to ask why it failed."""
    if not task.cancelled():
        task.exception()


def _refusal(error: Exception) -> Unavailable | Rejected:
    hopeless = isinstance(error, ClientError) and str(error.code).startswith(_HOPELESS)
    return Rejected("Neo4j cannot hold this") if hopeless else Unavailable("Neo4j is away")
