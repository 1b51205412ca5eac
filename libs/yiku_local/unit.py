"""One supervised process: started, watched, started again when it dies."""

import asyncio
import contextlib
import logging
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from yiku_local import leftovers, spawn
from yiku_local.paths import StackPaths
from yiku_local.server import Service

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0
STEADY_SECONDS = 20.0
PROBE_SECONDS = 0.1
UNPROBED_SECONDS = 0.5
DEATH_SECONDS = 2.0

_log = logging.getLogger(__name__)


class UnitState(StrEnum):
    """Where a process is in its life."""

    WAITING = "waiting"
    PREPARING = "preparing"
    STARTING = "starting"
    READY = "ready"
    RESTARTING = "restarting"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is known about a unit now; `uptime_s` counts from the start of the process and
    `failures` the failed starts and crashes in a row with no steady time between."""

    name: str
    state: UnitState
    pid: int | None
    restarts: int
    uptime_s: float
    failures: int
    detail: str


def pause_before_restart(failures: int) -> float:
    """Seconds: 0.1 after the first failure, doubling, at most 5."""
    return float(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** max(0, failures - 1)))


class Unit:
    """Keeps one Service running until `close`; every death is followed by a restart after a pause
    that grows with the failures and is short again after 20 steady seconds."""

    def __init__(self, service: Service, paths: StackPaths, env: Mapping[str, str]) -> None:
        self.service = service
        self.ready = asyncio.Event()
        self._paths = paths
        self._env = env
        self._state = UnitState.WAITING
        self._detail = ""
        self._process: asyncio.subprocess.Process | None = None
        self._gone = asyncio.Event()
        self._gone.set()
        self._started_at = 0.0
        self._ready_at: float | None = None
        self._killed = False
        self._restarts = 0
        self._failures = 0
        self._prepared = False
        self._wanted = True
        self._wake = asyncio.Event()
        self._closed = False

    def snapshot(self) -> Snapshot:
        """A consistent copy of the unit's state."""
        process = self._process
        return Snapshot(
            name=self.service.name,
            state=self._state,
            pid=process.pid if process else None,
            restarts=self._restarts,
            uptime_s=time.monotonic() - self._started_at if process else 0.0,
            failures=self._failures,
            detail=self._detail,
        )

    async def run(self) -> None:
        """Returns only after `close`."""
        while not self._closed:
            if not self._wanted:
                self._enter(UnitState.STOPPED)
                await self._sleep(None)
                continue
            self._ready_at = None
            await self._live_once()
            if self._wanted:
                await self._recover()

    async def stop(self) -> None:
        """End the process and keep it down. Returns when it is gone."""
        self._wanted = False
        self._wake.set()
        await self._terminate()
        await self._gone.wait()
        self._enter(UnitState.STOPPED)

    def start(self) -> None:
        """Undo `stop`."""
        if not self._wanted:
            self._wanted = True
            self._failures = 0
            self._enter(UnitState.STARTING)
            self._wake.set()

    async def close(self) -> None:
        """End the process for good; `run` returns."""
        self._closed = True
        await self.stop()

    async def kill(self, number: signal.Signals) -> None:
        """Send a signal to the process itself, as a hostile user would. No process, no effect.

        After SIGKILL it returns when the process is dead, so that the status is no longer READY.
        """
        self._signal(number)
        if number is signal.SIGKILL:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._gone.wait(), DEATH_SECONDS)

    async def _live_once(self) -> None:
        """Prepare if need be, start, and stay until the process has ended."""
        try:
            await self._prepare()
            if self._wanted:
                await self._start()
        except Exception as error:
            _log.exception("%s cannot be started", self.service.name)
            self._detail = f"cannot be started: {error}"
            return
        if self._process is not None:
            await self._watch()

    async def _prepare(self) -> None:
        if self._prepared:
            return
        self._enter(UnitState.PREPARING)
        loop = asyncio.get_running_loop()

        def report(line: str) -> None:
            loop.call_soon_threadsafe(self._enter, UnitState.PREPARING, line)

        await asyncio.to_thread(self.service.prepare, report)
        self._prepared = True

    async def _start(self) -> None:
        self._enter(UnitState.STARTING)
        service = self.service
        argv = spawn.launch_argv(self._paths, service.name, service.argv, service.death_signal, service.launch_options)
        cwd, env = service.cwd or self._paths.run, {**self._env, **service.env}
        self._process = await spawn.start(self._paths, service.name, argv, cwd, env)
        self._gone.clear()
        self._started_at = time.monotonic()
        record = self._paths.pid(service.name)
        leftovers.record(record, self._process.pid, service.death_signal)
        if not self._wanted:  # stopped while the process was being made
            self._signal(service.stop_signal)

    async def _watch(self) -> None:
        watching = asyncio.ensure_future(self._become_ready())
        reason = await self._end()
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching
        if self._wanted:
            self._detail = self._detail or f"ended with {reason}"
            _log.warning("%s %s", self.service.name, self._detail)

    async def _become_ready(self) -> None:
        try:
            await asyncio.wait_for(self._answered(), self.service.ready_within_s)
            if self.service.settle is not None:
                await asyncio.to_thread(self.service.settle)
        except TimeoutError:
            self._give_up(f"not ready after {self.service.ready_within_s:.0f} s")
        except Exception as error:
            self._give_up(str(error))
        else:
            self._enter(UnitState.READY)
            self._ready_at = time.monotonic()
            self.ready.set()
            _log.info("%s ready after %.1f s", self.service.name, self.snapshot().uptime_s)

    def _give_up(self, reason: str) -> None:
        """Let a start that leads nowhere be followed by another."""
        self._detail = reason
        self._signal(signal.SIGKILL)

    async def _answered(self) -> None:
        if self.service.probe is None:
            await asyncio.sleep(UNPROBED_SECONDS)
            return
        while not await self.service.probe():  # noqa: ASYNC110  only asking tells
            await asyncio.sleep(PROBE_SECONDS)

    async def _end(self) -> str:
        """Wait for the process, make sure that nothing of its group stays, tell how it ended."""
        process = self._process
        assert process is not None
        code = await process.wait()
        leftovers.signal_group(process.pid, signal.SIGKILL)
        self._process = None
        self.ready.clear()
        self._enter(UnitState.RESTARTING, self._detail)
        self._paths.pid(self.service.name).unlink(missing_ok=True)
        self._gone.set()
        self._killed = code == -signal.SIGKILL
        return f"status {code}" if code >= 0 else signal.Signals(-code).name

    async def _terminate(self) -> None:
        process = self._process
        if process is None:
            return
        self._signal(self.service.stop_signal)
        try:
            await asyncio.wait_for(process.wait(), self.service.grace_s)
        except TimeoutError:
            leftovers.signal_group(process.pid, signal.SIGKILL)

    async def _recover(self) -> None:
        self._restarts += 1
        self._failures = self._failures_after_this()
        self._enter(UnitState.RESTARTING, self._detail)
        await self._sleep(pause_before_restart(self._failures))

    def _failures_after_this(self) -> int:
        """Killed while it was ready: not its own failure, however often that is done to it."""
        if self._ready_at is None:
            return self._failures + 1
        if self._killed:
            return 0
        steady = time.monotonic() - self._ready_at > STEADY_SECONDS
        return 1 if steady else self._failures + 1

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(number)

    def _enter(self, state: UnitState, detail: str = "") -> None:
        self._state = state
        self._detail = detail

    async def _sleep(self, seconds: float | None) -> None:
        self._wake.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), seconds)
