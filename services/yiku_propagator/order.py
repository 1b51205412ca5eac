"""Which records of a batch come next: none twice, and none past a gap."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from yiku_domain.errors import Rejected
from yiku_stream.event_codec import record_position
from yiku_stream.record import Record


class Positions(Protocol):
    """Where the sink's stored progress is read."""

    async def positions(self) -> Mapping[int, int]:
        """The last position applied, by partition."""
        ...


class Order:
    """Follows the positions of each partition.

    What is at or before the stored position has been applied, so it is left out. What lies past a gap
    is left out as well: the relay sends again from the gap, in order, and to apply it now would be
    work done twice. Another propagator may have carried a partition meanwhile, so a gap is believed
    only after a look at the stored positions.
    """

    def __init__(self, stored: Positions) -> None:
        self._stored = stored
        self._at: dict[int, int] = {}

    async def next_of(self, records: Sequence[Record]) -> list[Record]:
        """The records to apply now, in their order; those without a place of the relay's stay in."""
        fresh, gap = self._sift(records)
        if not gap:
            return fresh
        self._at = dict(await self._stored.positions())
        return self._sift(records)[0]

    def applied(self, partition: int, position: int) -> None:
        """The sink and its stored progress have come this far."""
        self._at[partition] = max(position, self._at.get(partition, 0))

    def _sift(self, records: Sequence[Record]) -> tuple[list[Record], bool]:
        at, fresh, gap = dict(self._at), [], False
        for record in records:
            position = position_of(record)
            last = at.get(record.partition, -1)
            if position is None or position == last + 1:
                fresh.append(record)
                at[record.partition] = last if position is None else position
            elif position > last:
                gap = True
        return fresh, gap


def position_of(record: Record) -> int | None:
    """The record's place in its partition; None where the relay gave it none."""
    try:
        return record_position(record.headers)
    except Rejected:
        return None
