import json
from datetime import datetime
from pathlib import Path

import pytest
from yiku_extractor.evaluation.labelled import Expected, Forbidden
from yiku_extractor.evaluation.labels import AT, LabelProblem, read_labelled

CORPUS = {
    "text": "我住望京，电梯房",
    "lang": "zh",
    "slice": "plain",
    "before": [{"role": "bot", "text": "您住哪？"}],
    "memories": [
        {"kind": "fact", "words": "我住望京", "attribute": "home_address"},
        {"kind": "fact", "words": "电梯房"},
    ],
}
KEYED = {
    "id": "x1",
    "text": "well, I moved to Leeds last May, and I hate early calls",
    "lang": "en",
    "slice": "several",
    "role": "user",
    "at": "2026-03-27T17:39:00+08:00",
    "before": [],
    "expect": [
        {"kinds": ["event", "fact"], "key_words": ["leeds", "May"], "attribute": None},
        {"kinds": ["preference"], "key_words": ["phone"], "attribute": "avoided_time"},
    ],
    "forbidden": [{"claim": "they live in York", "words": ["York"]}],
    "keep": True,
}


def write(folder: Path, *rows: object, name: str = "set.jsonl") -> Path:
    file = folder / name
    file.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows) + "\n", "utf-8")
    return file


def test_the_corpus_format(tmp_path: Path) -> None:
    (turn,) = read_labelled([write(tmp_path, CORPUS)])
    assert (turn.name, turn.role, turn.at, turn.keep, turn.placed) == ("set.jsonl:1", "user", AT, True, True)
    assert turn.before == (("bot", "您住哪？"),)
    assert turn.expected == (Expected(("fact",), (0, 4), (), "home_address"), Expected(("fact",), (5, 8), (), ""))


def test_key_words_are_placed_in_their_clauses(tmp_path: Path) -> None:
    (turn,) = read_labelled([write(tmp_path, KEYED)])
    moved, calls = turn.expected
    assert (turn.name, turn.placed) == ("x1", False)
    assert turn.at == datetime.fromisoformat("2026-03-27T17:39:00+08:00")
    assert moved.span is not None
    assert turn.text[slice(*moved.span)] == "I moved to Leeds last May"
    assert (moved.kinds, moved.attribute) == (("event", "fact"), None)
    assert (calls.span, calls.attribute) == (None, "avoided_time"), "its words are not in the turn"
    assert turn.forbidden == (Forbidden("they live in York", ("York",)),)


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ({**CORPUS, "text": " "}, "a text is missing"),
        ({k: v for k, v in CORPUS.items() if k != "lang"}, "lang is missing"),
        ({**CORPUS, "memories": [{"kind": "fact", "words": "我住通州"}]}, "words are not in the text"),
        ({**CORPUS, "memories": [{"kind": "wish", "words": "电梯房"}]}, "wish"),
        ({**CORPUS, "memories": None}, "neither memories nor expect"),
        ({**KEYED, "expect": [{"kinds": ["fact"], "key_words": []}]}, "no key words"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, row: object, problem: str) -> None:
    with pytest.raises(LabelProblem, match=rf"set.jsonl:2: .*{problem}"):
        read_labelled([write(tmp_path, CORPUS, row)])


def test_what_is_there_twice_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(LabelProblem, match="x1 is there twice"):
        read_labelled([write(tmp_path, KEYED, KEYED)])
    with pytest.raises(LabelProblem, match="no labelled turns"):
        read_labelled([write(tmp_path, "")])
    with pytest.raises(LabelProblem, match="No such file"):
        read_labelled([tmp_path / "none.jsonl"])
