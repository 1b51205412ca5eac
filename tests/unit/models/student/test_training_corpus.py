"""What the student learns from: labels stay with their words through masking and variation."""

import pytest
from yiku_text.masking import TOKEN

from training.student.augment import Augmenter
from training.student.corpus import Segment, Span, labelled, masked

_TEXT = "你好，我住顶楼，没电梯，打13812345678找我，别派女师傅。"


def _segment() -> Segment:
    words = ("我住顶楼，没电梯", "别派女师傅")
    spans = tuple(Span(_TEXT.index(w), _TEXT.index(w) + len(w), "fact", None) for w in words)
    text, memories = masked(_TEXT, spans)
    return Segment("file", text, "zh", "several_facts", (), memories, borderline=False)


def _told(segment: Segment) -> list[str]:
    return [segment.text[m.start : m.end] for m in segment.memories]


def test_masking_moves_memories_with_their_words() -> None:
    segment = _segment()
    assert TOKEN.search(segment.text)
    assert _told(segment) == ["我住顶楼，没电梯", "别派女师傅"]


def test_clauses_of_a_memory_are_kept_and_the_others_not() -> None:
    segment = _segment()
    found = {segment.text[c.start : c.end]: bool(c.memories) for c in labelled(segment.text, segment.memories)}
    assert {words for words, kept in found.items() if kept} == {"我住顶楼", "没电梯", "别派女师傅"}
    assert not found["你好"]


@pytest.mark.parametrize("words", ["我对花生过敏而且不能吃辣"])
def test_a_memory_inside_a_longer_clause_keeps_the_clause(words: str) -> None:
    text = f"嗯那个就是说啊{words}然后没别的事了就这样吧谢谢你啊"
    start = text.index(words)
    (clause,) = labelled(text, (Span(start, start + len(words), "fact", None),))
    assert clause.memories


def test_variations_never_change_what_is_told() -> None:
    segment = _segment()
    augmenter = Augmenter(7, [(("bot", "您好"),)])
    varied = [augmenter.vary(segment) for _ in range(200)]
    assert len({v.text for v in varied}) > 3
    for variation in varied:
        bare = ["".join(c for c in words if c.isalnum()) for words in _told(variation)]
        assert bare == ["我住顶楼没电梯", "别派女师傅"]


def test_the_same_seed_gives_the_same_variations() -> None:
    segment = _segment()
    one, other = (Augmenter(3, []) for _ in range(2))
    assert [one.vary(segment) for _ in range(20)] == [other.vary(segment) for _ in range(20)]


def test_a_trimmed_clause_stays_inside_itself() -> None:
    augmenter = Augmenter(1, [])
    for start, end in [(3, 5), (0, 7), (2, 40)] * 50:
        first, last = augmenter.trimmed(start, end)
        assert start <= first < last <= end
