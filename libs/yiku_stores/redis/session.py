"""The last turns of running conversations, kept for a day after the last of them."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

import orjson
from redis.asyncio import Redis
from yiku_domain.ids import Scope
from yiku_domain.plan import Turn

from yiku_stores.redis.connection import RedisConnection

_END = """
local ended = redis.call('DEL', KEYS[1], KEYS[2])
redis.call('SREM', KEYS[4], ARGV[1])
if redis.call('GET', KEYS[3]) == ARGV[1] then redis.call('DEL', KEYS[3]) end
return ended
"""

_FORGET = """
for _, session in ipairs(redis.call('SMEMBERS', KEYS[2])) do
  redis.call('DEL', ARGV[1] .. session, ARGV[2] .. session)
end
return redis.call('DEL', KEYS[1], KEYS[2])
"""


@dataclass(frozen=True)
class SessionContext:
    """A conversation as it is kept: `turns` oldest first, by arrival."""

    session_id: str
    turns: tuple[Turn, ...]
    started_at: datetime | None
    last_at: datetime | None


class RedisSessions:
    """Turns by (tenant, customer, session). Texts must be masked already.

    Everything raises `Unavailable` when Redis is away.
    """

    def __init__(self, connection: RedisConnection, *, keep: int = 40, ttl_s: int = 86_400) -> None:
        self._connection = connection
        self._keep = keep
        self._ttl_s = ttl_s

    async def append(self, scope: Scope, session_id: str, turns: Sequence[Turn], now: datetime) -> int:
        """Add turns in one step, so that those of one call stay together; how many are kept now.

        A turn without a time takes `now`.
        """
        lines = [_line(turn, now) for turn in turns]
        times = sorted(turn.at or now for turn in turns)

        async def add(redis: Redis) -> int:
            async with redis.pipeline(transaction=True) as pipe:
                self._append(pipe, scope, session_id, lines, times)
                return cast(int, (await pipe.execute())[0])

        return min(await self._connection.call(add), self._keep)

    async def context(self, scope: Scope, session_id: str = "", last_n: int = 0) -> SessionContext:
        """The last `last_n` turns (0: all kept) of a session; of the latest where it is not named."""
        session_id = session_id or await self._latest(scope)
        if not session_id:
            return SessionContext("", (), None, None)

        async def read(redis: Redis) -> list[Any]:
            async with redis.pipeline(transaction=True) as pipe:
                pipe.lrange(_turns(scope, session_id), -last_n, -1)
                pipe.hgetall(_times(scope, session_id))
                return await pipe.execute()

        lines, times = await self._connection.call(read)
        return SessionContext(
            session_id, tuple(_turn(line) for line in lines), _at(times, b"started"), _at(times, b"last")
        )

    async def end(self, scope: Scope, session_id: str) -> bool:
        """Forget a session; whether there was one."""
        keys = (_turns(scope, session_id), _times(scope, session_id), _latest(scope), _index(scope))
        ended = await self._connection.call(
            lambda redis: cast("Awaitable[int]", redis.eval(_END, len(keys), *keys, session_id))
        )
        return ended > 0

    async def forget(self, scope: Scope) -> None:
        """Forget every session of a customer."""
        keys = (_latest(scope), _index(scope))
        prefixes = (_turns(scope, ""), _times(scope, ""))
        await self._connection.call(
            lambda redis: cast("Awaitable[int]", redis.eval(_FORGET, len(keys), *keys, *prefixes))
        )

    def _append(self, pipe: Any, scope: Scope, session_id: str, lines: list[bytes], times: list[datetime]) -> None:
        turns, about = _turns(scope, session_id), _times(scope, session_id)
        pipe.rpush(turns, *lines)
        pipe.ltrim(turns, -self._keep, -1)
        pipe.expire(turns, self._ttl_s)
        pipe.hsetnx(about, "started", times[0].isoformat())
        pipe.hset(about, "last", times[-1].isoformat())
        pipe.expire(about, self._ttl_s)
        pipe.set(_latest(scope), session_id, ex=self._ttl_s)
        pipe.sadd(_index(scope), session_id)
        pipe.expire(_index(scope), self._ttl_s)

    async def _latest(self, scope: Scope) -> str:
        found = await self._connection.call(lambda redis: redis.get(_latest(scope)))
        return cast(bytes, found).decode() if found else ""


def _turns(scope: Scope, session_id: str) -> str:
    return f"session:turns:{{{scope.key}}}:{session_id}"


def _times(scope: Scope, session_id: str) -> str:
    return f"session:times:{{{scope.key}}}:{session_id}"


def _latest(scope: Scope) -> str:
    return f"session:latest:{{{scope.key}}}"


def _index(scope: Scope) -> str:
    return f"session:index:{{{scope.key}}}"


def _line(turn: Turn, now: datetime) -> bytes:
    return orjson.dumps([turn.role, turn.text, (turn.at or now).isoformat()])


def _turn(line: bytes) -> Turn:
    role, text, at = orjson.loads(line)
    return Turn(role, text, datetime.fromisoformat(at))


def _at(times: dict[bytes, bytes], name: bytes) -> datetime | None:
    found = times.get(name)
    return datetime.fromisoformat(found.decode()) if found else None
