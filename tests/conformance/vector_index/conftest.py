"""Every implementation of `VectorIndex` on its real server."""

from collections.abc import AsyncIterator, Awaitable, Callable
from uuid import uuid4

import numpy as np
import pytest
from yiku_domain.errors import Unavailable
from yiku_local.endpoints import Endpoints
from yiku_stores.milvus.connection import NO_RETRIES, MilvusConnection
from yiku_stores.milvus.vector_index import MilvusVectorIndex
from yiku_stores.protocols import Vector, VectorIndex

DIM = 16

NewIndex = Callable[[str], Awaitable[VectorIndex]]


def vector(*weights: float) -> Vector:
    """Of unit length, with these first components."""
    made = np.zeros(DIM, dtype=np.float32)
    made[: len(weights)] = weights
    return made / np.float32(np.linalg.norm(made))


@pytest.fixture(scope="session")
def shared_name() -> str:
    """Making a collection takes seconds: the tests share one and use customers of their own."""
    return f"test_{uuid4().hex[:8]}"


@pytest.fixture(params=["milvus"])
async def new_index(endpoints: Endpoints) -> AsyncIterator[NewIndex]:
    """Opens indexes by name, as several processes have them: each with a connection of its own."""
    connections: list[MilvusConnection] = []

    async def make(name: str) -> VectorIndex:
        connections.append(MilvusConnection(endpoints.milvus.uri, endpoints.milvus.token))
        return MilvusVectorIndex(connections[-1], name, dim=DIM)

    yield make
    for connection in connections:
        await connection.close()


@pytest.fixture
async def index(new_index: NewIndex, shared_name: str) -> VectorIndex:
    """The shared index, ready."""
    made = await new_index(shared_name)
    await made.ensure()
    return made


@pytest.fixture
async def own_name(endpoints: Endpoints) -> AsyncIterator[str]:
    """A name for a test that empties its index; dropped afterwards."""
    name = f"test_{uuid4().hex[:8]}"
    yield name
    connection = MilvusConnection(endpoints.milvus.uri, endpoints.milvus.token)
    try:
        await connection.call(lambda client: client.drop_collection(name, **NO_RETRIES), 20.0)
    except Unavailable:
        return
    finally:
        await connection.close()
