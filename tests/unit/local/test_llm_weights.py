"""Parts become one file or none, and only if they are the expected ones."""

import hashlib
import threading
from pathlib import Path

import pytest
from yiku_local.errors import StackError
from yiku_local.llm import read_or_make_key
from yiku_local.llm_weights import FILE, Weights, join_weights

PIECES = (b"abc" * 1000, b"", b"xyz" * 7)


def weights(folder: Path, sha256: str = "") -> Weights:
    parts = tuple(folder / f"part{number}" for number in range(len(PIECES)))
    for part, piece in zip(parts, PIECES, strict=True):
        part.write_bytes(piece)
    whole = b"".join(PIECES)
    return Weights(parts, len(whole), sha256 or hashlib.sha256(whole).hexdigest())


def test_the_parts_are_joined_in_order(tmp_path: Path) -> None:
    lines: list[str] = []
    target = join_weights(tmp_path / "models", weights(tmp_path), lines.append)
    assert target.read_bytes() == b"".join(PIECES)
    assert len(lines) == len(PIECES)
    assert [p.name for p in target.parent.iterdir() if p.suffix == ".tmp"] == []


def test_a_whole_file_is_not_joined_again(tmp_path: Path) -> None:
    wanted = weights(tmp_path)
    before = join_weights(tmp_path, wanted).stat()
    for part in wanted.parts:
        part.unlink()
    assert join_weights(tmp_path, wanted).stat().st_ino == before.st_ino


def test_wrong_parts_leave_nothing(tmp_path: Path) -> None:
    with pytest.raises(StackError, match="llm-local"):
        join_weights(tmp_path / "models", weights(tmp_path, sha256="0" * 64))
    assert [p.name for p in (tmp_path / "models").iterdir()] == [f".{FILE}.lock"]


def test_a_broken_file_and_leftovers_are_replaced(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"half")
    (tmp_path / f".{FILE}.dead.tmp").write_bytes(b"half")
    target = join_weights(tmp_path, weights(tmp_path))
    assert target.read_bytes() == b"".join(PIECES)
    assert not (tmp_path / f".{FILE}.dead.tmp").exists()


def test_many_may_ask_at_once(tmp_path: Path) -> None:
    wanted = weights(tmp_path)
    lines: list[str] = []
    threads = [threading.Thread(target=join_weights, args=(tmp_path / "m", wanted, lines.append)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(lines) == len(PIECES), "one joined, the others waited"


def test_the_key_is_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "conf" / "key"
    key = read_or_make_key(path)
    assert len(key) >= 32
    assert read_or_make_key(path) == key
    assert path.stat().st_mode & 0o077 == 0
