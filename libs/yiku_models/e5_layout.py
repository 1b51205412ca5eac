"""Where the built e5-small lives, and what its directory promises."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

# Bump the version when vectors or the file layout change.
NAME = "e5-small-int8-v1"
GRAPH = "model.onnx"
TENSORS = "model.onnx.data"
TOKENIZER = "tokenizer.model"
META = "meta.json"


@dataclass(frozen=True)
class E5Meta:
    """`meta.json`: `sizes` maps each other file of the directory to its bytes."""

    name: str
    dim: int
    max_tokens: int
    bos: int
    eos: int
    pad: int
    source_sha256: str
    sizes: dict[str, int]

    def write(self, directory: Path) -> None:
        """Store as JSON in `directory`."""
        (directory / META).write_text(json.dumps(asdict(self), indent=1), encoding="utf-8")


def model_dir(cache_dir: Path) -> Path:
    """The directory of this version of the model below `cache_dir`."""
    return cache_dir / NAME


def read_meta(directory: Path) -> E5Meta | None:
    """The directory's meta, or None unless every file is there with its full size."""
    try:
        meta = E5Meta(**json.loads((directory / META).read_text(encoding="utf-8")))
        whole = all((directory / file).stat().st_size == size for file, size in meta.sizes.items())
    except (OSError, ValueError, TypeError):
        return None
    return meta if whole and meta.name == NAME else None
