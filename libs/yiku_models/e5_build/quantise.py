"""4-bit blocks as stored, and the two forms the graph wants: nibbles for Gather, int8 columns."""

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
_BLOCK_BYTES = 2 + BLOCK // 2
_ZERO = 8
# 63 and not 127: CPUs without VNNI add two u8 x s8 products in 16 bits, and 255 * 63 * 2 fits.
LIMIT = 63

Codes = NDArray[np.uint8]
Floats = NDArray[np.float32]


def unpack_q4(raw: Codes, columns: int) -> tuple[Codes, Floats]:
    """Split stored rows into codes (rows, columns / 32, 32) of 0..15 and scales (rows, columns / 32).

    A block is an fp16 scale and 16 bytes; byte j holds weight j low and weight j + 16 high; the
    weight is (code - 8) * scale.
    """
    blocks = raw.reshape(-1, columns // BLOCK, _BLOCK_BYTES)
    scales = blocks[..., :2].copy().view("<f2")[..., 0].astype(np.float32)
    nibbles = blocks[..., 2:]
    codes: Codes = np.concatenate([nibbles & 15, nibbles >> 4], axis=-1)
    return codes, scales


def dequantise(codes: Codes, scales: Floats) -> Floats:
    """The weights (rows, columns) of what `unpack_q4` returned."""
    weights: Floats = (codes.astype(np.float32) - _ZERO) * scales[..., None]
    return weights.reshape(len(codes), -1)


def pack_nibbles(codes: Codes) -> Codes:
    """Pack codes to (rows, columns / 2) bytes, neighbours together, the first one low."""
    flat = codes.reshape(len(codes), -1)
    packed = flat[:, 0::2] | (flat[:, 1::2] << 4)
    return packed.astype(np.uint8, copy=False)


def quantise_columns(weights: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Turn (out, in) weights into int8 (in, out) within +-63, with one scale per output."""
    scales = np.abs(weights).max(axis=1) / LIMIT
    codes = np.rint(weights / np.maximum(scales, np.finfo(np.float32).tiny)[:, None])
    return np.ascontiguousarray(codes.astype(np.int8).T), scales.astype(np.float32)
