"""The servers of a running stack: they answer, they are closed to others, they come back."""

import json
import signal
import time
from pathlib import Path

import psutil
import pytest
from yiku_local.catalog import SERVER_NAMES
from yiku_local.paths import StackKind
from yiku_local.stack import ServiceStatus, Stack
from yiku_local.unit import UnitState

from tests.integration.local import clients


def status_of(stack: Stack, name: str) -> ServiceStatus:
    return next(item for item in stack.status() if item.name == name)


def descendants(stack: Stack) -> set[int]:
    supervisor = psutil.Process(int(stack.paths.supervisor_lock.read_text()))
    return {supervisor.pid, *(child.pid for child in supervisor.children(recursive=True))}


@pytest.mark.parametrize("name", SERVER_NAMES)
def test_answers_its_own_client(stack: Stack, name: str) -> None:
    clients.ASK[name](stack.endpoints())


@pytest.mark.parametrize("name", SERVER_NAMES)
def test_refuses_a_wrong_password(stack: Stack, name: str, stack_kind: StackKind) -> None:
    if name == "kafka" and stack_kind is StackKind.LOCAL:
        return  # the memory-only broker has none, see yiku_local.servers.tansu
    with pytest.raises(clients.REFUSALS):
        clients.ASK[name](clients.with_wrong_passwords(stack.endpoints()))


def test_milvus_has_no_factory_password(stack: Stack) -> None:
    endpoints = stack.endpoints()
    with pytest.raises(clients.REFUSALS):
        clients.MilvusClient(endpoints.milvus.uri, token="root:Milvus", timeout=5)


def test_listens_on_the_loopback_only(stack: Stack) -> None:
    family = descendants(stack)
    listening = {
        (connection.laddr.ip.removeprefix("::ffff:"), connection.laddr.port)
        for connection in psutil.net_connections("tcp")
        if connection.status == psutil.CONN_LISTEN and connection.pid in family
    }
    assert {ip for ip, _ in listening} == {"127.0.0.1"}
    assert {item.port for item in stack.status()} <= {port for _, port in listening}


def test_files_are_closed_to_other_users(stack: Stack) -> None:
    assert stack.paths.home.stat().st_mode & 0o077 == 0
    assert stack.paths.state.stat().st_mode & 0o077 == 0


def test_no_secret_is_seen_in_the_process_list(stack: Stack) -> None:
    secrets = json.loads(stack.paths.state.read_text())["secrets"].values()
    for pid in descendants(stack):
        words = Path(f"/proc/{pid}/cmdline").read_text()
        assert not any(secret in words for secret in secrets)


@pytest.mark.parametrize("name", SERVER_NAMES)
def test_comes_back_after_kill(stack: Stack, name: str) -> None:
    before = status_of(stack, name)
    stack.kill(name, signal.SIGKILL)
    stack.wait_ready(60)
    after = status_of(stack, name)
    assert after.pid != before.pid
    assert after.port == before.port
    assert after.restarts == before.restarts + 1
    clients.ASK[name](stack.endpoints())


def test_being_killed_often_is_no_failure(stack: Stack) -> None:
    for _ in range(8):
        stack.kill("redis")
        stack.wait_ready(10)
    assert status_of(stack, "redis").failures == 0


def test_comes_back_when_the_server_inside_is_killed(stack: Stack) -> None:
    """Not through the stack, and not the process that was started, but its child."""
    launcher = status_of(stack, "milvus").pid
    (server,) = psutil.Process(launcher).children()
    server.kill()
    psutil.wait_procs([psutil.Process(launcher)], timeout=5)
    stack.wait_ready(60)
    clients.ask_milvus(stack.endpoints())


def test_a_stopped_server_stays_down_until_started(stack: Stack) -> None:
    stack.stop("redis")
    time.sleep(1.0)
    assert status_of(stack, "redis").state is UnitState.STOPPED
    with pytest.raises(clients.redis.ConnectionError):
        clients.ask_redis(stack.endpoints())
    stack.start("redis")
    stack.wait_ready(30)
    clients.ask_redis(stack.endpoints())


def test_up_again_changes_nothing(stack: Stack) -> None:
    pids = [item.pid for item in stack.status()]
    began = time.monotonic()
    stack.up()
    assert time.monotonic() - began < 5.0
    assert [item.pid for item in stack.status()] == pids


def test_the_supervisor_is_idle(stack: Stack) -> None:
    supervisor = psutil.Process(int(stack.paths.supervisor_lock.read_text()))
    before = supervisor.cpu_times()
    time.sleep(5.0)
    after = supervisor.cpu_times()
    assert (after.user + after.system) - (before.user + before.system) <= 0.05
    assert supervisor.memory_info().rss < 60 * 1024 * 1024
