"""The strategies in effect: the tenant's own from Postgres over the built-in ones, changed at run time."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

import psycopg
from cachetools import LRUCache
from yiku_domain.errors import InvalidRequest, Unavailable
from yiku_domain.ids import TenantId
from yiku_domain.strategy import BUILTIN_VERSION, Strategy, parse_strategy
from yiku_stores.builtin_strategies import builtin_documents
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.strategies import CHANNEL, StoredStrategy, stored

from yiku_recall.deadline import in_time

REREAD_S = 3.0
"""Without a notification a change is found by reading again."""

FIRST_READ_S = 0.4
_RECONNECT_S = 0.5
_TENANTS = 10_000

Broken = Callable[[TenantId, str, int, InvalidRequest], None]
ByScene = Mapping[str, Strategy]


class Strategies:
    """Reads a tenant's strategies at its first request, and again whenever they change.

    A stored document that does not parse is reported to `broken` and leaves the last good one in place.
    """

    def __init__(self, database: Database, broken: Broken) -> None:
        self._database = database
        self._broken = broken
        self._builtin = {
            scene: parse_strategy(document, scene, BUILTIN_VERSION) for scene, document in builtin_documents().items()
        }
        self._own: LRUCache[TenantId, ByScene] = LRUCache(_TENANTS)

    async def current(self, tenant_id: TenantId, scene: str) -> Strategy:
        """The strategy in effect; `InvalidRequest` for a scene without one."""
        own = self._own.get(tenant_id)
        if own is None:
            own = await self._first_read(tenant_id)
        strategy = own.get(scene) or self._builtin.get(scene)
        if strategy is None:
            raise InvalidRequest.of("scene", "no strategy for this scene; put one first")
        return strategy

    async def run(self) -> None:
        """Follow changes until cancelled; Postgres may come and go."""
        while True:
            try:
                await self._follow()
            except (Unavailable, psycopg.Error, OSError):
                await asyncio.sleep(_RECONNECT_S)

    async def _follow(self) -> None:
        async with self._database.session() as conn:
            await conn.execute(f"LISTEN {CHANNEL}")
            await self._reread(tuple(self._own))
            while True:
                told = [note.payload async for note in conn.notifies(timeout=REREAD_S, stop_after=1)]
                tenants = {TenantId(payload.partition("/")[0]) for payload in told}
                await self._reread([t for t in tenants or tuple(self._own) if t in self._own])

    async def _reread(self, tenants: Sequence[TenantId]) -> None:
        for tenant_id in tenants:
            await self._read(tenant_id)

    async def _first_read(self, tenant_id: TenantId) -> ByScene:
        try:
            return await in_time(self._read(tenant_id), FIRST_READ_S)
        except TimeoutError:
            raise Unavailable("Postgres did not answer in time") from None

    async def _read(self, tenant_id: TenantId) -> ByScene:
        async with self._database.reader(tenant_id) as conn:
            found = await stored(conn, tenant_id)
        known = self._own.get(tenant_id, {})
        parsed = (self._parsed(tenant_id, one, known.get(one.scene)) for one in found)
        own = {strategy.scene: strategy for strategy in parsed if strategy is not None}
        self._own[tenant_id] = own
        return own

    def _parsed(self, tenant_id: TenantId, found: StoredStrategy, known: Strategy | None) -> Strategy | None:
        if known is not None and known.version == found.version:
            return known
        try:
            return parse_strategy(found.document, found.scene, found.version)
        except InvalidRequest as error:
            self._broken(tenant_id, found.scene, found.version, error)
            return known
