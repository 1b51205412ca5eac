"""The Protocol of everything that turns text into vectors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class Prefixes:
    """What a model was trained to see in front of a query and of a passage."""

    query: str = ""
    passage: str = ""


class Embedder(Protocol):
    """Synchronous and safe to call from many threads at once.

    Any text is accepted: empty, a megabyte long (the model's limit cuts it), with NULs or lone
    surrogates. The same text always gives the same vector, whatever it is embedded together with.
    """

    @property
    def name(self) -> str:
        """Changes whenever vectors of before and after must not be compared."""

    @property
    def dim(self) -> int:
        """The length of every vector."""

    def embed_query(self, text: str) -> Vectors:
        """Return (dim,) of unit length."""

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return (len(texts), dim), each row as `embed_query` gives it; cheaper than one by one."""

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return (len(texts), dim) with rows of unit length, in the order of `texts`."""
