"""AdminService: for the people who run Yiku, across tenants."""

from typing import Final

from yiku.admin.v1 import admin_pb2 as pb
from yiku_domain.events import Sink
from yiku_stores.postgres.operations import BuriedEvent, SinkLag
from yiku_stream.memory_codec import time_to_proto

from yiku_memory.administration import Administration, StoreState

_LETTERS: Final = 100


class AdminServicer:
    """Translates; an empty store or sink means all of them."""

    def __init__(self, administration: Administration) -> None:
        self._administration = administration

    async def Check(self, request: pb.CheckRequest, _context: object) -> pb.CheckResponse:
        """Every store beside Postgres."""
        found = await self._administration.check(_sinks(request.store))
        return pb.CheckResponse(
            stores=[_store(state) for state in found.stores],
            memories=found.totals.memories,
            log_lines=found.totals.log_lines,
            outbox=found.totals.outbox,
            agree=found.agree,
        )

    async def Repair(self, request: pb.RepairRequest, _context: object) -> pb.RepairResponse:
        """Send again what differs."""
        return pb.RepairResponse(resent=await self._administration.repair(_sinks(request.store)))

    async def Rebuild(self, request: pb.RebuildRequest, _context: object) -> pb.RebuildResponse:
        """Empty one store and fill it again."""
        return pb.RebuildResponse(resent=await self._administration.rebuild(Sink(request.store)))

    async def Lag(self, _request: pb.LagRequest, _context: object) -> pb.LagResponse:
        """How far behind everything is."""
        sinks, unpublished = await self._administration.lag()
        return pb.LagResponse(sinks=[_lag(one) for one in sinks], unpublished=unpublished)

    async def ListDeadLetters(self, request: pb.ListDeadLettersRequest, _context: object) -> pb.ListDeadLettersResponse:
        """What sinks refused, newest first."""
        found = await self._administration.dead_letters(request.limit or _LETTERS)
        return pb.ListDeadLettersResponse(dead_letters=[_letter(one) for one in found])

    async def RedriveDeadLetters(
        self, request: pb.RedriveDeadLettersRequest, _context: object
    ) -> pb.RedriveDeadLettersResponse:
        """Send it again."""
        sent = await self._administration.redrive(_sinks(request.sink))
        return pb.RedriveDeadLettersResponse(resent=sent)


def _sinks(name: str) -> tuple[Sink, ...]:
    return (Sink(name),) if name else ()


def _store(state: StoreState) -> pb.StoreReport:
    return pb.StoreReport(
        store=state.sink.value,
        expected=state.expected,
        held=state.held,
        missing=state.missing,
        stale=state.stale,
        extra=state.extra,
        pending=state.pending,
        agree=state.agree,
        error=state.error,
    )


def _lag(one: SinkLag) -> pb.SinkLag:
    return pb.SinkLag(
        sink=one.sink.value,
        pending=one.pending,
        oldest_seconds=one.oldest_seconds,
        last_applied_at=time_to_proto(one.last_applied_at),
        dead_letters=one.dead_letters,
    )


def _letter(one: BuriedEvent) -> pb.DeadLetter:
    return pb.DeadLetter(
        id=one.id,
        sink=one.sink.value,
        tenant_id=one.scope.tenant_id,
        user_id=one.scope.user_id,
        memory_id=str(one.memory_id),
        version=one.version,
        error=one.error,
        at=time_to_proto(one.at),
    )
