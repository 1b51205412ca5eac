"""Kafka: every record of every topic that the broker still has."""

import time
from collections.abc import Iterator, Mapping
from typing import Final
from uuid import uuid4

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, Message, TopicPartition
from yiku_domain.errors import Unavailable
from yiku_stream.settings import KafkaSettings
from yiku_stream.topics import Topics

from yiku_cli.leaks.record import Record

STORE: Final = "kafka"
_INTERNAL: Final = "__"
_BATCH: Final = 1000
_POLL_S: Final = 0.2
_PATIENCE_S: Final = 15.0


def records(settings: KafkaSettings) -> Iterator[Record]:
    """Key, value and headers, up to the end of each partition as it is reached. Commits nothing.

    Raises `Unavailable` where the broker falls silent before that.
    """
    for topic, partitions in sorted(Topics(settings).partitions().items()):
        if not topic.startswith(_INTERNAL):
            yield from _topic(settings, topic, partitions)


def _topic(settings: KafkaSettings, topic: str, partitions: int) -> Iterator[Record]:
    consumer = Consumer(settings.consumer(f"yiku-leaks-{uuid4().hex[:8]}"))
    try:
        unread = set(range(partitions))
        consumer.assign([TopicPartition(topic, partition, OFFSET_BEGINNING) for partition in unread])
        heard = time.monotonic()
        while unread:
            for message in consumer.consume(_BATCH, timeout=_POLL_S):
                heard = time.monotonic()
                if message.error() is None:
                    yield _record(topic, message)
                else:
                    unread.discard(_at_end(topic, message))
            if time.monotonic() - heard > _PATIENCE_S:
                raise Unavailable(f"Kafka is silent before the end of {topic}")
    finally:
        consumer.close()


def _at_end(topic: str, message: Message) -> int:
    error, partition = message.error(), message.partition()
    if error is None or partition is None or error.code() != KafkaError._PARTITION_EOF:
        raise Unavailable(f"Kafka gives no more of {topic}")
    return partition


def _record(topic: str, message: Message) -> Record:
    headers: Mapping[str, str | bytes | None] = dict(message.headers() or [])
    value = {"key": message.key(), "value": message.value(), **headers}
    return Record(topic, f"partition {message.partition()} offset {message.offset()}", value)
