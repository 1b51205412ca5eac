"""Masking: nothing leaks, nothing is masked twice, tokens are keyed."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_text.masking import TOKEN, mask, mask_json
from yiku_text.pii import PiiType
from yiku_text.pii_tokens import token_key

TOKENISE = token_key(b"k" * 32, "acme").token

PIECES = st.sampled_from(
    [
        "13800138000",
        "１３９００１３９０００",
        "幺三八零零幺三八零零零",
        "110101199003070003",
        "6228480000123456782",
        "粤B·12345",
        "lin@example.com",
        "3号楼2单元501室",
        "021-60000000",
        "建国路88号",
        "00123456789",
        "1718000000000",
        "电话",
        "订单号",
        "卡号",
        "，",
        " ",
        "-",
        "我住",
        "a",
        "7",
        "<mobile:abcdefgh>",
        "<mobile:1380013800>",
    ]
)
MIXED = st.lists(PIECES | st.text(max_size=4), max_size=12).map("".join)


@given(MIXED)
def test_masking_masked_text_changes_nothing(text: str) -> None:
    once = mask(text, TOKENISE).text
    again = mask(once, TOKENISE)
    assert again.text == once
    assert again.found == ()


@given(MIXED)
def test_what_was_found_is_gone_and_the_rest_stays(text: str) -> None:
    masked = mask(text, TOKENISE)
    rebuilt, last = "", 0
    for item in masked.found:
        rebuilt += text[last : item.span[0]] + item.token
        last = item.span[1]
    assert masked.text == rebuilt + text[last:]


@given(
    st.text(alphabet="我的电话手机号码是打给，。 abc", max_size=12),
    st.from_regex(r"1[3-9][0-9]{9}", fullmatch=True),
    st.text(alphabet="吧，。请谢 ok", max_size=8),
)
def test_no_digit_of_a_mobile_is_left(before: str, number: str, after: str) -> None:
    masked = mask(before + number + after, TOKENISE)
    left = TOKEN.sub("", masked.text)
    assert re.search(r"\d{4}", left) is None


def test_tokens_are_equal_for_equal_values_only() -> None:
    plain, spaced = mask("13800138000", TOKENISE).text, mask("138 0013 8000", TOKENISE).text
    assert plain == spaced
    assert TOKEN.fullmatch(plain)
    assert plain.startswith("<mobile:")
    assert mask("13900139000", TOKENISE).text != plain


def test_tokens_depend_on_tenant_and_key() -> None:
    first = TOKENISE(PiiType.MOBILE, "13800138000")
    assert token_key(b"k" * 32, "other").token(PiiType.MOBILE, "13800138000") != first
    assert token_key(b"q" * 32, "acme").token(PiiType.MOBILE, "13800138000") != first
    assert TOKENISE(PiiType.CARD, "13800138000") != first


def test_a_short_master_key_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        token_key(b"short", "acme")


@given(st.text(min_size=1, max_size=30), st.sampled_from(list(PiiType)))
def test_every_token_is_one(value: str, kind: PiiType) -> None:
    assert TOKEN.fullmatch(TOKENISE(kind, value))


def test_a_number_cannot_hide_in_a_look_alike_of_a_token() -> None:
    masked = mask("<phone:62345672> 电话<phone:62345672>", TOKENISE)
    assert "62345672" not in masked.text.split("电话")[1]


def test_a_typed_token_stays_text() -> None:
    assert mask("我是<mobile:abcdefgh>", TOKENISE) == mask("我是<mobile:abcdefgh>", TOKENISE)
    assert mask("我是<mobile:abcdefgh>", TOKENISE).found == ()


def test_a_tokeniser_that_gives_no_token_is_an_error() -> None:
    with pytest.raises(ValueError, match="token"):
        mask("13800138000", lambda kind, value: value)


def test_nested_values() -> None:
    value = {"电话13800138000": ["a@b.com", {"n": 13800138000, "ok": True, "x": None, "f": 4.5}], "ms": 1718000000000}
    masked, found = mask_json(value, TOKENISE)
    assert [item.type for item in found] == [PiiType.MOBILE, PiiType.EMAIL, PiiType.MOBILE]
    token = TOKENISE(PiiType.MOBILE, "13800138000")
    assert masked == {
        f"电话{token}": [TOKENISE(PiiType.EMAIL, "a@b.com"), {"n": token, "ok": True, "x": None, "f": 4.5}],
        "ms": 1718000000000,
    }


def test_a_field_says_by_its_name_what_its_value_is() -> None:
    value = {
        "phone": 62345678,
        "contact": {"id_card": "110101900307123", "cardNo": ["6222021234567890123"]},
        "tel": "x",
    }
    masked, found = mask_json(value, TOKENISE)
    assert [item.type for item in found] == [PiiType.PHONE, PiiType.ID, PiiType.CARD]
    assert [item.span for item in found] == [(0, 8), (0, 15), (0, 19)]
    assert mask_json(62345678, TOKENISE, "phone")[0] == masked["phone"]
    assert (
        mask_json({"order_id": "13912345678", "amount": 62345678, "id": "110101900307123"}, TOKENISE)[1]
        == (mask_json("110101900307123", TOKENISE)[1])
    )


def test_many_numbers_in_one_text() -> None:
    masked = mask("13800138000\n" * 4_000, TOKENISE)
    assert masked.text == f"{TOKENISE(PiiType.MOBILE, '13800138000')}\n" * 4_000
