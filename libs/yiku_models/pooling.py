"""From hidden states to one unit vector a text."""

import numpy as np
from numpy.typing import NDArray

from yiku_models.embedder import Vectors

_TINY = 1e-12


def mean_pool(hidden: NDArray[np.float32], mask: NDArray[np.int32]) -> Vectors:
    """Average (batch, tokens, dim) over the tokens whose mask is 1; every row has at least one."""
    weights = mask.astype(np.float32)
    summed: Vectors = np.einsum("bsd,bs->bd", hidden, weights)
    pooled: Vectors = summed / weights.sum(axis=1, keepdims=True)
    return pooled


def unit_rows(vectors: Vectors) -> Vectors:
    """Scale each row of (n, dim) to length 1; a row of zeros stays zero."""
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Vectors = vectors / np.maximum(norms, _TINY)
    return scaled.astype(np.float32, copy=False)
