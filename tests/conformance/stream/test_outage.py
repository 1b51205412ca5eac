"""The broker dies and comes back: with its log on the full stack, without it, and without groups, on the local one."""

import asyncio
from dataclasses import replace

import pytest
from yiku_cli.local import LocalYiku
from yiku_local.paths import StackKind
from yiku_stream.consumer import BatchConsumer
from yiku_stream.producer import OrderedProducer
from yiku_stream.settings import KafkaSettings
from yiku_stream.topics import Topic

from tests.conformance.stream.conftest import drained, outgoing, read

pytestmark = pytest.mark.chaos


async def publish_all(producer: OrderedProducer, tag: str) -> None:
    """As the relay does it: again, until the broker has all."""
    while not all(await producer.publish(outgoing(40, tag))):
        await asyncio.sleep(0.1)


async def test_both_ends_find_their_way_again(
    kafka: KafkaSettings,
    topic: Topic,
    producer: OrderedProducer,
    local_yiku: LocalYiku,
    stack_kind: StackKind,
) -> None:
    """With nobody's help, twice; what was published after the loss is read, in order."""
    settings = replace(kafka, grouped=stack_kind is StackKind.FULL)
    consumer = BatchConsumer(settings, topic.name, "survivor", topics=[topic])
    await publish_all(producer, "before")
    await consumer.commit(await read(consumer, 40))
    for loss in ("first", "second"):
        await asyncio.to_thread(local_yiku.stack.kill, "kafka")
        reading = asyncio.create_task(read(consumer, 40, within_s=45.0))
        async with asyncio.timeout(30.0):
            await publish_all(producer, loss)
        got = await reading
        assert {r.value for r in got} >= {o.value for o in outgoing(40, loss)}
        await consumer.commit(got)
        await drained(consumer)
        if stack_kind is StackKind.LOCAL:
            assert min(r.offset for r in got) == 0
    await consumer.close()
