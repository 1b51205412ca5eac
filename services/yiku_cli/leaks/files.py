"""The files that the local stack writes: logs of every process and server, and finished spans."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from yiku_cli.leaks.record import Record

LOGS: Final = "logs"
SPANS: Final = "spans"
_LOGS: Final = ("logs/*.log", "logs/*.log.*", "data/*/logs/*", "data/*/*.log")
_SPANS: Final = ("spans/*.jsonl",)


def logs(home: Path) -> Iterator[Record]:
    """A record a line, of every log under the stack's home."""
    return _lines(home, _LOGS)


def spans(home: Path) -> Iterator[Record]:
    """A record a span."""
    return _lines(home, _SPANS)


def _lines(home: Path, patterns: tuple[str, ...]) -> Iterator[Record]:
    for path in sorted({path for pattern in patterns for path in home.glob(pattern) if path.is_file()}):
        with path.open(encoding="utf-8", errors="replace") as stream:
            for number, line in enumerate(stream, 1):
                yield Record(path.name, f"line {number}", line.strip())
