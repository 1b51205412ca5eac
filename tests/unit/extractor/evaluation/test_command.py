"""The command as it is run, with the packaged student."""

import json
from pathlib import Path

import pytest
from yiku_extractor.evaluation.__main__ import main

ROWS = [
    {
        "text": "我对花生过敏",
        "lang": "zh",
        "slice": "health",
        "memories": [{"kind": "fact", "words": "我对花生过敏", "attribute": "allergy"}],
    },
    {"text": "你好", "lang": "zh", "slice": "greeting", "memories": []},
    {"text": "谢谢", "lang": "zh", "slice": "small_talk", "memories": [{"kind": "fact", "words": "谢谢"}]},
]


def test_tables_report_and_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labelled, report, wrong = (tmp_path / name for name in ("set.jsonl", "report.html", "wrong.jsonl"))
    labelled.write_text("\n".join(json.dumps(row) for row in ROWS), "utf-8")
    assert main([str(labelled), "--html", str(report), "--mistakes", str(wrong)]) == 0
    shown = capsys.readouterr().out
    for words in ("keep or drop, F1", "by slice", "greeting", "allergy", "confusion of kinds", "calibration", "p95"):
        assert words in shown
    assert "yiku-student" in report.read_text("utf-8")
    assert [json.loads(line)["text"] for line in wrong.read_text("utf-8").splitlines()] == ["谢谢"]


def test_a_language_model_must_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    labelled = tmp_path / "set.jsonl"
    labelled.write_text(json.dumps(ROWS[0]), "utf-8")
    monkeypatch.delenv("YIKU_LLM_BASE_URL", raising=False)
    with pytest.raises(SystemExit) as ended:
        main([str(labelled), "--llm"])
    assert ended.value.code == 2


def test_a_wrong_file_ends_with_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([str(tmp_path / "none.jsonl")])
    assert capsys.readouterr().err.count("\n") == 1
