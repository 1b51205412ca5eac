"""The collection: what a row holds, and how it is indexed. No content, only what is filtered on."""

from pymilvus import AsyncMilvusClient, CollectionSchema, DataType  # type: ignore[import-untyped]
from pymilvus.milvus_client.index import IndexParams  # type: ignore[import-untyped]

from yiku_stores.milvus.connection import NO_RETRIES

PARTITIONS = 64
METRIC = "COSINE"
MEMORY_ID, SCOPE, BUCKET, KIND = "memory_id", "scope", "bucket", "kind"
SUPERSEDED, VERSION, VECTOR = "superseded", "version", "vector"

_MAX_SCOPE_BYTES = 1100
"""Tenant and user of 128 characters each, of up to four bytes, and the slash."""


def collection_schema(dim: int) -> CollectionSchema:
    """Rows of one customer lie together: the partition key is the scope."""
    schema = AsyncMilvusClient.create_schema(auto_id=False, enable_dynamic_field=False)
    schema.add_field(MEMORY_ID, DataType.VARCHAR, max_length=36, is_primary=True)
    schema.add_field(SCOPE, DataType.VARCHAR, max_length=_MAX_SCOPE_BYTES, is_partition_key=True)
    schema.add_field(BUCKET, DataType.INT64)
    schema.add_field(KIND, DataType.VARCHAR, max_length=32)
    schema.add_field(SUPERSEDED, DataType.BOOL)
    schema.add_field(VERSION, DataType.INT64)
    schema.add_field(VECTOR, DataType.FLOAT_VECTOR, dim=dim)
    return schema


def vector_index() -> IndexParams:
    """HNSW over cosine similarity."""
    params = AsyncMilvusClient.prepare_index_params()
    hnsw = {"M": 16, "efConstruction": 200}
    params.add_index(VECTOR, index_type="HNSW", metric_type=METRIC, params=hnsw)
    return params


async def create_collection(client: AsyncMilvusClient, name: str, dim: int) -> None:
    """Create what is missing and load it; idempotent, also after a crash half way."""
    if not await client.has_collection(name, **NO_RETRIES):
        await client.create_collection(
            name,
            schema=collection_schema(dim),
            num_partitions=PARTITIONS,
            consistency_level="Bounded",
            **NO_RETRIES,
        )
    await client.create_index(name, vector_index(), **NO_RETRIES)
    await client.load_collection(name, **NO_RETRIES)
