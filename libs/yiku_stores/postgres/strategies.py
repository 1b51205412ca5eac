"""A tenant's scene strategies, by version; the highest version of a scene is in effect."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb
from yiku_domain.errors import NotFound
from yiku_domain.ids import TenantId
from yiku_domain.memory import JsonValue
from yiku_domain.strategy import BUILTIN_VERSION, parse_strategy

from yiku_stores.builtin_strategies import builtin_documents
from yiku_stores.postgres.database import Connection
from yiku_stores.postgres.queries import queries

SQL = queries("strategies")

CHANNEL = "yiku_strategy"
"""NOTIFY channel; the payload is `tenant/scene`."""


@dataclass(frozen=True)
class StoredStrategy:
    """A document and its place; version 0 is the built-in one, which has no time."""

    scene: str
    version: int
    document: Mapping[str, JsonValue]
    created_at: datetime | None


async def stored(conn: Connection, tenant_id: TenantId) -> list[StoredStrategy]:
    """The tenant's own strategy in effect for each scene that has one."""
    cursor = await conn.execute(SQL["in_effect"], {"tenant_id": tenant_id})
    return [_strategy(row) for row in await cursor.fetchall()]


async def in_effect(conn: Connection, tenant_id: TenantId) -> list[StoredStrategy]:
    """The strategy in effect for each scene, by scene: the tenant's own, else the built-in one."""
    own = {strategy.scene: strategy for strategy in await stored(conn, tenant_id)}
    builtin = {scene: _builtin(scene) for scene in builtin_documents()}
    return sorted((builtin | own).values(), key=lambda strategy: strategy.scene)


async def get(conn: Connection, tenant_id: TenantId, scene: str, version: int | None = None) -> StoredStrategy:
    """The one in effect where `version` is None; `NotFound`."""
    params = {"tenant_id": tenant_id, "scene": scene, "version": version}
    if version != BUILTIN_VERSION:
        cursor = await conn.execute(SQL["latest" if version is None else "one"], params)
        row = await cursor.fetchone()
        if row is not None:
            return _strategy(row)
    if version in (None, BUILTIN_VERSION) and scene in builtin_documents():
        return _builtin(scene)
    raise NotFound(f"no strategy for scene {scene}" + (f" at version {version}" if version else ""))


async def put(conn: Connection, tenant_id: TenantId, scene: str, document: Mapping[str, JsonValue]) -> StoredStrategy:
    """Store the next version and tell every recall process once the transaction commits.

    Raises InvalidRequest, naming each field, for a document that `parse_strategy` refuses. `conn` must
    be in a transaction: concurrent calls wait for each other.
    """
    parse_strategy(document, scene, BUILTIN_VERSION)
    params = {"tenant_id": tenant_id, "scene": scene, "document": Jsonb(dict(document))}
    await conn.execute(SQL["lock_scene"], params)
    cursor = await conn.execute(SQL["put"], params)
    row = await cursor.fetchone()
    assert row is not None
    await conn.execute(SQL["announce"], params)
    return _strategy(row)


async def rollback(conn: Connection, tenant_id: TenantId, scene: str, to_version: int) -> StoredStrategy:
    """Put the document of an earlier version (0: the built-in one) again; `NotFound`."""
    earlier = await get(conn, tenant_id, scene, to_version)
    return await put(conn, tenant_id, scene, earlier.document)


def _builtin(scene: str) -> StoredStrategy:
    return StoredStrategy(scene, BUILTIN_VERSION, builtin_documents()[scene], None)


def _strategy(row: Mapping[str, Any]) -> StoredStrategy:
    return StoredStrategy(row["scene"], row["version"], row["document"], row["created_at"])
