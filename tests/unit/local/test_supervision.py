"""The parts of supervision that need no process."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from yiku_local import control, ports
from yiku_local.errors import StackError
from yiku_local.logs import LARGEST_BYTES, open_log, tail, trim
from yiku_local.unit import pause_before_restart


def test_pauses_grow_to_five_seconds() -> None:
    pauses = [pause_before_restart(failures) for failures in range(1, 9)]
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


async def refuse(request: Mapping[str, Any]) -> Mapping[str, Any]:
    if request["op"] == "refuse":
        raise StackError("no")
    return {"echo": request["op"]}


async def test_a_command_is_answered_on_one_line() -> None:
    assert await control.answer_line(b'{"op": "x"}\n', refuse) == b'{"echo": "x"}\n'


async def test_bad_commands_are_answered_with_an_error() -> None:
    for line in (b"", b"not json\n", b"{}\n", b'{"op": "refuse"}\n'):
        assert json.loads(await control.answer_line(line, refuse))["error"]


def test_socket_addresses_fit_in_deep_directories(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*(["0123456789" * 5] * 4))
    deep.mkdir(parents=True)
    with control.short_address(deep / "control.sock") as address:
        assert len(address) < 50
        Path(address).touch()
    assert (deep / "control.sock").exists()


def test_ports_are_outside_the_range_of_outgoing_connections() -> None:
    assert not set(ports.candidates(32768, 60999)) & set(range(32768, 61000))
    assert ports.candidates(1024, 65535)


def test_a_full_log_moves_aside(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    with open_log(log) as stream:
        stream.write(b"old\n" * (LARGEST_BYTES // 4 + 1))
        stream.flush()
        trim(log)
        stream.write(b"new\n")  # the writer keeps its descriptor
    assert log.read_bytes() == b"new\n"
    assert (tmp_path / "x.log.1").stat().st_size > LARGEST_BYTES


def test_tail_is_short(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    log.write_text("\n".join(["x" * 1000] * 30))
    assert [len(line) for line in tail(log, 3).splitlines()] == [300, 300, 300]
    assert tail(tmp_path / "none.log") == ""


def test_the_supervisor_loads_no_client_library() -> None:
    code = "import yiku_local.supervisor, sys; print(*sys.modules)"
    path = ":".join(entry for entry in sys.path if entry)
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": path},
    )
    loaded = set(done.stdout.split())
    assert "asyncio" in loaded
    assert not loaded & {"grpc", "pymilvus", "redis", "neo4j", "psycopg", "numpy", "yaml"}
