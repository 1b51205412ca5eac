"""What a directory of student weights holds."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from yiku_models.errors import ModelUnavailable
from yiku_models.student.calibration import Calibration, Evidence

PACKAGED = Path(__file__).with_name("weights")
GRAPH = "student.onnx"
TENSORS = "student.onnx.data"
HEADS = "heads.npz"
TOKENIZER = "tokenizer.model"
META = "meta.json"
CARD = "DATA_CARD.md"


@dataclass(frozen=True)
class StudentMeta:
    """`meta.json`. `attributes` and `reasons` name the outputs of their heads; the first attribute is none.

    `evidence` are turns that the student had not seen, for choosing the band.
    """

    name: str
    attributes: tuple[str, ...]
    reasons: tuple[str, ...]
    keep: Calibration
    kind: Calibration
    evidence: Evidence

    def write(self, directory: Path) -> None:
        """Store as JSON in `directory`."""
        (directory / META).write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, directory: Path) -> Self:
        """ModelUnavailable when there is none in `directory`, or not of this version."""
        try:
            stored = json.loads((directory / META).read_text(encoding="utf-8"))
            return cls(
                name=stored["name"],
                attributes=tuple(stored["attributes"]),
                reasons=tuple(stored["reasons"]),
                keep=Calibration(**stored["keep"]),
                kind=Calibration(**stored["kind"]),
                evidence=Evidence(tuple(stored["evidence"]["kept"]), tuple(stored["evidence"]["dropped"])),
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelUnavailable(f"no student weights in {directory}: run `make train-student`") from error
