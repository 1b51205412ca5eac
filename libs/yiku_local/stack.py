"""The stack as its users see it: up, down, status, and trouble on demand."""

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from yiku_local import ports
from yiku_local.catalog import PORT_NAMES, SERVER_NAMES
from yiku_local.control import ask
from yiku_local.endpoints import Endpoints, endpoints
from yiku_local.errors import StackError, StackNotRunningError
from yiku_local.hooks import HooksState
from yiku_local.leftovers import end_leftovers
from yiku_local.logs import open_log, tail
from yiku_local.memory import tree_memory_mb
from yiku_local.paths import StackKind, StackPaths
from yiku_local.programs import CommandSpec, ProgramSpec, encode
from yiku_local.spawn import program_environment, source_root
from yiku_local.state import StackState, StateFile
from yiku_local.unit import UnitState

POLL_SECONDS = 0.1
HOPELESS_FAILURES = 6
SUPERVISOR = "supervisor"
SETTLED = (UnitState.READY, UnitState.STOPPED)


@dataclass(frozen=True, slots=True)
class ServiceStatus:
    """One process and its children. `rss_mb` counts shared pages in proportion where the kernel
    tells; `uptime_s` counts from its last start; `detail` says what it is doing or why it ended."""

    name: str
    state: UnitState
    pid: int | None
    port: int | None
    rss_mb: float
    restarts: int
    uptime_s: float
    failures: int
    detail: str


OnProgress = Callable[[Sequence[ServiceStatus]], None]
"""Called whenever the state or detail of a service has changed."""


def ignore_progress(_services: Sequence[ServiceStatus]) -> None:
    """For callers that only want the end."""


class Stack:
    """A local stack under `root` (a checkout's .yiku). Objects are cheap; any number of processes
    may have one for the same root."""

    def __init__(self, root: Path, kind: StackKind = StackKind.LOCAL) -> None:
        self.paths = StackPaths(root.absolute(), kind)
        self._file = StateFile(self.paths.state)

    @property
    def running(self) -> bool:
        """Whether a supervisor owns this stack now."""
        return self._owner() is not None

    def prepare(self) -> Endpoints:
        """Choose ports and secrets without starting anything; those chosen before are kept, but a
        port that somebody else has taken meanwhile is replaced (never while running)."""
        with self._starting():
            self._prepare()
        return self.endpoints()

    def _prepare(self) -> None:
        if not self.running:
            end_leftovers(self.paths.run)
            self._file.update(_prepared)

    @contextmanager
    def _starting(self) -> Iterator[None]:
        """One process at a time: a port bound by a stack just started must not look taken."""
        self.paths.create()
        with (self.paths.run / "starting.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def endpoints(self) -> Endpoints:
        """Addresses and credentials. Raises StackError before the first `prepare` or `up`."""
        state = self._file.read()
        if not state.ports:
            raise StackError(f"no stack under {self.paths.home}; start one with `up`")
        return endpoints(self.paths.kind, state)

    def port(self, name: str) -> int:
        """A loopback port of the caller's own programs, chosen once and kept."""
        return self._file.update(lambda state: _with_port(state, name)).ports[name]

    def secret(self, name: str) -> str:
        """A random secret (32 URL-safe characters), made once and kept with the stack's data."""
        return self._file.update(lambda state: state.with_secret(name)).secrets[name]

    def up(
        self,
        on_progress: OnProgress = ignore_progress,
        programs: Sequence[ProgramSpec] | None = None,
        pre_start: Sequence[CommandSpec] = (),
        timeout_s: float = 300.0,
    ) -> Endpoints:
        """Start what is not running and wait until all of it is ready; idempotent.

        `programs` becomes the set of programs beside the servers (None: as it was last time);
        `pre_start` runs before them when any of them is new. Raises StackError with the end of the
        log when something does not come up.
        """
        wanted = None if programs is None else [encode(item) for item in programs]
        with self._starting():
            self._prepare()
            if not self.running:
                self._start_supervisor()
            self._ask_patiently("apply", programs=wanted, pre_start=[encode(i) for i in pre_start])
        self.wait_ready(timeout_s, on_progress)
        return self.endpoints()

    def wait_ready(self, timeout_s: float = 60.0, on_progress: OnProgress = ignore_progress) -> None:
        """Return when every service that is not stopped on purpose is ready.

        Raises StackError after `timeout_s`, or as soon as a service has failed six times in a row.
        """
        deadline = time.monotonic() + timeout_s
        shown: object = None
        while True:
            reply = ask(self.paths.socket, "status")
            services = self._services(reply)
            if shown != (shown := [(item.name, item.state, item.detail) for item in services]):
                on_progress(services)
            if self._settled(reply, services):
                return
            if time.monotonic() > deadline:
                late = [item for item in services if item.state not in SETTLED]
                raise StackError(self._complaint(late, f"is not ready after {timeout_s:.0f} s"))
            time.sleep(POLL_SECONDS)

    def down(self, timeout_s: float = 60.0) -> None:
        """Stop everything in order and return when no process is left; nothing to do, no error."""
        owner = self._owner()
        if owner is None:
            end_leftovers(self.paths.run)
            return
        try:
            ask(self.paths.socket, "shutdown")
        except StackError:
            owner.terminate()
        _wait_gone(owner, timeout_s)
        end_leftovers(self.paths.run)

    def status(self) -> list[ServiceStatus]:
        """Every service, servers first; empty when the stack is down."""
        try:
            return self._services(ask(self.paths.socket, "status"), measured=True)
        except StackNotRunningError:
            return []

    def warnings(self) -> list[str]:
        """What the user should know about how the stack had to be started."""
        return list(ask(self.paths.socket, "status")["warnings"])

    def kill(self, name: str, number: signal.Signals = signal.SIGKILL) -> None:
        """Send a signal to a service; if it dies of it, it is started again."""
        ask(self.paths.socket, "kill", name=name, signal=int(number))

    def stop(self, name: str) -> None:
        """End a service and keep it down until `start`; returns when it is gone."""
        ask(self.paths.socket, "stop", name=name)

    def start(self, name: str) -> None:
        """Start a service that was stopped; `wait_ready` tells when it is back."""
        ask(self.paths.socket, "start", name=name)

    def _start_supervisor(self) -> None:
        module = (sys.executable, "-m", "yiku_local.supervisor")
        options = (f"--root={self.paths.root}", f"--kind={self.paths.kind.value}")
        with open_log(self.paths.log(SUPERVISOR)) as log:
            subprocess.Popen(  # noqa: S603
                (*module, *options),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.paths.home,
                env={**program_environment(), "PYTHONPATH": _python_path()},
                start_new_session=True,
            )

    def _ask_patiently(self, operation: str, **arguments: object) -> None:
        """The socket appears a moment after the supervisor has started."""
        deadline = time.monotonic() + 10.0
        while True:
            try:
                ask(self.paths.socket, operation, **arguments)
                return
            except StackNotRunningError as error:
                if time.monotonic() > deadline:
                    log = tail(self.paths.log(SUPERVISOR))
                    raise StackError(f"the supervisor did not start:\n{log}") from error
                time.sleep(POLL_SECONDS / 2)

    def _owner(self) -> psutil.Process | None:
        """The supervisor, if one holds the lock."""
        while self._locked():
            # The id is written a moment after the lock is taken; until then it is an old one.
            with contextlib.suppress(ValueError, psutil.NoSuchProcess, psutil.ZombieProcess):
                process = psutil.Process(int(self.paths.supervisor_lock.read_text()))
                if "yiku_local.supervisor" in process.cmdline():
                    return process
            time.sleep(0.01)
        return None

    def _locked(self) -> bool:
        try:
            with self.paths.supervisor_lock.open("r") as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except FileNotFoundError:
            return False
        return False

    def _services(self, reply: Mapping[str, Any], measured: bool = False) -> list[ServiceStatus]:
        known = self._file.read().ports
        return [
            ServiceStatus(
                port=known.get(raw["name"]),
                rss_mb=tree_memory_mb(raw["pid"]) if measured and raw["pid"] else 0.0,
                **{**raw, "state": UnitState(raw["state"])},
            )
            for raw in reply["services"]
        ]

    def _settled(self, reply: Mapping[str, Any], services: Sequence[ServiceStatus]) -> bool:
        hooks = reply["hooks"]
        if hooks["state"] == HooksState.FAILED:
            raise StackError(f"before the programs: {hooks['detail']}")
        failing = [item for item in services if item.state not in SETTLED]
        if hopeless := [item for item in failing if item.failures >= HOPELESS_FAILURES]:
            raise StackError(self._complaint(hopeless, "keeps failing"))
        settled = hooks["state"] == HooksState.DONE and not reply["changing"]
        return settled and not failing

    def _complaint(self, late: Sequence[ServiceStatus], what: str) -> str:
        """What is wrong with each, then the end of their logs."""
        parts = [f"{i.name} {what} ({i.detail or i.state.value})" for i in late]
        logs = [f"--- {self.paths.log(i.name)}\n{tail(self.paths.log(i.name))}" for i in late]
        return "\n".join((*parts, *logs))


def _prepared(state: StackState) -> StackState:
    state = _with_free_ports(state)
    for name in SERVER_NAMES:
        state = state.with_secret(name)
    return state


def _with_free_ports(state: StackState) -> StackState:
    for name in (*PORT_NAMES, *state.ports):
        port = state.ports.get(name)
        if port is None or not ports.is_free(port):
            state = state.with_port(name, ports.choose(state.ports.values()))
    return state


def _with_port(state: StackState, name: str) -> StackState:
    if name in state.ports:
        return state
    return state.with_port(name, ports.choose(state.ports.values()))


def _python_path() -> str:
    """This package's parent first, then whatever the caller has."""
    inherited = program_environment().get("PYTHONPATH", "")
    return os.pathsep.join(part for part in (source_root(), inherited) if part)


def _wait_gone(process: psutil.Process, timeout_s: float) -> None:
    try:
        process.wait(timeout_s)
    except psutil.TimeoutExpired:
        process.kill()  # its children die with it
        process.wait(5.0)
