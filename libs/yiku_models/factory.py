"""Choosing an embedder by name."""

from pathlib import Path

from yiku_models.e5_layout import model_dir, read_meta
from yiku_models.embedder import Embedder, Prefixes
from yiku_models.errors import UnknownModel

E5_SMALL = "e5-small-int8"
SENTENCE_TRANSFORMERS = "st:"


def build_embedder(spec: str, *, cache_dir: Path, threads: int = 1, prefixes: Prefixes | None = None) -> Embedder:
    """Load the embedder that `spec` names, ready to answer.

    `e5-small-int8` reads what `build_e5_small(cache_dir)` wrote; `st:MODEL` loads MODEL, a
    directory or a hub name, through sentence-transformers, with `prefixes` before the texts
    (for E5 models those E5 was trained with unless given). `threads` bounds the cores of one call.

    Raises UnknownModel for any other spec, ModelUnavailable when files or packages are missing.
    """
    if spec == E5_SMALL:
        from yiku_models.onnx_e5 import OnnxE5Embedder

        return OnnxE5Embedder.load(cache_dir, intra_op_num_threads=threads)
    if spec.startswith(SENTENCE_TRANSFORMERS) and spec != SENTENCE_TRANSFORMERS:
        from yiku_models.sentence_transformers import SentenceTransformersEmbedder

        model = spec.removeprefix(SENTENCE_TRANSFORMERS)
        return SentenceTransformersEmbedder(model, prefixes=prefixes, threads=threads)
    raise UnknownModel(f"unknown embedder {spec!r}: use {E5_SMALL!r} or 'st:MODEL'")


def embedder_identity(spec: str, *, cache_dir: Path) -> tuple[str, int]:
    """(name, dim) of the embedder that `spec` names, without loading the bundled one.

    For processes that look after an index and never embed. Raises as `build_embedder` does.
    """
    if spec == E5_SMALL:
        meta = read_meta(model_dir(cache_dir))
        if meta is not None:
            return meta.name, meta.dim
    embedder = build_embedder(spec, cache_dir=cache_dir)
    return embedder.name, embedder.dim
