"""The commands between servers and programs."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from yiku_local import spawn
from yiku_local.logs import tail
from yiku_local.paths import StackPaths
from yiku_local.programs import CommandSpec


class HooksState(StrEnum):
    """How far the commands have come."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class HooksStatus:
    """State of the commands as a whole; `detail` names the running or failed one."""

    state: HooksState
    detail: str = ""


class Hooks:
    """Runs commands in order; the first that fails ends the row."""

    def __init__(self, paths: StackPaths) -> None:
        self.status = HooksStatus(HooksState.PENDING)
        self._paths = paths
        self._done: tuple[CommandSpec, ...] = ()

    async def run(self, commands: Sequence[CommandSpec], again: bool) -> None:
        """Run them all; ones that have run are repeated only when `again`."""
        if self.status.state is HooksState.DONE and self._done == tuple(commands) and not again:
            return
        for command in commands:
            self.status = HooksStatus(HooksState.RUNNING, command.name)
            reason = await self._run_one(command)
            if reason:
                self.status = HooksStatus(HooksState.FAILED, f"{command.name} {reason}")
                return
        self.status = HooksStatus(HooksState.DONE)
        self._done = tuple(commands)

    async def _run_one(self, command: CommandSpec) -> str:
        """Returns why it failed, or nothing."""
        log = self._paths.log(command.name)
        argv = spawn.launch_argv(self._paths, command.name, command.argv)
        env = {**spawn.program_environment(), **command.env}
        process = await spawn.start(self._paths, command.name, argv, self._paths.run, env)
        try:
            code = await asyncio.wait_for(process.wait(), command.timeout_s)
        except TimeoutError:
            return f"was not done after {command.timeout_s:.0f} s; see {log}"
        finally:
            if process.returncode is None:
                process.kill()
        return "" if code == 0 else f"ended with status {code}; see {log}\n{tail(log)}"
