"""A Kafka record without Kafka's client."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class Record:
    """What is read: `offset` is the broker's, and starts anew when a broker lost its log.

    `written_at` is when it was written, as its topic tells the time; None where it does not.
    """

    partition: int
    offset: int
    key: bytes
    value: bytes
    headers: Mapping[str, bytes] = field(default_factory=dict)
    written_at: datetime | None = None


@dataclass(frozen=True)
class Outgoing:
    """What is to be written, to a partition that the sender has chosen."""

    partition: int
    key: bytes
    value: bytes
    headers: Mapping[str, bytes] = field(default_factory=dict)
