"""A clause is found again among the tokens, wherever it stands and whatever surrounds it."""

import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st
from yiku_models.student.layout import PACKAGED, TOKENIZER
from yiku_models.student.reading import MAX_BEFORE, MAX_TURN, Reader, Reading

_TOKENIZER = sentencepiece.SentencePieceProcessor(model_file=str(PACKAGED / TOKENIZER))
_READER = Reader(_TOKENIZER)


def _words(reading: Reading, which: int = 0) -> str:
    first, last = reading.spans[which]
    return _TOKENIZER.decode(list(reading.ids[first:last]))


def test_each_clause_has_its_own_words() -> None:
    turn = "我住望京，别派平板车，谢谢"
    (reading,) = _READER.read((), turn, [(0, 4), (5, 10), (11, 13)])
    assert [_words(reading, i) for i in range(3)] == ["我住望京", "别派平板车", "谢谢"]


def test_turns_before_come_first_and_leave_the_spans_right() -> None:
    before = (("bot", "师傅您常从哪发货？"), ("user", "你猜"), ("bot", "猜不到呀"))
    (alone,) = _READER.read((), "望京那边", [(0, 4)])
    (reading,) = _READER.read(before, "望京那边", [(0, 4)])
    assert _words(reading) == _words(alone) == "望京那边"
    said = _TOKENIZER.decode(list(reading.ids[: reading.spans[0][0]]))
    assert "user" in said
    assert "猜不到呀" in said
    assert "常从哪" not in said


def test_only_the_end_of_long_turns_before_is_read() -> None:
    (reading,) = _READER.read((("bot", "很长的话" * 5000),), "好", [(0, 1)])
    assert len(reading.ids) <= MAX_BEFORE + 5


def test_a_masked_value_is_read_as_the_name_of_its_type() -> None:
    turn = "打<mobile:abcdefgh>找我"
    (reading,) = _READER.read((), turn, [(0, len(turn))])
    assert "mobile" in _words(reading)
    assert "abc" not in _words(reading)


def test_a_shouted_turn_is_read_as_a_spoken_one() -> None:
    (loud,) = _READER.read((), "CALL ME BEFORE YOU COME", [(0, 23)])
    (quiet,) = _READER.read((), "call me before you come", [(0, 23)])
    assert loud == quiet


def test_a_long_turn_is_read_in_windows_that_hold_every_clause() -> None:
    parts = [f"第{n}件事是我家有只猫" for n in range(60)]
    turn = "，".join(parts)
    spans, start = [], 0
    for part in parts:
        spans.append((start, start + len(part)))
        start += len(part) + 1
    readings = _READER.read((), turn, spans)
    assert len(readings) > 1
    assert sorted(i for r in readings for i in r.clauses) == list(range(60))
    for reading in readings:
        assert len(reading.ids) <= MAX_TURN + 2
        assert [_words(reading, k) for k in range(len(reading.clauses))] == [parts[i] for i in reading.clauses]


@pytest.mark.parametrize("turn", ["", " ", "\0\0", "\ud800我", "　", "😀" * 400, "x" * 10_000])
def test_any_text_gives_a_span_with_a_token(turn: str) -> None:
    (reading,) = _READER.read((), turn, [(0, len(turn))])
    first, last = reading.spans[0]
    assert 0 <= first < last <= len(reading.ids)


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_spans_are_never_empty_nor_outside(turn: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(turn)), min(other, len(turn))))
    (reading,) = _READER.read((), turn, [(start, end)])
    first, last = reading.spans[0]
    assert 0 <= first < last <= len(reading.ids)
