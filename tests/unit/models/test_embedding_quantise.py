"""4-bit blocks survive unpacking; columns survive 8 bits."""

import numpy as np
from yiku_models.e5_build.quantise import (
    BLOCK,
    LIMIT,
    dequantise,
    pack_nibbles,
    quantise_columns,
    unpack_q4,
)


def stored(codes: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Rows as the weights file holds them: fp16 scale, then byte j = weight j and weight j + 16."""
    half = BLOCK // 2
    nibbles = codes[..., :half] | (codes[..., half:] << 4)
    heads = scales.astype("<f2")[..., None].view(np.uint8)
    return np.concatenate([heads, nibbles], axis=-1).reshape(-1)


def test_unpacking_restores_codes_and_scales() -> None:
    random = np.random.default_rng(1)
    codes = random.integers(0, 16, (5, 3, BLOCK), dtype=np.uint8)
    scales = random.uniform(0.01, 1, (5, 3)).astype(np.float16).astype(np.float32)
    unpacked, read = unpack_q4(stored(codes, scales), columns=3 * BLOCK)
    assert np.array_equal(unpacked, codes)
    assert np.array_equal(read, scales)


def test_weights_are_codes_around_eight_times_their_scale() -> None:
    codes = np.full((1, 1, BLOCK), 8, dtype=np.uint8)
    codes[0, 0, :3] = (0, 15, 9)
    weights = dequantise(codes, np.array([[0.5]], dtype=np.float32))
    assert weights.shape == (1, BLOCK)
    assert weights[0, :4].tolist() == [-4.0, 3.5, 0.5, 0.0]


def test_nibbles_are_packed_in_neighbouring_pairs_low_first() -> None:
    codes = np.arange(BLOCK, dtype=np.uint8).reshape(1, 1, BLOCK) % 16
    packed = pack_nibbles(codes)
    assert packed.shape == (1, BLOCK // 2)
    assert packed[0, :3].tolist() == [0x10, 0x32, 0x54]


def test_columns_come_back_within_half_a_step() -> None:
    weights = np.random.default_rng(2).normal(size=(6, 40)).astype(np.float32)
    columns, scales = quantise_columns(weights)
    assert columns.shape == (40, 6)
    assert np.abs(columns).max() == LIMIT
    assert np.all(np.abs(columns.T * scales[:, None] - weights) <= scales[:, None] * 0.5001)


def test_a_column_of_zeros_stays_zero() -> None:
    columns, scales = quantise_columns(np.zeros((2, 8), dtype=np.float32))
    assert not columns.any()
    assert not scales.any()


def test_two_products_fit_sixteen_bits() -> None:
    assert np.iinfo(np.int16).max >= 2 * 255 * LIMIT
