"""What a caller asks the supervisor to run beside the servers."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class TcpProbe:
    """Ready as soon as something accepts connections here."""

    port: int
    host: str = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class ProgramSpec:
    """A program kept running. `env` is added to the environment of the supervisor.

    It is first started when every name in `depends_on` is ready; with no probe it counts as ready
    once it has run for half a second, whatever becomes of it then. SIGTERM ends it, SIGKILL after
    `grace_s`.
    """

    name: str
    argv: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)
    depends_on: Sequence[str] = ()
    ready: TcpProbe | None = None
    grace_s: float = 10.0


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """A command run once, to its end, between the servers and the programs (migrations)."""

    name: str
    argv: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)
    timeout_s: float = 120.0


def encode(spec: ProgramSpec | CommandSpec) -> dict[str, Any]:
    """As JSON values."""
    return {key: _plain(value) for key, value in asdict(spec).items()}


def decode_program(raw: Mapping[str, Any]) -> ProgramSpec:
    """Inverse of `encode` for a program."""
    ready = TcpProbe(**raw["ready"]) if raw.get("ready") else None
    sequences = {key: tuple(raw.get(key, ())) for key in ("argv", "depends_on")}
    return ProgramSpec(**{**raw, **sequences, "ready": ready})


def decode_command(raw: Mapping[str, Any]) -> CommandSpec:
    """Inverse of `encode` for a command."""
    return CommandSpec(**{**raw, "argv": tuple(raw["argv"])})


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
