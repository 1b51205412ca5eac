"""Building is whole or nothing, whoever builds, dies or comes second."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from yiku_models import ModelUnavailable
from yiku_models.e5_build import build_e5_small
from yiku_models.e5_layout import TENSORS, model_dir, read_meta
from yiku_models.onnx_e5 import OnnxE5Embedder

BUILD = [sys.executable, "-m", "yiku_models.e5_build"]


def leftovers(cache: Path) -> list[Path]:
    return list(cache.glob(".*.tmp"))


def test_a_second_build_does_nothing(tmp_path: Path) -> None:
    steps: list[tuple[str, float]] = []
    directory = build_e5_small(tmp_path, on_progress=lambda *step: steps.append(step))
    assert [done for _, done in steps] == sorted(done for _, done in steps)
    assert steps[0][1] == 0.0
    assert steps[-1] == ("done", 1.0)
    before = {path.name: path.stat().st_mtime_ns for path in directory.iterdir()}
    steps.clear()
    assert build_e5_small(tmp_path, on_progress=lambda *step: steps.append(step)) == directory
    assert steps == [("done", 1.0)]
    assert {path.name: path.stat().st_mtime_ns for path in directory.iterdir()} == before
    assert not leftovers(tmp_path)


def test_builds_are_equal_byte_for_byte(tmp_path: Path) -> None:
    first, second = (build_e5_small(tmp_path / name) for name in "ab")
    for path in first.iterdir():
        assert path.read_bytes() == (second / path.name).read_bytes(), path.name


def test_of_many_builders_one_builds(tmp_path: Path) -> None:
    started = [subprocess.Popen([*BUILD, str(tmp_path)], stderr=subprocess.PIPE, text=True) for _ in range(4)]
    said = [process.communicate(timeout=60)[1] for process in started]
    assert [process.returncode for process in started] == [0] * 4
    assert sum("writing graph" in text for text in said) == 1
    assert read_meta(model_dir(tmp_path)) is not None


@pytest.mark.parametrize("step", ["reading weights", "writing graph", "writing tokenizer"])
def test_a_killed_build_leaves_nothing_that_loads_or_stays(tmp_path: Path, step: str) -> None:
    process = subprocess.Popen([*BUILD, str(tmp_path)], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    next(line for line in process.stderr if step in line)
    time.sleep(0.02)
    process.kill()
    process.communicate()
    assert leftovers(tmp_path)
    with pytest.raises(ModelUnavailable):
        OnnxE5Embedder.load(tmp_path)
    build_e5_small(tmp_path)
    assert not leftovers(tmp_path)
    assert OnnxE5Embedder.load(tmp_path).embed_query("好").shape == (384,)


def test_a_cut_file_is_noticed_and_built_again(tmp_path: Path) -> None:
    directory = build_e5_small(tmp_path)
    whole = (directory / TENSORS).stat().st_size
    with (directory / TENSORS).open("r+b") as file:
        file.truncate(whole // 2)
    with pytest.raises(ModelUnavailable):
        OnnxE5Embedder.load(tmp_path)
    build_e5_small(tmp_path)
    assert (directory / TENSORS).stat().st_size == whole
