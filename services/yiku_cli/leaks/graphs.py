"""The graph: every node and every edge with its labels and properties."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any, Final, LiteralString

from yiku_stores.graph.connect import cypher_server
from yiku_stores.graph.server import CypherServer, Statement

from yiku_cli.leaks.record import Record

STORE: Final = "graph"
_PAGE: Final = 5000
_TIMEOUT_S: Final = 60.0
_NODES: LiteralString = """
MATCH (n) WHERE id(n) > $after RETURN id(n), labels(n), properties(n) ORDER BY id(n) LIMIT 5000
"""
_EDGES: LiteralString = """
MATCH ()-[r]->() WHERE id(r) > $after RETURN id(r), [type(r)], properties(r) ORDER BY id(r) LIMIT 5000
"""


def records(url: str, user: str, password: str) -> Iterator[Record]:
    """Nodes, then edges, found again by the server's own id."""
    with asyncio.Runner() as runner:
        server = cypher_server(url, user, password)
        try:
            for part, text in (("nodes", _NODES), ("edges", _EDGES)):
                yield from _all(runner, server, part, text)
        finally:
            runner.run(server.close())


def _all(runner: asyncio.Runner, server: CypherServer, part: str, text: LiteralString) -> Iterator[Record]:
    after = -1
    while True:
        rows: list[Sequence[Any]] = runner.run(server.read(Statement(text, {"after": after}), _TIMEOUT_S))
        for number, labels, properties in rows:
            yield Record(part, f"id {number}", {"labels": list(labels), **properties})
        if len(rows) < _PAGE:
            return
        after = rows[-1][0]
