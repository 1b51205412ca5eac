"""Programs beside the servers, and the commands before them."""

import signal
import sys
from pathlib import Path

import pytest
from yiku_local.errors import StackError
from yiku_local.programs import CommandSpec, ProgramSpec, TcpProbe
from yiku_local.stack import ServiceStatus, Stack
from yiku_local.unit import UnitState

SERVE = "import http.server as h, sys; h.HTTPServer(('127.0.0.1', int(sys.argv[1])), h.BaseHTTPRequestHandler).serve_forever()"
APPEND = "import os, sys; open(sys.argv[1], 'a').write(os.environ['WORD'] + '\\n')"
SLEEP = "import time; time.sleep(600)"


def server(stack: Stack, name: str, **changes: object) -> ProgramSpec:
    port = stack.port(name)
    spec = {
        "name": name,
        "argv": (sys.executable, "-c", SERVE, str(port)),
        "depends_on": ("postgres", "kafka"),
        "ready": TcpProbe(port),
    }
    return ProgramSpec(**{**spec, **changes})  # type: ignore[arg-type]


def append(path: Path, word: str) -> CommandSpec:
    return CommandSpec("append", (sys.executable, "-c", APPEND, str(path)), {"WORD": word})


def programs_of(stack: Stack) -> dict[str, ServiceStatus]:
    servers = ("postgres", "redis", "kafka", "graph", "milvus")
    return {item.name: item for item in stack.status() if item.name not in servers}


def test_programs_run_after_the_commands(stack: Stack, tmp_path: Path) -> None:
    written = tmp_path / "written"
    stack.up(programs=[server(stack, "one")], pre_start=[append(written, "migrated")])
    assert written.read_text() == "migrated\n"
    (one,) = programs_of(stack).values()
    assert (one.name, one.state, one.port) == ("one", UnitState.READY, stack.port("one"))


def test_the_set_of_programs_is_what_was_asked_for_last(stack: Stack, tmp_path: Path) -> None:
    written = tmp_path / "written"
    hooks = [append(written, "again")]
    stack.up(programs=[server(stack, "one"), server(stack, "two")], pre_start=hooks)
    before = programs_of(stack)
    changed = server(stack, "two", env={"CHANGED": "1"})
    stack.up(programs=[server(stack, "one"), changed, server(stack, "three")], pre_start=hooks)
    after = programs_of(stack)
    assert set(after) == {"one", "two", "three"}
    assert after["one"].pid == before["one"].pid
    assert after["two"].pid != before["two"].pid
    stack.up(programs=[server(stack, "three")], pre_start=hooks)
    assert set(programs_of(stack)) == {"three"}
    assert written.read_text() == "again\nagain\n"


def test_up_without_a_set_keeps_the_programs(stack: Stack) -> None:
    stack.up(programs=[server(stack, "one")])
    before = programs_of(stack)["one"].pid
    stack.up()
    assert programs_of(stack)["one"].pid == before


def test_a_killed_program_comes_back(stack: Stack) -> None:
    stack.up(programs=[server(stack, "one")])
    before = programs_of(stack)["one"].pid
    stack.kill("one", signal.SIGKILL)
    stack.wait_ready(10)
    assert programs_of(stack)["one"].pid != before


def test_a_program_needs_no_probe(stack: Stack) -> None:
    stack.up(programs=[ProgramSpec("sleeper", (sys.executable, "-c", SLEEP))])
    assert programs_of(stack)["sleeper"].state is UnitState.READY


def test_a_failing_command_is_told_and_nothing_starts(stack: Stack) -> None:
    stack.up(programs=[])
    broken = CommandSpec("migrate", (sys.executable, "-c", "raise SystemExit('no such table')"))
    with pytest.raises(StackError, match=r"(?s)migrate ended with status 1.*no such table"):
        stack.up(programs=[server(stack, "one")], pre_start=[broken])
    assert programs_of(stack) == {}
    stack.up(programs=[server(stack, "one")])
    assert programs_of(stack)["one"].state is UnitState.READY


def test_a_program_that_cannot_run_is_told_with_its_log(stack: Stack) -> None:
    broken = server(stack, "broken", argv=(sys.executable, "-c", "raise SystemExit('bad setting')"))
    try:
        with pytest.raises(StackError, match=r"(?s)broken keeps failing.*bad setting"):
            stack.up(programs=[broken])
    finally:
        stack.up(programs=[])


def test_an_unknown_name_is_told(stack: Stack) -> None:
    with pytest.raises(StackError, match="no service 'nobody'"):
        stack.kill("nobody")
