"""Apache Kafka itself: one node that is broker and controller, SASL/PLAIN on both listeners."""

import subprocess
from functools import partial
from pathlib import Path

from yiku_local import probes
from yiku_local.errors import StackError
from yiku_local.paths import StackPaths
from yiku_local.server import Report, Service
from yiku_local.servers import java
from yiku_local.servers.files import write_private
from yiku_local.state import StackState

VERSION = "4.3.1"
USER = "yiku"
HEAP_MB = 256
# The quick compiler suffices for a few thousand messages a second and starts sooner.
OPTIONS = (
    "-XX:TieredStopAtLevel=1",
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
    "-Dorg.slf4j.simpleLogger.showDateTime=true",
    "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSZ",
)
CONTROLLER_PORT = "kafka_controller"

# The cleaner's buffer alone is 128 MB by default. After a kill the controller refuses the broker
# until its former session has lapsed (9 s by default).
CONFIG = """\
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:{controller}
listeners=CLIENT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}
listener.security.protocol.map=CLIENT:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT
controller.listener.names=CONTROLLER
inter.broker.listener.name=CLIENT
sasl.enabled.mechanisms=PLAIN
sasl.mechanism.inter.broker.protocol=PLAIN
sasl.mechanism.controller.protocol=PLAIN
listener.name.client.plain.sasl.jaas.config={login}
listener.name.controller.plain.sasl.jaas.config={login}
log.dirs={data}
log.segment.bytes=67108864
log.cleaner.dedupe.buffer.size=16777216
log.cleaner.io.buffer.size=131072
auto.create.topics.enable=false
num.network.threads=2
num.io.threads=4
background.threads=2
offsets.topic.num.partitions=8
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=2
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.num.partitions=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
broker.heartbeat.interval.ms=500
broker.session.timeout.ms=3000
"""

LOGIN = (
    "org.apache.kafka.common.security.plain.PlainLoginModule required"
    ' username="{user}" password="{password}" user_{user}="{password}";'
)


def kafka(paths: StackPaths, state: StackState) -> Service:
    """Keeps its log across restarts; topics are made by those who use them."""
    config = paths.config("kafka") / "server.properties"
    return Service(
        name="kafka",
        argv=_java(paths, HEAP_MB, "kafka.Kafka", str(config)),
        env={},
        cwd=paths.run,
        probe=probes.kafka(state.ports["kafka"]),
        prepare=partial(_prepare, paths, config, _properties(paths, state)),
        grace_s=15.0,
    )


def _java(paths: StackPaths, heap_mb: int, main: str, *arguments: str) -> tuple[str, ...]:
    jars = java.directory(paths, "kafka", VERSION)
    return (*java.command(heap_mb, jars, main, *OPTIONS), *arguments)


def _properties(paths: StackPaths, state: StackState) -> str:
    return CONFIG.format(
        port=state.ports["kafka"],
        controller=state.ports[CONTROLLER_PORT],
        login=LOGIN.format(user=USER, password=state.secrets["kafka"]),
        data=_escaped(paths.data("kafka")),
    )


def _prepare(paths: StackPaths, config: Path, text: str, report: Report) -> None:
    java.fetch(paths, "kafka", VERSION, report)
    write_private(config, text)
    if not (paths.data("kafka") / "meta.properties").exists():
        report("formatting the log directory")
        identity = _storage_tool(paths, "random-uuid").splitlines()[-1]
        _storage_tool(paths, "format", "-t", identity, "-c", str(config))


def _storage_tool(paths: StackPaths, *arguments: str) -> str:
    argv = _java(paths, 128, "kafka.tools.StorageTool", *arguments)
    done = subprocess.run(argv, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        raise StackError(f"Kafka's StorageTool failed: {(done.stderr or done.stdout)[-800:]}")
    return done.stdout.strip()


def _escaped(path: Path) -> str:
    """For a .properties file: Latin-1, and a backslash escapes."""
    return str(path).encode("unicode_escape").decode("ascii")
