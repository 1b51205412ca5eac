"""Answers as servers without schemas give them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_extractor.pipeline.llm.parser import parse

from tests.unit.extractor.llm.asking import answer, claim

ONE = answer(claim("我住望京"))
TWO = answer(claim("我住望京"), claim("对猫毛过敏"))


@pytest.mark.parametrize(
    "text",
    [
        ONE,
        f"```json\n{ONE}\n```",
        f"Here is the result:\n{ONE}\nLet me know {{if}} you need more.",
        f"<think>{{maybe}} [1] {answer()}</think>\n{ONE}",
        json.dumps([claim("我住望京")]),
        ONE[:-1],
        '{"turn":"我住望京"}' + ONE,
    ],
)
def test_the_list_is_found(text: str) -> None:
    parsed = parse(text)
    assert parsed is not None
    assert [c.quote for c in parsed.claims] == ["我住望京"]
    assert parsed.whole


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_broken_list_gives_what_was_finished(cut: int) -> None:
    parsed = parse(TWO[:-cut] if cut > 2 else TWO[:-3])
    assert parsed is not None
    assert [c.quote for c in parsed.claims] == ["我住望京"]
    assert not parsed.whole


def test_broken_in_the_first_element_is_a_list_all_the_same() -> None:
    parsed = parse('{"memories": [{"quote": "我住')
    assert parsed is not None
    assert (parsed.claims, parsed.whole) == ((), False)


def test_an_empty_list_is_an_answer() -> None:
    for text in ('{"memories":[]}', "[]", "没有。```[]```"):
        parsed = parse(text)
        assert parsed is not None
        assert parsed.claims == ()
        assert parsed.whole


@pytest.mark.parametrize(
    "text", ["", "没有可记的", "null", "{}", '{"memories":null}', "[1,2]", "{" * 5_000, "[" * 50_000, '{"a":' * 9_000]
)
def test_no_list_is_no_answer(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize("element", [None, 1, "text", [], {}, {"quote": 5}, {"quote": "  "}, {"memory": "x"}])
def test_unreadable_elements_are_counted(element: object) -> None:
    parsed = parse(answer(element, claim("我住望京")))
    assert parsed is not None
    assert (len(parsed.claims), parsed.unreadable) == (1, 1)


@pytest.mark.parametrize(
    ("raw", "read"),
    [("1.0", 0.9), ("-3", 0.0), ("0.4", 0.4), ("NaN", 0.5), ("Infinity", 0.5), ('"high"', 0.5), ("true", 0.5), ("null", 0.5), ("1e999", 0.5), ("9" * 400, 0.5)],
)  # fmt: skip
def test_confidence_is_clipped_and_doubted(raw: str, read: float) -> None:
    parsed = parse('{"memories":[{"quote":"x","confidence":' + raw + "}]}")
    assert parsed is not None
    assert parsed.claims[0].confidence == read


@given(st.text(alphabet=st.sampled_from('{}[]":,\\ \nabquote0memories一'), max_size=300))
def test_no_text_makes_it_fail(text: str) -> None:
    parse(text)
