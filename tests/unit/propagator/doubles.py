"""The propagator's neighbours, kept in memory: a log, a sink that can fail, and the progress."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

import structlog
from opentelemetry import trace
from yiku_domain.errors import Rejected, Unavailable
from yiku_domain.events import MemoryEvent, Op
from yiku_domain.ids import MemoryId, Scope, TenantId, UserId
from yiku_runtime.instruments import Instruments
from yiku_runtime.metrics import build_metrics
from yiku_stores.postgres.progress import DeadLetter, Run
from yiku_stream.consumer import Batch
from yiku_stream.event_codec import event_to_bytes, record_headers
from yiku_stream.record import Record

SCOPE = Scope(TenantId("t"), UserId("u"))
INSTRUMENTS = Instruments(trace.get_tracer("test"), build_metrics(), structlog.get_logger())


def deletion(number: int) -> MemoryEvent:
    """An event that is told by its number."""
    return MemoryEvent(Op.DELETE, SCOPE, MemoryId(UUID(int=number)), number)


def record(partition: int, position: int) -> Record:
    """The event of that number at that place."""
    headers = record_headers(partition, position, "")
    return Record(partition, position, b"t/u", event_to_bytes(deletion(position)), headers)


class Log:
    """Gives its batches one after another; `owned` is what a rebalance leaves."""

    def __init__(self, *batches: Batch, owned: Iterable[int] = range(16)) -> None:
        self.batches = list(batches)
        self.owned = frozenset(owned)
        self.kept_alive = 0
        self.committed: list[Record] = []

    async def poll(self) -> Batch:
        return self.batches.pop(0) if self.batches else Batch()

    async def keep_alive(self) -> frozenset[int]:
        self.kept_alive += 1
        return self.owned

    async def commit(self, records: Sequence[Record]) -> None:
        self.committed += records


class FragileSink:
    """Refuses the versions in `poison`, breaks on those in `bugs`, and is away for `outages` calls."""

    def __init__(self, poison: Iterable[int] = (), bugs: Iterable[int] = (), outages: int = 0) -> None:
        self.poison = frozenset(poison)
        self.bugs = frozenset(bugs)
        self.outages = outages
        self.applied: list[int] = []
        self.calls: list[list[int]] = []

    async def prepare(self) -> None:
        """Nothing to do."""

    async def apply(self, events: Sequence[MemoryEvent]) -> None:
        versions = [event.version for event in events]
        self.calls.append(versions)
        if self.outages:
            self.outages -= 1
            raise Unavailable("away")
        if self.poison.intersection(versions):
            raise Rejected("poison")
        if self.bugs.intersection(versions):
            raise ZeroDivisionError("李师傅")
        self.applied += versions


class Notebook:
    """Progress as the propagator reports it."""

    def __init__(self, outages: int = 0, stored: Mapping[int, int] | None = None) -> None:
        self.outages = outages
        self.stored = dict.fromkeys(range(16), 0) | dict(stored or {})
        self.looks = 0
        self.runs: list[Run] = []
        self.letters: list[DeadLetter] = []
        self.drains: list[frozenset[int]] = []

    async def advance(self, applied: Sequence[Run], refused: Sequence[DeadLetter] = ()) -> None:
        if self.outages:
            self.outages -= 1
            raise Unavailable("Postgres is away")
        self.runs += applied
        self.letters += refused
        self.stored |= {run.partition: run.last for run in applied}

    async def positions(self) -> Mapping[int, int]:
        self.looks += 1
        return dict(self.stored)

    async def drained(self, partitions: Iterable[int]) -> None:
        self.drains.append(frozenset(partitions))
