"""Reviewers' decisions in the format of the training corpus."""

import json
from collections.abc import Iterable
from dataclasses import replace

import pytest
from yiku import parsing
from yiku.common.v1 import common_pb2
from yiku.results import Edit, Memory, ReviewItem, Source, Turn
from yiku_cli.corpus import corpus_lines

from training.check_corpus import faults

TEXT = "嗯，平时都用厢货，发票开公司的，谢谢"


def memory(words: str, text: str = TEXT, **changes: object) -> Memory:
    """A memory read from `words` of `text`."""
    start = text.index(words)
    source = Source("dialogue", "s1", "e1", (start, start + len(words)))
    made = parsing.memory(common_pb2.Memory(memory_id=words, user_id="u1", kind="preference", content=words))
    return replace(made, source=source, **changes)  # type: ignore[arg-type]


def item(words: str, decision: str = "approve", text: str = TEXT, **changes: object) -> ReviewItem:
    made = ReviewItem(memory(words, text), "low_confidence", None, text, (), decision, None, "officer", None)
    return replace(made, **changes)  # type: ignore[arg-type]


def lines(
    decided: Iterable[ReviewItem], waiting: Iterable[ReviewItem] = (), stored: Iterable[Memory] = ()
) -> list[dict]:
    made = list(corpus_lines(decided, waiting, lambda _user: stored))
    for line in made:
        assert list(faults(json.dumps(line, ensure_ascii=False))) == []
    return made


def test_what_was_approved_is_kept_with_its_slot_and_its_place_in_the_conversation() -> None:
    before = (Turn("assistant", "您常用什么车？"), Turn("user", "问我啊"))
    one = item("平时都用厢货", before=before)
    one = replace(one, memory=replace(one.memory, attribute="preferred_vehicle_type"))
    assert lines([one]) == [
        {
            "text": "平时都用厢货",
            "lang": "zh",
            "slice": "plain",
            "before": [
                {"role": "bot", "text": "您常用什么车？"},
                {"role": "user", "text": "问我啊"},
                {"role": "user", "text": "嗯，"},
            ],
            "memories": [{"kind": "preference", "words": "平时都用厢货", "attribute": "preferred_vehicle_type"}],
        }
    ]


def test_what_was_rejected_is_to_be_dropped() -> None:
    (line,) = lines([item("谢谢", "reject")])
    assert (line["text"], line["memories"]) == ("谢谢", [])


def test_a_part_of_a_clause_is_shown_in_the_whole_of_it() -> None:
    (line,) = lines([item("厢货")])
    assert (line["text"], line["memories"][0]["words"]) == ("平时都用厢货", "厢货")


def test_an_edit_gives_kind_slot_and_words_where_they_are_the_customers() -> None:
    edited = item("发票开公司的", "edit", edited=Edit("发票开公司", "fact", None, None))
    edited = replace(edited, memory=replace(edited.memory, kind="fact"))
    assert lines([edited])[0]["memories"] == [{"kind": "fact", "words": "发票开公司"}]
    reworded = replace(edited, edited=Edit("发票抬头为公司", None, None, None))
    assert lines([reworded])[0]["memories"][0]["words"] == "发票开公司的"


def test_decisions_about_the_same_clause_make_one_line() -> None:
    (line,) = lines([item("平时都用厢货"), item("厢货", "approve"), item("平时", "reject")])
    assert [m["words"] for m in line["memories"]] == ["平时都用厢货", "厢货"]


def test_what_the_clause_told_beside_is_kept_too() -> None:
    stored = [
        memory("都用厢货"),
        memory("发票开公司的"),
        replace(memory("厢货"), source=Source("dialogue", "", "e2", (0, 2))),
    ]
    (line,) = lines([item("平时都用厢货", "reject")], stored=stored)
    assert [m["words"] for m in line["memories"]] == ["都用厢货"]


def test_a_clause_with_something_undecided_is_left_out() -> None:
    waiting = [item("厢货", "")]
    assert [line["text"] for line in lines([item("平时都用厢货"), item("谢谢", "reject")], waiting)] == ["谢谢"]


def test_only_what_was_said_in_a_conversation_is_training_data() -> None:
    order = item("平时都用厢货")
    order = replace(order, memory=replace(order.memory, source=Source("order", "o1", "e1", None)))
    assert (
        lines([order, item("谢谢", text=TEXT, memory=replace(memory("谢谢"), source=Source("stated", "", "", None)))])
        == []
    )


@pytest.mark.parametrize(
    ("text", "language"),
    [("都用厢货", "zh"), ("always a box truck", "en"), ("发票用email发", "mixed"), ("打<mobile:abcdefgh>", "zh")],
)
def test_the_language_is_that_of_the_words(text: str, language: str) -> None:
    assert lines([item(text, text=text)])[0]["lang"] == language
