"""Faults that users of comparable systems reported, over gRPC and through every store."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from yiku import AsyncClient, Turn
from yiku.results import Order
from yiku_cli.local import LocalYiku
from yiku_domain.ids import TenantId

from tests.e2e.agreement import agreed

MOBILE, RESIDENT_ID, CARD, PLATE, EMAIL = (
    "13800138000",
    "110101199003070003",
    "6222021234567890128",
    "粤B12345",
    "someone@example.com",
)


@pytest.fixture
async def client(yiku: LocalYiku) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(yiku.targets(), yiku.token(TenantId("cases"))) as connected:
        yield connected


@pytest.fixture
def user_id() -> str:
    return f"case_{uuid4().hex[:8]}"


async def tell(client: AsyncClient, user_id: str, *texts: str, at: datetime | None = None) -> None:
    for number, text in enumerate(texts):
        when = at + timedelta(minutes=number) if at else None
        await client.ingest_dialogue(user_id, [Turn("user", text, when)], session_id="s1")


async def test_case_2_the_same_source_twice_is_replaced_in_every_store(client: AsyncClient, user_id: str) -> None:
    for vehicle in ("小面", "小面", "厢式货车"):
        await client.ingest(user_id, [Order("00260704113", vehicle, "望京", "通州", "冰箱")], wait=True)
    held = (await client.list(user_id)).memories
    assert len(held) == 1
    assert "厢式货车" in held[0].content
    answer = await client.recall(user_id, "00260704113 用的什么车", top_k=100)
    assert [m.memory_id for m in answer.memories] == [held[0].memory_id]
    await agreed(client)


async def test_case_11_the_keyword_path_hits_without_spaces(client: AsyncClient, user_id: str) -> None:
    done = await client.remember(user_id, "客户要求开增值税发票", wait=True)
    answer = await client.recall(user_id, "怎么开发票", explain=True)
    why = {m.memory_id: {hit.path for hit in m.why} for m in answer.memories}
    assert "keyword" in why[done.memory_id]


async def test_case_13_an_order_number_alone_is_found_among_look_alikes(client: AsyncClient, user_id: str) -> None:
    for number in range(30):
        await client.remember(user_id, f"订单 002607041{number:02d} 送了一台冰箱")
    answer = await client.recall(user_id, "00260704117", explain=True)
    assert "00260704117" in answer.memories[0].content
    assert "keyword" in {hit.path for hit in answer.memories[0].why}


async def test_case_14_chinese_stays_chinese_and_codes_stay_verbatim(client: AsyncClient, user_id: str) -> None:
    await client.remember(user_id, "货号 SKU-88X-2 的灯具要横着放，合同号 HT2026-0815")
    await tell(client, user_id, "我对猫毛过敏")
    contents = {m.content for m in (await client.list(user_id)).memories}
    assert contents == {"货号 SKU-88X-2 的灯具要横着放，合同号 HT2026-0815", "我对猫毛过敏"}


async def test_case_19_a_changed_address_is_new_now_and_old_in_history(client: AsyncClient, user_id: str) -> None:
    await tell(client, user_id, "我住望京", at=datetime(2026, 3, 1, 9, tzinfo=UTC))
    await tell(client, user_id, "我搬到通州了", at=datetime(2026, 6, 1, 9, tzinfo=UTC))
    answer = await client.recall(user_id, "我现在住哪里", top_k=100)
    assert any("通州" in m.content for m in answer.memories)
    assert not any("望京" in m.content for m in answer.memories)
    history = await client.history(user_id, attribute="home_address")
    assert any("望京" in change.memory.content for change in history)
    then = await client.recall(user_id, "我住哪里", as_of=datetime(2026, 4, 1, tzinfo=UTC), top_k=100)
    assert any("望京" in m.content for m in then.memories)
    assert not any("通州" in m.content for m in then.memories)


async def test_case_23_five_trucks_become_six(client: AsyncClient, user_id: str) -> None:
    await tell(client, user_id, "We have 5 trucks", "We have 6 trucks now")
    answer = await client.recall(user_id, "how many trucks do we have", top_k=100)
    assert any("6 trucks" in m.content for m in answer.memories)
    assert not any("5 trucks" in m.content for m in answer.memories)


async def test_case_31_turns_not_yet_extracted_are_in_the_session(client: AsyncClient, user_id: str) -> None:
    turns = [Turn("user", f"第 {n} 句，电话 {MOBILE}") for n in range(3)]
    await client.append_turns(user_id, "s9", turns)
    context = await client.get_context(user_id)
    assert [t.text.split("，")[0] for t in context.turns] == ["第 0 句", "第 1 句", "第 2 句"]
    assert not any(MOBILE in t.text for t in context.turns)
    assert await client.end_session(user_id, "s9")
    assert (await client.get_context(user_id, "s9")).turns == ()


async def test_case_8_an_erased_customer_is_gone_everywhere_and_may_come_back(
    client: AsyncClient, user_id: str
) -> None:
    await tell(client, user_id, "我住望京", "我对猫毛过敏")
    receipt = await client.erase(user_id)
    assert receipt.erased["memory"] == 2
    assert (await client.list(user_id, statuses=["active", "superseded", "retracted"])).memories == ()
    assert (await client.recall(user_id, "我住哪", top_k=100)).memories == ()
    await tell(client, user_id, "我住望京")
    answer = await client.recall(user_id, "我住哪", top_k=100)
    assert [m.content for m in answer.memories] == ["我住望京"]


async def test_case_29_no_raw_number_is_in_any_table_but_the_vault_nor_in_any_log_or_span(
    yiku: LocalYiku, client: AsyncClient, user_id: str
) -> None:
    said = (
        f"我手机号是{MOBILE}，身份证{RESIDENT_ID}，卡号{CARD}，车牌{PLATE}，邮箱{EMAIL}，"
        "订单号00123456789，时间戳1698765432100，评分4.9"
    )
    await client.ingest_dialogue(user_id, [Turn("user", said)], session_id=f"s-{MOBILE}", wait=True)
    await client.remember(user_id, said, value={"phone": MOBILE}, source_ref=MOBILE, wait=True)
    await client.recall(user_id, f"我的电话{MOBILE}是多少，{RESIDENT_ID}")
    await client.append_turns(user_id, "s1", [Turn("user", said)])
    stored = next(m for m in (await client.list(user_id)).memories if m.source.kind == "stated")
    for kept in ("00123456789", "1698765432100", "4.9"):
        assert kept in stored.content
    await asyncio.sleep(1.5)
    raw = (MOBILE, RESIDENT_ID, CARD, PLATE, EMAIL)
    assert leaks_in_postgres(yiku.stack.endpoints().postgres.dsn, raw) == []
    assert leaks_in_files(yiku, raw) == []


def leaks_in_postgres(dsn: str, raw: tuple[str, ...]) -> list[str]:
    """Tables in which a raw value stands in any column, text or bytes."""
    found = []
    with psycopg.connect(dsn) as conn:
        tables = conn.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'vault'"
        ).fetchall()
        for (table,) in tables:
            rows = sql.SQL("SELECT t::text FROM {} t").format(sql.Identifier(table))
            for (text,) in conn.execute(rows):
                hexed = [value.encode().hex() for value in raw]
                if any(value in text for value in (*raw, *hexed)):
                    found.append(f"{table}: {text[:200]}")
    return found


def leaks_in_files(yiku: LocalYiku, raw: tuple[str, ...]) -> list[str]:
    files = [*yiku.home.glob("logs/*.log"), *yiku.span_dir.glob("*.jsonl")]
    assert files
    return [f.name for f in files if any(value in f.read_text("utf-8", "replace") for value in raw)]


async def test_one_trace_spans_ingest_commit_publish_and_every_sink(
    yiku: LocalYiku, client: AsyncClient, user_id: str
) -> None:
    done = await client.ingest_dialogue(user_id, [Turn("user", "我对猫毛过敏")], wait=True)
    wanted = {"extractor", "relay", "propagator-milvus", "propagator-graph", "propagator-cache"}
    async with asyncio.timeout(20):
        while not wanted <= services_of(yiku, done.trace_id):
            await asyncio.sleep(0.5)
    record = await client.get_trace(done.trace_id)
    assert record.kind == "ingest"
    assert [item["outcome"] for item in record.items] == ["stored"]


def services_of(yiku: LocalYiku, trace_id: str) -> set[str]:
    found = set()
    for file in yiku.span_dir.glob("*.jsonl"):
        for line in file.read_text("utf-8").splitlines():
            if trace_id in line:
                found.add(json.loads(line)["service"])
    return found


async def test_a_recall_leaves_a_record_that_says_why(client: AsyncClient, user_id: str) -> None:
    kept = await client.remember(user_id, "李师傅搬家具很细心", wait=True)
    gone = await client.remember(user_id, "王师傅搬家具很细心", wait=True)
    await client.retract(user_id, gone.memory_id)
    answer = await client.recall(user_id, "哪位师傅搬家具细心")
    async with asyncio.timeout(10):
        while answer.trace_id not in {t.trace_id for t in await client.list_traces(user_id=user_id, kind="recall")}:
            await asyncio.sleep(0.2)
    record = await client.get_trace(answer.trace_id)
    assert record.kind == "recall"
    assert kept.memory_id in json.dumps(record.items)
    assert record.stages


async def test_a_strategy_changes_at_run_time_is_validated_and_rolled_back(client: AsyncClient, user_id: str) -> None:
    for number in range(6):
        await client.remember(user_id, f"第 {number} 个仓库在望京")
    scene = "recommendation"
    before = await client.get_strategy(scene)
    document = {**before.document, "top_k": 2}
    put = await client.put_strategy(scene, document)
    async with asyncio.timeout(10):
        while len((await client.recall(user_id, f"仓库在哪 {uuid4().hex}", scene=scene)).memories) != 2:
            await asyncio.sleep(0.1)
    with pytest.raises(Exception, match=r"top_k|no_such_key"):
        await client.put_strategy(scene, {**document, "top_k": -3, "no_such_key": 1})
    back = await client.rollback_strategy(scene, before.version)
    assert back.version == put.version + 1
    async with asyncio.timeout(10):
        while len((await client.recall(user_id, f"仓库在哪 {uuid4().hex}", scene=scene)).memories) <= 2:
            await asyncio.sleep(0.1)
