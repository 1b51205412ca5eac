"""An embedder that remembers its last answers."""

import hashlib
import threading
from collections.abc import Callable, Sequence

import numpy as np
from cachetools import LRUCache

from yiku_models.embedder import Embedder, Vectors


class CachedEmbedder:
    """Keeps the newest `max_entries` vectors of `inner`, keyed by a digest: no text is kept.

    Query vectors are shared with the cache and read-only. Two threads that miss the same text at
    once both compute it.
    """

    def __init__(self, inner: Embedder, max_entries: int = 10_000) -> None:
        self._inner = inner
        self._vectors: LRUCache[bytes, Vectors] = LRUCache(maxsize=max_entries)
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name of the embedder inside: the vectors are the same."""
        return self._inner.name

    @property
    def dim(self) -> int:
        """The length of every vector."""
        return self._inner.dim

    def embed_query(self, text: str) -> Vectors:
        """Return (dim,) of unit length, read-only."""
        key = _key(b"query", text)
        vector = self._get(key)
        if vector is None:
            vector = self._put(key, self._inner.embed_query(text))
        return vector

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return (len(texts), dim); what is missing is embedded in one call, repeats once."""
        return self._all(b"query", texts, self._inner.embed_queries)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return (len(texts), dim); what is missing is embedded in one call, repeats once."""
        return self._all(b"passage", texts, self._inner.embed_passages)

    def _all(self, kind: bytes, texts: Sequence[str], embed: Callable[[Sequence[str]], Vectors]) -> Vectors:
        keys = [_key(kind, text) for text in texts]
        found = {key: self._get(key) for key in keys}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if found[key] is None}
        if missing:
            fresh = embed(list(missing.values()))
            found |= {key: self._put(key, row) for key, row in zip(missing, fresh, strict=True)}
        rows = [vector for key in keys if (vector := found[key]) is not None]
        return np.stack(rows) if rows else np.empty((0, self.dim), dtype=np.float32)

    def _get(self, key: bytes) -> Vectors | None:
        with self._lock:
            return self._vectors.get(key)

    def _put(self, key: bytes, vector: Vectors) -> Vectors:
        # A row of a batch is a view: without the copy one entry would keep its whole batch alive.
        kept = vector.copy()
        kept.flags.writeable = False
        with self._lock:
            self._vectors[key] = kept
        return kept


def _key(kind: bytes, text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=16, person=kind).digest()
