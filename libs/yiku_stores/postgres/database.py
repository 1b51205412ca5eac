"""Connections to Postgres: one tenant's for requests, every tenant's for workers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import psycopg
from psycopg import AsyncConnection, AsyncCursor
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout
from yiku_domain.errors import Unavailable
from yiku_domain.ids import TenantId

Connection: TypeAlias = AsyncConnection[DictRow]
Cursor: TypeAlias = AsyncCursor[DictRow]

_PLANS_ARE_GENERIC = "-c plan_cache_mode=force_generic_plan"
"""Planning a prepared statement anew for each request costs more than running it."""

_AWAY = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout)


class Database:
    """A pool of connections that log in as a role under row-level security.

    `tenant()` and `worker()` run one transaction, committed when the block ends without an error;
    `reader()` is in autocommit: each statement sees the newest committed state. Postgres being away
    raises `Unavailable` within `connect_timeout_s`, and the pool heals by itself.
    """

    def __init__(self, dsn: str, *, max_size: int = 8, min_size: int = 1, connect_timeout_s: float = 2.0) -> None:
        self._timeout_s = connect_timeout_s
        self._pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            dsn,
            connection_class=AsyncConnection[DictRow],
            kwargs=_connection_options(connect_timeout_s),
            min_size=min_size,
            max_size=max_size,
            timeout=connect_timeout_s,
            reconnect_timeout=1.0,
            check=_check,
            open=False,
        )

    async def open(self) -> None:
        """Start the pool; does not wait for Postgres."""
        await self._pool.open(wait=False)

    async def close(self) -> None:
        """Close every connection."""
        await self._pool.close(timeout=2.0)

    async def reachable(self) -> bool:
        """Whether Postgres answers now."""
        try:
            async with self._connection() as conn:
                await conn.execute("SELECT 1")
        except Unavailable:
            return False
        return True

    @asynccontextmanager
    async def tenant(self, tenant_id: TenantId) -> AsyncIterator[Connection]:
        """A transaction that sees and writes `tenant_id` only."""
        async with self._connection() as conn:
            await _enter(conn, tenant_id)
            async with conn.transaction():
                yield conn

    @asynccontextmanager
    async def together(self, tenant_id: TenantId) -> AsyncIterator[Connection]:
        """As `tenant`, with statements sent together: fetching one's rows, or the end, sends and awaits all so far."""
        async with self._connection() as conn:
            await _enter(conn, tenant_id)
            async with conn.pipeline(), conn.transaction():
                yield conn

    @asynccontextmanager
    async def reader(self, tenant_id: TenantId) -> AsyncIterator[Connection]:
        """Autocommit reads of `tenant_id`; one round trip a statement."""
        async with self._connection() as conn:
            await _enter(conn, tenant_id)
            yield conn

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Connection]:
        """A transaction across tenants; the DSN must log in as a member of yiku_worker."""
        async with self._connection() as conn, conn.transaction():
            yield conn

    @asynccontextmanager
    async def session(self) -> AsyncIterator[Connection]:
        """An autocommit connection of one's own, for LISTEN and session-level locks."""
        async with self._connection() as conn:
            yield conn

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        try:
            async with self._pool.connection() as conn:
                yield conn
        except _AWAY as error:
            raise Unavailable("Postgres is away") from error


def _connection_options(connect_timeout_s: float) -> dict[str, Any]:
    return {
        "autocommit": True,
        "row_factory": dict_row,
        "connect_timeout": max(1, int(connect_timeout_s)),
        "keepalives_idle": 5,
        "tcp_user_timeout": 5000,
        "options": _PLANS_ARE_GENERIC,
    }


async def _check(conn: Connection) -> None:
    """Refuse a connection whose server has gone, without a round trip for a healthy one."""
    if conn.closed or conn.pgconn.status != psycopg.pq.ConnStatus.OK:
        raise psycopg.OperationalError("the connection is lost")


async def _enter(conn: Connection, tenant_id: TenantId) -> None:
    """Point row-level security at the tenant; remembered, as a connection often serves it again."""
    if getattr(conn, "yiku_tenant", None) != tenant_id:
        await conn.execute("SELECT set_config('yiku.tenant_id', %s, false)", (tenant_id,))
        conn.yiku_tenant = tenant_id  # type: ignore[attr-defined]
