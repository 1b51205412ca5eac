"""Which servers make up a stack."""

from collections.abc import Callable

from yiku_local.paths import StackKind, StackPaths
from yiku_local.server import Service
from yiku_local.servers.kafka import CONTROLLER_PORT, kafka
from yiku_local.servers.milvus import INNER_PORTS, milvus
from yiku_local.servers.neo4j import neo4j
from yiku_local.servers.postgres import postgres
from yiku_local.servers.redis import falkordb, redis
from yiku_local.servers.tansu import tansu
from yiku_local.state import StackState

Builder = Callable[[StackPaths, StackState], Service]

SERVERS: dict[StackKind, tuple[Builder, ...]] = {
    StackKind.LOCAL: (milvus, postgres, redis, falkordb, tansu),
    StackKind.FULL: (neo4j, kafka, milvus, postgres, redis),
}
"""Slowest first."""

SERVER_NAMES = ("postgres", "redis", "kafka", "graph", "milvus")
"""The same in both kinds: a program depends on "graph", whichever it is."""

PORT_NAMES = (*SERVER_NAMES, CONTROLLER_PORT, *(f"milvus_{name}" for name in INNER_PORTS))
"""Every port a server may want."""


def services(paths: StackPaths, state: StackState) -> tuple[Service, ...]:
    """Descriptions of the servers, with the ports and secrets of `state`."""
    return tuple(build(paths, state) for build in SERVERS[paths.kind])
