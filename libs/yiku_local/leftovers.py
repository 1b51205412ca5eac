"""Processes that a supervisor did not live to end.

The kernel ends a supervisor's children with it; this is the second line, for what they had started.
"""

import contextlib
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import psutil

CLOCK_TOLERANCE_SECONDS = 1.0


def record(path: Path, pid: int, death_signal: signal.Signals) -> None:
    """Note a running process; its start time tells it from a later one with the same id."""
    with contextlib.suppress(psutil.NoSuchProcess):
        created = psutil.Process(pid).create_time()
        body = {"pid": pid, "created": created, "signal": int(death_signal)}
        path.write_text(json.dumps(body), encoding="utf-8")


def end_leftovers(run: Path, patience_s: float = 5.0) -> None:
    """End every process recorded in `run` that still exists, and drop the records."""
    found = list(_running(run))
    for process, number in found:
        signal_group(process.pid, number)
    processes = [process for process, _ in found]
    _, alive = psutil.wait_procs(processes, timeout=patience_s)
    for process in alive:
        signal_group(process.pid, signal.SIGKILL)
    psutil.wait_procs(alive, timeout=patience_s)
    for path in run.glob("*.pid"):
        path.unlink(missing_ok=True)


def signal_group(pid: int, number: signal.Signals) -> None:
    """Send a signal to a process group; one that is gone is no error."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def _running(run: Path) -> Iterator[tuple[psutil.Process, signal.Signals]]:
    for path in run.glob("*.pid"):
        with contextlib.suppress(psutil.NoSuchProcess, ValueError, KeyError, FileNotFoundError):
            raw = json.loads(path.read_text(encoding="utf-8"))
            process = psutil.Process(raw["pid"])
            if abs(process.create_time() - raw["created"]) < CLOCK_TOLERANCE_SECONDS:
                yield process, signal.Signals(raw["signal"])
