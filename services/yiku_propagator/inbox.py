"""Records of a batch as deliveries, and those that cannot be read as dead letters."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from yiku_domain.errors import Rejected
from yiku_domain.events import Delivery
from yiku_domain.ids import MemoryId, Scope, TenantId, UserId
from yiku_stores.postgres.progress import DeadLetter
from yiku_stream.event_codec import delivery_from_record
from yiku_stream.record import Record

from yiku_propagator.order import position_of

UNKNOWN = MemoryId(UUID(int=0))
"""The memory of a record that cannot be read."""


@dataclass(frozen=True)
class Inbox:
    """What a batch holds, in its order.

    `places` are the (partition, position) of all events, readable or not. Records without a place
    are none of the relay's and are only counted.
    """

    deliveries: tuple[Delivery, ...]
    unreadable: tuple[DeadLetter, ...]
    places: tuple[tuple[int, int], ...]
    foreign: int


def open_records(records: Sequence[Record]) -> Inbox:
    """Sort a batch; never raises."""
    deliveries: list[Delivery] = []
    unreadable: list[DeadLetter] = []
    places: list[tuple[int, int]] = []
    for record in records:
        position = position_of(record)
        if position is None:
            continue
        places.append((record.partition, position))
        try:
            deliveries.append(delivery_from_record(record))
        except Rejected as error:
            unreadable.append(DeadLetter(_scope(record.key), UNKNOWN, 0, error.message))
    return Inbox(tuple(deliveries), tuple(unreadable), tuple(places), len(records) - len(places))


def dead_letter(delivery: Delivery, reason: str) -> DeadLetter:
    """A delivery that the sink will not take."""
    event = delivery.event
    return DeadLetter(event.scope, event.memory_id, event.version, reason)


def _scope(key: bytes) -> Scope:
    tenant, _, user = key.decode("utf-8", "replace").replace("\x00", "").partition("/")
    return Scope(TenantId(tenant), UserId(user))
