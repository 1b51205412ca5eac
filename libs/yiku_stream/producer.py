"""Writes records to Kafka in order, and says which of them the broker has."""

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import structlog
from confluent_kafka import KafkaError, KafkaException, Message, Producer
from yiku_domain.errors import Unavailable

from yiku_stream.record import Outgoing
from yiku_stream.settings import KafkaSettings
from yiku_stream.topics import TOPICS, Topic, Topics

log = structlog.get_logger()

_SLICE_S = 0.2


class OrderedProducer:
    """One topic, explicit partitions, one batch at a time.

    A batch is over when each record is delivered or has failed; nothing is queued beyond it, so a
    broker that is away costs time and not memory. After any failure the client is thrown away: a
    broker that lost its log refuses the sequence numbers of the old one for ever. Before a new
    client writes, the topics are made to exist.
    """

    def __init__(
        self,
        settings: KafkaSettings,
        topic: str,
        *,
        topics: Sequence[Topic] = TOPICS,
        delivery_timeout_s: float = 10.0,
    ) -> None:
        self._settings = settings
        self._topic = topic
        self._wanted = topics
        self._delivery_timeout_s = delivery_timeout_s
        self._topics = Topics(settings)
        self._producer: Producer | None = None
        self._cut_off = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="kafka-producer")

    async def publish(self, records: Sequence[Outgoing]) -> list[bool]:
        """Whether the broker has each of `records`, in their order, acknowledged by all replicas.

        Within a partition only a prefix is ever True: what follows a failure counts as failed, even
        if it arrived. Never raises for a broker that is away; then nothing is True, within the
        delivery timeout.
        """
        if not records:
            return []
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._publish, records)

    async def close(self) -> None:
        """Let go of the client and the thread."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._discard)
        self._thread.shutdown(wait=False)

    def _publish(self, records: Sequence[Outgoing]) -> list[bool]:
        try:
            producer = self._client()
            delivered = self._send(producer, records)
        except (Unavailable, KafkaException, BufferError) as error:
            log.warning("nothing published", error=type(error).__name__)
            delivered = [False] * len(records)
        if not all(delivered):
            self._discard()
        return prefixes(records, delivered)

    def _client(self) -> Producer:
        if self._producer is None:
            self._topics.ensure(self._wanted)
            self._cut_off = False
            properties = self._settings.producer(self._delivery_timeout_s)
            self._producer = Producer({**properties, "error_cb": self._on_error})
        return self._producer

    def _on_error(self, error: KafkaError) -> None:
        self._cut_off = self._cut_off or error.code() == KafkaError._ALL_BROKERS_DOWN

    def _send(self, producer: Producer, records: Sequence[Outgoing]) -> list[bool]:
        delivered = [False] * len(records)
        for index, record in enumerate(records):
            producer.produce(
                self._topic,
                value=record.value,
                key=record.key,
                partition=record.partition,
                headers=dict(record.headers),
                on_delivery=partial(_note, delivered, index),
            )
        self._settle(producer)
        return delivered

    def _settle(self, producer: Producer) -> None:
        """Wait for the outcomes, but not for a broker that has gone: a new client finds it sooner."""
        deadline = time.monotonic() + self._delivery_timeout_s + 1.0
        while producer.flush(_SLICE_S) and not self._cut_off and time.monotonic() < deadline:
            pass

    def _discard(self) -> None:
        if self._producer is not None:
            self._producer.purge(in_queue=True, in_flight=True, blocking=True)
            self._producer.flush(0.5)
            self._producer = None


def _note(delivered: list[bool], index: int, error: KafkaError | None, message: Message) -> None:
    delivered[index] = error is None


def prefixes(records: Sequence[Outgoing], delivered: Sequence[bool]) -> list[bool]:
    """Turn to False whatever follows a failure in its partition."""
    broken: set[int] = set()
    outcome: list[bool] = []
    for record, arrived in zip(records, delivered, strict=True):
        if not arrived:
            broken.add(record.partition)
        outcome.append(record.partition not in broken)
    return outcome
