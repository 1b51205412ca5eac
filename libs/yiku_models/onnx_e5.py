"""multilingual-e5-small in 8 bits on ONNX Runtime: no torch, no network."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numpy as np
import onnxruntime as ort  # type: ignore[import-untyped]
import sentencepiece

from yiku_models.batching import Ids, Mask, batches, padded
from yiku_models.e5_layout import GRAPH, TOKENIZER, E5Meta, model_dir, read_meta
from yiku_models.embedder import Prefixes, Vectors
from yiku_models.errors import ModelUnavailable
from yiku_models.onnx_session import session_options
from yiku_models.pooling import mean_pool, unit_rows
from yiku_models.text import bounded

E5_PREFIXES = Prefixes(query="query: ", passage="passage: ")
# 512 tokens of the longest pieces (16 characters) are 8,192 characters.
MAX_CHARS = 8192


class OnnxE5Embedder:
    """Reads a directory that `build_e5_small` wrote; texts are cut at 512 tokens.

    The 60 MB of word vectors stay in the page cache, shared by every process that maps them.
    """

    def __init__(self, directory: Path, meta: E5Meta, intra_op_num_threads: int = 1) -> None:
        self._meta = meta
        self._session = ort.InferenceSession(
            str(directory / GRAPH),
            session_options(intra_op_num_threads),
            providers=["CPUExecutionProvider"],
        )
        self._tokenizer = sentencepiece.SentencePieceProcessor(model_file=str(directory / TOKENIZER))

    @classmethod
    def load(cls, cache_dir: Path, intra_op_num_threads: int = 1) -> Self:
        """Load from below `cache_dir`; ModelUnavailable unless a whole model was built there."""
        directory = model_dir(cache_dir)
        meta = read_meta(directory)
        if meta is None:
            raise ModelUnavailable(
                f"no whole e5-small in {directory}: run `python -m yiku_models.e5_build {cache_dir}`"
            )
        return cls(directory, meta, intra_op_num_threads)

    @property
    def name(self) -> str:
        """The model with its version."""
        return self._meta.name

    @property
    def dim(self) -> int:
        """384."""
        return self._meta.dim

    def embed_query(self, text: str) -> Vectors:
        """Return (384,) of unit length."""
        ids = np.array([self.token_ids(text, E5_PREFIXES.query)], dtype=np.int64)
        vector: Vectors = self._embed(ids, np.ones(ids.shape, dtype=np.int32))[0]
        return vector

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return (len(texts), 384) with rows of unit length, in the order of `texts`."""
        return self._embed_all(texts, E5_PREFIXES.query)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return (len(texts), 384) with rows of unit length, in the order of `texts`."""
        return self._embed_all(texts, E5_PREFIXES.passage)

    def _embed_all(self, texts: Sequence[str], prefix: str) -> Vectors:
        rows = [self.token_ids(text, prefix) for text in texts]
        out = np.empty((len(rows), self.dim), dtype=np.float32)
        for batch in batches([len(row) for row in rows]):
            out[batch] = self._embed(*padded([rows[i] for i in batch], self._meta.pad))
        return out

    def token_ids(self, text: str, prefix: str) -> list[int]:
        """The at most 512 ids that the model sees: <s>, the prefixed text, </s>.

        `<s>` and its like inside a text are ordinary characters, never control tokens.
        """
        pieces: list[int] = self._tokenizer.encode(prefix + bounded(text, MAX_CHARS))
        return [self._meta.bos, *pieces[: self._meta.max_tokens - 2], self._meta.eos]

    def _embed(self, ids: Ids, mask: Mask) -> Vectors:
        (hidden,) = self._session.run(["hidden"], {"input_ids": ids, "mask": mask})
        return unit_rows(mean_pool(hidden, mask))
