"""The last turns of conversations, in Redis."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from yiku_domain.errors import Unavailable
from yiku_domain.plan import Turn
from yiku_local.endpoints import Endpoints
from yiku_stores.redis.connection import RedisConnection
from yiku_stores.redis.session import RedisSessions

from tests.integration.recall.world import customer

NOW = datetime(2026, 11, 30, 4, 0, tzinfo=UTC)


@pytest.fixture
async def connection(endpoints: Endpoints) -> AsyncIterator[RedisConnection]:
    made = RedisConnection(endpoints.redis_url, timeout_s=1.0)
    yield made
    await made.close()


@pytest.fixture
def sessions(connection: RedisConnection) -> RedisSessions:
    return RedisSessions(connection, keep=5)


def turns(*texts: str) -> list[Turn]:
    return [Turn("user", text) for text in texts]


async def test_case_31_turns_come_back_oldest_first_at_once(sessions: RedisSessions) -> None:
    scope = customer()
    assert await sessions.append(scope, "s1", turns("你好", "我住通州"), NOW) == 2
    later = Turn("assistant", "记下了", NOW + timedelta(minutes=1))
    assert await sessions.append(scope, "s1", [later], NOW) == 3
    context = await sessions.context(scope, "s1")
    assert [turn.text for turn in context.turns] == ["你好", "我住通州", "记下了"]
    assert context.turns[0] == Turn("user", "你好", NOW)
    assert (context.started_at, context.last_at) == (NOW, NOW + timedelta(minutes=1))
    assert [turn.text for turn in (await sessions.context(scope, "s1", last_n=2)).turns] == ["我住通州", "记下了"]


async def test_only_the_last_are_kept(sessions: RedisSessions) -> None:
    scope = customer()
    assert await sessions.append(scope, "s", turns(*"abcdefgh"), NOW) == 5
    assert [turn.text for turn in (await sessions.context(scope, "s")).turns] == list("defgh")


async def test_the_latest_session_is_the_one_without_a_name(sessions: RedisSessions) -> None:
    scope = customer()
    await sessions.append(scope, "s1", turns("a"), NOW)
    await sessions.append(scope, "s2", turns("b"), NOW)
    assert (await sessions.context(scope)).session_id == "s2"
    await sessions.append(scope, "s1", turns("c"), NOW)
    assert (await sessions.context(scope)).session_id == "s1"


async def test_turns_of_one_call_stay_together(sessions: RedisSessions, connection: RedisConnection) -> None:
    scope = customer()
    keeps_all = RedisSessions(connection, keep=1000)
    pairs = [turns(f"q{i}", f"a{i}") for i in range(50)]
    await asyncio.gather(*(keeps_all.append(scope, "s", pair, NOW) for pair in pairs))
    texts = [turn.text for turn in (await keeps_all.context(scope, "s")).turns]
    assert len(texts) == 100
    assert all(q[1:] == a[1:] for q, a in zip(texts[::2], texts[1::2], strict=True))


async def test_an_ended_session_is_gone_and_so_is_its_place_as_the_latest(sessions: RedisSessions) -> None:
    scope = customer()
    await sessions.append(scope, "s1", turns("a"), NOW)
    assert await sessions.end(scope, "s1")
    assert not await sessions.end(scope, "s1")
    assert (await sessions.context(scope)).session_id == ""
    assert (await sessions.context(scope, "s1")).turns == ()


async def test_ending_another_session_leaves_the_latest(sessions: RedisSessions) -> None:
    scope = customer()
    await sessions.append(scope, "s1", turns("a"), NOW)
    await sessions.append(scope, "s2", turns("b"), NOW)
    await sessions.end(scope, "s1")
    assert (await sessions.context(scope)).session_id == "s2"


async def test_sessions_of_others_are_not_seen_and_a_customer_can_be_forgotten(
    sessions: RedisSessions, connection: RedisConnection
) -> None:
    scope, other = customer(), customer()
    for i in range(3):
        await sessions.append(scope, f"s{i}", turns("a"), NOW)
    await sessions.append(other, "s0", turns("b"), NOW)
    await sessions.forget(scope)
    assert (await sessions.context(scope, "s1")).turns == ()
    assert await connection.call(lambda redis: redis.keys(f"*{scope.user_id}*")) == []
    assert (await sessions.context(other)).turns[0].text == "b"


async def test_a_session_ends_by_itself(connection: RedisConnection) -> None:
    brief = RedisSessions(connection, ttl_s=1)
    scope = customer()
    await brief.append(scope, "s", turns("a"), NOW)
    await asyncio.sleep(1.2)
    assert (await brief.context(scope)).session_id == ""


async def test_without_redis_it_is_unavailable() -> None:
    nowhere = RedisConnection("redis://127.0.0.1:1/0", timeout_s=0.2)
    with pytest.raises(Unavailable):
        await RedisSessions(nowhere).context(customer())
    await nowhere.close()
