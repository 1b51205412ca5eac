"""One propagator: reads its share of the partitions and brings one index up to date, for ever."""

import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Protocol

from yiku_domain.errors import YikuError
from yiku_domain.events import Delivery, Sink
from yiku_runtime.instruments import Instruments
from yiku_runtime.retry import without_end
from yiku_stores.postgres.progress import DeadLetter, Run, runs
from yiku_stream.consumer import Batch
from yiku_stream.record import Record

from yiku_propagator.inbox import Inbox, open_records
from yiku_propagator.isolation import apply_isolating
from yiku_propagator.order import Order
from yiku_propagator.sinks import SinkWriter
from yiku_propagator.spans import propagation_spans


class Source(Protocol):
    """Where batches come from: a `BatchConsumer`."""

    async def poll(self) -> Batch:
        """The next records, or none after a moment."""
        ...

    async def keep_alive(self) -> frozenset[int]:
        """Stay in the group; the partitions that are still ours."""
        ...

    async def commit(self, records: Sequence[Record]) -> None:
        """The sink has these."""
        ...


class Progress(Protocol):
    """Where progress is kept: a `SinkProgress`."""

    async def advance(self, applied: Sequence[Run], refused: Sequence[DeadLetter] = ()) -> None:
        """Move on over what was applied, and keep what was refused."""
        ...

    async def drained(self, partitions: Iterable[int]) -> None:
        """Just now there was nothing more to read."""
        ...

    async def positions(self) -> Mapping[int, int]:
        """The last position applied, by partition."""
        ...


class Propagator:
    """Applies, then records progress, then commits: after a crash in between the events come again.

    A store or Postgres that is away is waited for, with the order kept and the place in the group.
    What a sink refuses becomes a dead letter, and the others go on.
    """

    def __init__(
        self,
        sink: Sink,
        writer: SinkWriter,
        source: Source,
        progress: Progress,
        instruments: Instruments,
        *,
        longest_wait_s: float = 2.0,
        report_s: float = 1.0,
    ) -> None:
        self._sink = sink
        self._writer = writer
        self._source = source
        self._progress = progress
        self._order = Order(progress)
        self._tracer = instruments.tracer
        self._metrics = instruments.metrics
        self._log = instruments.log
        self._longest_wait_s = longest_wait_s
        self._report_s = report_s
        self._reported_at = float("-inf")

    async def run(self) -> None:
        """Carry changes until cancelled."""
        async for attempt in without_end(self._longest_wait_s):
            with attempt:
                await self._writer.prepare()
        while True:
            await self.step()

    async def step(self) -> None:
        """One batch, or one look at an empty log."""
        batch = await self._source.poll()
        if batch.records:
            await self._carry(batch.records)
        elif batch.drained and time.monotonic() - self._reported_at >= self._report_s:
            await self._report(batch.drained)

    async def _carry(self, records: Sequence[Record]) -> None:
        async for attempt in without_end(self._longest_wait_s):
            with attempt:
                if attempt.num > 1:
                    ours = await self._source.keep_alive()
                    records = [r for r in records if r.partition in ours]
                await self._apply(open_records(await self._order.next_of(records)))
        await self._source.commit(records)

    async def _apply(self, inbox: Inbox) -> None:
        if not (inbox.places or inbox.foreign):
            return
        started = time.perf_counter()
        with propagation_spans(self._tracer, self._sink, inbox.deliveries):
            refused = await apply_isolating(self._writer, inbox.deliveries)
            refused += inbox.unreadable
            await self._progress.advance(runs(inbox.places), refused)
        for partition, position in inbox.places:
            self._order.applied(partition, position)
        self._count(inbox, len(refused), time.perf_counter() - started)

    async def _report(self, drained: frozenset[int]) -> None:
        try:
            await self._progress.drained(drained)
        except YikuError as error:
            self._log.warning("progress not reported", sink=self._sink.value, error=error.message)
        else:
            self._reported_at = time.monotonic()

    def _count(self, inbox: Inbox, refused: int, seconds: float) -> None:
        sink = self._sink.value
        self._metrics.sink_applied.labels(sink).inc(len(inbox.places) - refused)
        self._metrics.sink_apply_seconds.labels(sink).observe(seconds)
        now = datetime.now(UTC)
        for lag in _lags(inbox.deliveries, now):
            self._metrics.sink_lag_seconds.labels(sink).observe(lag)
        if refused or inbox.foreign:
            self._metrics.sink_dead_letters.labels(sink).inc(refused)
            self._log.error("events refused", sink=sink, refused=refused, foreign=inbox.foreign)


def _lags(deliveries: Sequence[Delivery], now: datetime) -> list[float]:
    """Seconds since each change was made; repairs repeat old ones and do not count."""
    events = [d.event for d in deliveries if not d.event.repair]
    return [(now - e.memory.updated_at).total_seconds() for e in events if e.memory is not None]
