"""Mean pooling looks only at real tokens; rows come out at unit length."""

import numpy as np
from yiku_models.pooling import mean_pool, unit_rows


def test_padding_takes_no_part_in_the_mean() -> None:
    hidden = np.array([[[1, 2], [3, 4], [99, 99]], [[5, 6], [7, 8], [9, 10]]], dtype=np.float32)
    mask = np.array([[1, 1, 0], [1, 1, 1]], dtype=np.int32)
    assert mean_pool(hidden, mask).tolist() == [[2, 3], [7, 8]]


def test_rows_have_length_one_and_stay_float32() -> None:
    rows = unit_rows(np.array([[3, 4], [0, 0]], dtype=np.float32))
    assert rows.dtype == np.float32
    assert np.allclose(rows, [[0.6, 0.8], [0, 0]])
