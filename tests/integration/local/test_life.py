"""Whole stacks: started, stopped, killed, side by side. Each test has its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from yiku_local.errors import StackError, StackNotRunningError
from yiku_local.paths import StackKind
from yiku_local.programs import ProgramSpec
from yiku_local.stack import Stack

from tests.integration.local import clients
from tests.integration.local.conftest import make_root, processes_of

CHILD = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(600)', sys.argv[1]])"


@pytest.fixture
def own(tmp_path: Path, stack_kind: StackKind) -> Iterator[Stack]:
    stack = Stack(make_root(tmp_path), stack_kind)
    yield stack
    stack.down()


def parenting(stack: Stack) -> ProgramSpec:
    """A program with a child of its own, both with the root on their command lines."""
    return ProgramSpec("parent", (sys.executable, "-c", CHILD, str(stack.paths.root)))


def wait_gone(root: Path, seconds: float) -> list[psutil.Process]:
    deadline = time.monotonic() + seconds
    while (left := processes_of(root)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


def test_nothing_is_left_after_down_and_data_are_kept(own: Stack) -> None:
    own.up(programs=[parenting(own)])
    clients.write_everywhere(own.endpoints())
    before = own.endpoints()
    own.down()
    assert wait_gone(own.paths.root, 5.0) == []
    assert own.status() == []
    own.up(programs=[])
    assert own.endpoints() == before
    assert clients.read_everywhere(before) == dict.fromkeys(("postgres", "redis", "graph", "milvus"), 1)


def test_nothing_outlives_a_killed_supervisor(own: Stack) -> None:
    own.up()
    clients.write_everywhere(own.endpoints())
    os.kill(int(own.paths.supervisor_lock.read_text()), signal.SIGKILL)
    assert wait_gone(own.paths.root, 5.0) == []
    assert not own.running
    before = own.endpoints()
    own.up(programs=[parenting(own)])
    assert own.endpoints() == before
    assert set(clients.read_everywhere(before).values()) == {1}
    os.kill(int(own.paths.supervisor_lock.read_text()), signal.SIGKILL)
    own.down()  # ends what the kernel did not: the child of a program
    assert wait_gone(own.paths.root, 5.0) == []


def test_two_stacks_run_side_by_side(own: Stack, stack: Stack) -> None:
    own.up()
    mine, other = own.endpoints(), stack.endpoints()
    assert mine.postgres.port != other.postgres.port
    for ask in clients.ASK.values():
        ask(mine)
        ask(other)
    own.down()
    clients.ask_postgres(other)


def test_a_port_taken_meanwhile_is_replaced(own: Stack) -> None:
    before = own.prepare()
    with socket.create_server(("127.0.0.1", before.postgres.port)):
        after = own.prepare()
    assert after.postgres.port != before.postgres.port
    assert after.postgres.password == before.postgres.password
    assert (after.redis_url, after.milvus) == (before.redis_url, before.milvus)


def test_two_ups_at_once_make_one_stack(own: Stack) -> None:
    command = (sys.executable, "-m", "yiku_local", "up", "--root", str(own.paths.root))
    kind = ("--kind", own.paths.kind.value)
    running = [subprocess.Popen((*command, *kind)) for _ in range(3)]
    assert [process.wait(120) for process in running] == [0, 0, 0]
    supervisors = [p for p in processes_of(own.paths.root) if "yiku_local.supervisor" in p.cmdline()]
    assert len(supervisors) == 1
    for ask in clients.ASK.values():
        ask(own.endpoints())


def test_a_stack_that_is_down_says_so(own: Stack) -> None:
    with pytest.raises(StackError, match="start one"):
        own.endpoints()
    own.prepare()
    assert own.status() == []
    with pytest.raises(StackNotRunningError, match="not running"):
        own.kill("redis")
