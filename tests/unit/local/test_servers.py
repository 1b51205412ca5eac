"""Configurations of the servers, as written for one stack."""

from pathlib import Path

import pytest
import yaml
from yiku_local.catalog import PORT_NAMES, SERVER_NAMES, services
from yiku_local.milvus_login import update_request
from yiku_local.paths import StackKind, StackPaths
from yiku_local.server import Service
from yiku_local.servers import milvus
from yiku_local.state import StackState

STATE = StackState(
    ports={name: 20000 + number for number, name in enumerate(PORT_NAMES)},
    secrets={name: f"s-{name}" for name in SERVER_NAMES},
)


def prepared(root: Path, kind: StackKind, name: str) -> Service:
    paths = StackPaths(root, kind)
    paths.create()
    return next(item for item in services(paths, STATE) if item.name == name)


def milvus_layout(root: Path, inner: dict[str, int]) -> milvus.Layout:
    return milvus.Layout(root / "bin", root / "conf", root / "data", 19530, inner)


@pytest.mark.parametrize("kind", StackKind)
def test_every_kind_has_the_five_servers(tmp_path: Path, kind: StackKind) -> None:
    found = services(StackPaths(tmp_path, kind), STATE)
    assert {item.name for item in found} == set(SERVER_NAMES)


@pytest.mark.parametrize("kind", StackKind)
def test_no_secret_is_on_a_command_line(tmp_path: Path, kind: StackKind) -> None:
    for item in services(StackPaths(tmp_path, kind), STATE):
        assert not any("s-" + item.name in word for word in item.argv)


@pytest.mark.parametrize("name", ["redis", "graph"])
def test_redis_configuration_takes_any_path(tmp_path: Path, name: str) -> None:
    root = tmp_path / '忆 "库"'
    service = prepared(root, StackKind.LOCAL, name)
    service.prepare(lambda _line: None)
    text = Path(service.argv[1]).read_text(encoding="utf-8")
    assert '忆 \\"库\\"' in text
    assert f"requirepass s-{name}" in text.splitlines()
    assert "bind 127.0.0.1" in text.splitlines()


def test_sessions_are_not_evicted_for_cache_entries(tmp_path: Path) -> None:
    service = prepared(tmp_path, StackKind.LOCAL, "redis")
    service.prepare(lambda _line: None)
    lines = Path(service.argv[1]).read_text(encoding="utf-8").splitlines()
    assert "maxmemory-policy volatile-lru" in lines
    assert "appendonly yes" in lines


def test_milvus_configuration_is_complete(tmp_path: Path) -> None:
    text = milvus.render(milvus_layout(tmp_path / "忆", {}))
    settings = yaml.safe_load(text)
    assert "{{" not in text
    assert settings["common"]["security"]["authorizationEnabled"] is True
    assert settings["proxy"]["port"] == 19530
    assert settings["rootCoord"]["port"] == 53100
    assert settings["rocksmq"]["path"] == str(tmp_path / "忆" / "data" / "rocksmq")
    assert settings["mq"] == {"type": "rocksmq", "mqBufSize": 1024}
    assert settings["queryNode"]["segcore"]["chunkRows"] == 128  # the wheel's own, kept


def test_milvus_without_namespaces_uses_the_ports_it_is_given(tmp_path: Path) -> None:
    inner = {name: 30000 + number for number, name in enumerate(milvus.INNER_PORTS)}
    layout = milvus_layout(tmp_path, inner)
    settings = yaml.safe_load(milvus.render(layout))
    assert settings["rootCoord"]["port"] == inner["root_coord_port"]
    assert settings["etcd"]["endpoints"] == f"localhost:{inner['etcd_port']}"
    assert str(inner["etcd_peer_port"]) in milvus.etcd_settings(layout)["listen-peer-urls"]


def test_credentials_are_encoded_as_the_server_reads_them() -> None:
    from pymilvus.grpc_gen import milvus_pb2

    request = milvus_pb2.UpdateCredentialRequest.FromString(update_request("Milvus", "neu-1"))
    assert request.username == "root"
    assert (request.oldPassword, request.newPassword) == ("TWlsdnVz", "bmV1LTE=")
