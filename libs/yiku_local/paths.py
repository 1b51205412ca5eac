"""Where a stack keeps its files."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class StackKind(StrEnum):
    """Which servers: all from pip wheels, or Apache Kafka and Neo4j themselves (Java)."""

    LOCAL = "local"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class StackPaths:
    """Files of one stack. Everything but `cache` and `jars` is lost to a wipe of `home`."""

    root: Path
    kind: StackKind

    @property
    def home(self) -> Path:
        """Directory of this stack alone."""
        return self.root / self.kind.value

    @property
    def state(self) -> Path:
        """Ports, secrets and programs; readable by the owner only."""
        return self.home / "stack.json"

    @property
    def run(self) -> Path:
        """Locks, process ids and the control socket."""
        return self.home / "run"

    @property
    def socket(self) -> Path:
        """Unix socket on which the supervisor takes commands."""
        return self.run / "control.sock"

    @property
    def supervisor_lock(self) -> Path:
        """Held by the supervisor as long as it lives."""
        return self.run / "supervisor.lock"

    @property
    def cache(self) -> Path:
        """Unpacked servers, shared by the kinds and kept when data are wiped."""
        return self.root / "cache"

    @property
    def jars(self) -> Path:
        """Java archives fetched through Maven."""
        return self.root / "jars"

    def data(self, name: str) -> Path:
        """Data directory of a server."""
        return self.home / "data" / name

    def config(self, name: str) -> Path:
        """Directory of a server's generated configuration."""
        return self.home / "conf" / name

    def log(self, name: str) -> Path:
        """Standard output and error of a process."""
        return self.home / "logs" / f"{name}.log"

    def lock(self, name: str) -> Path:
        """Held by every process of a server."""
        return self.run / f"{name}.lock"

    def pid(self, name: str) -> Path:
        """Process id and start time of a running process."""
        return self.run / f"{name}.pid"

    def create(self) -> None:
        """Make the directories, closed to other users."""
        for directory in (self.home, self.run, self.home / "data", self.home / "logs", self.cache):
            directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.home.chmod(0o700)
