"""The description of a process that the supervisor keeps running."""

import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from yiku_local.probes import Probe

Report = Callable[[str], None]
"""Takes one short line on how far a preparation has come."""


def nothing_to_do(_report: Report) -> None:
    """Preparation of a process that needs none."""


@dataclass(frozen=True, slots=True)
class Service:
    """A server or a program. `prepare` blocks and runs before the first start of a supervisor,
    `settle` blocks and runs each time the probe has just succeeded. `death_signal` is what the
    kernel sends when the supervisor dies without a word."""

    name: str
    argv: Sequence[str]
    env: Mapping[str, str]
    probe: Probe | None = None
    cwd: Path | None = None
    depends_on: Sequence[str] = ()
    prepare: Callable[[Report], None] = nothing_to_do
    settle: Callable[[], None] | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    death_signal: signal.Signals = signal.SIGKILL
    grace_s: float = 10.0
    ready_within_s: float = 120.0
    launch_options: Sequence[str] = field(default=())
    warning: str | None = None
