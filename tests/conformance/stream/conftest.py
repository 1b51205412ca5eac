"""The broker of the running stack: Kafka on the full one, a broker of its protocol on the local one."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from uuid import uuid4

import pytest
from yiku_cli.local import kafka_security
from yiku_local.endpoints import Endpoints
from yiku_stream.consumer import Batch, BatchConsumer
from yiku_stream.producer import OrderedProducer
from yiku_stream.record import Outgoing, Record
from yiku_stream.settings import KafkaSettings
from yiku_stream.topics import Topic

PARTITIONS = 4

NewConsumer = Callable[[str], Awaitable[BatchConsumer]]


@pytest.fixture
def kafka(endpoints: Endpoints) -> KafkaSettings:
    """How to reach it."""
    return KafkaSettings(endpoints.kafka.bootstrap_servers, kafka_security(endpoints))


@pytest.fixture
def topic() -> Topic:
    """A topic that does not exist yet."""
    return Topic(f"test.{uuid4().hex[:8]}", PARTITIONS)


@pytest.fixture
async def producer(kafka: KafkaSettings, topic: Topic) -> AsyncIterator[OrderedProducer]:
    """Writes to the topic, and makes it at the first batch."""
    made = OrderedProducer(kafka, topic.name, topics=[topic])
    yield made
    await made.close()


@pytest.fixture
async def new_consumer(kafka: KafkaSettings, topic: Topic) -> AsyncIterator[NewConsumer]:
    """Members of groups, one a process."""
    consumers: list[BatchConsumer] = []

    async def make(group: str) -> BatchConsumer:
        consumers.append(BatchConsumer(kafka, topic.name, f"{topic.name}-{group}", topics=[]))
        return consumers[-1]

    yield make
    for consumer in consumers:
        await consumer.close()


def outgoing(count: int, tag: str = "r") -> list[Outgoing]:
    """Records told by their number, over all partitions in turn."""
    return [Outgoing(n % PARTITIONS, b"t/u", f"{tag}{n}".encode(), {"n": str(n).encode()}) for n in range(count)]


async def read(consumer: BatchConsumer, count: int, within_s: float = 30.0) -> list[Record]:
    """At least `count` records, uncommitted."""
    found: list[Record] = []
    deadline = time.monotonic() + within_s
    while len(found) < count:
        assert time.monotonic() < deadline, f"{len(found)} of {count} within {within_s} s"
        found += (await consumer.poll()).records
    return found


async def drained(consumer: BatchConsumer, within_s: float = 30.0) -> Batch:
    """The first batch that tells of the end of every partition."""
    deadline = time.monotonic() + within_s
    while True:
        batch = await consumer.poll()
        if len(batch.drained) == PARTITIONS:
            return batch
        assert time.monotonic() < deadline, f"not drained within {within_s} s"
