"""From logits to chances, and from a target error rate to the band between drop and keep."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

STEPS = 100
_PRIOR = 0.5

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Calibration:
    """Platt scaling, 1 / (1 + exp(-(slope * logit + offset))), fitted on what the student had not seen."""

    slope: float
    offset: float

    def chances(self, logits: Floats) -> Floats:
        """The calibrated chances, element by element."""
        scaled = np.clip(self.slope * logits + self.offset, -30, 30)
        chances: Floats = (1 / (1 + np.exp(-scaled))).astype(np.float32)
        return chances


@dataclass(frozen=True)
class Evidence:
    """Unseen turns counted by chance (of their likeliest clause): `STEPS` bins of equal width each.

    `kept` are those that should be kept, `dropped` the others.
    """

    kept: tuple[int, ...]
    dropped: tuple[int, ...]


def count(chances: NDArray[np.floating], kept: NDArray[np.bool_]) -> Evidence:
    """The evidence of turns with these chances and labels."""
    bins = np.minimum((np.asarray(chances) * STEPS).astype(int), STEPS - 1)
    of = [np.bincount(bins[side], minlength=STEPS).tolist() for side in (kept, ~kept)]
    return Evidence(tuple(of[0]), tuple(of[1]))


def band(evidence: Evidence, target_error: float) -> tuple[float, float]:
    """(low, high): below low is dropped, from high on kept, between is unsure.

    The narrowest band, in turns that fall in it, with at most `target_error` wrong among the others;
    the whole range where no band reaches it. Of bands with as many turns the one that is narrowest
    in chance, then the one nearest .5.
    """
    kept, dropped = np.array(evidence.kept), np.array(evidence.dropped)
    missed = np.concatenate([[0], np.cumsum(kept)])
    false = np.concatenate([np.cumsum(dropped[::-1])[::-1], [0]])
    below = np.concatenate([[0], np.cumsum(kept + dropped)])
    low, high = np.triu_indices(STEPS + 1)
    sure = below[low] + below[-1] - below[high]
    allowed = missed[low] + false[high] <= target_error * sure
    allowed &= sure > 0
    if not allowed.any():
        return 0.0, 1.0
    unsure = below[high] - below[low]
    centred = np.abs(low + high - 2 * _PRIOR * STEPS)
    best = np.lexsort((centred[allowed], (high - low)[allowed], unsure[allowed]))[0]
    return float(low[allowed][best]) / STEPS, float(high[allowed][best]) / STEPS
