"""Batches hold every sequence once and stay small."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from yiku_models.batching import MAX_ROWS, MAX_TOKENS, batches, padded


@given(st.lists(st.integers(min_value=2, max_value=2 * MAX_TOKENS), max_size=80))
def test_every_position_comes_once_in_bounded_batches(lengths: list[int]) -> None:
    made = list(batches(lengths))
    assert sorted(position for batch in made for position in batch) == list(range(len(lengths)))
    for batch in made:
        widest = max(lengths[position] for position in batch)
        assert len(batch) <= MAX_ROWS
        assert len(batch) == 1 or widest * len(batch) <= MAX_TOKENS


def test_similar_lengths_share_a_batch() -> None:
    assert list(batches([500, 10, 500, 12, 500])) == [[1, 3], [0, 2], [4]]


def test_padding_fills_to_the_longest_and_is_masked() -> None:
    ids, mask = padded([[0, 5, 2], [0, 2]], pad=1)
    assert ids.tolist() == [[0, 5, 2], [0, 2, 1]]
    assert mask.tolist() == [[1, 1, 1], [1, 1, 0]]
    assert (ids.dtype, mask.dtype) == (np.int64, np.int32)
