"""Milvus: every collection, each row with all its fields but the vectors."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pymilvus import DataType, MilvusClient  # type: ignore[import-untyped]

from yiku_cli.leaks.record import Record

STORE: Final = "milvus"
_PAGE: Final = 16_000
_TIMEOUT_S: Final = 30.0
_VECTORS: Final = frozenset(
    {DataType.FLOAT_VECTOR, DataType.BINARY_VECTOR, DataType.FLOAT16_VECTOR, DataType.BFLOAT16_VECTOR}
)


def records(uri: str, token: str) -> Iterator[Record]:
    """A record a row, found again by its primary key."""
    client = MilvusClient(uri, token=token, timeout=_TIMEOUT_S)
    try:
        for collection in sorted(client.list_collections()):
            yield from _rows(client, collection)
    finally:
        client.close()


def _rows(client: MilvusClient, collection: str) -> Iterator[Record]:
    fields: list[Mapping[str, Any]] = client.describe_collection(collection)["fields"]
    names = [field["name"] for field in fields if field["type"] not in _VECTORS]
    key = next(field["name"] for field in fields if field.get("is_primary"))
    last = ""
    while True:
        rows = client.query(
            collection,
            filter=f'{key} > "{last}"',
            output_fields=names,
            limit=_PAGE,
            consistency_level="Strong",
            timeout=_TIMEOUT_S,
        )
        for row in rows:
            yield Record(collection, f"{key} {row[key]}", dict(row))
        if len(rows) < _PAGE:
            return
        last = max(str(row[key]) for row in rows)
