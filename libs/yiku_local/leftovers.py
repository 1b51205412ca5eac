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
    """End every process group recorded in `run` of which a member still exists, and drop the records.

    The kernel may have ended the recorded process already, and what it had started lives on in its group.
    """
    found = list(_running(run))
    for group, number, _ in found:
        signal_group(group, number)
    _, alive = psutil.wait_procs([p for _, _, members in found for p in members], timeout=patience_s)
    for process in alive:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(alive, timeout=patience_s)
    for path in run.glob("*.pid"):
        path.unlink(missing_ok=True)


def signal_group(pid: int, number: signal.Signals) -> None:
    """Send a signal to a process group; one that is gone is no error."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def _running(run: Path) -> Iterator[tuple[int, signal.Signals, list[psutil.Process]]]:
    """Group, signal and members. A group's id is not given anew while it has a member."""
    for path in run.glob("*.pid"):
        with contextlib.suppress(ValueError, KeyError, FileNotFoundError):
            raw = json.loads(path.read_text(encoding="utf-8"))
            members = _members(raw["pid"], raw["created"])
            if members:
                yield raw["pid"], signal.Signals(raw["signal"]), members


def _members(group: int, created: float) -> list[psutil.Process]:
    """The processes of a group that are no older than its first."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
            young = process.create_time() > created - CLOCK_TOLERANCE_SECONDS
            if young and os.getpgid(process.pid) == group:
                found.append(process)
    return found
