"""ExtractorService: requests to commands, answers to responses."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from yiku.extractor.v1 import extractor_pb2 as pb
from yiku_domain.ids import TraceId
from yiku_runtime.call import current_trace_id, item_violations, remaining_s
from yiku_runtime.telemetry import traceparent

from yiku_extractor.command import IngestCommand, RememberCommand, WriteOptions
from yiku_extractor.requests import (
    key_of,
    read_items,
    read_statements,
    refuse_if_nothing_is_left,
    scope_of,
    zone_of,
)
from yiku_extractor.responses import ingest_response, remember_response
from yiku_extractor.write import Writes

_LONGEST_WAIT_S = 30.0
_ANSWER_S = 0.2

ITEM_FIELDS = {"Ingest": "items.dialogue.turns", "Remember": "statements"}


class ExtractorServicer:
    """Ingest and Remember; whoever calls is known and the request's shape is checked."""

    def __init__(self, writes: Writes, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._writes = writes
        self._clock = clock

    async def Ingest(self, request: pb.IngestRequest, _context: object) -> pb.IngestResponse:
        """Sources in, outcomes out, item by item."""
        options = replace(self._options("Ingest", request), zone=zone_of(request.time_zone))
        read = read_items(request, item_violations(), options.now)
        refuse_if_nothing_is_left(read)
        command = IngestCommand(scope_of(request.user_id), read.segments, options, read.failures)
        answer = await self._writes.ingest(command, lambda a: ingest_response(a, options.trace_id).SerializeToString())
        return ingest_response(answer, options.trace_id)

    async def Remember(self, request: pb.RememberRequest, _context: object) -> pb.RememberResponse:
        """Statements in, outcomes out, item by item."""
        options = self._options("Remember", request)
        read = read_statements(request, item_violations())
        refuse_if_nothing_is_left(read)
        command = RememberCommand(scope_of(request.user_id), read.statements, options, read.failures)
        answer = await self._writes.remember(
            command, lambda a: remember_response(a, options.trace_id).SerializeToString()
        )
        return remember_response(answer, options.trace_id)

    def _options(self, method: str, request: pb.IngestRequest | pb.RememberRequest) -> WriteOptions:
        wait_s = 0.0
        if request.wait == pb.WAIT_INDEXED:
            wait_s = max(0.0, min(_LONGEST_WAIT_S, remaining_s() - _ANSWER_S))
        return WriteOptions(
            now=self._clock(),
            trace_id=TraceId(current_trace_id()),
            traceparent=traceparent(),
            key=key_of(method, request),
            dry_run=request.mode == pb.MODE_DRY_RUN,
            wait_s=wait_s,
        )
