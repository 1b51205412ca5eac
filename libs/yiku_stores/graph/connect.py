"""Which graph an address means."""

from urllib.parse import urlsplit

from yiku_domain.errors import InvalidRequest

from yiku_stores.graph.falkor import FalkorServer
from yiku_stores.graph.memory_graph import CypherMemoryGraph
from yiku_stores.graph.server import CypherServer


def memory_graph(url: str, *, user: str = "", password: str = "", name: str = "") -> CypherMemoryGraph:
    """`bolt://`, `neo4j://`, `neo4j+s://` … are Neo4j; `falkor://` and `redis://` are FalkorDB.

    `name` is the database or graph; empty takes the default. Nothing is connected yet.
    """
    return CypherMemoryGraph(cypher_server(url, user, password, name))


def cypher_server(url: str, user: str = "", password: str = "", name: str = "") -> CypherServer:
    """The server alone, addressed as in `memory_graph`."""
    scheme = urlsplit(url).scheme
    if scheme in ("falkordb", "falkor", "redis", "rediss", "unix"):
        address = url.replace(scheme, "redis", 1) if scheme.startswith("falkor") else url
        return FalkorServer(address, name or "yiku")
    if scheme.startswith(("bolt", "neo4j")):
        from yiku_stores.graph.neo4j import Neo4jServer  # its driver takes 70 MB

        return Neo4jServer(url, user, password, database=name or None)
    raise InvalidRequest.of("graph_url", f"unknown scheme {scheme!r}")
