"""What is Milvus's own: copies of a primary key, paging, an emptied server."""

import pytest
from yiku_domain.errors import Unavailable
from yiku_local.endpoints import Endpoints
from yiku_stores.milvus import inspection
from yiku_stores.milvus.connection import NO_RETRIES, MilvusConnection
from yiku_stores.milvus.vector_index import MilvusVectorIndex
from yiku_stores.protocols import Stamp, VectorIndex

from tests.conformance.making import memory, new_scope, upsert
from tests.conformance.vector_index.conftest import DIM, vector
from tests.conformance.vector_index.test_vector_index import put, versions


async def insert_row(endpoints: Endpoints, collection: str, row: dict[str, object]) -> None:
    """Behind the index's back, as a write that was retried after a timeout."""
    connection = MilvusConnection(endpoints.milvus.uri, endpoints.milvus.token)
    await connection.call(lambda client: client.insert(collection, [row], **NO_RETRIES), 5.0)
    await connection.close()


async def test_copies_of_a_key_are_shown_and_healed(index: VectorIndex, endpoints: Endpoints, shared_name: str) -> None:
    """Milvus does not keep keys unique, and its queries show each key once."""
    held, other = memory(new_scope()), memory(new_scope())
    await put(index, upsert(held), upsert(other))
    row = {
        "memory_id": str(held.memory_id),
        "scope": held.scope.key,
        "bucket": held.scope.bucket,
        "kind": "fact",
        "superseded": False,
        "version": 1,
        "vector": vector(1.0),
    }
    await insert_row(endpoints, shared_name, row)
    await insert_row(endpoints, shared_name, row)
    assert await versions(index, held.scope) == {held.memory_id: [1, 1, 1]}
    await put(index, upsert(held, repair=True))
    assert await versions(index, held.scope) == {held.memory_id: [1]}
    assert await versions(index, other.scope) == {other.memory_id: [1]}


async def test_stamps_beyond_one_page(index: VectorIndex, endpoints: Endpoints, shared_name: str) -> None:
    """Each row once, in pages of seven."""
    scope = new_scope()
    changes = [upsert(memory(scope)) for _ in range(40)]
    await put(index, *changes)
    connection = MilvusConnection(endpoints.milvus.uri, endpoints.milvus.token)
    held = await connection.call(lambda client: inspection.stamps(client, shared_name, [scope.bucket], page=7), 10.0)
    await connection.close()
    wanted = [Stamp(scope, e.memory_id, 1) for e in changes]
    assert sorted(s.memory_id for s in held if s.scope == scope) == sorted(s.memory_id for s in wanted)


async def test_an_emptied_server_is_prepared_again(endpoints: Endpoints, own_name: str) -> None:
    """The first write fails and makes the collection; the next succeeds."""
    connection = MilvusConnection(endpoints.milvus.uri, endpoints.milvus.token)
    index = MilvusVectorIndex(connection, own_name, dim=DIM)
    held = memory(new_scope())
    with pytest.raises(Unavailable):
        await put(index, upsert(held))
    await put(index, upsert(held))
    assert await versions(index, held.scope) == {held.memory_id: [1]}
    await connection.close()
