"""What a stack remembers, and what is derived from it."""

import json
import stat
from pathlib import Path

import pytest
from yiku_local.endpoints import endpoints
from yiku_local.paths import StackKind
from yiku_local.programs import CommandSpec, ProgramSpec, TcpProbe, decode_command, decode_program
from yiku_local.programs import encode as encode_spec
from yiku_local.state import StackState, StateFile

PROGRAM = ProgramSpec(
    name="relay",
    argv=("python", "-m", "yiku_relay"),
    env={"名": "值"},
    depends_on=("postgres", "kafka"),
    ready=TcpProbe(4711),
    grace_s=3.0,
)
COMMAND = CommandSpec("migrate", ("yiku", "migrate"), {"A": "b"}, 7.0)
PORTS = {"postgres": 1, "redis": 2, "kafka": 3, "graph": 4, "milvus": 5}
SECRETS = {name: f"s-{name}" for name in PORTS}


@pytest.fixture
def file(tmp_path: Path) -> StateFile:
    return StateFile(tmp_path / "stack.json")


def test_programs_survive_json() -> None:
    assert decode_program(json.loads(json.dumps(encode_spec(PROGRAM)))) == PROGRAM
    assert decode_command(json.loads(json.dumps(encode_spec(COMMAND)))) == COMMAND


def test_a_program_without_a_probe_survives_json() -> None:
    bare = ProgramSpec("keeper", ("keeper",))
    assert decode_program(json.loads(json.dumps(encode_spec(bare)))) == bare


def test_state_is_empty_before_the_first_start(file: StateFile) -> None:
    assert file.read() == StackState()


def test_state_survives_a_restart(file: StateFile) -> None:
    state = StackState(PORTS, SECRETS, (PROGRAM,), (COMMAND,))
    file.update(lambda _: state)
    assert file.read() == state


def test_only_the_owner_reads_the_secrets(file: StateFile, tmp_path: Path) -> None:
    file.update(lambda state: state.with_secret("postgres"))
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_a_secret_is_made_once(file: StateFile) -> None:
    first = file.update(lambda state: state.with_secret("postgres")).secrets["postgres"]
    again = file.update(lambda state: state.with_secret("postgres")).secrets["postgres"]
    other = file.update(lambda state: state.with_secret("redis")).secrets["redis"]
    assert first == again != other
    assert len(first) == 32


def test_endpoints_of_the_local_stack() -> None:
    found = endpoints(StackKind.LOCAL, StackState(PORTS, SECRETS))
    assert found.postgres.dsn == "postgresql://postgres:s-postgres@127.0.0.1:1/postgres"
    assert found.redis_url == "redis://:s-redis@127.0.0.1:2/0"
    assert found.falkordb_url == "redis://:s-graph@127.0.0.1:4/0"
    assert found.neo4j is None
    assert found.kafka.sasl_user is None
    assert (found.milvus.uri, found.milvus.token) == ("http://127.0.0.1:5", "root:s-milvus")


def test_endpoints_of_the_full_stack() -> None:
    found = endpoints(StackKind.FULL, StackState(PORTS, SECRETS))
    assert found.falkordb_url is None
    assert found.neo4j is not None
    assert (found.neo4j.uri, found.neo4j.password) == ("bolt://127.0.0.1:4", "s-graph")
    assert (found.kafka.sasl_user, found.kafka.sasl_password) == ("yiku", "s-kafka")
