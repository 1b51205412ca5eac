"""Grouping token sequences so that little is padded and no batch is large."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

MAX_ROWS = 16
MAX_TOKENS = 1024

Ids = NDArray[np.int64]
Mask = NDArray[np.int32]


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield positions shortest first, at most `MAX_ROWS` rows and `MAX_TOKENS` padded tokens each.

    A single sequence longer than `MAX_TOKENS` makes a batch of its own. Each position comes once.
    """
    batch: list[int] = []
    for position in sorted(range(len(lengths)), key=lengths.__getitem__):
        full = len(batch) == MAX_ROWS or (len(batch) + 1) * lengths[position] > MAX_TOKENS
        if batch and full:
            yield batch
            batch = []
        batch.append(position)
    if batch:
        yield batch


def padded(rows: Sequence[Sequence[int]], pad: int) -> tuple[Ids, Mask]:
    """Return (rows, longest) token ids filled up with `pad`, and their mask of ones and zeros."""
    width = max(len(row) for row in rows)
    ids = np.full((len(rows), width), pad, dtype=np.int64)
    mask = np.zeros((len(rows), width), dtype=np.int32)
    for index, row in enumerate(rows):
        ids[index, : len(row)] = row
        mask[index, : len(row)] = 1
    return ids, mask
