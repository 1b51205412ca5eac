"""A change of a memory to and from a Kafka record of the topic `yiku.memory.v1`."""

from collections.abc import Mapping
from uuid import UUID

from google.protobuf.message import DecodeError
from yiku.events.v1.events_pb2 import MemoryEvent as Message
from yiku_domain.errors import InvalidRequest, Rejected
from yiku_domain.events import Delivery, MemoryEvent, Op
from yiku_domain.ids import MemoryId, Scope, TenantId, UserId

from yiku_stream.memory_codec import memory_from_proto, memory_to_proto
from yiku_stream.record import Record

TRACEPARENT = "traceparent"
PARTITION = "yiku-partition"
POSITION = "yiku-position"
CONTENT_TYPE = "content-type"
PROTOBUF = b"application/x-protobuf; messageType=yiku.events.v1.MemoryEvent"

_OPS = {Op.UPSERT: Message.OP_UPSERT, Op.DELETE: Message.OP_DELETE}
_OPS_BACK = {number: op for op, number in _OPS.items()}


def event_to_bytes(event: MemoryEvent) -> bytes:
    """The value of the record, and the payload of the outbox row."""
    return Message(
        op=_OPS[event.op],
        tenant_id=event.scope.tenant_id,
        user_id=event.scope.user_id,
        memory_id=str(event.memory_id),
        version=event.version,
        memory=memory_to_proto(event.memory) if event.memory else None,
        repair=event.repair,
    ).SerializeToString()


def event_from_bytes(payload: bytes) -> MemoryEvent:
    """The inverse of `event_to_bytes`; raises `Rejected` for what is no event."""
    try:
        message = Message.FromString(payload)
        return _event(message)
    except (DecodeError, InvalidRequest, ValueError, KeyError) as error:
        raise Rejected(f"not a memory event: {type(error).__name__}") from error


def _event(message: Message) -> MemoryEvent:
    tenant_id = TenantId(message.tenant_id)
    memory = memory_from_proto(message.memory, tenant_id) if message.HasField("memory") else None
    event = MemoryEvent(
        op=_OPS_BACK[message.op],
        scope=Scope(tenant_id, UserId(message.user_id)),
        memory_id=MemoryId(UUID(message.memory_id)),
        version=message.version,
        memory=memory,
        repair=message.repair,
    )
    if (event.op is Op.UPSERT) != (memory is not None):
        raise ValueError("an upsert carries the memory and a delete does not")
    return event


def record_headers(partition: int, position: int, traceparent: str) -> dict[str, bytes]:
    """The headers that carry an outbox row's place and trace context."""
    headers = {
        CONTENT_TYPE: PROTOBUF,
        PARTITION: str(partition).encode(),
        POSITION: str(position).encode(),
    }
    return headers | ({TRACEPARENT: traceparent.encode()} if traceparent else {})


def delivery_from_record(record: Record) -> Delivery:
    """A record as a sink receives it; raises `Rejected` for what is no event of ours."""
    return Delivery(
        event=event_from_bytes(record.value),
        partition=record.partition,
        position=record_position(record.headers),
        traceparent=record.headers.get(TRACEPARENT, b"").decode("ascii", "replace"),
    )


def record_position(headers: Mapping[str, bytes]) -> int:
    """The place in the outbox partition; raises `Rejected` where the header is missing or no number."""
    try:
        return int(headers[POSITION])
    except (KeyError, ValueError) as error:
        raise Rejected(f"no header {POSITION}") from error
