from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_extractor.evaluation.matching import holds, masked_place, meets, one_each, shares
from yiku_text.masking import mask
from yiku_text.pii_tokens import token_key

TOKENISE = token_key(b"k" * 32, "t").token


@pytest.mark.parametrize(
    ("content", "words", "expected"),
    [
        ("I like cats", ["cat"], True),
        ("the location is good", ["cat"], False),
        ("我住 望京 那边", ["望京那边"], True),
        ("ＡＢＣ路", ["abc"], True),
        ("don’t call", ["don't"], True),
        ("冰箱必须立着放", ["冰箱", "立着"], True),
        ("冰箱必须立着放", ["冰箱", "躺着"], False),
    ],
)
def test_all_words_must_stand(content: str, words: list[str], expected: bool) -> None:
    assert holds(content, words) is expected


def test_places() -> None:
    assert shares((0, 10), (4, 8)), "more than half of the shorter"
    assert not shares((0, 4), (2, 6)), "half of each is not more than half"
    assert meets((0, 4), (3, 6))
    assert not meets((0, 4), (4, 6))


def test_a_place_moves_with_what_is_masked_before_it() -> None:
    raw = "打13800138000给我，我住望京"
    masked = mask(raw, TOKENISE)
    for words in ("我住望京", "给我"):
        start = raw.index(words)
        start, end = masked_place((start, start + len(words)), masked.found)
        assert masked.text[start:end] == words
    start, end = masked_place((0, raw.index("给")), masked.found)
    assert masked.text[start:end] == f"打{masked.found[0].token}"


@given(st.dictionaries(st.integers(0, 4), st.lists(st.integers(0, 4), unique=True), max_size=5))
def test_as_many_pairs_as_can_be(candidates: dict[int, list[int]]) -> None:
    pairs = one_each(candidates)
    assert len(set(pairs.values())) == len(pairs)
    assert all(stored in candidates[wanted] for wanted, stored in pairs.items())
    orders = permutations(range(5), len(candidates))
    assert len(pairs) == max(sum(s in c for s, c in zip(order, candidates.values(), strict=True)) for order in orders)


def test_earlier_candidates_go_first() -> None:
    assert one_each({0: [1, 0]}) == {0: 1}
