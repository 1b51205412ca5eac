"""What was told, on its way through Kafka."""

from dataclasses import replace

import pytest
from yiku.extractor.v1.extractor_pb2 import IngestRequest, Order, SourceItem
from yiku_domain.errors import Rejected
from yiku_domain.ids import TenantId
from yiku_stream.record import Outgoing, Record
from yiku_stream.source_codec import SourceEvent, source_from_record, source_to_record

REQUEST = IngestRequest(user_id="u_1", idempotency_key="k", items=[SourceItem(order=Order(order_id="1"))])
EVENT = SourceEvent(TenantId("acme"), REQUEST, "00-1-2-01")


def arrived(sent: Outgoing) -> Record:
    return Record(sent.partition, 7, sent.key, sent.value, sent.headers)


def test_it_comes_back_as_it_went() -> None:
    sent = source_to_record(EVENT)
    assert (sent.key, sent.partition) == (b"acme/u_1", EVENT.scope.partition)
    assert source_from_record(arrived(sent)) == EVENT
    assert source_from_record(arrived(source_to_record(replace(EVENT, traceparent="")))).traceparent == ""


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (replace(arrived(source_to_record(EVENT)), value=b"\xff\xff not protobuf"), "not a source event"),
        (replace(arrived(source_to_record(EVENT)), key=b"acme/u_2"), "another customer"),
        (replace(arrived(source_to_record(EVENT)), key=b"other/u_1"), "another customer"),
        (arrived(source_to_record(replace(EVENT, tenant_id=TenantId("")))), "tenant"),
        (arrived(source_to_record(replace(EVENT, tenant_id=TenantId("a/b")))), "tenant"),
    ],
)
def test_what_is_no_source_of_the_customer_in_its_key_is_rejected(record: Record, why: str) -> None:
    with pytest.raises(Rejected, match=why):
        source_from_record(record)
