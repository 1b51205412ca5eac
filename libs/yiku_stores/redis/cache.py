"""The second cache: answers by customer and scene, void as soon as the customer's memories change.

docs/adr/0003 says why a generation is the server's run and the customer's epoch together.
"""

import struct
import time
from collections.abc import Awaitable, Callable, Sequence
from secrets import token_hex
from typing import Any, cast

from redis.asyncio import Redis
from yiku_domain.ids import Scope

from yiku_stores.protocols import CacheEntry, Generation
from yiku_stores.redis.connection import RedisConnection
from yiku_stores.redis.epochs import EpochReader

EPOCH_TTL_S = 7 * 86_400
MAX_FIELDS = 256
"""Answers kept for one customer and scene; one more drops the older ones."""

_HEADER = struct.Struct(">dH")

_PUT = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[5]) then redis.call('DEL', KEYS[2]) end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[4])
redis.call('SADD', KEYS[3], KEYS[2])
redis.call('EXPIRE', KEYS[3], ARGV[6])
return 1
"""

_INVALIDATE = """
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
local held = redis.call('SMEMBERS', KEYS[2])
for _, key in ipairs(held) do redis.call('UNLINK', key) end
redis.call('DEL', KEYS[2])
return #held
"""


class RedisMemoryCache:
    """A `MemoryCache`. One hash a customer and scene, one field a fingerprint.

    All keys of a customer share a hash tag, so the scripts also run on a Redis cluster. Every method
    raises `Unavailable` when Redis is away.
    """

    def __init__(
        self,
        connection: RedisConnection,
        *,
        new_epoch: Callable[[], str] = lambda: token_hex(8),
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._connection = connection
        self._epochs = EpochReader(connection)
        self._new_epoch = new_epoch
        self._clock = clock

    async def generation(self, scope: Scope) -> Generation:
        """The customer's generation now; one round trip, two where there was none."""
        run_before = await self._connection.run_id()
        epoch = await self._epochs.read(epoch_key(scope)) or await self._first_epoch(scope)
        return await self._generation(run_before, epoch)

    async def get(self, scope: Scope, scene: str, fingerprint: str) -> tuple[Generation, bytes | None]:
        """The generation now, and what was put under it for this fingerprint; one round trip."""
        run_before = await self._connection.run_id()

        async def read(redis: Redis) -> list[Any]:
            async with redis.pipeline(transaction=False) as pipe:
                pipe.get(epoch_key(scope))
                pipe.hget(answers_key(scope, scene), fingerprint)
                return await pipe.execute()

        epoch, stored = await self._connection.call(read)
        generation = await self._generation(run_before, epoch or await self._first_epoch(scope))
        return generation, body_of(stored, generation, self._clock())

    async def put(self, scope: Scope, scene: str, fingerprint: str, entry: CacheEntry) -> bool:
        """Keep an answer for `entry.ttl_s`, unless its generation has passed meanwhile."""
        run_id, _, epoch = entry.generation.partition(":")
        if not epoch or run_id != await self._connection.run_id():
            return False
        keys = (epoch_key(scope), answers_key(scope, scene), index_key(scope))
        stored = _stored(entry, self._clock())
        args = (epoch, fingerprint, stored, entry.ttl_s, MAX_FIELDS, EPOCH_TTL_S)
        return (
            await self._connection.call(lambda redis: cast("Awaitable[int]", redis.eval(_PUT, len(keys), *keys, *args)))
            == 1
        )

    async def invalidate(self, scopes: Sequence[Scope]) -> None:
        """Begin a new generation for each customer and drop what was kept; one round trip."""

        async def bump(redis: Redis) -> None:
            async with redis.pipeline(transaction=False) as pipe:
                for scope in scopes:
                    keys = (epoch_key(scope), index_key(scope))
                    pipe.eval(_INVALIDATE, len(keys), *keys, self._new_epoch(), EPOCH_TTL_S)
                await pipe.execute()

        if scopes:
            await self._connection.call(bump)

    async def _first_epoch(self, scope: Scope) -> bytes:
        """Draw an epoch where none is set; of several callers all get the same."""
        key = epoch_key(scope)
        drawn = self._new_epoch()

        async def draw(redis: Redis) -> bytes | None:
            async with redis.pipeline(transaction=True) as pipe:
                pipe.set(key, drawn, nx=True, ex=EPOCH_TTL_S)
                pipe.get(key)
                _, epoch = await pipe.execute()
                return cast("bytes | None", epoch)

        return await self._connection.call(draw) or drawn.encode()

    async def _generation(self, run_before: str, epoch: bytes) -> Generation:
        """Of which run the epoch is cannot be told if the server changed meanwhile: then of none."""
        run_id = await self._connection.run_id()
        if run_before != run_id:
            return Generation("")
        return Generation(f"{run_id}:{epoch.decode()}")


def epoch_key(scope: Scope) -> str:
    """Where the customer's epoch is."""
    return f"user:epoch:{{{scope.key}}}"


def answers_key(scope: Scope, scene: str) -> str:
    """The hash of a customer's answers in a scene."""
    return f"user:memory:{{{scope.key}}}:{scene}"


def index_key(scope: Scope) -> str:
    """The set of the customer's hashes."""
    return f"user:memory-keys:{{{scope.key}}}"


def _stored(entry: CacheEntry, now: float) -> bytes:
    generation = entry.generation.encode()
    return _HEADER.pack(now + entry.ttl_s, len(generation)) + generation + entry.body


def body_of(stored: bytes | None, generation: Generation, now: float) -> bytes | None:
    """The answer in a stored field; None where it is out of date or of another generation."""
    if not stored or not generation:
        return None
    until, length = _HEADER.unpack_from(stored)
    start = _HEADER.size + length
    if now >= until or stored[_HEADER.size : start] != generation.encode():
        return None
    return stored[start:]
