"""TraceService: decision records."""

from typing import Final

from yiku.trace.v1 import trace_pb2 as pb
from yiku_domain.errors import NotFound
from yiku_domain.ids import TraceId
from yiku_domain.trace import DecisionRecord, Stage
from yiku_runtime.call import current_caller
from yiku_stores.postgres import traces
from yiku_stores.postgres.database import Database
from yiku_stream.memory_codec import time_to_proto, value_to_struct

_LIMIT: Final = 50


class TraceServicer:
    """Records hold masked text and ids only."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def Get(self, request: pb.GetRequest, _context: object) -> pb.GetResponse:
        """What was decided under a trace id; of an ingest and a recall under the same one, the later."""
        tenant_id = current_caller().tenant_id
        async with self._database.reader(tenant_id) as conn:
            found = await traces.get(conn, tenant_id, TraceId(request.trace_id))
        if not found:
            raise NotFound("no decision record for this trace; records are kept for a while only")
        latest = max(found, key=lambda record: record.created_at)
        return pb.GetResponse(trace=_to_proto(latest))

    async def List(self, request: pb.ListRequest, _context: object) -> pb.ListResponse:
        """The newest first."""
        tenant_id = current_caller().tenant_id
        async with self._database.reader(tenant_id) as conn:
            found = await traces.list_recent(
                conn,
                tenant_id,
                user_id=request.user_id,
                kind=request.kind,
                limit=request.limit or _LIMIT,
            )
        return pb.ListResponse(traces=[_to_proto(record) for record in found])


def _to_proto(record: DecisionRecord) -> pb.Trace:
    return pb.Trace(
        trace_id=record.trace_id,
        kind=record.kind.value,
        user_id=record.scope.user_id,
        created_at=time_to_proto(record.created_at),
        summary=value_to_struct(record.summary),
        stages=[_stage(stage) for stage in record.stages],
        items=[value_to_struct(item) for item in record.items],
    )


def _stage(stage: Stage) -> pb.Stage:
    return pb.Stage(name=stage.name, millis=stage.millis, detail=value_to_struct(stage.detail))
