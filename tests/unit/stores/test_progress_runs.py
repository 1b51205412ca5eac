"""Positions join to runs, and runs move progress over no gap."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_stores.postgres.progress import Run, runs


@pytest.mark.parametrize(
    ("positions", "expected"),
    [
        ([], []),
        ([4], [(4, 4)]),
        ([4, 5, 6], [(4, 6)]),
        ([4, 6, 7], [(4, 4), (6, 7)]),
        ([7, 8, 6, 7, 8, 9], [(7, 8), (6, 9)]),
        ([5, 5, 6], [(5, 5), (5, 6)]),
    ],
)
def test_runs_of_one_partition(positions: list[int], expected: list[tuple[int, int]]) -> None:
    """In their order; what was delivered again is a run of its own."""
    found = runs((3, position) for position in positions)
    assert found == [Run(3, first, last) for first, last in expected]


def test_partitions_do_not_touch_each_other() -> None:
    """Interleaved records of two partitions."""
    assert runs([(1, 5), (0, 9), (1, 6), (0, 10)]) == [Run(0, 9, 10), Run(1, 5, 6)]


@given(st.integers(0, 6), st.lists(st.integers(1, 12), max_size=25))
def test_progress_is_what_applying_one_by_one_would_give(start: int, positions: list[int]) -> None:
    """The rule of the SQL over runs equals the rule over single positions."""
    one_by_one = start
    for position in positions:
        one_by_one += position == one_by_one + 1
    by_runs = start
    for run in runs((0, p) for p in positions):
        if run.first - 1 <= by_runs < run.last:
            by_runs = run.last
    assert by_runs == one_by_one
