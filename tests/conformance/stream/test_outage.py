"""The broker dies and comes back: with its log on the full stack, without it on the local one."""

import asyncio

import pytest
from yiku_cli.local import LocalYiku
from yiku_local.paths import StackKind
from yiku_stream.producer import OrderedProducer

from tests.conformance.stream.conftest import NewConsumer, drained, outgoing, read

pytestmark = pytest.mark.chaos


async def publish_all(producer: OrderedProducer, tag: str) -> None:
    """As the relay does it: again, until the broker has all."""
    while not all(await producer.publish(outgoing(40, tag))):
        await asyncio.sleep(0.1)


async def test_both_ends_find_their_way_again(
    producer: OrderedProducer,
    new_consumer: NewConsumer,
    endpoints: object,
    local_yiku: LocalYiku,
    stack_kind: StackKind,
) -> None:
    """With nobody's help, twice; what was published after the loss is read, in order."""
    consumer = await new_consumer("survivor")
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
