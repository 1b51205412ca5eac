"""Answers kept in this process and in Redis, and one computation for equal questions at one time.

docs/adr/0003 says when an answer may be served again.
"""

import asyncio
import struct
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from cachetools import TLRUCache
from yiku_domain.errors import Unavailable, YikuError
from yiku_domain.ids import Scope
from yiku_stores.protocols import UNKNOWN_GENERATION, CacheEntry, Generation, MemoryCache

L1 = "L1"
L2 = "L2"

_HEAD = struct.Struct(">d32s")
"""Until when an answer holds, and the trace id of the call that made it."""


@dataclass(frozen=True)
class CacheKey:
    """What makes two questions the same."""

    scope: Scope
    scene: str
    fingerprint: str


@dataclass(frozen=True)
class Lifetime:
    """Seconds that answers live in the two caches; 0 keeps them out."""

    l1_s: int
    l2_s: int


@dataclass(frozen=True)
class Answer:
    """A computed answer. `whole` ones may be served again, until `until` (epoch seconds).

    `made_by` is the trace id of the call that computed it, at most 32 ASCII characters.
    """

    body: bytes
    whole: bool
    until: float = float("inf")
    made_by: str = ""


@dataclass(frozen=True)
class Served:
    """`level` says which cache answered; `cache_away` that the caches could not take part."""

    body: bytes
    made_by: str
    level: str = ""
    cache_away: bool = False


@dataclass(frozen=True)
class _Held:
    body: bytes
    made_by: str
    generation: Generation
    until: float


Compute = Callable[[Generation], Awaitable[Answer]]
"""Takes the generation that was read before; an empty one where none is known."""


class RecallCache:
    """Two levels over a `MemoryCache`; without it nothing is trusted and everything computed."""

    def __init__(self, shared: MemoryCache, *, l1_entries: int = 4096, clock: Callable[[], float] = time.time) -> None:
        self._shared = shared
        self._clock = clock
        self._l1: TLRUCache[CacheKey, _Held] = TLRUCache(
            l1_entries, ttu=lambda _key, held, _now: held.until, timer=clock
        )
        self._flights: dict[tuple[CacheKey, Generation], asyncio.Future[Answer]] = {}
        self._background: set[asyncio.Future[None]] = set()

    async def answer(self, key: CacheKey, lifetime: Lifetime, compute: Compute) -> Served:
        """A kept answer of the customer's present generation, else what `compute` gives."""
        if not lifetime.l1_s and not lifetime.l2_s:
            return _served(await compute(UNKNOWN_GENERATION))
        held = self._l1.get(key)
        try:
            if held is not None and held.generation == await self._shared.generation(key.scope):
                return Served(held.body, held.made_by, L1)
            generation, stored = await self._shared.get(key.scope, key.scene, key.fingerprint)
        except Unavailable:
            return _served(await compute(UNKNOWN_GENERATION), cache_away=True)
        if stored is not None:
            answer = _unpacked(stored)
            self._hold(key, generation, lifetime, answer)
            return Served(answer.body, answer.made_by, L2)
        return _served(await self._once(key, generation, lifetime, compute))

    async def _once(self, key: CacheKey, generation: Generation, lifetime: Lifetime, compute: Compute) -> Answer:
        """Join the computation that runs for the same question and generation, or begin it.

        Whoever joins takes a whole answer only: one that its caller's short deadline cut is not for
        others. An empty generation is never the same as another, so nothing joins it.
        """
        if not generation:
            return await compute(UNKNOWN_GENERATION)
        running = self._flights.get((key, generation))
        if running is None:
            return await asyncio.shield(self._begin(key, generation, lifetime, compute))
        try:
            answer = await asyncio.shield(running)
        except YikuError:
            return await compute(generation)
        return answer if answer.whole else await compute(generation)

    def _begin(
        self, key: CacheKey, generation: Generation, lifetime: Lifetime, compute: Compute
    ) -> "asyncio.Future[Answer]":
        async def fly() -> Answer:
            answer = await compute(generation)
            if answer.whole:
                self._hold(key, generation, lifetime, answer)
                self._share(key, generation, lifetime, answer)
            return answer

        flight: asyncio.Future[Answer] = asyncio.ensure_future(fly())
        self._flights[key, generation] = flight
        flight.add_done_callback(lambda done: self._land(key, generation, done))
        return flight

    def _land(self, key: CacheKey, generation: Generation, done: "asyncio.Future[Answer]") -> None:
        del self._flights[key, generation]
        if not done.cancelled():
            done.exception()

    def _hold(self, key: CacheKey, generation: Generation, lifetime: Lifetime, answer: Answer) -> None:
        if lifetime.l1_s:
            until = min(answer.until, self._clock() + lifetime.l1_s)
            self._l1[key] = _Held(answer.body, answer.made_by, generation, until)

    def _share(self, key: CacheKey, generation: Generation, lifetime: Lifetime, answer: Answer) -> None:
        """Beside the answer, not before it; a failure costs a later hit and nothing else."""
        until = min(answer.until, self._clock() + lifetime.l2_s)
        ttl_s = int(until - self._clock())
        if ttl_s <= 0:
            return
        entry = CacheEntry(_HEAD.pack(until, answer.made_by.encode()) + answer.body, generation, ttl_s)
        task: asyncio.Future[None] = asyncio.ensure_future(self._put(key, entry))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _put(self, key: CacheKey, entry: CacheEntry) -> None:
        try:
            await self._shared.put(key.scope, key.scene, key.fingerprint, entry)
        except Unavailable:
            return


def _served(answer: Answer, *, cache_away: bool = False) -> Served:
    return Served(answer.body, answer.made_by, cache_away=cache_away)


def _unpacked(stored: bytes) -> Answer:
    until, made_by = _HEAD.unpack_from(stored)
    return Answer(stored[_HEAD.size :], whole=True, until=until, made_by=made_by.rstrip(b"\0").decode())
