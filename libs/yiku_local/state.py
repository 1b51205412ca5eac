"""What a stack remembers between starts: ports, secrets, and the programs to keep running."""

import fcntl
import json
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from yiku_local.programs import (
    CommandSpec,
    ProgramSpec,
    decode_command,
    decode_program,
    encode,
)

SECRET_BYTES = 24


@dataclass(frozen=True, slots=True)
class StackState:
    """Contents of stack.json."""

    ports: Mapping[str, int] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict)
    programs: tuple[ProgramSpec, ...] = ()
    pre_start: tuple[CommandSpec, ...] = ()

    def with_port(self, name: str, port: int) -> "StackState":
        """A copy in which `name` has this port."""
        return replace(self, ports={**self.ports, name: port})

    def with_secret(self, name: str) -> "StackState":
        """A copy in which `name` has a secret; one that exists is kept."""
        if name in self.secrets:
            return self
        return replace(self, secrets={**self.secrets, name: secrets.token_urlsafe(SECRET_BYTES)})


class StateFile:
    """stack.json: written whole, by rename, readable by the owner only."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> StackState:
        """The state, empty before the first start."""
        if not self._path.exists():
            return StackState()
        raw = json.loads(self._path.read_text(encoding="utf-8"))
        return StackState(
            ports=raw["ports"],
            secrets=raw["secrets"],
            programs=tuple(decode_program(item) for item in raw["programs"]),
            pre_start=tuple(decode_command(item) for item in raw["pre_start"]),
        )

    def update(self, change: Callable[[StackState], StackState]) -> StackState:
        """Apply `change` under a lock and return what was written."""
        with self._locked():
            state = change(self.read())
            self._write(state)
        return state

    def _write(self, state: StackState) -> None:
        body = {
            "ports": dict(state.ports),
            "secrets": dict(state.secrets),
            "programs": [encode(item) for item in state.programs],
            "pre_start": [encode(item) for item in state.pre_start],
        }
        fresh = self._path.with_suffix(".new")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            json.dump(body, stream, indent=2, ensure_ascii=False)
        fresh.replace(self._path)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        lock = self._path.with_suffix(".lock")
        with lock.open("w") as stream:
            lock.chmod(0o600)
            fcntl.flock(stream, fcntl.LOCK_EX)
            yield
