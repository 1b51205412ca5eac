"""Neo4j community itself: Bolt on the loopback, HTTP off, a generated password."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

from yiku_local import probes
from yiku_local.errors import StackError
from yiku_local.paths import StackPaths
from yiku_local.server import Report, Service
from yiku_local.servers import java
from yiku_local.servers.files import write_private
from yiku_local.state import StackState

VERSION = "5.26.18"
HEAP_MB = 256
OPENED = ("java.base/java.nio", "java.base/java.io", "java.base/sun.nio.ch")
OPENED_CONCURRENT = "java.base/java.util.concurrent"

CONFIG = """\
server.bolt.enabled=true
server.bolt.listen_address=127.0.0.1:{port}
server.bolt.advertised_address=127.0.0.1:{port}
server.bolt.thread_pool_min_size=2
server.bolt.thread_pool_max_size=64
server.http.enabled=false
server.https.enabled=false
server.memory.pagecache.size=64m
db.tx_log.preallocate=false
db.tx_log.rotation.size=16m
db.tx_log.rotation.retention_policy=2 files
db.logs.query.enabled=OFF
dbms.usage_report.enabled=false
internal.dbms.bolt.netty_server_shutdown_quiet_period=0
"""


def neo4j(paths: StackPaths, state: StackState) -> Service:
    """Ready when Bolt answers and the factory password has been replaced."""
    home, config = paths.data("graph"), paths.config("graph")
    port, password = state.ports["graph"], state.secrets["graph"]
    opens = tuple(f"--add-opens={name}=ALL-UNNAMED" for name in (*OPENED, OPENED_CONCURRENT))
    jars = java.directory(paths, "neo4j", VERSION)
    main = java.command(HEAP_MB, jars, "org.neo4j.server.CommunityEntryPoint", *opens)
    return Service(
        name="graph",
        argv=(*main, f"--home-dir={home}", f"--config-dir={config}"),
        env={},
        cwd=paths.run,
        probe=probes.bolt(port),
        prepare=partial(_prepare, paths, config / "neo4j.conf", CONFIG.format(port=port)),
        settle=partial(_ensure_password, home / "password-set", port, password),
        grace_s=20.0,
    )


def _prepare(paths: StackPaths, config: Path, text: str, report: Report) -> None:
    java.fetch(paths, "neo4j", VERSION, report)
    paths.data("graph").mkdir(parents=True, exist_ok=True, mode=0o700)
    write_private(config, text)


def _ensure_password(done: Path, port: int, password: str) -> None:
    """In a process of its own: the driver takes a second and 100 MB to import."""
    if done.exists():
        return
    result = subprocess.run(
        (sys.executable, "-m", "yiku_local.neo4j_login"),
        input=json.dumps({"port": port, "password": password}),
        capture_output=True,
        text=True,
        check=False,
        timeout=60.0,
    )
    if result.returncode != 0:
        raise StackError(f"Neo4j refuses its password: {result.stderr.strip()[-400:]}")
    done.touch()
