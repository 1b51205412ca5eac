"""Within a partition only a prefix counts as published."""

from hypothesis import given
from hypothesis import strategies as st
from yiku_stream.producer import prefixes
from yiku_stream.record import Outgoing

OUTCOMES = st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=30)


@given(OUTCOMES)
def test_nothing_after_a_failure_counts(outcomes: list[tuple[int, bool]]) -> None:
    """Per partition the outcomes are Trues and then Falses, and never more Trues than arrived."""
    records = [Outgoing(partition, b"", b"") for partition, _ in outcomes]
    counted = prefixes(records, [arrived for _, arrived in outcomes])
    for wanted in range(4):
        mine = [c for (p, _), c in zip(outcomes, counted, strict=True) if p == wanted]
        arrived = [a for p, a in outcomes if p == wanted]
        first_failure = arrived.index(False) if False in arrived else len(arrived)
        assert mine == [i < first_failure for i in range(len(mine))]
