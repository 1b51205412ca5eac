"""What the propagator does when all goes well, and when something does not."""

from collections.abc import Iterator

import pytest
import stamina
from yiku_domain.events import Sink
from yiku_propagator.propagator import Propagator
from yiku_stores.postgres.progress import Run
from yiku_stream.consumer import Batch
from yiku_stream.record import Record

from tests.unit.propagator.doubles import INSTRUMENTS, FragileSink, Log, Notebook, record


@pytest.fixture(autouse=True)
def no_waiting() -> Iterator[None]:
    """Retries without pauses, as often as production."""
    with stamina.set_testing(True, attempts=100):
        yield


def propagator(log: Log, sink: FragileSink, notes: Notebook, report_s: float = 1.0) -> Propagator:
    """On the graph's name; any sink is the same here."""
    return Propagator(Sink.GRAPH, sink, log, notes, INSTRUMENTS, report_s=report_s)


def batch(*places: tuple[int, int]) -> Batch:
    """Records at these places, in this order."""
    return Batch(tuple(record(*place) for place in places))


async def test_applies_then_notes_then_commits() -> None:
    """In order, and every record is committed."""
    log, sink, notes = Log(batch((0, 1), (0, 2), (5, 9))), FragileSink(), Notebook(stored={5: 8})
    await propagator(log, sink, notes).step()
    assert sink.applied == [1, 2, 9]
    assert notes.runs == [Run(0, 1, 2), Run(5, 9, 9)]
    assert [(r.partition, r.offset) for r in log.committed] == [(0, 1), (0, 2), (5, 9)]


async def test_an_outage_is_waited_for_in_the_group() -> None:
    """Nothing is lost, skipped or committed early."""
    log, sink, notes = Log(batch((0, 1), (0, 2))), FragileSink(outages=4), Notebook()
    await propagator(log, sink, notes).step()
    assert sink.applied == [1, 2]
    assert log.kept_alive == 4
    assert notes.letters == []


async def test_without_postgres_nothing_is_committed() -> None:
    """Progress comes first; the sink gets the same again."""
    log, sink, notes = Log(batch((0, 1))), FragileSink(), Notebook(outages=2)
    await propagator(log, sink, notes).step()
    assert sink.applied == [1, 1, 1]
    assert notes.runs == [Run(0, 1, 1)]
    assert len(log.committed) == 1


async def test_what_another_member_took_over_is_let_go() -> None:
    """Neither applied nor noted nor committed here."""
    log, sink, notes = Log(batch((0, 1), (3, 7)), owned={3}), FragileSink(outages=1), Notebook(stored={3: 6})
    await propagator(log, sink, notes).step()
    assert sink.applied == [7]
    assert notes.runs == [Run(3, 7, 7)]
    assert [r.partition for r in log.committed] == [3]


@pytest.mark.parametrize("poison", [{1}, {8}, {3, 4}, set(range(1, 9))])
async def test_poison_is_buried_and_the_rest_goes_on(poison: set[int]) -> None:
    """In order, each of the others once, and progress passes over the buried."""
    log, sink, notes = Log(batch(*((0, n) for n in range(1, 9)))), FragileSink(poison), Notebook()
    await propagator(log, sink, notes).step()
    assert sink.applied == [n for n in range(1, 9) if n not in poison]
    assert [letter.version for letter in notes.letters] == sorted(poison)
    assert notes.runs == [Run(0, 1, 8)]


async def test_an_unforeseen_error_is_tried_again_and_told_without_its_text() -> None:
    """The text of an error may quote a customer."""
    log, sink, notes = Log(batch((0, 1), (0, 2))), FragileSink(bugs={2}), Notebook()
    await propagator(log, sink, notes).step()
    assert sink.applied == [1]
    assert sink.calls.count([2]) == 3
    assert [letter.error for letter in notes.letters] == ["ZeroDivisionError"]


async def test_a_record_that_cannot_be_read_is_buried() -> None:
    """Its customer is known from the key."""
    broken = Record(2, 5, b"acme/u7", b"\xff\xff", record(2, 5).headers)
    log, sink, notes = Log(Batch((record(2, 4), broken))), FragileSink(), Notebook(stored={2: 3})
    await propagator(log, sink, notes).step()
    assert sink.applied == [4]
    assert [letter.scope.key for letter in notes.letters] == ["acme/u7"]
    assert notes.runs == [Run(2, 4, 5)]


async def test_a_record_of_somebody_else_is_passed_over() -> None:
    """It has no place, so it moves nothing."""
    log, sink, notes = Log(Batch((Record(2, 5, b"", b"hello"),))), FragileSink(), Notebook()
    await propagator(log, sink, notes).step()
    assert (sink.applied, notes.runs, notes.letters) == ([], [], [])
    assert len(log.committed) == 1


async def test_an_empty_log_is_reported_now_and_then() -> None:
    """Not at every look."""
    empty = Batch(drained=frozenset({1, 2}))
    log, notes = Log(empty, empty, Batch(), empty), Notebook()
    often, seldom = Notebook(), notes
    slow = propagator(log, FragileSink(), seldom, report_s=60.0)
    for _ in range(4):
        await slow.step()
    assert seldom.drains == [frozenset({1, 2})]
    quick = propagator(Log(empty, empty), FragileSink(), often, report_s=0.0)
    await quick.step()
    await quick.step()
    assert len(often.drains) == 2
