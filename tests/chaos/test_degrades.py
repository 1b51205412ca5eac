"""Each store away in turn: recall answers in time and says what it lacks; each comes back by itself."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest
from yiku import AsyncClient, Unavailable
from yiku.results import Recall
from yiku_cli.local import LocalYiku
from yiku_domain.ids import TenantId

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(300)]

DEADLINE_S = 2.0
BACK_WITHIN_S = 40


@asynccontextmanager
async def stopped(yiku: LocalYiku, server: str) -> AsyncIterator[None]:
    await asyncio.to_thread(yiku.stack.stop, server)
    try:
        yield
    finally:
        await asyncio.to_thread(yiku.stack.start, server)
        await asyncio.to_thread(yiku.stack.wait_ready, 90)


@asynccontextmanager
async def customer(yiku: LocalYiku) -> AsyncIterator[tuple[AsyncClient, str]]:
    """A customer with a few memories in every index."""
    user_id = f"degr_{uuid4().hex[:8]}"
    async with AsyncClient(yiku.targets(), yiku.token(TenantId("degrades"))) as client:
        for content in ("发票要开增值税专票", "李师傅搬家具很细心", "晚上不方便收货"):
            await client.remember(user_id, content, wait=True)
        yield client, user_id


async def timed(client: AsyncClient, user_id: str, query: str) -> tuple[Recall, float]:
    began = time.monotonic()
    answer = await client.recall(user_id, query, explain=True)
    return answer, time.monotonic() - began


def parts(answer: Recall) -> set[str]:
    return {d.part for d in answer.degraded}


async def until_whole(client: AsyncClient, user_id: str) -> None:
    """Recall fresh questions until nothing is degraded."""
    deadline = time.monotonic() + BACK_WITHIN_S
    while True:
        answer = await client.recall(user_id, f"发票 {uuid4().hex[:6]}")
        if not answer.degraded:
            return
        assert time.monotonic() < deadline, f"still degraded: {answer.degraded}"
        await asyncio.sleep(0.5)


@pytest.mark.parametrize(("server", "part"), [("milvus", "vector"), ("graph", "graph"), ("redis", "cache")])
async def test_recall_names_the_path_that_is_away(yiku: LocalYiku, server: str, part: str) -> None:
    async with customer(yiku) as (client, user_id):
        async with stopped(yiku, server):
            for number in range(5):
                answer, took = await timed(client, user_id, f"李师傅怎么样，发票{number}怎么开")
                assert took < DEADLINE_S
                assert part in parts(answer)
                assert any("发票" in m.content for m in answer.memories)
        await until_whole(client, user_id)


async def test_recall_does_not_need_the_broker_and_sees_what_was_just_written(yiku: LocalYiku) -> None:
    async with customer(yiku) as (client, user_id):
        async with stopped(yiku, "kafka"):
            await client.remember(user_id, "仓库搬到亦庄了")
            answer, took = await timed(client, user_id, "仓库在哪里")
            assert took < DEADLINE_S
            assert any("亦庄" in m.content for m in answer.memories)
            assert not parts(answer) & {"vector", "graph", "keyword", "profile"}
        await client.remember(user_id, "后门有装卸台", wait=True)
        assert (await client.lag()).unpublished == 0


async def test_without_postgres_recall_is_unavailable_within_the_deadline(yiku: LocalYiku) -> None:
    async with customer(yiku) as (client, user_id):
        quick = AsyncClient(yiku.targets(), yiku.token(TenantId("degrades")), timeout_s=DEADLINE_S)
        async with quick, stopped(yiku, "postgres"):
            for number in range(3):
                began = time.monotonic()
                with pytest.raises(Unavailable):
                    await quick.recall(user_id, f"发票怎么开{number}")
                assert time.monotonic() - began < DEADLINE_S + 0.5
            with pytest.raises(Unavailable):
                await client.remember(user_id, "写不进去")
        await until_whole(client, user_id)
        await client.remember(user_id, "又能写了", wait=True)
