"""Rounds of summing up: cut what has been said into segments, then write what is due, a little at a time."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from opentelemetry.trace import Span, Tracer
from structlog.typing import FilteringBoundLogger
from yiku_domain.errors import YikuError
from yiku_domain.ids import TraceId
from yiku_domain.summary import SegmentBasis, SummaryKey
from yiku_runtime.telemetry import traceparent
from yiku_stores.postgres.conversations import Conversations, Cutting, WaitingConversations
from yiku_stores.postgres.summaries import Due, Summaries, SummaryQueue

from yiku_keeper.summaries.summariser import Summarised, Summariser

CONVERSATIONS = 50
DUE = 8
"""What one round takes at most, so that a backlog is worked off evenly."""

PARALLEL = 4
LEASE = timedelta(minutes=5)
"""Longer than a round: every summary of it may wait for the model in turn."""

OnTold = Callable[[SummaryKey, Summarised], None]
"""Called for each summary that was written."""


@dataclass(frozen=True)
class Stores:
    """`waiting` and `queue` see every tenant and no words; the others see one tenant at a time."""

    waiting: WaitingConversations
    queue: SummaryQueue
    conversations: Conversations
    summaries: Summaries


class SummaryRounds:
    """Runs until cancelled. Several may run at once; a store that is away is tried again.

    Work rests for as long as it takes: summing up never takes more than half of a core, or of a model.
    """

    def __init__(
        self,
        stores: Stores,
        summariser: Summariser,
        cutting: Cutting,
        *,
        tracer: Tracer,
        log: FilteringBoundLogger,
        on_told: OnTold,
        clock: Callable[[], datetime],
        poll_s: float = 2.0,
    ) -> None:
        self._stores = stores
        self._summariser = summariser
        self._cutting = cutting
        self._tracer = tracer
        self._log = log
        self._on_told = on_told
        self._clock = clock
        self._poll_s = poll_s

    async def run(self) -> None:
        """Round after round; without a pause of its own only while there is a backlog."""
        while True:
            began = time.monotonic()
            try:
                busy = await self.round()
            except YikuError as error:
                self._log.warning("cannot sum up", error=error.message)
                busy = False
            worked = time.monotonic() - began
            await asyncio.sleep(worked if busy else max(worked, self._poll_s))

    async def round(self) -> bool:
        """One round; whether there is more to do. Raises what the stores raise."""
        waiting = await self._stores.waiting.find(self._cutting, self._clock(), limit=CONVERSATIONS)
        for conversation in waiting:
            await self._stores.conversations.cut(conversation, self._cutting, self._clock())
        due = await self._stores.queue.claim(self._clock(), limit=DUE, lease=LEASE)
        await self._write_all(due)
        return len(waiting) == CONVERSATIONS or len(due) == DUE

    async def _write_all(self, due: Sequence[SummaryKey]) -> None:
        """Some at once; one that fails leaves the others alone and comes up again when its lease is over."""
        places = asyncio.Semaphore(PARALLEL)

        async def write(key: SummaryKey) -> None:
            async with places:
                await self._write(key)

        results = await asyncio.gather(*(write(key) for key in due), return_exceptions=True)
        for key, result in zip(due, results, strict=True):
            if isinstance(result, YikuError):
                self._log.warning("cannot write a summary", level=key.level.value, error=result.message)
            elif isinstance(result, Exception):
                self._log.error("a summary failed", level=key.level.value, error=type(result).__name__)
            elif result is not None:
                raise result

    async def _write(self, key: SummaryKey) -> None:
        """Read, tell, write: nothing is held while the model thinks. What has changed meanwhile is due again."""
        with self._tracer.start_as_current_span("summary", record_exception=False) as span:
            due = await self._stores.summaries.read(key)
            if due is None:
                return
            summarised = await self._summarise(due)
            trace_id = TraceId(format(span.get_span_context().trace_id, "032x"))
            written = await self._stores.summaries.write(
                due, summarised.told, self._clock(), trace_id, traceparent(span)
            )
            _observe(span, key, summarised, written)
            if written:
                self._on_told(key, summarised)

    async def _summarise(self, due: Due) -> Summarised:
        tenant = due.key.scope.tenant_id
        if isinstance(due.basis, SegmentBasis):
            return await self._summariser.segment(due.basis, tenant)
        return await self._summariser.roll_up(due.key.level, due.basis, tenant)


def _observe(span: Span, key: SummaryKey, summarised: Summarised, written: bool) -> None:
    """Counts and codes, no words."""
    span.set_attributes(
        {
            "summary.level": key.level.value,
            "summary.by": summarised.told.by,
            "summary.lines": len(summarised.told.lines),
            "summary.written": written,
        }
    )
    if summarised.written is not None:
        span.set_attributes(
            {
                "llm.outcome": summarised.written.outcome,
                "llm.refused": [one.value for one in summarised.written.refused],
                "llm.millis": summarised.written.millis,
            }
        )
