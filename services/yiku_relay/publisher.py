"""Outbox rows as Kafka records, each published inside the trace that committed it."""

from collections.abc import Sequence
from typing import Protocol

from opentelemetry.trace import SpanKind, Tracer
from yiku_runtime.telemetry import span_from, traceparent
from yiku_stores.postgres.outbox import OutboxRow
from yiku_stream.event_codec import record_headers
from yiku_stream.record import Outgoing


class Producer(Protocol):
    """Publishes records in order and tells for each whether the broker has it."""

    async def publish(self, records: Sequence[Outgoing]) -> list[bool]:
        """Within a partition only a prefix is ever True."""
        ...


class KafkaPublisher:
    """The relay's publisher on a Kafka producer."""

    def __init__(self, producer: Producer, tracer: Tracer) -> None:
        self._producer = producer
        self._tracer = tracer

    async def publish(self, rows: Sequence[OutboxRow]) -> dict[int, int]:
        """Per partition the last position acknowledged without a gap; absent where there is none."""
        delivered = await self._producer.publish([self._record(row) for row in rows])
        upto: dict[int, int] = {}
        for row, done in zip(rows, delivered, strict=True):
            if done:
                upto[row.partition] = row.position
        return upto

    def _record(self, row: OutboxRow) -> Outgoing:
        headers = record_headers(row.partition, row.position, self._child_of(row))
        return Outgoing(row.partition, row.key.encode(), row.payload, headers)

    def _child_of(self, row: OutboxRow) -> str:
        """The `traceparent` of a publish span under the commit's; empty where there is no trace."""
        if not row.traceparent:
            return ""
        with span_from(self._tracer, row.traceparent, "publish", kind=SpanKind.PRODUCER) as span:
            span.set_attribute("messaging.kafka.partition", row.partition)
            return traceparent(span)
