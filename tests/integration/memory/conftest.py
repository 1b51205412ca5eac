"""The memory service as a process of its own, on real Postgres and Redis; the indexes are away."""

import base64
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
from yiku import Client
from yiku_domain.ids import TenantId
from yiku_local.endpoints import Endpoints
from yiku_runtime.auth import mint
from yiku_runtime.scopes import ALL_SCOPES

from tests.conftest import FreshDatabase

SECRET = "a-secret-of-at-least-thirty-two-bytes"
MASTER_KEY = b"m" * 32
NOWHERE = "127.0.0.1:1"


def token(tenant: str = "t1", *scopes: str) -> str:
    """For a tenant; all scopes where none is named."""
    return mint(SECRET, TenantId(tenant), "officer", scopes or ALL_SCOPES, ttl_s=3600)


@dataclass(frozen=True)
class MemoryProcess:
    """Where it listens and what it wrote."""

    target: str
    process: "subprocess.Popen[bytes]"
    log: Path

    def client(self, tenant: str = "t1") -> Client:
        """A client of a tenant."""
        return Client(self.target, token(tenant))


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture(scope="module")
def served(
    fresh_database: FreshDatabase, endpoints: Endpoints, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MemoryProcess]:
    directory = tmp_path_factory.mktemp("memory")
    port = free_port()
    settings = {
        "YIKU_POSTGRES_DSN": fresh_database.app,
        "YIKU_POSTGRES_WORKER_DSN": fresh_database.worker,
        "YIKU_LOG_LEVEL": "debug",
        "YIKU_REDIS_URL": f"{endpoints.redis_url[:-1]}1",  # apart from answers about other databases
        "YIKU_MASTER_KEY": base64.b64encode(MASTER_KEY).decode(),
        "YIKU_JWT_SECRET": SECRET,
        "YIKU_MILVUS_URI": f"http://{NOWHERE}",
        "YIKU_GRAPH_URL": f"falkordb://:x@{NOWHERE}/0",
        "YIKU_MODELS_DIR": str(Path(".yiku/models").absolute()),
        "YIKU_MEMORY_PORT": str(port),
    }
    kept = {k: v for k, v in os.environ.items() if not k.startswith("YIKU_")}
    log = directory / "log"
    with log.open("wb") as stream:
        process = subprocess.Popen([sys.executable, "-m", "yiku_memory"], env={**kept, **settings}, stderr=stream)
    try:
        _wait(port, process, log)
        yield MemoryProcess(f"127.0.0.1:{port}", process, log)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(15) == 0, log.read_text()


def _wait(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + 30
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        ready = grpc.channel_ready_future(channel)
        while time.monotonic() < deadline and process.poll() is None:
            try:
                ready.result(timeout=0.2)
            except grpc.FutureTimeoutError:
                continue
            return
    raise AssertionError(log.read_text())


@pytest.fixture(scope="module")
def client(served: MemoryProcess) -> Iterator[Client]:
    with served.client() as one:
        yield one
