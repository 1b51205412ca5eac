"""The feed: reads its share of the topic's partitions and makes memories of what is told, for ever."""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Protocol, TypeAlias

from opentelemetry.trace import SpanKind
from yiku.extractor.v1 import extractor_pb2 as pb
from yiku_domain.errors import YikuError
from yiku_domain.ids import Scope, TraceId
from yiku_runtime.instruments import Instruments
from yiku_runtime.retry import without_end
from yiku_runtime.telemetry import span_from, trace_id_of, traceparent
from yiku_stores.postgres.told_sources import HashedKey, SourceLetter
from yiku_stream.consumer import Batch
from yiku_stream.record import Record

from yiku_extractor.command import Answer, IngestCommand, WriteOptions
from yiku_extractor.sources.opening import Opener, Told

_TRIES = 3
"""An unforeseen error may pass; one that stays is the source's own."""

_ALIVE_S = 5.0

Place: TypeAlias = tuple[int, int]
"""Partition and offset."""

Waiting: TypeAlias = "dict[Place, Told | SourceLetter]"


class Source(Protocol):
    """Where batches come from: a `BatchConsumer`."""

    async def poll(self) -> Batch:
        """The next records, or none after a moment."""
        ...

    async def keep_alive(self) -> frozenset[int]:
        """Stay in the group; the partitions that are still ours."""
        ...

    async def commit(self, records: Sequence[Record]) -> None:
        """These are done."""
        ...


class Register(Protocol):
    """Where it is kept what became of sources: `ToldSources`."""

    async def known(self, keys: Sequence[HashedKey]) -> Mapping[HashedKey, bytes]:
        """Those committed, with the hash of what they said."""
        ...

    async def erased(self, scopes: Collection[Scope]) -> Mapping[Scope, datetime]:
        """Those of the customers who were erased, and when last."""
        ...

    async def bury(self, letters: Sequence[SourceLetter]) -> None:
        """Keep what cannot be used, each once."""
        ...


class Ingests(Protocol):
    """The use case: `Writes`."""

    async def ingest(self, command: IngestCommand, respond: Callable[[Answer], bytes]) -> Answer:
        """Commit what the segments give, once for their key."""
        ...


class SourceFeed:
    """Commits to Postgres, then to Kafka: after a crash in between the records come again and are known.

    Customers go side by side, what is told of one customer in order. What is invalid becomes a dead
    letter, what was told of a customer before they were erased is passed over, and Postgres being away
    is waited for.
    """

    def __init__(
        self,
        source: Source,
        opener: Opener,
        writes: Ingests,
        register: Register,
        instruments: Instruments,
        *,
        parallel: int = 8,
        longest_wait_s: float = 2.0,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._source = source
        self._opener = opener
        self._writes = writes
        self._register = register
        self._tracer = instruments.tracer
        self._log = instruments.log
        self._records = instruments.metrics.source_records
        self._turn = asyncio.Semaphore(parallel)
        self._longest_wait_s = longest_wait_s
        self._clock = clock

    async def run(self) -> None:
        """Feed until cancelled."""
        while True:
            await self.step()

    async def step(self) -> None:
        """One batch, or one look at an empty topic."""
        batch = await self._source.poll()
        if batch.records:
            await self._carry(batch.records)

    async def _carry(self, records: Sequence[Record]) -> None:
        waiting = {(record.partition, record.offset): self._opener.open(record) for record in records}
        alive = asyncio.create_task(self._stay())
        try:
            async for attempt in without_end(self._longest_wait_s):
                with attempt:
                    if attempt.num > 1:
                        ours = await self._source.keep_alive()
                        waiting = {place: item for place, item in waiting.items() if place[0] in ours}
                    await self._take(waiting)
        finally:
            alive.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await alive
        await self._source.commit(records)

    async def _stay(self) -> None:
        """A batch may take longer than a group waits for its members."""
        while True:
            await asyncio.sleep(_ALIVE_S)
            await self._source.keep_alive()

    async def _take(self, waiting: Waiting) -> None:
        """Settle what is waiting and let go of it; what is left when an error is raised comes again."""
        letters = {place: item for place, item in waiting.items() if isinstance(item, SourceLetter)}
        await self._bury(list(letters.values()))
        self._settle(waiting, letters, "refused")
        told = {place: item for place, item in waiting.items() if isinstance(item, Told)}
        known = await self._register.known([item.hashed for item in told.values()]) if told else {}
        again = {p for p, item in told.items() if known.get(item.hashed) == item.key.request_hash}
        self._settle(waiting, again, "known")
        erased = await self._register.erased({item.scope for item in told.values()}) if told else {}
        gone = {p for p, item in told.items() if p not in again and item.told_before(erased.get(item.scope))}
        self._settle(waiting, gone, "erased")
        await self._side_by_side(waiting, {p: item for p, item in told.items() if p in waiting})

    async def _side_by_side(self, waiting: Waiting, told: Mapping[Place, Told]) -> None:
        """All customers as far as it goes; then the first error."""
        by_customer: dict[Scope, dict[Place, Told]] = defaultdict(dict)
        for place, item in told.items():
            by_customer[item.scope][place] = item
        done = await asyncio.gather(
            *(self._customer(waiting, mine) for mine in by_customer.values()), return_exceptions=True
        )
        for error in done:
            if error is not None:
                raise error

    async def _customer(self, waiting: Waiting, mine: Mapping[Place, Told]) -> None:
        async with self._turn:
            for place, told in mine.items():
                self._settle(waiting, [place], await self._ingest(told))

    def _settle(self, waiting: Waiting, places: Iterable[Place], outcome: str) -> None:
        for place in places:
            del waiting[place]
            self._records.labels(outcome).inc()

    async def _ingest(self, told: Told) -> str:
        """What became of it: ingested or refused."""
        await self._bury([told.failed(failure) for failure in told.read.failures])
        reason = ""
        for _ in range(_TRIES):
            try:
                await self._write(told)
            except YikuError as error:
                if error.retryable:
                    raise
                reason = f"{type(error).__name__}: {error.message}"
                break
            except Exception as error:
                reason = type(error).__name__
            else:
                return "ingested"
        await self._bury([told.letter(reason)])
        return "refused"

    async def _write(self, told: Told) -> None:
        with span_from(self._tracer, told.event.traceparent, "ingest source", kind=SpanKind.CONSUMER) as span:
            span.set_attribute("messaging.kafka.partition", told.record.partition)
            trace_id = TraceId(trace_id_of(span))
            options = WriteOptions(self._clock(), trace_id, traceparent(), told.key, zone=told.zone)
            await self._writes.ingest(
                IngestCommand(told.scope, told.read.segments, options, told.read.failures), _remembered
            )

    async def _bury(self, letters: Sequence[SourceLetter]) -> None:
        if letters:
            await self._register.bury(letters)
            self._log.error("sources refused", count=len(letters), reasons=sorted({x.reason for x in letters})[:5])


def _remembered(answer: Answer) -> bytes:
    """What is kept under the key: nobody asks for more than how many memories came of it."""
    return pb.IngestResponse(stored=answer.stored).SerializeToString()
