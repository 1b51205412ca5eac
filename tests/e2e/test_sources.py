"""Orders, reviews and behaviour over gRPC, and bulk through Kafka: what stands, and that nothing raw lies in the topic."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from yiku import AsyncClient
from yiku.results import Behaviour, Memory, Order, Review
from yiku_cli.local import LocalYiku, kafka_security
from yiku_domain.ids import Scope, TenantId, UserId
from yiku_stream.consumer import BatchConsumer
from yiku_stream.producer import OrderedProducer
from yiku_stream.record import Outgoing, Record
from yiku_stream.settings import SOURCES_TOPIC, KafkaSettings

TENANT = TenantId("told")
AT = datetime(2025, 3, 1, 1, 0, tzinfo=UTC)
MOBILE, PLATE = "13912345678", "粤B12345"


@pytest.fixture
async def client(yiku: LocalYiku) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(yiku.targets(), yiku.token(TENANT)) as connected:
        yield connected


@pytest.fixture
def user_id() -> str:
    return f"u_{uuid4().hex[:10]}"


def ingest(yiku: LocalYiku, *files: Path, told: bytes | None = None) -> "subprocess.CompletedProcess[bytes]":
    argv = [sys.executable, "-m", "yiku_cli", "ingest", "--offline", "--tenant", TENANT, *map(str, files)]
    env = {"YIKU_ENV_FILE": str(yiku.env_file), "PATH": "/usr/bin:/bin", "COLUMNS": "200"}
    return subprocess.run(argv, env=env, input=told, capture_output=True, timeout=120, check=False)


def written(path: Path, rows: Sequence[object]) -> Path:
    texts = (row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text("\n".join(texts) + "\n", "utf-8")
    return path


async def known(client: AsyncClient, user_id: str, *statuses: str) -> list[Memory]:
    return list((await client.list(user_id, statuses=statuses or ("active",))).memories)


async def test_three_of_a_kind_are_a_preference_that_what_was_said_outweighs(client: AsyncClient, user_id: str) -> None:
    for day in range(3):
        deed = Behaviour("chose_vehicle", {"vehicle_type": "小面"}, AT + timedelta(days=day))
        done = await client.ingest(user_id, [deed], wait=day == 2)
        reasons = [item.reason for item in done.items]
        assert reasons == ["habit" if day == 2 else "needs_more_evidence"]
    (habit,) = await known(client, user_id)
    assert (habit.content, habit.explicit, habit.attribute) == ("常用小面", False, "preferred_vehicle_type")
    assert habit.valid_from == AT + timedelta(days=2)
    answer = await client.recall(user_id, "我一般用什么车")
    assert habit.memory_id in {m.memory_id for m in answer.memories}
    await client.remember(
        user_id,
        "以后都叫平板车",
        kind="preference",
        attribute="preferred_vehicle_type",
        value={"vehicle_type": "flatbed_truck"},
    )
    await client.ingest(user_id, [Behaviour("chose_vehicle", {"vehicle_type": "小面"}, AT + timedelta(days=3))])
    assert [m.content for m in await known(client, user_id)] == ["以后都叫平板车"]


async def test_orders_show_where_and_what_and_reviews_whom(client: AsyncClient, user_id: str) -> None:
    for day in range(3):
        order = Order(f"A{day}", "4.2米厢货", "望京SOHO", "通州梨园", "冰箱", 200, "李师傅", AT + timedelta(days=day))
        await client.ingest(user_id, [order])
    await client.ingest(user_id, [Review("师傅很细心，下次还找他", 0, "A2", "李师傅", AT + timedelta(days=3))])
    held = {m.attribute: m for m in await known(client, user_id) if m.attribute}
    assert {a: m.content for a, m in held.items() if a != "usual_goods"} == {
        "preferred_vehicle_type": "常用厢式货车",
        "usual_pickup_address": "常在望京SOHO取货",
        "usual_delivery_address": "常送到通州梨园",
        "driver_opinion": "下次还找李师傅",
    }
    evidence = held["usual_pickup_address"].value["evidence"]
    assert isinstance(evidence, list) and [e["ref"] for e in evidence] == ["A0", "A1", "A2"]  # type: ignore[index,call-overload]
    assert held["driver_opinion"].explicit
    (sentiment,) = [m for m in await known(client, user_id) if m.kind == "sentiment"]
    assert sentiment.value["polarity"] == "positive"


async def test_bulk_keeps_old_times_tells_bad_lines_and_stores_nothing_twice(
    yiku: LocalYiku, client: AsyncClient, user_id: str, tmp_path: Path
) -> None:
    file = written(
        tmp_path / "old.jsonl",
        [
            {"user_id": user_id, "role": "user", "text": "我住望京", "at": "2025-03-01T09:00:00+08:00"},
            "{broken",
            {"user_id": user_id, "role": "assistant", "text": "您常从哪发货？", "at": "2025-03-01T09:01:00+08:00"},
            {"user_id": user_id, "role": "user", "text": "丰台方庄那边", "at": "2025-03-01T09:01:30+08:00"},
            {"user_id": user_id, "role": "user", "text": ""},
            {
                "type": "order",
                "user_id": user_id,
                "order_id": "B1",
                "vehicle_type": "小面",
                "at": "2025-03-02T09:00:00+08:00",
            },
        ],
    )
    first = ingest(yiku, file)
    assert first.returncode == 1
    output = first.stdout.decode()
    assert "old.jsonl:2" in output and "old.jsonl:5" in output and "old.jsonl:1 " not in output
    held = {m.attribute or m.kind: m for m in await known(client, user_id)}
    assert held["home_address"].valid_from == datetime(2025, 3, 1, 1, tzinfo=UTC)
    assert "方庄" in held["usual_pickup_address"].content
    assert held["event"].event_time == datetime(2025, 3, 2, 1, tzinfo=UTC)
    before = await known(client, user_id, "active", "superseded", "retracted")
    assert "there before" in ingest(yiku, file).stdout.decode()
    assert await known(client, user_id, "active", "superseded", "retracted") == before


async def test_standard_input_is_read_and_nothing_raw_lies_in_the_topic(
    yiku: LocalYiku, client: AsyncClient, user_id: str
) -> None:
    rows = [
        {"user_id": user_id, "role": "user", "text": f"我的电话是{MOBILE}，车牌{PLATE}", "session_id": f"s-{MOBILE}"},
        {"type": "order", "user_id": user_id, "order_id": "C1", "driver": f"王师傅{MOBILE}", "vehicle_type": "小面"},
        {"type": "behaviour", "user_id": user_id, "action": "booked", "properties": {"contact": MOBILE}},
    ]
    told = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()
    done = ingest(yiku, Path("-"), told=told)
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
    records = [r for r in await in_topic(yiku) if r.key == f"{TENANT}/{user_id}".encode()]
    assert records
    for raw in (MOBILE, PLATE):
        assert not any(raw.encode() in record.value for record in records)
        assert raw not in done.stdout.decode()
    (phone,) = [m for m in await known(client, user_id) if m.attribute == "phone"]
    with psycopg.connect(yiku.stack.endpoints().postgres.dsn) as conn:
        sealed = dict(conn.execute("SELECT type, token FROM vault WHERE user_id = %s", (user_id,)).fetchall())
    assert set(sealed) == {"mobile", "plate"}
    assert phone.value["phone"] == sealed["mobile"]


async def test_what_is_no_source_is_buried_and_the_next_goes_through(
    yiku: LocalYiku, client: AsyncClient, user_id: str
) -> None:
    scope = Scope(TENANT, UserId(user_id))
    producer = OrderedProducer(kafka(yiku), SOURCES_TOPIC)
    assert await producer.publish([Outgoing(scope.partition, scope.key.encode(), f"电话{MOBILE}".encode())]) == [True]
    await producer.close()
    done = ingest(yiku, Path("-"), told=json.dumps({"user_id": user_id, "text": "我对猫毛过敏"}).encode())
    assert done.returncode == 0
    assert [m.attribute for m in await known(client, user_id)] == ["allergy"]
    with psycopg.connect(yiku.stack.endpoints().postgres.dsn) as conn:
        letters = conn.execute("SELECT reason, source_dead_letter::text FROM source_dead_letter").fetchall()
    assert "not a source event" in {reason for reason, _ in letters}
    assert not any(MOBILE in text or MOBILE.encode().hex() in text for _, text in letters)


async def test_an_erased_customer_does_not_come_back_from_the_topic(
    yiku: LocalYiku, client: AsyncClient, user_id: str
) -> None:
    told = json.dumps({"user_id": user_id, "text": "我对猫毛过敏"}).encode()
    assert ingest(yiku, Path("-"), told=told).returncode == 0
    await client.erase(user_id)
    await asyncio.to_thread(yiku.stack.kill, "extractor-sources")
    other = json.dumps({"user_id": f"{user_id}x", "text": "我对猫毛过敏"}).encode()
    assert ingest(yiku, Path("-"), told=other).returncode == 0
    await drained(yiku)
    assert await known(client, user_id, "active", "superseded") == []
    assert len(await known(client, f"{user_id}x")) == 1


def kafka(yiku: LocalYiku) -> KafkaSettings:
    endpoints = yiku.stack.endpoints()
    return KafkaSettings(endpoints.kafka.bootstrap_servers, kafka_security(endpoints))


async def in_topic(yiku: LocalYiku) -> list[Record]:
    """Everything that the broker has of the topic."""
    consumer = BatchConsumer(replace(kafka(yiku), grouped=False), SOURCES_TOPIC, "looking", max_records=1000)
    found: list[Record] = []
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        batch = await consumer.poll()
        found += batch.records
        if len(batch.drained) == 16:
            break
    await consumer.close()
    return found


async def drained(yiku: LocalYiku) -> None:
    """Time for the feed to have read what lies in the topic, from its beginning where it has no group."""
    await asyncio.to_thread(yiku.stack.wait_ready, 60)
    await asyncio.sleep(3)
