"""What a collection really holds, row by row."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from pymilvus import AsyncMilvusClient  # type: ignore[import-untyped]
from yiku_domain.ids import MemoryId, Scope, TenantId, UserId

from yiku_stores.milvus import filters
from yiku_stores.milvus import schema as fields
from yiku_stores.milvus.connection import NO_RETRIES
from yiku_stores.protocols import Stamp

PAGE = 16_000
"""Milvus gives at most 16,384 rows for one query."""
_CHUNK = 1000

Row = dict[str, Any]


async def stamps(
    client: AsyncMilvusClient, collection: str, buckets: Sequence[int], *, page: int = PAGE
) -> list[Stamp]:
    """One stamp a row, as of the call.

    Queries show a primary key once however many rows have it; counts do not.
    """
    reader = _Reader(client, collection, page)
    where = filters.in_buckets(buckets)
    rows = await reader.rows(where)
    copies: list[Row] = []
    if await reader.count(where) > len(rows):
        for start in range(0, len(rows), _CHUNK):
            copies += await reader.copies(rows[start : start + _CHUNK])
    return [_stamp(row) for row in rows + copies]


class _Reader:
    """The first query waits until Milvus has seen all writes so far; the others then see them too."""

    def __init__(self, client: AsyncMilvusClient, collection: str, page: int) -> None:
        self._client = client
        self._collection = collection
        self._page = page
        self._level = "Strong"

    async def rows(self, where: str) -> list[Row]:
        """Every primary key once, in their order."""
        rows: list[Row] = []
        while True:
            after = f' and {fields.MEMORY_ID} > "{rows[-1][fields.MEMORY_ID]}"' if rows else ""
            page = await self._query(where + after, [fields.SCOPE, fields.VERSION], limit=self._page)
            rows += sorted(page, key=lambda row: str(row[fields.MEMORY_ID]))
            if len(page) < self._page:
                return rows

    async def count(self, where: str) -> int:
        """How many rows there are, copies included."""
        answer = await self._query(where, ["count(*)"])
        return int(answer[0]["count(*)"])

    async def copies(self, rows: Sequence[Row]) -> list[Row]:
        """The rows that share a primary key with one of `rows`, found by halving."""
        surplus = await self.count(filters.ids(r[fields.MEMORY_ID] for r in rows)) - len(rows)
        if surplus <= 0:
            return []
        if len(rows) == 1:
            return [rows[0]] * surplus
        middle = len(rows) // 2
        return await self.copies(rows[:middle]) + await self.copies(rows[middle:])

    async def _query(self, where: str, output: Sequence[str], **options: int) -> list[Row]:
        answer = await self._client.query(
            self._collection,
            filter=where,
            output_fields=list(output),
            consistency_level=self._level,
            **options,
            **NO_RETRIES,
        )
        self._level = "Bounded"
        return [dict(row) for row in answer]


def _stamp(row: Row) -> Stamp:
    tenant, _, user = str(row[fields.SCOPE]).partition("/")
    scope = Scope(TenantId(tenant), UserId(user))
    return Stamp(scope, MemoryId(UUID(row[fields.MEMORY_ID])), int(row[fields.VERSION]))
