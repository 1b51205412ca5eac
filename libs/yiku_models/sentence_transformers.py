"""Any model of the sentence-transformers family (extra `models`: torch, several gigabytes)."""

import importlib
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from yiku_models.embedder import Prefixes, Vectors
from yiku_models.errors import ModelUnavailable
from yiku_models.pooling import unit_rows
from yiku_models.text import bounded

# The tokenizer cuts at the model's own limit; this only keeps a megabyte away from it.
MAX_CHARS = 32_768
_BATCH = 16


class SentenceTransformersEmbedder:
    """Wraps `SentenceTransformer(model)` on the CPU; one call at a time, as torch wants it."""

    def __init__(self, model: str, *, prefixes: Prefixes | None = None, threads: int = 1) -> None:
        torch, library = _import("torch"), _import("sentence_transformers")
        torch.set_num_threads(threads)
        self._model = _load(library, model)
        self._prefixes = prefixes or default_prefixes(model)
        self._name = f"st:{model}"
        self._lock = threading.Lock()
        self._dim = int(self._encode([self._prefixes.query]).shape[1])

    @property
    def name(self) -> str:
        """`st:MODEL`."""
        return self._name

    @property
    def dim(self) -> int:
        """The length of every vector, as the model gives it."""
        return self._dim

    def embed_query(self, text: str) -> Vectors:
        """Return (dim,) of unit length."""
        vector: Vectors = self._encode([self._prefixes.query + bounded(text, MAX_CHARS)])[0]
        return vector

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return (len(texts), dim) with rows of unit length, in the order of `texts`."""
        return self._encode_all(texts, self._prefixes.query)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return (len(texts), dim) with rows of unit length, in the order of `texts`."""
        return self._encode_all(texts, self._prefixes.passage)

    def _encode_all(self, texts: Sequence[str], prefix: str) -> Vectors:
        if not texts:
            return np.empty((0, self._dim), dtype=np.float32)
        return self._encode([prefix + bounded(text, MAX_CHARS) for text in texts])

    def _encode(self, texts: list[str]) -> Vectors:
        with self._lock:
            vectors = self._model.encode(texts, batch_size=_BATCH, show_progress_bar=False)
        return unit_rows(np.asarray(vectors, dtype=np.float32))


def default_prefixes(model: str) -> Prefixes:
    """E5 models want their prefixes; others get none."""
    is_e5 = "e5" in model.rsplit("/", 1)[-1].lower().split("-")
    return Prefixes("query: ", "passage: ") if is_e5 else Prefixes()


def _import(package: str) -> Any:
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise ModelUnavailable(f"the package {package} is missing: pip install 'yiku[models]'") from error


def _load(library: Any, model: str) -> Any:
    try:
        return library.SentenceTransformer(model, device="cpu")
    except (OSError, ValueError) as error:
        raise ModelUnavailable(f"sentence-transformers cannot load {model!r}: {error}") from error
