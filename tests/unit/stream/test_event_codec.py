"""A change of a memory survives Kafka, and what is none is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku.events.v1.events_pb2 import MemoryEvent as Message
from yiku_domain.errors import Rejected
from yiku_domain.events import MemoryEvent
from yiku_stream.event_codec import (
    delivery_from_record,
    event_from_bytes,
    event_to_bytes,
    record_headers,
)
from yiku_stream.record import Record

from tests.unit.stream.memories import EVENTS

TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@given(EVENTS, st.integers(0, 15), st.integers(1, 2**60), st.sampled_from(["", TRACEPARENT]))
def test_round_trip(event: MemoryEvent, partition: int, position: int, traceparent: str) -> None:
    """Value and headers together give the delivery."""
    headers = record_headers(partition, position, traceparent)
    delivery = delivery_from_record(Record(partition, 7, b"k", event_to_bytes(event), headers))
    assert delivery.event == event
    assert (delivery.partition, delivery.position, delivery.traceparent) == (partition, position, traceparent)


@given(st.binary(max_size=60))
def test_any_bytes_are_decoded_or_rejected(payload: bytes) -> None:
    """Nothing but `Rejected` comes out of the decoder."""
    try:
        event_from_bytes(payload)
    except Rejected:
        return


@pytest.mark.parametrize(
    "message",
    [
        Message(op=Message.OP_UPSERT, tenant_id="t", user_id="u", memory_id="0" * 32, version=1),
        Message(op=Message.OP_UNSPECIFIED, tenant_id="t", user_id="u", memory_id="0" * 32, version=1),
        Message(op=Message.OP_DELETE, tenant_id="t", user_id="u", memory_id="nonsense", version=1),
    ],
    ids=["an upsert without its memory", "no operation", "no id"],
)
def test_what_is_no_event_is_rejected(message: Message) -> None:
    """Parsable bytes can be no event all the same."""
    with pytest.raises(Rejected):
        event_from_bytes(message.SerializeToString())


@pytest.mark.parametrize("headers", [{}, {"yiku-position": b"x"}, {"yiku-position": b""}])
def test_a_record_without_a_place_is_rejected(headers: dict[str, bytes]) -> None:
    """Progress cannot be counted over it."""
    event = event_to_bytes_of_a_delete()
    with pytest.raises(Rejected):
        delivery_from_record(Record(0, 0, b"", event, headers))


def event_to_bytes_of_a_delete() -> bytes:
    """A valid value."""
    message = Message(op=Message.OP_DELETE, tenant_id="t", user_id="u", memory_id="0" * 32, version=1)
    return message.SerializeToString()
