"""The local stack as Yiku uses it: environment, credentials and processes on top of the servers."""

import base64
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from yiku_domain.ids import TenantId
from yiku_local.endpoints import Endpoints
from yiku_local.paths import StackKind
from yiku_local.programs import CommandSpec, ProgramSpec, TcpProbe
from yiku_local.stack import OnProgress, Stack, ignore_progress
from yiku_runtime.auth import mint
from yiku_runtime.scopes import ALL_SCOPES

SERVICES = ("extractor", "recall", "memory")
SINKS = ("milvus", "graph", "cache")
DEMO_TENANT = TenantId("demo")
_TOKEN_TTL_S = 365 * 24 * 3600


@dataclass(frozen=True)
class LocalYiku:
    """Everything under one checkout's `.yiku`: servers, Yiku's processes, and how clients reach them."""

    root: Path
    kind: StackKind = StackKind.LOCAL
    models_dir: Path | None = None

    @property
    def stack(self) -> Stack:
        """The servers and their supervisor."""
        return Stack(self.root, self.kind)

    @property
    def home(self) -> Path:
        """Data, logs and credentials of this kind of stack."""
        return self.stack.paths.home

    @property
    def env_file(self) -> Path:
        """The settings of every process, as `YIKU_…` lines."""
        return self.home / "yiku.env"

    @property
    def client_file(self) -> Path:
        """Targets and a token for `yiku.Client.from_env()`."""
        return self.home / "client.json"

    @property
    def span_dir(self) -> Path:
        """Finished spans, a JSON-lines file a process."""
        return self.home / "spans"

    def up(self, on_progress: OnProgress = ignore_progress) -> Endpoints:
        """Start servers and processes and wait until all are ready; idempotent."""
        self.root.mkdir(parents=True, exist_ok=True)
        endpoints = self.stack.prepare()
        self._write_files(endpoints)
        models = subprocess.Popen([sys.executable, "-m", "yiku_cli", "models"], env=self._environment())
        self.stack.up(on_progress)
        if models.wait() != 0:
            raise RuntimeError("the embedding model could not be built; its message is above")
        return self.stack.up(on_progress, self.programs(), [self._migration()])

    def token(self, tenant_id: TenantId = DEMO_TENANT, scopes: Sequence[str] = tuple(ALL_SCOPES)) -> str:
        """A bearer token for a tenant of the local stack."""
        return mint(self._jwt_secret(), tenant_id, "local", scopes, ttl_s=_TOKEN_TTL_S)

    def targets(self) -> dict[str, str]:
        """host:port of each service."""
        return {name: f"127.0.0.1:{self.stack.port(name)}" for name in SERVICES}

    def programs(self) -> list[ProgramSpec]:
        """Yiku's own processes."""
        serving = [self._program(f"yiku_{name}", name, port=self.stack.port(name)) for name in SERVICES]
        sinks = [
            _in_background(self._program("yiku_propagator", f"propagator-{sink}", "--sink", sink)) for sink in SINKS
        ]
        return [
            *serving,
            self._program("yiku_relay", "relay"),
            _in_background(self._program("yiku_extractor.sources", "extractor-sources")),
            *sinks,
            _in_background(self._program("yiku_keeper", "keeper")),
        ]

    def _program(self, module: str, name: str, *args: str, port: int | None = None) -> ProgramSpec:
        env = {"YIKU_ENV_FILE": str(self.env_file), "YIKU_SPAN_FILE": str(self.span_dir / f"{name}.jsonl")}
        return ProgramSpec(
            name,
            (sys.executable, "-m", module, *args),
            env,
            ready=None if port is None else TcpProbe(port),
        )

    def _migration(self) -> CommandSpec:
        argv = (sys.executable, "-m", "yiku_cli", "migrate")
        return CommandSpec("migrate", argv, {"YIKU_ENV_FILE": str(self.env_file)})

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "YIKU_ENV_FILE": str(self.env_file)}

    def _write_files(self, endpoints: Endpoints) -> None:
        self.span_dir.mkdir(parents=True, exist_ok=True)
        lines = [f"{name}={json.dumps(value)}" for name, value in self._settings(endpoints).items()]
        _write_private(self.env_file, "\n".join(lines) + "\n")
        client = {"targets": self.targets(), "token": self.token()}
        _write_private(self.client_file, json.dumps(client, indent=2) + "\n")

    def _settings(self, endpoints: Endpoints) -> dict[str, str]:
        secret = self.stack.secret
        admin = endpoints.postgres.dsn
        address = f"{endpoints.postgres.host}:{endpoints.postgres.port}/{endpoints.postgres.database}"
        return {
            "YIKU_POSTGRES_ADMIN_DSN": admin,
            "YIKU_POSTGRES_DSN": f"postgresql://yiku_app_login:{secret('app')}@{address}",
            "YIKU_POSTGRES_WORKER_DSN": f"postgresql://yiku_worker_login:{secret('worker')}@{address}",
            "YIKU_REDIS_URL": endpoints.redis_url,
            "YIKU_MILVUS_URI": endpoints.milvus.uri,
            "YIKU_MILVUS_TOKEN": endpoints.milvus.token,
            **_graph(endpoints),
            "YIKU_KAFKA_BOOTSTRAP": endpoints.kafka.bootstrap_servers,
            "YIKU_KAFKA_SECURITY": json.dumps(kafka_security(endpoints)),
            "YIKU_KAFKA_GROUPS": json.dumps(self.kind is StackKind.FULL),
            "YIKU_JWT_SECRET": self._jwt_secret(),
            "YIKU_MASTER_KEY": base64.b64encode(_digest(secret("master"))).decode(),
            "YIKU_MODELS_DIR": str(self.models_dir or self.root / "models"),
            **{f"YIKU_{name.upper()}_PORT": str(self.stack.port(name)) for name in SERVICES},
        }

    def _jwt_secret(self) -> str:
        return _digest(self.stack.secret("jwt")).hex()


def _in_background(program: ProgramSpec) -> ProgramSpec:
    """Filling and comparing indexes gives way to requests: they share the cores of a small machine."""
    return replace(program, argv=("nice", "-n", "10", *program.argv))


def _graph(endpoints: Endpoints) -> dict[str, str]:
    if endpoints.neo4j is not None:
        return {
            "YIKU_GRAPH_URL": endpoints.neo4j.uri,
            "YIKU_GRAPH_USER": endpoints.neo4j.user,
            "YIKU_GRAPH_PASSWORD": endpoints.neo4j.password,
        }
    return {"YIKU_GRAPH_URL": (endpoints.falkordb_url or "").replace("redis://", "falkordb://", 1)}


def kafka_security(endpoints: Endpoints) -> dict[str, str]:
    """librdkafka's properties for logging in to the stack's broker; empty where it asks for no login."""
    kafka = endpoints.kafka
    if kafka.sasl_user is None or kafka.sasl_password is None:
        return {}
    return {
        "security.protocol": "SASL_PLAINTEXT",
        "sasl.mechanism": "PLAIN",
        "sasl.username": kafka.sasl_user,
        "sasl.password": kafka.sasl_password,
    }


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read."""
    path.touch(mode=0o600)
    path.write_text(text, "utf-8")
