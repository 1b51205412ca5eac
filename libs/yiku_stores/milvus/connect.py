"""Which collection belongs to which embedder."""

import re

from yiku_stores.milvus.connection import MilvusConnection
from yiku_stores.milvus.vector_index import MilvusVectorIndex


def collection_name(embedder: str) -> str:
    """Vectors of two embedders must not be compared, so each has a collection of its own."""
    return "yiku_memory_" + re.sub(r"[^A-Za-z0-9_]", "_", embedder)


def vector_index(connection: MilvusConnection, *, embedder: str, dim: int) -> MilvusVectorIndex:
    """The index that holds vectors of `embedder`. Nothing is connected yet."""
    return MilvusVectorIndex(connection, collection_name(embedder), dim=dim)
