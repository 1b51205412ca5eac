"""Reading your own writes with propagation stopped, and never reading what was retracted."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from uuid import uuid4

import pytest
from yiku import AsyncClient, Unavailable
from yiku_cli.local import LocalYiku
from yiku_domain.ids import TenantId
from yiku_local import ports

PAIRS = 200
SINKS = ("propagator-milvus", "propagator-graph", "propagator-cache")
GOODS = [
    "茶几",
    "冰箱",
    "钢琴",
    "鱼缸",
    "书柜",
    "沙发",
    "床垫",
    "瓷砖",
    "鲜花",
    "海鲜",
    "图纸",
    "样品",
    "服装",
    "轮胎",
    "水泥",
    "酒坛",
    "画框",
    "药品",
    "电机",
    "玻璃",
]
PLACES = ["望京", "通州", "亦庄", "国贸", "双井", "劲松", "方庄", "丰台", "龙泽", "五道口"]


@asynccontextmanager
async def propagation_stopped(yiku: LocalYiku) -> AsyncIterator[None]:
    for name in SINKS:
        await asyncio.to_thread(yiku.stack.stop, name)
    try:
        yield
    finally:
        for name in SINKS:
            await asyncio.to_thread(yiku.stack.start, name)
        await asyncio.to_thread(yiku.stack.wait_ready, 60)


@contextmanager
def second_recall(yiku: LocalYiku) -> Iterator[str]:
    """Another recall process, with caches of its own."""
    port = ports.choose(())
    env = {"YIKU_ENV_FILE": str(yiku.env_file), "YIKU_RECALL_PORT": str(port), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen([sys.executable, "-m", "yiku_recall"], env=env) as process:
        try:
            yield f"127.0.0.1:{port}"
        finally:
            process.terminate()


async def answering(client: AsyncClient) -> None:
    async with asyncio.timeout(30):
        while True:
            try:
                await client.recall("nobody", "在吗")
                return
            except Unavailable:
                await asyncio.sleep(0.2)


@pytest.mark.timeout(180)
async def test_200_write_then_recall_pairs_find_200_without_propagation(yiku: LocalYiku) -> None:
    user_id = f"own_{uuid4().hex[:8]}"
    async with AsyncClient(yiku.targets(), yiku.token(TenantId("own"))) as client, propagation_stopped(yiku):
        found = 0
        for number in range(PAIRS):
            goods, place = GOODS[number % len(GOODS)], PLACES[number // len(GOODS)]
            done = await client.remember(user_id, f"从{place}发的{goods}要放在{number}号门")
            answer = await client.recall(user_id, f"{place}那批{goods}放哪个门", top_k=5)
            found += done.memory_id in {m.memory_id for m in answer.memories}
        assert found == PAIRS


@pytest.mark.timeout(180)
async def test_case_5_what_was_retracted_is_never_recalled_by_any_process_path_or_cache(yiku: LocalYiku) -> None:
    user_id = f"gone_{uuid4().hex[:8]}"
    token = yiku.token(TenantId("own"))
    with second_recall(yiku) as target:
        other_targets = {**yiku.targets(), "recall": target}
        async with AsyncClient(yiku.targets(), token) as one, AsyncClient(other_targets, token) as two:
            await answering(two)
            queries = [f"{goods}放哪" for goods in GOODS]
            kept = {}
            for goods in GOODS:
                done = await one.remember(user_id, f"{goods}要放在后院", wait=True)
                kept[goods] = done.memory_id
            for query in queries:
                for client in (one, two):
                    await client.recall(user_id, query)
                    assert (await client.recall(user_id, query)).cache == "L1"
            async with propagation_stopped(yiku):
                for goods, query in zip(GOODS, queries, strict=True):
                    await one.retract(user_id, kept[goods])
                    for client in (one, two):
                        for text in (query, f"{goods}要放在后院", ""):
                            answer = await client.recall(user_id, text, top_k=100)
                            assert kept[goods] not in {m.memory_id for m in answer.memories}
            await until_indexes_forget(one)
            for client in (one, two):
                for query in queries:
                    assert not (await client.recall(user_id, query, top_k=100)).memories


async def until_indexes_forget(client: AsyncClient) -> None:
    async with asyncio.timeout(60):
        while not (await client.check()).agree or any(s.pending for s in (await client.check()).stores):
            await asyncio.sleep(0.5)
