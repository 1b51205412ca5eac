"""How a process of the stack is started: through the launcher, with a log and an environment."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from yiku_local.logs import open_log
from yiku_local.paths import StackPaths

KEPT = ("PATH", "LD_LIBRARY_PATH", "JAVA_HOME")


def launch_argv(
    paths: StackPaths,
    name: str,
    argv: Sequence[str],
    death_signal: signal.Signals = signal.SIGKILL,
    options: Sequence[str] = (),
) -> Sequence[str]:
    """`argv` behind the launcher: locked by `name`, gone with this process."""
    return (
        *(sys.executable, "-m", "yiku_local.launch", f"--parent={os.getpid()}"),
        f"--lock={paths.lock(name)}",
        f"--signal={int(death_signal)}",
        *options,
        *("--", *argv),
    )


async def start(
    paths: StackPaths, name: str, argv: Sequence[str], cwd: Path, env: Mapping[str, str]
) -> asyncio.subprocess.Process:
    """Start in a session of its own, output to the log of `name`. Raises OSError."""
    with open_log(paths.log(name)) as log:
        return await asyncio.create_subprocess_exec(
            *argv,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=asyncio.subprocess.STDOUT,
            cwd=cwd,
            env=env,
            start_new_session=True,
        )


def source_root() -> str:
    """Directory from which this package is imported."""
    return str(Path(__file__).resolve().parents[1])


def server_environment() -> Mapping[str, str]:
    """Of the caller's environment only what finds the interpreter, Java and their libraries."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {"PATH": os.defpath, **kept, "LC_ALL": "C.UTF-8", "PYTHONPATH": source_root()}


def program_environment() -> Mapping[str, str]:
    """A program of the caller's gets what the caller of `up` had."""
    return dict(os.environ)
