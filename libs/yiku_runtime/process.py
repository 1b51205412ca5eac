"""The life of a process that is not a server: settings, run until SIGTERM or SIGINT, a clean end."""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence

import uvloop

from yiku_runtime.settings import Settings, SettingsError, load_settings


def run_process(run: Callable[[Settings], Awaitable[None]], needed: Sequence[str]) -> None:
    """Run until a signal; exit code 2 with one line where the settings are wrong."""
    try:
        settings = load_settings(*needed)
    except SettingsError as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(2) from None
    uvloop.run(_until_signal(run(settings)))


async def _until_signal(work: Awaitable[None]) -> None:
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        return
