"""A database that speaks Cypher, as the graph needs it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, LiteralString, Protocol

from yiku_stores.graph.rows import Parameter


@dataclass(frozen=True)
class Statement:
    """A query from a file, and its parameters."""

    text: LiteralString
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


class CypherServer(Protocol):
    """Neo4j or FalkorDB. Errors are `Unavailable`, or `Rejected` for what can never be stored."""

    async def prepare(self) -> None:
        """Create constraints and indexes; idempotent, safe with several processes."""
        ...

    async def read(self, statement: Statement, timeout_s: float) -> list[Sequence[Any]]:
        """The rows of a query."""
        ...

    async def write(self, statements: Sequence[Statement], timeout_s: float) -> list[Sequence[Any]]:
        """Run all in order and return the rows of the last.

        At once where the server has transactions; else each is atomic, and running all again after
        a crash gives the same result.
        """
        ...

    async def close(self) -> None:
        """Close the connections."""
        ...
