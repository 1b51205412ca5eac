"""Any str becomes one that a tokenizer takes."""

from hypothesis import given
from hypothesis import strategies as st
from yiku_models.text import bounded


@given(st.text(), st.integers(min_value=0, max_value=50))
def test_is_bounded_and_encodable(text: str, limit: int) -> None:
    safe = bounded(text, limit)
    assert len(safe) <= limit
    assert "\0" not in safe
    safe.encode("utf-8")


def test_nul_and_lone_surrogates_are_replaced_in_place() -> None:
    assert bounded("a\0b\ud800c", 10) == "a b?c"


def test_blanks_around_do_not_use_up_the_limit() -> None:
    assert bounded(" " * 1000 + "好", 5) == "好"
