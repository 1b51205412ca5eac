"""The relay on a real broker: each key in order, no gap, nothing before its commit, nothing lost."""

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import psycopg
import pytest
from confluent_kafka import Consumer, TopicPartition
from opentelemetry import trace
from yiku_cli.local import kafka_security
from yiku_domain.ids import PARTITIONS, Scope, TenantId, UserId
from yiku_local.endpoints import Endpoints
from yiku_relay.publisher import KafkaPublisher
from yiku_relay.relay import Relay, Wakeup
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.outbox import Outbox
from yiku_stores.postgres.writer import MemoryWriter
from yiku_stream.event_codec import delivery_from_record
from yiku_stream.producer import OrderedProducer
from yiku_stream.record import Record
from yiku_stream.settings import KafkaSettings
from yiku_stream.topics import Topic

from tests.conftest import FreshDatabase
from tests.integration.stores.writing import commit, state, tools


def kafka_settings(endpoints: Endpoints) -> KafkaSettings:
    return KafkaSettings(endpoints.kafka.bootstrap_servers, kafka_security(endpoints))


@asynccontextmanager
async def running_relay(worker_dsn: str, settings: KafkaSettings, topic: str, name: str) -> AsyncIterator[Relay]:
    database = Database(worker_dsn, max_size=3)
    await database.open()
    producer = OrderedProducer(settings, topic, topics=[Topic(topic)])
    publisher = KafkaPublisher(producer, trace.get_tracer("test"))
    relay = Relay(database, publisher, Wakeup(), relay_id=name, poll_s=0.05, housekeeping_s=0.2)
    task = asyncio.create_task(relay.run())
    try:
        yield relay
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await producer.close()
        await database.close()


def read_all(settings: KafkaSettings, topic: str, expected: int) -> dict[int, list[Record]]:
    """The records of the topic, a partition at a time, in the broker's order.

    Reads on for two seconds after the last record: more than `expected` would show. The end offsets
    that a broker tells are no help, as the local one tells them late.
    """
    consumer = Consumer(settings.consumer(f"reader-{uuid4().hex}"))
    consumer.assign([TopicPartition(topic, p, 0) for p in range(PARTITIONS)])
    found: dict[int, list[Record]] = defaultdict(list)
    count, last = 0, time.monotonic()
    try:
        while time.monotonic() - last < (2 if count >= expected else 10):
            message = consumer.poll(0.2)
            if message is None or message.error():
                continue
            headers = dict(message.headers() or [])
            record = Record(message.partition(), message.offset(), message.key(), message.value(), headers)
            found[message.partition()].append(record)
            count, last = count + 1, time.monotonic()
    finally:
        consumer.close()
    return found


async def published(database: Database) -> bool:
    async with database.worker() as conn:
        cursor = await conn.execute("SELECT bool_and(last_position = published) AS all_out FROM outbox_partition")
        row = await cursor.fetchone()
        unplaced = await (await conn.execute("SELECT count(*) AS n FROM outbox WHERE position IS NULL")).fetchone()
    return bool(row and row["all_out"] and unplaced and unplaced["n"] == 0)


async def until_published(database: Database, timeout_s: float = 60) -> None:
    async with asyncio.timeout(timeout_s):
        while not await published(database):
            await asyncio.sleep(0.1)


async def test_two_relays_keep_every_key_in_order_without_gaps(
    endpoints: Endpoints, fresh_database: FreshDatabase, database: Database, worker_database: Database
) -> None:
    settings, topic = kafka_settings(endpoints), f"order.{uuid4().hex[:8]}"
    scopes = [Scope(TenantId("t1"), UserId(f"k{i}")) for i in range(300)]
    writer = MemoryWriter(database, tools())
    turns = [scope for scope in scopes for _ in range(20)]
    random.Random(7).shuffle(turns)
    numbered: dict[Scope, int] = defaultdict(int)

    async def write(scope: Scope) -> None:
        numbered[scope] += 1
        await writer.commit(commit(scope, state(f"事件 {numbered[scope]}")))

    async with (
        running_relay(fresh_database.worker, settings, topic, "a") as first,
        running_relay(fresh_database.worker, settings, topic, "b") as second,
    ):
        for start in range(0, len(turns), 40):
            await asyncio.gather(*(write(scope) for scope in turns[start : start + 40]))
        await until_published(worker_database)
        assert first.held and second.held
        assert not first.held & second.held
    records = await asyncio.to_thread(read_all, settings, topic, 6000)
    seqs = await commit_order(worker_database, scopes)
    by_key: dict[bytes, list[str]] = defaultdict(list)
    for partition, log in records.items():
        deliveries = [delivery_from_record(r) for r in log]
        assert [d.position for d in deliveries] == list(range(1, len(log) + 1)), f"partition {partition}"
        for record, delivery in zip(log, deliveries, strict=True):
            by_key[record.key].append(str(delivery.event.memory_id))
    assert sum(map(len, by_key.values())) == 6000
    assert by_key == seqs


async def commit_order(database: Database, scopes: list[Scope]) -> dict[bytes, list[str]]:
    """The ids of each customer in the order of their log, which the customer's lock makes the commit order."""
    async with database.worker() as conn:
        cursor = await conn.execute("SELECT user_id, memory_id FROM memory_log ORDER BY user_id, seq")
        rows = await cursor.fetchall()
    order: dict[bytes, list[str]] = defaultdict(list)
    for row in rows:
        order[f"t1/{row['user_id']}".encode()].append(str(row["memory_id"]))
    return order


async def test_a_row_that_commits_late_is_neither_skipped_nor_published_early(
    endpoints: Endpoints, worker_database: Database
) -> None:
    fresh = FreshDatabase(endpoints.postgres.dsn)
    settings, topic = kafka_settings(endpoints), f"late.{uuid4().hex[:8]}"
    async with running_relay(fresh.worker, settings, topic, "a"):
        with psycopg.connect(fresh.admin) as slow, psycopg.connect(fresh.admin) as quick:
            insert(slow, "slow")
            insert(quick, "quick")
            quick.commit()
            await asyncio.sleep(1.0)
            early = await asyncio.to_thread(read_all, settings, topic, 1)
            assert [r.value for r in early[3]] == [b"quick"]
            slow.commit()
            await asyncio.sleep(1.0)
        late = await asyncio.to_thread(read_all, settings, topic, 2)
    assert [(r.value, r.headers["yiku-position"]) for r in late[3]] == [(b"quick", b"1"), (b"slow", b"2")]


def insert(conn: psycopg.Connection, name: str) -> None:
    conn.execute(
        "INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, tenant_id, user_id, memory_id, version,"
        " partition) VALUES (gen_random_uuid(), 'memory', %s, 'upsert', %s, 't1', %s, gen_random_uuid(), 1, 3)",
        (f"t1/{name}", name.encode(), name),
    )


async def test_what_a_sink_lacks_after_reading_to_the_end_is_sent_again(endpoints: Endpoints) -> None:
    fresh = FreshDatabase(endpoints.postgres.dsn)
    settings, topic = kafka_settings(endpoints), f"again.{uuid4().hex[:8]}"
    async with running_relay(fresh.worker, settings, topic, "a"):
        with psycopg.connect(fresh.admin, autocommit=True) as conn:
            for name in ("one", "two", "three"):
                insert(conn, name)
            await asyncio.sleep(1.0)
            conn.execute("UPDATE sink_progress SET position = 1 WHERE sink = 'milvus' AND partition = 3")
            conn.execute("UPDATE sink_progress SET position = 3 WHERE sink <> 'milvus' AND partition = 3")
            await asyncio.sleep(0.5)
            assert conn.execute("SELECT count(*) FROM outbox").fetchone() == (2,)
            await asyncio.sleep(1.5)
            conn.execute("UPDATE sink_progress SET drained_at = clock_timestamp() WHERE partition = 3")
            await asyncio.sleep(1.0)
            records = await asyncio.to_thread(read_all, settings, topic, 5)
            assert [r.value for r in records[3]] == [b"one", b"two", b"three", b"two", b"three"]
            conn.execute("UPDATE sink_progress SET position = 3 WHERE partition = 3")
            await asyncio.sleep(0.6)
            assert conn.execute("SELECT count(*) FROM outbox").fetchone() == (0,)


async def test_a_partition_has_one_relay_and_passes_on_when_it_dies(
    fresh_database: FreshDatabase, worker_database: Database
) -> None:
    async with worker_database.session() as one, worker_database.session() as two:
        first, second = Outbox(one, "one"), Outbox(two, "two")
        assert await first.lease(5)
        assert not await second.lease(5)
        await one.close()
        await asyncio.sleep(0.2)
        assert await second.lease(5)


@pytest.mark.parametrize("alive", [1, 2, 3])
async def test_relays_share_all_partitions(endpoints: Endpoints, fresh_database: FreshDatabase, alive: int) -> None:
    settings, topic = kafka_settings(endpoints), f"share.{uuid4().hex[:8]}"
    fresh = FreshDatabase(endpoints.postgres.dsn)
    relays: list[Relay] = []
    stack: list = []
    for i in range(alive):
        context = running_relay(fresh.worker, settings, topic, f"r{i}")
        relays.append(await context.__aenter__())
        stack.append(context)
    try:
        async with asyncio.timeout(15):
            while sorted(p for r in relays for p in r.held) != list(range(PARTITIONS)) or any(
                len(r.held) > -(-PARTITIONS // alive) for r in relays
            ):
                await asyncio.sleep(0.1)
    finally:
        for context in stack:
            await context.__aexit__(None, None, None)
