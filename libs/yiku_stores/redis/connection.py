"""Connections to Redis that fail fast and know which run of the server they speak to."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from redis.asyncio import Redis
from redis.asyncio.connection import Connection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from yiku_domain.errors import Unavailable

from yiku_stores.breaker import Breaker

T = TypeVar("T")

AWAY = (RedisError, OSError, TimeoutError)


class RedisConnection:
    """A pool of connections behind a breaker.

    `run_id` is the id the server drew when it started, as of the newest connection: it is read while
    connecting, so it is never older than an answer that came over any of the connections.
    """

    def __init__(self, url: str, *, timeout_s: float = 0.1, breaker: Breaker | None = None) -> None:
        self._run_id = ""
        self._breaker = breaker or Breaker()
        self._client: Redis = Redis.from_url(
            url,
            socket_timeout=timeout_s,
            socket_connect_timeout=max(timeout_s, 0.2),
            retry=Retry(NoBackoff(), 0),
            redis_connect_func=self._on_connect,
            protocol=2,
        )

    async def call(self, operation: Callable[[Redis], Awaitable[T]]) -> T:
        """What `operation` returns; `Unavailable` where Redis is away, at once while the breaker is open."""
        if not self._breaker.allows():
            raise Unavailable("Redis is away")
        try:
            result = await operation(self._client)
        except asyncio.CancelledError:
            self._breaker.abandoned()
            raise
        except AWAY as error:
            self._breaker.failed()
            raise Unavailable("Redis is away") from error
        except BaseException:
            self._breaker.abandoned()
            raise
        self._breaker.succeeded()
        return result

    async def run_id(self) -> str:
        """The run of the server; a round trip only before the first connection."""
        if not self._run_id:
            await self.call(lambda redis: redis.ping())
        return self._run_id

    async def close(self) -> None:
        """Close every connection."""
        await self._client.aclose()

    async def _on_connect(self, connection: Connection) -> None:
        await connection.on_connect()
        await connection.send_command("INFO", "server")
        self._run_id = _run_id(await connection.read_response())


def _run_id(info: Any) -> str:
    text = info.decode() if isinstance(info, bytes) else str(info)
    for line in text.splitlines():
        name, _, value = line.partition(":")
        if name == "run_id":
            return value.strip()
    raise RedisError("the server names no run_id")
