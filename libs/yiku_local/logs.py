"""Log files of the supervised processes, kept small."""

import contextlib
import shutil
from pathlib import Path
from typing import BinaryIO

LARGEST_BYTES = 16 * 1024 * 1024
TAIL_BYTES = 16 * 1024
LONGEST_LINE = 300


def open_log(path: Path) -> BinaryIO:
    """Open for appending; one that has grown past 16 MB becomes NAME.log.1 first."""
    trim(path)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    stream = path.open("ab")
    path.chmod(0o600)
    return stream


def trim(path: Path) -> None:
    """Move the contents of a log past 16 MB to NAME.log.1, also while a process appends to it."""
    with contextlib.suppress(FileNotFoundError):
        if path.stat().st_size > LARGEST_BYTES:
            shutil.copy(path, path.with_suffix(".log.1"))
            with path.open("r+b") as stream:
                stream.truncate(0)


def tail(path: Path, lines: int = 12) -> str:
    """The last lines of a log, each cut at 300 characters; nothing when there is none."""
    try:
        with path.open("rb") as stream:
            stream.seek(max(0, path.stat().st_size - TAIL_BYTES))
            text = stream.read().decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
    return "\n".join(line[:LONGEST_LINE] for line in text.splitlines()[-lines:])
