"""Nothing twice, nothing past a gap, and a gap is believed only after a look at what is stored."""

from yiku_propagator.order import Order
from yiku_stream.record import Record

from tests.unit.propagator.doubles import Notebook, record


def places(records: list[Record]) -> list[tuple[int, int]]:
    return [(r.partition, r.offset) for r in records]


async def test_what_follows_is_applied_and_what_was_applied_is_not() -> None:
    order = Order(Notebook(stored={0: 4}))
    given = [record(0, n) for n in (3, 4, 5, 6)] + [record(1, 1)]
    assert places(await order.next_of(given)) == [(0, 5), (0, 6), (1, 1)]


async def test_nothing_past_a_gap_is_applied_until_the_gap_is_sent_again() -> None:
    order = Order(Notebook(stored={0: 4}))
    assert await order.next_of([record(0, 7), record(0, 8)]) == []
    again = [record(0, n) for n in (5, 6, 7, 8)]
    assert places(await order.next_of(again)) == [(0, 5), (0, 6), (0, 7), (0, 8)]


async def test_a_batch_that_failed_is_given_again() -> None:
    order = Order(Notebook())
    assert places(await order.next_of([record(0, 1)])) == [(0, 1)]
    assert places(await order.next_of([record(0, 1)])) == [(0, 1)]
    order.applied(0, 1)
    assert await order.next_of([record(0, 1)]) == []


async def test_another_propagator_may_have_carried_the_partition_meanwhile() -> None:
    notes = Notebook(stored={0: 4})
    order = Order(notes)
    await order.next_of([record(0, 5)])
    notes.stored[0] = 9
    assert places(await order.next_of([record(0, 10)])) == [(0, 10)]


async def test_stored_positions_are_read_only_at_a_gap() -> None:
    notes = Notebook()
    order = Order(notes)
    for position in range(1, 20):
        await order.next_of([record(0, position)])
        order.applied(0, position)
    assert notes.looks == 1


async def test_a_record_without_a_place_stays_in() -> None:
    stranger = Record(0, 1, b"k", b"v", {})
    assert await Order(Notebook()).next_of([stranger]) == [stranger]
