"""The process that owns a stack: starts it, keeps it up, takes it down.

python -m yiku_local.supervisor --root DIR --kind local
"""

import argparse
import asyncio
import contextlib
import fcntl
import logging
import os
import signal
import sys
import time
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from yiku_local import probes, spawn
from yiku_local.catalog import services
from yiku_local.control import answer_line, short_address
from yiku_local.errors import StackError
from yiku_local.hooks import Hooks, HooksState
from yiku_local.leftovers import end_leftovers
from yiku_local.logs import trim
from yiku_local.paths import StackKind, StackPaths
from yiku_local.programs import CommandSpec, ProgramSpec, decode_command, decode_program
from yiku_local.server import Service
from yiku_local.state import StackState, StateFile
from yiku_local.unit import Unit

TRIM_SECONDS = 30.0
ALREADY_OWNED = 3
LOCK_SECONDS = 1.0

_log = logging.getLogger(__name__)


class Supervisor:
    """Servers first, in parallel; then the hooks, once; then the programs."""

    def __init__(self, paths: StackPaths) -> None:
        self._paths = paths
        self._file = StateFile(paths.state)
        self._servers: dict[str, Unit] = {}
        self._programs: dict[str, Unit] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._hooks = Hooks(paths)
        self._one_change = asyncio.Lock()
        self._changes = 0
        self._ending = asyncio.Event()

    async def run(self) -> None:
        """Until SIGTERM or a shutdown command; on return nothing of the stack is running."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._ending.set)
        state = self._file.read()
        servers = services(self._paths, state)
        await asyncio.to_thread(end_leftovers, self._paths.run)
        for service in servers:
            if service.warning:
                _log.warning("%s", service.warning)
            self._launch(self._servers, service, spawn.server_environment())
        async with await self._listen():
            self._spawn(self._trim_logs())
            self._begin_change(state)
            await self._ending.wait()
            await self._end()

    async def _listen(self) -> asyncio.Server:
        self._paths.socket.unlink(missing_ok=True)
        with short_address(self._paths.socket) as address:
            server = await asyncio.start_unix_server(self._serve, address)
        self._paths.socket.chmod(0o600)
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            writer.write(await answer_line(await reader.readline(), self._answer))
            await writer.drain()
        writer.close()

    async def _answer(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Raises StackError or LookupError for what cannot be done."""
        match request["op"]:
            case "status":
                return self._status()
            case "apply":
                self._apply(request)
            case "stop":
                await self._unit(request["name"]).stop()
            case "start":
                self._unit(request["name"]).start()
            case "kill":
                await self._unit(request["name"]).kill(signal.Signals(request["signal"]))
            case "shutdown":
                self._ending.set()
            case unknown:
                raise StackError(f"unknown command {unknown!r}")
        return {}

    def _status(self) -> Mapping[str, Any]:
        units = (*self._servers.values(), *self._programs.values())
        return {
            "services": [asdict(unit.snapshot()) for unit in units],
            "hooks": asdict(self._hooks.status),
            "changing": self._changes > 0,
            "warnings": [u.service.warning for u in units if u.service.warning],
        }

    def _apply(self, request: Mapping[str, Any]) -> None:
        """Take a new set of programs, or what is on file when the caller names none."""
        if self._ending.is_set():
            raise StackError("the stack is being stopped; start it again when `down` has ended")
        state = self._file.read()
        if request["programs"] is not None:
            state = self._file.update(partial(_with_programs, request))
        self._begin_change(state)

    def _begin_change(self, state: StackState) -> None:
        """Counted from here on, so that nobody takes the old set for the new one."""
        self._changes += 1
        self._spawn(self._change(state.programs, state.pre_start))

    async def _change(self, programs: Sequence[ProgramSpec], pre_start: Sequence[CommandSpec]) -> None:
        """End the programs that are not wanted (any more, or as they are), start what is missing."""
        try:
            async with self._one_change:
                wanted = {spec.name: _program(spec) for spec in programs}
                await self._drop(wanted)
                missing = [item for name, item in wanted.items() if name not in self._programs]
                await _all_ready(self._servers)
                await self._hooks.run(pre_start, again=bool(missing))
                if self._hooks.status.state is HooksState.DONE:
                    self._launch_programs(missing)
        finally:
            self._changes -= 1

    async def _drop(self, wanted: Mapping[str, Service]) -> None:
        gone = [n for n, u in self._programs.items() if wanted.get(n) != u.service]
        await asyncio.gather(*(self._programs[name].close() for name in gone))
        for name in gone:
            del self._programs[name]

    def _launch_programs(self, missing: Sequence[Service]) -> None:
        units = {item.name: Unit(item, self._paths, spawn.program_environment()) for item in missing}
        self._programs.update(units)
        for unit in units.values():
            self._spawn(self._run_after_needs(unit))

    def _launch(self, units: dict[str, Unit], service: Service, env: Mapping[str, str]) -> None:
        unit = units[service.name] = Unit(service, self._paths, env)
        self._spawn(unit.run())

    async def _run_after_needs(self, unit: Unit) -> None:
        await _all_ready({name: self._unit(name) for name in unit.service.depends_on})
        await unit.run()

    async def _end(self) -> None:
        """Programs first: they may still have something to write."""
        await asyncio.gather(*(unit.close() for unit in self._programs.values()))
        await asyncio.gather(*(unit.close() for unit in self._servers.values()))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _trim_logs(self) -> None:
        while True:
            await asyncio.sleep(TRIM_SECONDS)
            for log in self._paths.log("any").parent.glob("*.log"):
                await asyncio.to_thread(trim, log)

    def _unit(self, name: str) -> Unit:
        unit = self._servers.get(name) or self._programs.get(name)
        if unit is None:
            known = ", ".join((*self._servers, *self._programs))
            raise StackError(f"no service {name!r}; there are: {known}")
        return unit

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log.error("task failed", exc_info=error)


async def _all_ready(units: Mapping[str, Unit]) -> None:
    await asyncio.gather(*(unit.ready.wait() for unit in units.values()))


def _with_programs(request: Mapping[str, Any], state: StackState) -> StackState:
    return replace(
        state,
        programs=tuple(decode_program(item) for item in request["programs"]),
        pre_start=tuple(decode_command(item) for item in request["pre_start"]),
    )


def _program(spec: ProgramSpec) -> Service:
    return Service(
        name=spec.name,
        argv=tuple(spec.argv),
        env=dict(spec.env),
        probe=probes.TcpAccepts(spec.ready.host, spec.ready.port) if spec.ready else None,
        depends_on=tuple(spec.depends_on),
        grace_s=spec.grace_s,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Take the stack's lock and run; status 3 when another supervisor has it."""
    parser = argparse.ArgumentParser(prog="yiku_local.supervisor")
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--kind", type=StackKind, required=True)
    options = parser.parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    paths = StackPaths(options.root.absolute(), options.kind)
    paths.create()
    with paths.supervisor_lock.open("a+") as lock:
        if not _own(lock):
            return ALREADY_OWNED
        asyncio.run(Supervisor(paths).run())
        paths.socket.unlink(missing_ok=True)
    return 0


def _own(lock: TextIO) -> bool:
    """Take the lock and write our id into it. Somebody who only looks whether it is taken holds it
    for a moment, so one refusal means nothing."""
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return True


if __name__ == "__main__":
    sys.exit(main())
