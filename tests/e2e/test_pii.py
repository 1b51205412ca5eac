"""Personal data sent through every field that takes text is nowhere but in the vault; what looks like it stays."""

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from uuid import uuid4

import psycopg
import pytest
import yiku as api
from yiku import AsyncClient, Turn
from yiku.results import Behaviour, Dialogue, Entity, Order, Relation, Review, Statement
from yiku_cli.leaks import command
from yiku_cli.leaks.record import Finding
from yiku_cli.local import LocalYiku
from yiku_domain.ids import TenantId
from yiku_runtime.settings import load_settings

TOLD = (
    "我手机159 2233 4455，打不通就打幺三三幺幺幺幺二二二二",
    "联系电话：１５９２２３３４４５５",
    "号码是159，中间2233，后面4455",
    "my number is one five nine double two double three double four double five",
    "手机号1592233445513311112222",
    "座机010-65432100转802，没人就打58765432",
    "身份证11010519491231002x，名字别记",
    "老证110105491231002",
    "卡号6222 0212 3456 7890 128，退款退这",
    "车牌京A·12345，另一辆粤B D12345",
    "发票发到zhangsan艾特qq点com，或者lisi＠example．com",
    "我住花家地西里3号楼2单元501，公司在建国路88号12栋A座1808室",
    "I live in Flat 3B, #05-123, call (415) 555-2671",
    "微信号lin_xiaoyu88，QQ 123456789",
    "护照E12345678，港澳通行证C12345678",
    "登录IP 113.88.12.34\n电话\n15922334455\n13311112222",
)
LOOK_ALIKES = (
    "订单号13912345678，一直没人接",
    "运单1234567890123456到哪了",
    "订单4242424242424242要退",
    "我的货一般1500、2000、2500三个价",
    "时间戳1730793600000，客服400-820-8820",
    "车长4.2米，面板150*2000*3000",
)
pytestmark = pytest.mark.timeout(900)
"""A scan reads all that the tests before have left in the stack."""

PHONE = "15922334455"


@pytest.fixture
async def client(yiku: LocalYiku) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(yiku.targets(), yiku.token(TenantId("privacy"))) as connected:
        yield connected


@pytest.fixture
def user_id() -> str:
    return f"pii_{uuid4().hex[:8]}"


def scan(yiku: LocalYiku) -> list[command.Scan]:
    settings = load_settings(*command.NEEDED, fallback=yiku.env_file)
    return [command.scan(source, lambda _: None) for source in command.sources(settings, yiku.home)]


def run_command(yiku: LocalYiku) -> "subprocess.CompletedProcess[str]":
    command_line = ("check", "--pii", "--home", str(yiku.root), "--stack", yiku.kind.value)
    return subprocess.run(
        [sys.executable, "-m", "yiku_cli", *command_line], capture_output=True, text=True, check=False
    )


def counted(scans: Iterable[command.Scan]) -> Counter[tuple[str, Finding]]:
    assert not [s.error for s in scans if s.error]
    return Counter((s.store, finding) for s in scans for finding in s.findings)


async def tell_everything(client: AsyncClient, user_id: str, text: str) -> None:
    """The text in each field that a caller can fill."""
    turns = (Turn("assistant", text), Turn("user", text))
    await client.ingest(
        user_id,
        [
            Dialogue(turns, session_id=text[:60]),
            Order("电话" + text[:60], text, text, text, text, 99.0, text),
            Review(text, 2, order_id="电话" + text[:60], driver=text),
            Behaviour(
                text[:60], {text: text, "phone": 58765432, "note": [text, {"tel": "58765432"}], "n": 15922334455}
            ),
        ],
        idempotency_key=text,
    )
    statement = Statement(
        text,
        value={text: text, "contact": {"mobile": PHONE}},
        entities=(Entity("driver", text[:60]), Entity("address", text[:60])),
        relations=(Relation("LIVES_AT", "address", text[:60]),),
        source_ref=text,
    )
    stated = await client.remember_all(user_id, [statement], idempotency_key=text + "r", wait=True)
    memory_id = stated.memory_id
    await client.append_turns(user_id, text[:60], turns)
    await client.get_context(user_id, text[:60])
    await client.recall(user_id, text, turns=turns, explain=True)
    await client.correct(user_id, memory_id, text + "。", value={text: text})
    await client.retract(user_id, memory_id, reason=text)


async def ask_wrongly(client: AsyncClient, user_id: str) -> None:
    """Refusals must not repeat what they refuse where it is kept."""
    document = (await client.get_strategy("customer_service")).document
    calls = (
        client.put_strategy(f"vip_{PHONE}", document),
        client.recall(PHONE, "电话"),
        client.recall(user_id, PHONE, scene=f"vip_{PHONE}"),
        client.recall(user_id, PHONE, time_zone=PHONE),
        client.ingest_dialogue(f"u_{PHONE}", [Turn("user", PHONE)]),
        client.remember(user_id, PHONE, kind="fact", attribute=PHONE),
        client.get_strategy(f"vip_{PHONE}"),
        client.put_strategy(f"vip_{PHONE}", {"paths": {PHONE: 1}, PHONE: PHONE}),
        client.get(user_id, PHONE),
        client.get_trace(PHONE),
    )
    for outcome in await asyncio.gather(*calls, return_exceptions=True):
        assert not isinstance(outcome, BaseException) or isinstance(outcome, api.YikuError), outcome


async def test_nothing_that_was_told_stands_anywhere_but_in_the_vault(
    yiku: LocalYiku, client: AsyncClient, user_id: str
) -> None:
    before = counted(await asyncio.to_thread(scan, yiku))
    for text in (*TOLD, *LOOK_ALIKES):
        await tell_everything(client, user_id, text)
    await ask_wrongly(client, user_id)
    await client.remember(user_id, "最后一条", wait=True)
    await asyncio.sleep(2)  # traces, spans and cached answers are written beside the request
    scans = await asyncio.to_thread(scan, yiku)
    assert counted(scans) - before == Counter()
    read = {s.store: s.scanned.total() for s in scans}
    assert all(read[store] for store in ("postgres", "kafka", "milvus", "graph", "redis", "logs", "spans")), read
    with psycopg.connect(yiku.stack.prepare().postgres.dsn) as conn:
        kinds = {row[0] for row in conn.execute("SELECT DISTINCT type FROM vault WHERE user_id = %s", (user_id,))}
    assert kinds >= {"mobile", "landline", "phone", "id", "card", "plate", "email", "door", "document", "account"}


async def test_what_only_looks_like_it_stays_readable(client: AsyncClient, user_id: str) -> None:
    for text in LOOK_ALIKES:
        done = await client.remember(user_id, text)
        assert done.items[0].content == text


async def test_a_raw_number_is_found_wherever_it_is_planted(yiku: LocalYiku, client: AsyncClient, user_id: str) -> None:
    await client.remember(user_id, "喜欢厢货", wait=True)
    with psycopg.connect(yiku.stack.prepare().postgres.dsn, autocommit=True) as conn:
        conn.execute("UPDATE memory SET content = %s WHERE user_id = %s", ("手机" + PHONE, user_id))
        try:
            found = [f for s in await asyncio.to_thread(scan, yiku) for f in s.findings if f.part == "memory"]
            assert [(f.type, f.where.endswith("content")) for f in found] == [("mobile", True)]
            assert PHONE not in str(found)
            shown = await asyncio.to_thread(run_command, yiku)
            assert shown.returncode == 1
            assert "memory" in shown.stdout
            assert PHONE not in shown.stdout + shown.stderr
        finally:
            conn.execute("UPDATE memory SET content = '喜欢厢货' WHERE user_id = %s", (user_id,))
