"""Become a server: take its lock, ask to die with the supervisor, then exec.

A small program of its own because code between fork and exec is unsafe in a threaded parent.
The lock's descriptor is inherited, so it stays taken until the last process of the server is gone
and a successor never meets the data directory of one that is still dying.

    python -m yiku_local.launch --parent PID --lock FILE --signal 9 [--private-user | --as-nobody] -- argv...
"""

import argparse
import ctypes
import fcntl
import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from yiku_local.namespaces import Namespace, enter_private

PR_SET_PDEATHSIG = 1
PRIVATE_USER = "--private-user"
AS_NOBODY = "--as-nobody"
NOBODY = 65534
EX_TEMPFAIL = 75
LOCK_SECONDS = 15.0


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Never returns: the process becomes the command, or exits with a reason on stderr."""
    options = _arguments(argv)
    _take_lock(options.lock)
    command = options.command
    if options.as_nobody:
        command = _as_nobody(options.signal, command)
    if options.private_user:
        enter_private(1, Namespace(0))
    die_with_parent(options.signal, options.parent)
    os.execvp(command[0], command)  # noqa: S606


def die_with_parent(number: int, parent: int) -> None:
    """Have the kernel send signal `number` to this process when its parent dies."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os._exit(EX_TEMPFAIL)  # the parent died before the request was made


def _as_nobody(death_signal: int, command: Sequence[str]) -> Sequence[str]:
    """Another user id for programs that refuse to be root, though files of root stay readable:
    the checkout may be in a directory that only root can enter."""
    return (
        *("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"),
        *("--inh-caps=+dac_override", "--ambient-caps=+dac_override"),
        # A change of user clears the request made before.
        *(f"--pdeathsig={signal.Signals(death_signal).name.removeprefix('SIG')}", "--", *command),
    )


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="yiku_local.launch")
    parser.add_argument("--parent", type=int, required=True)
    parser.add_argument("--lock", type=Path, required=True)
    parser.add_argument("--signal", type=int, required=True)
    parser.add_argument(PRIVATE_USER, action="store_true")
    parser.add_argument(AS_NOBODY, action="store_true")
    parser.add_argument("command", nargs="+")
    return parser.parse_args(argv)


def _take_lock(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    os.set_inheritable(descriptor, True)
    deadline = time.monotonic() + LOCK_SECONDS
    while not _locked(descriptor):
        if time.monotonic() > deadline:
            sys.stderr.write(f"{path} is held by a process of an earlier start\n")
            sys.exit(EX_TEMPFAIL)
        time.sleep(0.02)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


if __name__ == "__main__":
    main()
