"""Looks into the graph behind the index's back."""

from collections.abc import Sequence
from typing import Any

from yiku_domain.ids import Scope
from yiku_stores.graph.memory_graph import CypherMemoryGraph
from yiku_stores.graph.server import Statement


async def everything_about(graph: CypherMemoryGraph, scope: Scope) -> list[Sequence[Any]]:
    """Every edge of the customer and of his memories, by type, with the memory that it names.

    A node without an outgoing edge is told by its label.
    """
    rows = await graph.server.read(
        Statement(
            "MATCH (n) WHERE n.key = $key OR n.scope = $key OPTIONAL MATCH (n)-[edge]->() "
            "RETURN DISTINCT id(n), id(edge), coalesce(type(edge), labels(n)[0]), edge.memory_id",
            {"key": scope.key},
        ),
        10.0,
    )
    return sorted([row[2], row[3]] for row in rows)


async def names_of(graph: CypherMemoryGraph, scope: Scope) -> set[str]:
    """The names of the things that the customer's memories mention."""
    statement = Statement("MATCH (m:Memory {scope: $key})-[:MENTIONS]->(e:Entity) RETURN e.name", {"key": scope.key})
    return {row[0] for row in await graph.server.read(statement, 10.0)}


async def things_called(graph: CypherMemoryGraph, name: str) -> int:
    """How many entity nodes bear a name."""
    statement = Statement("MATCH (e:Entity {name: $name}) RETURN count(e)", {"name": name})
    return int((await graph.server.read(statement, 10.0))[0][0])
