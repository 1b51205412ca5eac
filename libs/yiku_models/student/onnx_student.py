"""The student on ONNX Runtime: 8 bits, no torch, no network."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

import numpy as np
import onnxruntime as ort  # type: ignore[import-untyped]
import sentencepiece
from numpy.typing import NDArray
from yiku_domain.memory import Kind

from yiku_models.errors import ModelUnavailable
from yiku_models.onnx_session import session_options
from yiku_models.student.calibration import band
from yiku_models.student.clause import Clause, Judgement
from yiku_models.student.layout import GRAPH, HEADS, PACKAGED, TOKENIZER, StudentMeta
from yiku_models.student.reading import Reader, Reading

KINDS = (Kind.FACT, Kind.PREFERENCE, Kind.SENTIMENT, Kind.RELATION, Kind.EVENT)
"""In the order of the kind head's outputs."""

_Floats = NDArray[np.float32]


class OnnxStudent:
    """One run of the encoder a turn, however many clauses are asked of it."""

    def __init__(self, meta: StudentMeta, session: ort.InferenceSession, reader: Reader, heads: "Heads") -> None:
        self._meta = meta
        self._session = session
        self._reader = reader
        self._heads = heads

    @classmethod
    def load(cls, directory: Path = PACKAGED, intra_op_num_threads: int = 1) -> Self:
        """Read `directory`, the packaged weights unless given; ModelUnavailable where there are none."""
        meta = StudentMeta.read(directory)
        try:
            session = ort.InferenceSession(
                str(directory / GRAPH), session_options(intra_op_num_threads), providers=["CPUExecutionProvider"]
            )
            tokenizer = sentencepiece.SentencePieceProcessor(model_file=str(directory / TOKENIZER))
            heads = Heads.read(directory / HEADS)
        except Exception as error:  # each of the three libraries has an error of its own for a broken file
            raise ModelUnavailable(f"broken student weights in {directory}: run `make train-student`") from error
        return cls(meta, session, Reader(tokenizer), heads)

    @property
    def name(self) -> str:
        """The model with its version."""
        return self._meta.name

    def band(self, target_error: float) -> tuple[float, float]:
        """(low, high) of `keep`: see `calibration.band`."""
        return band(self._meta.evidence, target_error)

    def judge(self, clauses: Sequence[Clause]) -> list[Judgement]:
        """One judgement a clause, in order."""
        found: dict[int, Judgement] = {}
        for (before, turn), places in _by_turn(clauses).items():
            spans = [(clauses[place].start, clauses[place].end) for place in places]
            for reading in self._reader.read(before, turn, spans):
                logits = self._heads.logits(self._hidden(reading), reading.spans)
                for index, row in zip(reading.clauses, logits, strict=True):
                    found[places[index]] = self._judgement(row)
        return [found[place] for place in range(len(clauses))]

    def logits(self, reading: Reading) -> _Floats:
        """(clauses, outputs), uncalibrated: keep, the kinds, the attributes, the reasons."""
        return self._heads.logits(self._hidden(reading), reading.spans)

    def _hidden(self, reading: Reading) -> _Floats:
        # One by one: padding would let a turn's numbers depend on what it is judged with.
        ids = np.array([reading.ids], dtype=np.int64)
        (hidden,) = self._session.run(["hidden"], {"input_ids": ids, "mask": np.ones(ids.shape, dtype=np.int32)})
        first: _Floats = hidden[0]
        return first

    def _judgement(self, row: _Floats) -> Judgement:
        meta = self._meta
        after_kinds = 1 + len(KINDS)
        after_attributes = after_kinds + len(meta.attributes)
        chances = meta.kind.chances(row[1:after_kinds]).tolist()
        kinds: Mapping[Kind, float] = dict(zip(KINDS, chances, strict=True))
        attribute = meta.attributes[int(row[after_kinds:after_attributes].argmax())]
        reason = meta.reasons[int(row[after_attributes:].argmax())]
        return Judgement(float(meta.keep.chances(row[0])), kinds, attribute or None, reason)


class Heads:
    """A clause's mean beside the first token's state, one hidden layer, all outputs in one row."""

    def __init__(self, inner: _Floats, inner_bias: _Floats, outer: _Floats, outer_bias: _Floats) -> None:
        self._inner, self._inner_bias = inner, inner_bias
        self._outer, self._outer_bias = outer, outer_bias

    @classmethod
    def read(cls, path: Path) -> Self:
        """From the npz that training wrote, matrices as (in, out)."""
        with np.load(path) as stored:
            return cls(*(stored[name] for name in ("inner", "inner_bias", "outer", "outer_bias")))

    def logits(self, hidden: _Floats, spans: Sequence[tuple[int, int]]) -> _Floats:
        """(tokens, width) and the [first, last) of each clause to (clauses, outputs)."""
        features = np.stack([np.concatenate([hidden[a:b].mean(axis=0), hidden[0]]) for a, b in spans])
        rows: _Floats = np.tanh(features @ self._inner + self._inner_bias) @ self._outer + self._outer_bias
        return rows


def _by_turn(clauses: Sequence[Clause]) -> dict[tuple[tuple[tuple[str, str], ...], str], list[int]]:
    turns: dict[tuple[tuple[tuple[str, str], ...], str], list[int]] = {}
    for place, clause in enumerate(clauses):
        turns.setdefault((clause.before, clause.turn), []).append(place)
    return turns
