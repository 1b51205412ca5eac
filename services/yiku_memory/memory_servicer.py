"""MemoryService: what is known about a customer, and the ways to change it by hand."""

from collections.abc import Sequence
from typing import Final

from yiku.memory.v1 import memory_pb2 as pb
from yiku_domain.memory import Kind, Status
from yiku_stores.postgres.memories import LoggedChange, Memories, Wanted
from yiku_stream.memory_codec import memory_to_proto, struct_to_value, time_to_proto

from yiku_memory.calling import Clock, memory_id_of, origin, scope_of, utc_now
from yiku_memory.corrections import Corrections
from yiku_memory.erasing import Erasing

_PAGE: Final = 100


class MemoryServicer:
    """Translates; a memory of another tenant or customer is not found."""

    def __init__(
        self,
        memories: Memories,
        corrections: Corrections,
        erasing: Erasing,
        clock: Clock = utc_now,
    ) -> None:
        self._memories = memories
        self._corrections = corrections
        self._erasing = erasing
        self._clock = clock

    async def Get(self, request: pb.GetRequest, _context: object) -> pb.GetResponse:
        """One memory, whatever its status."""
        found = await self._memories.get(scope_of(request.user_id), memory_id_of(request.memory_id))
        return pb.GetResponse(memory=memory_to_proto(found))

    async def List(self, request: pb.ListRequest, _context: object) -> pb.ListResponse:
        """A page, newest first. The token is the last id of the page before."""
        token = request.page_token
        page = await self._memories.page(
            scope_of(request.user_id),
            _wanted(request),
            size=request.page_size or _PAGE,
            before=memory_id_of(token, "page_token") if token else None,
        )
        return pb.ListResponse(
            memories=[memory_to_proto(memory) for memory in page.memories],
            next_page_token=str(page.after or ""),
        )

    async def History(self, request: pb.HistoryRequest, _context: object) -> pb.HistoryResponse:
        """Of a memory or of a slot, oldest first."""
        scope = scope_of(request.user_id)
        if request.WhichOneof("of") == "attribute":
            changes = await self._memories.history_of_attribute(scope, request.attribute)
        else:
            memory_id = memory_id_of(request.memory_id)
            changes = await self._memories.history_of_memory(scope, memory_id)
        return pb.HistoryResponse(changes=_changes(changes))

    async def Correct(self, request: pb.CorrectRequest, _context: object) -> pb.CorrectResponse:
        """Masked before it is stored."""
        value = struct_to_value(request.value) if request.HasField("value") else None
        memory = await self._corrections.correct(
            scope_of(request.user_id),
            memory_id_of(request.memory_id),
            request.content,
            value,
            expected_version=request.expected_version,
            origin=origin(self._clock()),
        )
        return pb.CorrectResponse(memory=memory_to_proto(memory))

    async def Retract(self, request: pb.RetractRequest, _context: object) -> pb.RetractResponse:
        """No longer true from now on."""
        memory = await self._corrections.retract(
            scope_of(request.user_id),
            memory_id_of(request.memory_id),
            reason=request.reason,
            origin=origin(self._clock()),
        )
        return pb.RetractResponse(memory=memory_to_proto(memory))

    async def Erase(self, request: pb.EraseRequest, _context: object) -> pb.EraseResponse:
        """The receipt says what each store let go of."""
        receipt = await self._erasing.erase(scope_of(request.user_id), origin(self._clock()))
        return pb.EraseResponse(
            receipt_id=str(receipt.receipt_id),
            at=time_to_proto(receipt.at),
            erased=[pb.Erased(store=s, count=n) for s, n in receipt.removed.items()],
        )


def _wanted(request: pb.ListRequest) -> Wanted:
    statuses = tuple(Status(name) for name in request.statuses) or (Status.ACTIVE,)
    kinds = tuple(Kind(name) for name in request.kinds)
    return Wanted(statuses, kinds, request.attribute)


def _changes(changes: Sequence[LoggedChange]) -> list[pb.Change]:
    return [
        pb.Change(
            operation=change.operation,
            at=time_to_proto(change.at),
            trace_id=change.trace_id,
            memory=memory_to_proto(change.memory),
        )
        for change in changes
    ]
