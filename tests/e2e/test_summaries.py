"""Conversations are summed up, summaries are recalled, and they end with what they rest on; through every store."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from yiku import AsyncClient, Turn
from yiku.results import Memory, TimeRange
from yiku_cli.local import LocalYiku
from yiku_domain.ids import TenantId

from tests.e2e.agreement import agreed

HOME, CATS, NIGHTS = "我住望京", "我对猫毛过敏", "我不喜欢夜间送货"
PLACE = "望京"


pytestmark = pytest.mark.timeout(900)


@pytest.fixture
async def client(yiku: LocalYiku) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(yiku.targets(), yiku.token(TenantId("summaries"))) as connected:
        yield connected


@pytest.fixture
def user_id() -> str:
    return f"sum_{uuid4().hex[:8]}"


async def talk(client: AsyncClient, user_id: str, *texts: str, session: str = "s1", at: datetime | None = None) -> None:
    """The bot answers each turn with an echo, as bots like to."""
    for number, text in enumerate(texts):
        when = at + timedelta(minutes=number) if at else None
        turns = [Turn("user", text, when), Turn("assistant", f"好的，{text}，已记下", when)]
        await client.append_turns(user_id, session, turns)
        await client.ingest_dialogue(user_id, turns, session_id=session)
    await client.end_session(user_id, session)


async def summaries(client: AsyncClient, user_id: str, *, at_least: int = 1) -> list[Memory]:
    """As soon as there are so many; the keeper works off what other conversations left first."""
    async with asyncio.timeout(150):
        while True:
            found = (await client.list(user_id, kinds=["summary"])).memories
            if len(found) >= at_least:
                return list(found)
            await asyncio.sleep(0.3)


async def settled(client: AsyncClient) -> None:
    """Nothing is on its way; after a rebuild that is all that the tests before have stored."""
    async with asyncio.timeout(400):
        while (await client.lag()).unpublished or any(sink.pending for sink in (await client.lag()).sinks):
            await asyncio.sleep(0.2)


async def recalled(client: AsyncClient, user_id: str, query: str) -> list[str]:
    return [m.content for m in (await client.recall(user_id, query, top_k=100)).memories]


async def test_a_session_that_ends_is_summed_up_and_found_by_vector_and_keyword(
    client: AsyncClient, user_id: str
) -> None:
    await talk(client, user_id, HOME, CATS, NIGHTS, "在吗")
    (one,) = await summaries(client, user_id)
    assert one.content == f"这次聊了：{HOME}；{CATS}；{NIGHTS}"
    assert (one.value["level"], one.value["turns"], one.source.ref) == ("segment", 4, "s1")
    await settled(client)
    answer = await client.recall(user_id, "上次聊了什么", explain=True)
    assert answer.memories[0].memory_id == one.memory_id
    why = {hit.path for hit in answer.memories[0].why}
    assert "keyword" in why
    assert why & {"vector", "overlay"}
    assert f'[小结] "{one.content}"' in answer.prompt_block
    await agreed(client)


async def test_what_was_talked_about_last_week_is_not_what_was_yesterday(client: AsyncClient, user_id: str) -> None:
    now = datetime.now(UTC)
    await talk(client, user_id, HOME, CATS, session="s1", at=now - timedelta(days=7))
    await talk(client, user_id, NIGHTS, "发票要开专票", session="s2", at=now - timedelta(days=1))
    await summaries(client, user_id, at_least=2)
    window = TimeRange(now - timedelta(days=8), now - timedelta(days=6))
    answer = await client.recall(user_id, "上周聊了什么", time_range=window)
    assert answer.memories[0].content == f"这次聊了：{HOME}；{CATS}"
    alone = await client.recall(user_id, "上周聊了什么", time_range=window, kinds=["summary"])
    assert len(alone.memories) == 1


async def test_case_7_what_was_forgotten_returns_neither_itself_nor_in_a_summary(
    client: AsyncClient, user_id: str
) -> None:
    await talk(client, user_id, HOME, CATS, NIGHTS, f"{PLACE}东门那边不好停车", f"走{PLACE}西门那边好停车")
    (one,) = await summaries(client, user_id)
    assert PLACE in one.content
    await settled(client)
    home = next(m for m in (await client.list(user_id)).memories if m.content == HOME)
    assert PLACE in "".join(await recalled(client, user_id, "聊了什么"))
    await client.retract(user_id, home.memory_id)
    for query in ("聊了什么", "我住哪里", PLACE):
        assert PLACE not in "".join(await recalled(client, user_id, query)), "at once"
    (again,) = await summaries(client, user_id)
    assert again.content == f"这次聊了：{CATS}；{NIGHTS}"
    assert again.memory_id != one.memory_id
    for store in ("milvus", "graph", "cache"):
        await client.rebuild(store)
    await settled(client)
    for query in ("上次聊了什么", "我住哪里呢", f"{PLACE}东门"):
        assert PLACE not in "".join(await recalled(client, user_id, query)), "after a rebuild"
    await agreed(client)
    every = (await client.list(user_id, kinds=["summary"], statuses=["active", "superseded", "archived"])).memories
    assert [m.memory_id for m in every] == [again.memory_id]


async def test_an_erased_customers_summary_is_gone_everywhere(client: AsyncClient, user_id: str) -> None:
    await talk(client, user_id, HOME, CATS)
    await summaries(client, user_id)
    receipt = await client.erase(user_id)
    assert receipt.erased["memory"] == 3
    assert receipt.erased["session_summary"] >= 1
    await asyncio.sleep(5)
    assert (await client.list(user_id, statuses=["active", "superseded", "retracted"])).memories == ()
    assert await recalled(client, user_id, "聊了什么") == []
    await agreed(client)
