"""What the producer and the consumer promise together."""

import asyncio
import time
from collections import defaultdict

import pytest
from yiku_stream.consumer import BatchConsumer
from yiku_stream.producer import OrderedProducer
from yiku_stream.record import Outgoing, Record
from yiku_stream.settings import KafkaSettings
from yiku_stream.topics import Topic, Topics

from tests.conformance.stream.conftest import PARTITIONS, NewConsumer, drained, outgoing, read


def by_partition(records: list[Record]) -> dict[int, list[bytes]]:
    """Values in the order of reading."""
    values: dict[int, list[bytes]] = defaultdict(list)
    for record in records:
        values[record.partition].append(record.value)
    return values


async def test_what_goes_in_comes_out(producer: OrderedProducer, new_consumer: NewConsumer) -> None:
    """Each record once, in the order of its partition, with key, headers and offset."""
    sent = [*outgoing(2000), Outgoing(1, "acme/用户".encode(), b"", {"empty": b""})]
    assert all(await producer.publish(sent))
    consumer = await new_consumer("a")
    got = await read(consumer, len(sent))
    wanted = {p: [o.value for o in sent if o.partition == p] for p in range(PARTITIONS)}
    assert by_partition(got) == wanted
    last = [r for r in got if r.partition == 1][-1]
    assert (last.key, last.value, last.headers) == ("acme/用户".encode(), b"", {"empty": b""})
    assert [r.offset for r in got if r.partition == 1] == list(range(501))


async def test_a_topic_that_comes_later(producer: OrderedProducer, new_consumer: NewConsumer) -> None:
    """The consumer waits for it, and finds it soon."""
    consumer = await new_consumer("early")
    assert (await consumer.poll()).records == ()
    assert (await consumer.poll()).records == ()
    assert all(await producer.publish(outgoing(8)))
    assert len(await read(consumer, 8, within_s=15.0)) == 8


async def test_a_consumer_makes_its_topic(kafka: KafkaSettings, topic: Topic) -> None:
    """So that the group is there before the first record."""
    consumer = BatchConsumer(kafka, topic.name, "first", topics=[topic])
    await drained(consumer)
    assert (await asyncio.to_thread(Topics(kafka).partitions))[topic.name] == PARTITIONS
    await consumer.close()


async def test_what_was_not_committed_comes_again(producer: OrderedProducer, new_consumer: NewConsumer) -> None:
    """To the next member of the group; another group gets everything."""
    await producer.publish(outgoing(40))
    first = await new_consumer("g")
    got = await read(first, 40)
    done = [r for r in got if r.offset < 6]
    await first.commit(done)
    await first.close()
    rest = await read(await new_consumer("g"), 40 - len(done))
    assert {(r.partition, r.offset) for r in rest} == {(r.partition, r.offset) for r in got if r.offset >= 6}
    assert len(await read(await new_consumer("other"), 40)) == 40


async def test_drained_means_read_to_the_end(producer: OrderedProducer, new_consumer: NewConsumer) -> None:
    """Of every partition, empty ones too; and not while something is left."""
    await producer.publish([Outgoing(0, b"k", b"1"), Outgoing(1, b"k", b"2")])
    consumer = await new_consumer("d")
    await read(consumer, 2)
    await drained(consumer)
    await producer.publish(outgoing(4))
    await read(consumer, 4)
    await drained(consumer)


async def test_lag_is_short(producer: OrderedProducer, new_consumer: NewConsumer) -> None:
    """A record is read soon after it was written to an idle topic."""
    await producer.publish(outgoing(4))
    consumer = await new_consumer("lag")
    await read(consumer, 4)
    await drained(consumer)
    lags = []
    for n in range(10):
        started = time.monotonic()
        reading = asyncio.create_task(read(consumer, 1))
        await producer.publish([Outgoing(n % PARTITIONS, b"k", b"x")])
        await reading
        lags.append(time.monotonic() - started)
    assert sorted(lags)[5] < 0.25


async def test_two_members_share(producer: OrderedProducer, new_consumer: NewConsumer) -> None:
    """Each record goes to one of them; when one leaves, the other has all."""
    await producer.publish(outgoing(4))
    one, two = await new_consumer("s"), await new_consumer("s")
    await one.commit(await read(one, 4))
    while len(await one.keep_alive()) != PARTITIONS // 2 or len(await two.keep_alive()) != PARTITIONS // 2:
        await asyncio.gather(one.poll(), two.poll())
    await producer.publish(outgoing(400, "shared"))
    halves = await asyncio.gather(read(one, 200), read(two, 200))
    assert {r.value for half in halves for r in half} == {o.value for o in outgoing(400, "shared")}
    assert not {r.partition for r in halves[0]} & {r.partition for r in halves[1]}
    await one.commit(halves[0])
    await one.close()
    await two.commit(halves[1])
    while len(await two.keep_alive()) != PARTITIONS:
        await two.poll()
    await producer.publish(outgoing(40, "alone"))
    assert {r.value for r in await read(two, 40)} == {o.value for o in outgoing(40, "alone")}


async def test_staying_in_the_group_takes_no_records(producer: OrderedProducer, new_consumer: NewConsumer) -> None:
    """What arrives while a sink is away is read afterwards, each once."""
    await producer.publish(outgoing(4))
    consumer = await new_consumer("k")
    await consumer.commit(await read(consumer, 4))
    assert len(await consumer.keep_alive()) == PARTITIONS
    await producer.publish(outgoing(400, "later"))
    for _ in range(40):
        assert len(await consumer.keep_alive()) == PARTITIONS
        await asyncio.sleep(0.05)
    got = await read(consumer, 400)
    assert by_partition(got) == {
        p: [o.value for o in outgoing(400, "later") if o.partition == p] for p in range(PARTITIONS)
    }


async def test_topics_are_made_once_and_grow(kafka: KafkaSettings, topic: Topic) -> None:
    """By several processes at once; a topic with too few partitions gets more."""
    topics = Topics(kafka)
    await asyncio.gather(*(asyncio.to_thread(topics.ensure, [topic]) for _ in range(4)))
    assert (await asyncio.to_thread(topics.partitions))[topic.name] == PARTITIONS
    await asyncio.to_thread(topics.ensure, [topic])
    assert (await asyncio.to_thread(topics.partitions))[topic.name] == PARTITIONS


@pytest.mark.parametrize("count", [0, 10])
async def test_a_broker_that_is_away(count: int) -> None:
    """Nothing is published, nothing is read, nothing is raised, and it is told in time."""
    nowhere = KafkaSettings("127.0.0.1:9")
    producer = OrderedProducer(nowhere, "t", delivery_timeout_s=2.0)
    consumer = BatchConsumer(nowhere, "t", "g")
    started = time.monotonic()
    assert await producer.publish(outgoing(count)) == [False] * count
    assert (await consumer.poll()).records == ()
    assert await consumer.keep_alive() == frozenset()
    await consumer.commit([Record(0, 0, b"", b"")])
    assert time.monotonic() - started < 8.0
    await producer.close()
    await consumer.close()
