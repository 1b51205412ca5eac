"""Keyword terms and their Postgres literals."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_text.segment import (
    MAX_LEXEME_BYTES,
    MAX_POSITION,
    bigrams,
    index_bigrams,
    tokens,
    tsquery_literal,
    tsvector_literal,
    without_stop_words,
)


def test_chinese_is_cut_in_search_mode() -> None:
    assert {"增值税", "发票"} <= set(tokens("客户要求开增值税发票"))


def test_case_11_a_question_shares_a_term_with_the_memory_without_spaces() -> None:
    asked = set(without_stop_words(tokens("怎么开发票")))
    assert "发票" in asked & set(tokens("客户要求开增值税发票"))


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("订单00260704113到了", "00260704113"),
        ("粤B·12345停楼下", "粤b12345"),
        ("怎么开粤B12345", "粤b12345"),
        ("a box-truck please", "box-truck"),
        ("SKU KX-200/B", "kx-200/b"),
        ("电话<mobile:abcd2345>", "mobile:abcd2345"),
        ("4.2米厢货", "4.2"),
        ("ＡＢＣ１２", "abc12"),
    ],
)
def test_codes_stay_whole(text: str, whole: str) -> None:
    assert whole in tokens(text)


def test_a_compound_also_gives_its_parts_and_a_plural_its_singular() -> None:
    assert tokens("box-truck") == ["box-truck", "box", "truck"]
    assert tokens("trucks") == ["trucks", "truck"]


def test_stop_words_go_unless_nothing_else_is_left() -> None:
    assert without_stop_words(["我", "发票"]) == ["发票"]
    assert without_stop_words(["我", "的"]) == ["我", "的"]


def test_every_part_of_a_chinese_text_can_be_asked_for() -> None:
    content = "我对猫毛过敏，车里别有猫毛"
    indexed = set(index_bigrams(content))
    for run in re.findall("[一-龥]+", content):
        for start in range(len(run)):
            for end in range(start + 1, len(run) + 1):
                assert set(bigrams(run[start:end])) <= indexed, run[start:end]


def test_part_of_an_order_number_can_be_asked_for() -> None:
    assert set(bigrams("0704113")) <= set(index_bigrams("订单00260704113"))


def test_a_vector_has_positions_from_one() -> None:
    assert tsvector_literal(["发票", "开", "发票"]) == "'发票':1,3 '开':2"


def test_quotes_and_backslashes_are_doubled() -> None:
    assert tsvector_literal(["it's", "a\\b"]) == "'it''s':1 'a\\\\b':2"
    assert tsquery_literal(["it's", "a\\b"]) == "'it''s' | 'a\\\\b'"


def test_a_query_joins_distinct_terms() -> None:
    assert tsquery_literal(["a", "b", "a"], op="&") == "'a' & 'b'"
    assert tsquery_literal([]) == ""


def test_limits_of_postgres() -> None:
    literal = tsvector_literal(["x" * 5000, *(f"t{i}" for i in range(20000))])
    assert max(int(place) for place in re.findall(r"':(\d+)", literal)) <= MAX_POSITION
    assert max(len(term) for term in re.findall(r"'([^']*)'", literal)) <= MAX_LEXEME_BYTES


@given(st.text(max_size=80))
def test_any_text_gives_terms_and_literals(text: str) -> None:
    assert "\x00" not in tsvector_literal(tokens(text)) + tsquery_literal(bigrams(text))


def test_lone_surrogates_do_no_harm() -> None:
    tsvector_literal(tokens("a\ud800b")).encode()
    tsvector_literal(index_bigrams("猫\udfff毛")).encode()
