"""Files the servers read."""

import os
from pathlib import Path


def write_private(path: Path, text: str) -> None:
    """Write a file only the owner can read, making its directory."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)
