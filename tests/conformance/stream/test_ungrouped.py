"""A consumer outside any group: everything from the first record, at every start."""

from dataclasses import replace

from yiku_stream.consumer import BatchConsumer
from yiku_stream.producer import OrderedProducer
from yiku_stream.settings import KafkaSettings
from yiku_stream.topics import Topic

from tests.conformance.stream.conftest import PARTITIONS, drained, outgoing, read


async def test_each_start_reads_every_partition_from_the_first_record(
    kafka: KafkaSettings, topic: Topic, producer: OrderedProducer
) -> None:
    await producer.publish(outgoing(40))
    for _ in range(2):
        consumer = BatchConsumer(replace(kafka, grouped=False), topic.name, "alone", topics=[])
        got = await read(consumer, 40)
        assert {r.value for r in got} == {f"r{n}".encode() for n in range(40)}
        await consumer.commit(got)
        assert (await drained(consumer)).drained == frozenset(range(PARTITIONS))
        assert await consumer.keep_alive() == frozenset(range(PARTITIONS))
        await consumer.close()


async def test_it_goes_on_with_what_comes_later(kafka: KafkaSettings, topic: Topic, producer: OrderedProducer) -> None:
    await producer.publish(outgoing(4))
    consumer = BatchConsumer(replace(kafka, grouped=False), topic.name, "alone", topics=[])
    await read(consumer, 4)
    await producer.publish(outgoing(1, "later"))
    assert [r.value for r in await read(consumer, 1)] == [b"later0"]
    await consumer.close()
