"""The `MemoryGraph` of the running stack: FalkorDB on the local one, Neo4j on the full one."""

from collections.abc import AsyncIterator
from uuid import uuid4

import pytest
from yiku_local.endpoints import Endpoints
from yiku_stores.graph.connect import memory_graph
from yiku_stores.graph.memory_graph import CypherMemoryGraph


def open_graph(endpoints: Endpoints, name: str) -> CypherMemoryGraph:
    """As one process has it. Neo4j's community edition has a single database, FalkorDB any number."""
    if endpoints.neo4j is not None:
        login = endpoints.neo4j
        return memory_graph(login.uri, user=login.user, password=login.password)
    assert endpoints.falkordb_url is not None
    return memory_graph(endpoints.falkordb_url, name=name)


@pytest.fixture(scope="session")
def graph_name() -> str:
    """The tests share a graph and use customers of their own."""
    return f"test_{uuid4().hex[:8]}"


@pytest.fixture
async def graph(endpoints: Endpoints, graph_name: str) -> AsyncIterator[CypherMemoryGraph]:
    """Ready to be filled."""
    made = open_graph(endpoints, graph_name)
    await made.ensure()
    yield made
    await made.close()


@pytest.fixture
async def other_process(endpoints: Endpoints, graph_name: str) -> AsyncIterator[CypherMemoryGraph]:
    """The same graph through other connections."""
    made = open_graph(endpoints, graph_name)
    yield made
    await made.close()
