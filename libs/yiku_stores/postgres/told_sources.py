"""Which sources from Kafka have become memories, and which cannot."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from yiku_domain.ids import Scope, TenantId

from yiku_stores.postgres.commit import Sealer, Secret
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.erasure import erased_name
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import scope_params
from yiku_stores.postgres.write_rows import as_json

SQL = queries("sources")
WRITE = queries("write")
METHOD = "Sources"
"""Keys of sources are a space of their own beside those of the API's methods."""

HashedKey = tuple[TenantId, bytes]


def key_hash(tenant_id: TenantId, key: str) -> bytes:
    """All that is kept of a caller's idempotency key: a key may hold anything."""
    return hashlib.sha256(f"{tenant_id}\0{key}".encode()).digest()


@dataclass(frozen=True)
class SourceLetter:
    """A source, or the part `field` of it, that cannot be used; `reason` holds no customer's words."""

    scope: Scope
    key_hash: bytes
    reason: str
    field: str = ""
    partition: int = -1
    position: int = -1


@dataclass(frozen=True)
class Settled:
    """What became of sources, by their hashed keys: answers of those committed, reasons of those refused.

    `parts` are reasons why parts of a source could not be used.
    """

    answers: Mapping[bytes, bytes]
    refused: Mapping[bytes, str]
    parts: Mapping[bytes, Sequence[str]]


class ToldSources:
    """Across tenants; needs the worker's role. Raises `Unavailable` without Postgres."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def known(self, keys: Sequence[HashedKey]) -> dict[HashedKey, bytes]:
        """The keys whose sources are committed, with the hash of what they said."""
        params = {"method": METHOD, "tenants": [t for t, _ in keys], "hashes": [h for _, h in keys]}
        async with self._database.worker() as conn:
            rows = await (await conn.execute(SQL["known"], params)).fetchall()
        return {(TenantId(r["tenant_id"]), bytes(r["key_hash"])): bytes(r["request_hash"]) for r in rows}

    async def erased(self, scopes: Collection[Scope]) -> dict[Scope, datetime]:
        """Those of the customers who were erased, and when last."""
        names = {(scope.tenant_id, erased_name(scope)): scope for scope in scopes}
        params = {"tenants": [tenant for tenant, _ in names], "names": [name for _, name in names]}
        async with self._database.worker() as conn:
            rows = await (await conn.execute(SQL["erasures"], params)).fetchall()
        return {names[TenantId(row["tenant_id"]), row["user_id"]]: row["at"] for row in rows}

    async def bury(self, letters: Sequence[SourceLetter]) -> None:
        """Keep what cannot be used; each once, however often it comes."""
        if not letters:
            return
        async with self._database.worker() as conn, conn.cursor() as cursor:
            await cursor.executemany(SQL["bury"], [_row(letter) for letter in letters])


class TenantSources:
    """What whoever puts sources on the topic needs of Postgres. One tenant; `Unavailable` without Postgres."""

    def __init__(self, database: Database, tenant_id: TenantId, sealer: Sealer) -> None:
        self._database = database
        self._tenant_id = tenant_id
        self._sealer = sealer

    async def settled(self, hashes: Sequence[bytes]) -> Settled:
        """What has become of these sources by now."""
        params = {"tenant_id": self._tenant_id, "method": METHOD, "hashes": list(hashes)}
        async with self._database.together(self._tenant_id) as conn:
            answered = await conn.execute(SQL["answers"], params)
            refused = await conn.execute(SQL["refusals"], params)
            answers = {bytes(row["key_hash"]): bytes(row["response"]) for row in await answered.fetchall()}
            letters = [(bytes(r["key_hash"]), r["field"], r["reason"]) for r in await refused.fetchall()]
        parts: dict[bytes, list[str]] = defaultdict(list)
        for hashed, field, reason in letters:
            if field:
                parts[hashed].append(f"{field}: {reason}")
        return Settled(answers, {hashed: reason for hashed, field, reason in letters if not field}, parts)

    async def seal(self, secrets: Mapping[Scope, Sequence[Secret]]) -> None:
        """Put the originals of masked values into the vault, each under its customer's key."""
        async with self._database.together(self._tenant_id) as conn:
            for scope in sorted(secrets, key=lambda scope: scope.key):
                master_id, wrapped = self._sealer.new_key(scope)
                new = {**scope_params(scope), "master_id": master_id, "wrapped_key": wrapped}
                await conn.execute(WRITE["new_vault_key"], new)
                row = await (await conn.execute(WRITE["vault_key"], scope_params(scope))).fetchone()
                assert row is not None
                key = (row["master_id"], bytes(row["wrapped_key"]))
                rows = [self._sealed(scope, key, secret) for secret in secrets[scope]]
                await conn.execute(WRITE["insert_sources"], {"episodes": "[]", "secrets": as_json(rows)})

    def _sealed(self, scope: Scope, key: tuple[str, bytes], secret: Secret) -> dict[str, object]:
        sealed = self._sealer.seal(scope, *key, secret)
        return {**scope_params(scope), "token": secret.token, "type": secret.type, "sealed": sealed}


def _row(letter: SourceLetter) -> dict[str, object]:
    return {
        **scope_params(letter.scope),
        "key_hash": letter.key_hash,
        "field": letter.field,
        "reason": letter.reason,
        "partition": letter.partition,
        "position": letter.position,
    }
