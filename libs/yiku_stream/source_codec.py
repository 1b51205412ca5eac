"""What was told of a customer to and from a Kafka record of the topic `yiku.sources.v1`."""

import re
from dataclasses import dataclass

from google.protobuf.message import DecodeError
from yiku.events.v1.events_pb2 import SourceEvent as Message
from yiku.extractor.v1.extractor_pb2 import IngestRequest
from yiku_domain.errors import Rejected
from yiku_domain.ids import Scope, TenantId, UserId

from yiku_stream.event_codec import CONTENT_TYPE, TRACEPARENT
from yiku_stream.record import Outgoing, Record

_PROTOBUF = b"application/x-protobuf; messageType=yiku.events.v1.SourceEvent"
_TENANT = re.compile(r"[A-Za-z0-9_.-]{1,64}")


@dataclass(frozen=True)
class SourceEvent:
    """A request to ingest, masked, on its way through Kafka."""

    tenant_id: TenantId
    request: IngestRequest
    traceparent: str = ""

    @property
    def scope(self) -> Scope:
        """The customer it is about."""
        return Scope(self.tenant_id, UserId(self.request.user_id))


def source_to_record(event: SourceEvent) -> Outgoing:
    """The record, in the partition of its customer: what is told of one customer stays in order."""
    scope = event.scope
    headers = {CONTENT_TYPE: _PROTOBUF}
    if event.traceparent:
        headers[TRACEPARENT] = event.traceparent.encode()
    value = Message(tenant_id=event.tenant_id, request=event.request).SerializeToString()
    return Outgoing(scope.partition, scope.key.encode(), value, headers)


def source_from_record(record: Record) -> SourceEvent:
    """The inverse of `source_to_record`; raises `Rejected` for what is no source of the customer in its key."""
    try:
        message = Message.FromString(record.value)
    except DecodeError as error:
        raise Rejected("not a source event") from error
    traceparent = record.headers.get(TRACEPARENT, b"").decode("ascii", "replace")
    event = SourceEvent(TenantId(message.tenant_id), message.request, traceparent)
    if not _TENANT.fullmatch(message.tenant_id):
        raise Rejected("tenant_id: names no tenant")
    if event.scope.key.encode() != record.key:
        raise Rejected("the key of the record names another customer")
    return event
