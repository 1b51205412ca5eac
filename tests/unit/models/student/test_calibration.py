"""The band is as narrow as the target error allows, and no narrower."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_models.student.calibration import STEPS, Calibration, Evidence, band, count

_counts = st.lists(st.integers(0, 5), min_size=STEPS, max_size=STEPS).map(tuple)


def _sure(evidence: Evidence, low: float, high: float) -> tuple[int, int]:
    below, above = round(low * STEPS), round(high * STEPS)
    wrong = sum(evidence.kept[:below]) + sum(evidence.dropped[above:])
    right = sum(evidence.dropped[:below]) + sum(evidence.kept[above:])
    return wrong, wrong + right


@given(_counts, _counts, st.floats(0.0, 0.3))
def test_no_more_than_the_target_is_wrong_among_the_sure(
    kept: tuple[int, ...], dropped: tuple[int, ...], target: float
) -> None:
    evidence = Evidence(kept, dropped)
    low, high = band(evidence, target)
    wrong, sure = _sure(evidence, low, high)
    assert 0 <= low <= high <= 1
    assert wrong <= target * sure + 1e-9


@given(_counts, _counts)
def test_a_looser_target_never_widens_the_band(kept: tuple[int, ...], dropped: tuple[int, ...]) -> None:
    evidence = Evidence(kept, dropped)
    sure = [_sure(evidence, *band(evidence, target))[1] for target in (0.0, 0.02, 0.05, 0.1, 0.3, 1.0)]
    assert sure == sorted(sure)


def test_where_the_student_is_always_right_nothing_is_unsure() -> None:
    evidence = count(np.array([0.1, 0.2, 0.8, 0.9]), np.array([False, False, True, True]))
    low, high = band(evidence, 0.0)
    assert low == high == 0.5


def test_where_the_student_knows_nothing_everything_is_unsure() -> None:
    evidence = count(np.array([0.5, 0.5, 0.5, 0.5]), np.array([False, True, False, True]))
    assert band(evidence, 0.05)[0] <= 0.5 < band(evidence, 0.05)[1]


def test_counting_puts_certainty_in_the_last_bin() -> None:
    evidence = count(np.array([1.0, 0.0]), np.array([True, False]))
    assert (evidence.kept[STEPS - 1], evidence.dropped[0]) == (1, 1)


@pytest.mark.parametrize("logit", [-1e6, -3.0, 0.0, 3.0, 1e6])
def test_chances_are_chances_and_grow_with_the_logit(logit: float) -> None:
    calibration = Calibration(slope=0.8, offset=-0.2)
    here, above = calibration.chances(np.array([logit, logit + 1], dtype=np.float32)).tolist()
    assert 0 < here <= above <= 1
