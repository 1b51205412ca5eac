"""One life of a Kafka consumer in its group: blocking, for one thread."""

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import cast

from confluent_kafka import (
    OFFSET_BEGINNING,
    TIMESTAMP_NOT_AVAILABLE,
    Consumer,
    KafkaError,
    KafkaException,
    Message,
    TopicPartition,
)

from yiku_stream.record import Record
from yiku_stream.settings import KafkaSettings

_BROKEN = (
    KafkaError._ALL_BROKERS_DOWN,
    KafkaError.UNKNOWN_TOPIC_OR_PART,
    KafkaError._UNKNOWN_TOPIC,
    KafkaError._UNKNOWN_PARTITION,
    KafkaError._FATAL,
    KafkaError._MAX_POLL_EXCEEDED,
)


class Membership:
    """Reads one topic as a member of a group until it is `broken`.

    Broken means that only a new member finds its way again: every broker was away (one that keeps
    its log in memory is back without topics and groups, and a member from before is given no
    partitions), or the topic was.
    """

    def __init__(self, settings: KafkaSettings, topic: str, group: str, partitions: int) -> None:
        self._topic = topic
        self._grouped = settings.grouped
        self.broken = False
        self.assigned: frozenset[int] = frozenset()
        self._at_end: frozenset[int] = frozenset()
        self._assigned_at = time.monotonic()
        self._stash: list[Message] = []
        self._paused = False
        self._consumer = Consumer({**settings.consumer(group), "error_cb": self._on_error})
        if settings.grouped:
            self._subscribe()
        else:
            self._take_all(partitions)

    def _subscribe(self) -> None:
        self._consumer.subscribe(
            [self._topic], on_assign=self._on_assign, on_revoke=self._on_revoke, on_lost=self._on_revoke
        )

    def _take_all(self, partitions: int) -> None:
        self.assigned = frozenset(range(partitions))
        self._consumer.assign([TopicPartition(self._topic, p, OFFSET_BEGINNING) for p in self.assigned])

    def read(self, limit: int, wait_s: float, gather_s: float) -> list[Record]:
        """Wait for a record, then gather more for a moment, up to `limit`; in order by partition."""
        self._resume()
        messages, self._stash = self._stash, []
        messages += self._consumer.consume(1, timeout=0.0 if messages else wait_s)
        if messages:
            messages += self._consumer.consume(max(1, limit - len(messages)), timeout=gather_s)
        return [r for m in messages if (r := self._record(m)) is not None]

    def keep_alive(self) -> None:
        """Take part in rebalances without taking records."""
        self._paused = True
        self._quietly(lambda: self._consumer.pause(self._places(self.assigned)))
        message = self._consumer.poll(0)
        if message is not None:
            self._stash.append(message)

    def commit(self, records: Sequence[Record]) -> None:
        """Remember in the group that these are done; a loss means reading them again."""
        if not self._grouped:
            return
        done = {r.partition: r.offset + 1 for r in records if r.partition in self.assigned}
        offsets = [TopicPartition(self._topic, p, offset) for p, offset in done.items()]
        if offsets:
            self._quietly(lambda: self._consumer.commit(offsets=offsets, asynchronous=True))

    @property
    def drained(self) -> frozenset[int]:
        """The assigned partitions whose end was reached, with nothing read since."""
        return self._at_end & self.assigned

    @property
    def idle_s(self) -> float:
        """How long this member has been without any partition."""
        return 0.0 if self.assigned else time.monotonic() - self._assigned_at

    def close(self) -> None:
        """Leave the group."""
        self._quietly(self._consumer.close)

    def _record(self, message: Message) -> Record | None:
        partition, offset, error = message.partition(), message.offset(), message.error()
        if error is not None and error.code() != KafkaError._PARTITION_EOF:
            self._on_error(error)
            return None
        assert partition is not None and offset is not None
        if error is not None:
            self._at_end |= {partition}
            return None
        self._at_end -= {partition}
        key, value = _bytes(message.key()), _bytes(message.value())
        return Record(partition, offset, key, value, _headers(message), _written_at(message))

    def _resume(self) -> None:
        if self._paused:
            self._paused = False
            self._quietly(lambda: self._consumer.resume(self._places(self.assigned)))

    def _places(self, partitions: Iterable[int]) -> list[TopicPartition]:
        return [TopicPartition(self._topic, p) for p in partitions]

    def _on_error(self, error: KafkaError) -> None:
        self.broken = self.broken or error.fatal() or error.code() in _BROKEN

    def _on_assign(self, _: Consumer, places: list[TopicPartition]) -> None:
        self.assigned = frozenset(p.partition for p in places)
        self._at_end = frozenset()
        self._assigned_at = time.monotonic()

    def _on_revoke(self, _: Consumer, places: list[TopicPartition]) -> None:
        self.assigned -= {p.partition for p in places}
        self._stash = [m for m in self._stash if m.partition() in self.assigned]
        self._assigned_at = time.monotonic()

    def _quietly(self, operation: Callable[[], object]) -> None:
        """What can fail between two rebalances or brokers, and is made good by reading again."""
        try:
            operation()
        except (KafkaException, RuntimeError):
            self.broken = self.broken or not self.assigned


def _headers(message: Message) -> dict[str, bytes]:
    """By name; of one that is given twice, the last."""
    pairs = cast("list[tuple[str, str | bytes | None]]", message.headers() or [])
    return {name: _bytes(value) for name, value in pairs}


def _written_at(message: Message) -> datetime | None:
    kind, millis = message.timestamp()
    return None if kind == TIMESTAMP_NOT_AVAILABLE else datetime.fromtimestamp(millis / 1000, UTC)


def _bytes(value: str | bytes | None) -> bytes:
    return value.encode() if isinstance(value, str) else value or b""
