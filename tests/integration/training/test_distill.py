"""From unlabelled turns to a student: a tiny model with random weights is the teacher."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from yiku_models.student import Clause, OnnxStudent

from training.check_corpus import faults

pytestmark = [pytest.mark.full, pytest.mark.timeout(900)]
REPOSITORY = Path(__file__).parents[3]
CORPUS = sorted((REPOSITORY / "training" / "corpus").glob("zh_*.jsonl"))
_KILLED_AFTER = 3
_PATIENCE_S = 300


@pytest.fixture(scope="module")
def teacher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    from tests.integration.training.serving import TinyAnswers, serving
    from tests.integration.training.tiny import corpus_lines, make_tiny_model

    texts = [str(row["text"]) for row in corpus_lines(CORPUS, 9)]
    folder = make_tiny_model(tmp_path_factory.mktemp("tiny"), texts)
    with serving(TinyAnswers(folder)) as url:
        yield url


def begin(teacher: str, folder: Path, *more: str) -> subprocess.Popen[bytes]:
    """The command on turns.jsonl of the folder, into labels.jsonl."""
    argv = [sys.executable, "-m", "training.distill", str(folder / "turns.jsonl")]
    argv += ["--out", str(folder / "labels.jsonl"), "--parallel", "2", *more]
    settings = {"YIKU_LLM_BASE_URL": teacher, "YIKU_LLM_MODEL": "tiny", "YIKU_LLM_TIMEOUT_S": "120"}
    return subprocess.Popen(argv, env={**os.environ, **settings}, cwd=REPOSITORY, stderr=subprocess.PIPE)


def write(file: Path, rows: list[dict[str, object]]) -> Path:
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return file


@pytest.fixture(scope="module")
def labelled(teacher: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with labels of all turns, made by a run that was killed and one that went on."""
    from tests.integration.training.tiny import corpus_lines

    folder = tmp_path_factory.mktemp("distill")
    rows = corpus_lines(CORPUS[:2], 130)
    phone = {"text": "以后打我这个号 13800138000 就行"}
    write(folder / "turns.jsonl", [{k: r[k] for k in ("text", "before") if k in r} for r in rows] + [phone])
    labels = folder / "labels.jsonl"
    first = begin(teacher, folder)
    deadline = time.monotonic() + _PATIENCE_S
    while not labels.exists() or labels.read_bytes().count(b"\n") < _KILLED_AFTER:
        assert first.poll() is None, first.stderr and first.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    first.kill()
    first.communicate()
    second = begin(teacher, folder)
    _, told = second.communicate(timeout=_PATIENCE_S)
    assert second.returncode == 0, told
    return folder


def rows_of(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "labels.jsonl").read_text("utf-8").splitlines()]


def test_every_turn_is_labelled_once_in_the_corpus_format(labelled: Path) -> None:
    turns = (labelled / "turns.jsonl").read_text("utf-8").splitlines()
    rows = rows_of(labelled)
    assert len(rows) == len(turns) == len({str(row["text"]) for row in rows})
    assert [fault for row in rows for fault in faults(json.dumps(row, ensure_ascii=False))] == []
    assert any(row["memories"] for row in rows), "the tiny model keeps some"
    assert any(row.get("borderline") for row in rows), "random weights do not agree with the checks"


def test_no_number_is_in_labels_or_journal(labelled: Path) -> None:
    for file in ("labels.jsonl", "labels.jsonl.journal"):
        assert "13800138000" not in (labelled / file).read_text("utf-8")
    assert any("<mobile:" in str(row["text"]) for row in rows_of(labelled))


def test_a_student_learns_from_the_labels(teacher: str, labelled: Path, tmp_path: Path) -> None:
    """One layer, one pass over a few dozen turns: that the way is open, not that the student is any good."""
    from tests.integration.training.tiny import corpus_lines

    corpus = [str(write(tmp_path / file.name, corpus_lines([file], 60))) for file in CORPUS[:2]]
    out = tmp_path / "student"
    tiny = ("--layers", "1", "--epochs", "1", "--threads", "1", "--work", str(tmp_path / "work"))
    run = begin(teacher, labelled, "--train", "--out", str(out), "--corpus", *corpus, *tiny)
    _, told = run.communicate(timeout=_PATIENCE_S)
    assert run.returncode == 0, told
    assert b"nothing new to label" in told
    (judged,) = OnnxStudent.load(out).judge([Clause((), "我对花生过敏", 0, 6)])
    assert 0 < judged.keep < 1
    card = (out / "DATA_CARD.md").read_text("utf-8")
    assert f"{len(rows_of(labelled))} turns that a language model labelled" in card
