"""Writes a trained student as the runtime reads it: 8-bit graph, heads, tokenizer."""

import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from torch import Tensor
from yiku_models.e5_build.graph import e5_graph
from yiku_models.e5_build.tensors import TensorFile
from yiku_models.e5_build.weights import E5Weights, Shape
from yiku_models.student.layout import GRAPH, HEADS, TENSORS, TOKENIZER, StudentMeta

from training.student.model import StudentNet
from training.student.vocabulary import CutVocabulary


class StudentWeights:
    """A trained encoder under the names that the graph builder asks for."""

    def __init__(self, net: StudentNet, source: E5Weights, kept: tuple[int, ...]) -> None:
        encoder = net.encoder
        self._state = {name: _array(value) for name, value in encoder.state_dict().items()}
        words = source.blocks("emb.word").reshape(source.shape.words, -1)
        self._words = np.ascontiguousarray(words[list(kept)]).reshape(-1)
        positions = len(self._state["positions"])
        self.shape: Shape = replace(source.shape, layers=len(encoder.layers), words=len(kept), positions=positions)

    def floats(self, name: str) -> NDArray[np.float32]:
        """Flat; the token types are part of the trained positions already."""
        if name == "emb.type":
            return np.zeros(self.shape.hidden, dtype=np.float32)
        return self._state[_torch_name(name)].reshape(-1)

    def blocks(self, name: str) -> NDArray[np.uint8]:
        """The kept rows of the word table, untouched by training."""
        if name != "emb.word":
            raise KeyError(name)
        return self._words

    def matrix(self, name: str, columns: int) -> NDArray[np.float32]:
        """The trained weights (out, `columns`)."""
        return self._state[_torch_name(name)].reshape(-1, columns)


def export(net: StudentNet, source: E5Weights, vocabulary: CutVocabulary, meta: StudentMeta, directory: Path) -> None:
    """Write everything but the data card into `directory`; files are replaced whole, for who has them mapped."""
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=directory.parent) as made:
        _write(net, source, vocabulary, meta, Path(made))
        for file in Path(made).iterdir():
            file.replace(directory / file.name)


def _write(net: StudentNet, source: E5Weights, vocabulary: CutVocabulary, meta: StudentMeta, directory: Path) -> None:
    with (directory / TENSORS).open("wb") as file:
        graph = e5_graph(StudentWeights(net, source, vocabulary.kept), TensorFile(file, TENSORS))
    onnx.save(graph, str(directory / GRAPH))
    (directory / TOKENIZER).write_bytes(vocabulary.model)
    np.savez(
        directory / HEADS,
        inner=_array(net.inner.weight).T,
        inner_bias=_array(net.inner.bias),
        outer=_array(net.outer.weight).T,
        outer_bias=_array(net.outer.bias),
    )
    meta.write(directory)


def _torch_name(name: str) -> str:
    """`l0.q.w` to `layers.0.q.weight`."""
    if name == "emb.pos":
        return "positions"
    *owner, kind = name.split(".")
    place = "norm" if owner == ["emb", "ln"] else f"layers.{owner[0].removeprefix('l')}.{owner[1]}"
    return f"{place}.{'weight' if kind == 'w' else 'bias'}"


def _array(tensor: Tensor) -> NDArray[np.float32]:
    return np.ascontiguousarray(tensor.detach().numpy(), dtype=np.float32)
