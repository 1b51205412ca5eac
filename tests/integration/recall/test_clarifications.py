"""Open questions in recall: handed to the bot at once, out of no stale cache, and gone when answered."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import psycopg
import pytest
from yiku_domain.ids import Scope
from yiku_domain.memory import Draft, Memory
from yiku_local.endpoints import Endpoints
from yiku_memory.cached_answers import held
from yiku_stores.postgres.database import Database
from yiku_stores.reconcile_cache import CacheReconciler
from yiku_stores.redis.audit import CacheAudit
from yiku_stores.redis.cache import RedisMemoryCache
from yiku_stores.redis.connection import RedisConnection

from tests.conftest import FreshDatabase
from tests.integration.recall.test_recall import stamp
from tests.integration.recall.world import World, customer, days_ago, told

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUESTION = "帮我叫个车"
SLOT = "preferred_vehicle_type"


def says(code: str, words: str) -> Draft:
    return told(words, SLOT, value={"vehicle_type": code})


async def doubt(world: World, scope: Scope) -> list[Memory]:
    """small_van was said, box_truck is inferred."""
    said = await world.write(scope, says("small_van", "以后都用小面"))
    return said + await world.write(scope, replace(says("box_truck", "像是厢货"), explicit=False))


async def test_a_question_opened_or_closed_voids_what_was_cached(world: World) -> None:
    scope = customer()
    other = await world.another_process()
    await world.write(scope, says("small_van", "以后都用小面"))
    for process in (0, other, 0, other):
        assert not (await world.recall(scope, QUESTION, process=process)).clarifications
    _, waiting = await doubt(world, scope)
    for process in (0, other):
        first, again = [await world.recall(scope, QUESTION, process=process) for _ in range(2)]
        assert [c.question for c in first.clarifications] == [
            "您之前说常用小面，最近看来是常用厢式货车，以后默认用哪种车？"
        ]
        assert again.cache and list(again.clarifications) == list(first.clarifications)
        assert [m.memory.content for m in first.memories] == ["以后都用小面"]
    asked = first.clarifications[0]
    assert (asked.attribute, asked.inferred_memory_id) == (SLOT, str(waiting.memory_id))
    await world.write(scope, says("box_truck", "就用厢货吧"))
    for process in (0, other):
        answer = await world.recall(scope, QUESTION, process=process)
        assert not answer.clarifications and [m.memory.content for m in answer.memories] == ["就用厢货吧"]


async def test_the_prompt_block_asks_where_the_strategy_says_so(world: World) -> None:
    scope = customer()
    await doubt(world, scope)
    served = await world.recall(scope, QUESTION, scene="customer_service")
    silent = await world.recall(scope, QUESTION, scene="dispatch")
    for answer in (served, silent):
        assert len(answer.clarifications) == 1
    question = served.clarifications[0].question
    assert question in served.prompt_block.split("合适时可以向客户确认")[1]
    assert question not in silent.prompt_block and silent.prompt_block


async def test_without_a_question_of_the_customer_it_is_handed_over_too(world: World) -> None:
    scope = customer()
    await doubt(world, scope)
    assert len((await world.recall(scope)).clarifications) == 1


async def test_the_past_and_other_customers_are_not_asked_about(world: World) -> None:
    scope = customer()
    await doubt(world, scope)
    assert not (await world.recall(scope, QUESTION, as_of=stamp(days_ago(1)))).clarifications
    assert not (await world.recall(customer(), QUESTION)).clarifications


async def test_a_cached_answer_ends_with_its_question(world: World) -> None:
    scope = customer()
    await doubt(world, scope)
    with psycopg.connect(world.admin_dsn, autocommit=True) as conn:
        conn.execute(
            "UPDATE clarification SET expires_at = now() + interval '3 seconds' WHERE user_id = %s", (scope.user_id,)
        )
    assert (await world.recall(scope, QUESTION)).clarifications
    assert (await world.recall(scope, QUESTION)).cache
    later = stamp(days_ago(0) + timedelta(seconds=4))
    assert not (await world.recall(scope, QUESTION, now=later)).clarifications
    await asyncio.sleep(3.2)
    answer = await world.recall(scope, QUESTION)
    assert not answer.cache and not answer.clarifications


async def test_a_cached_answer_with_a_settled_question_is_found_and_voided(
    world: World, endpoints: Endpoints, fresh_database: FreshDatabase
) -> None:
    scope = customer()
    await doubt(world, scope)
    assert (await world.recall(scope, QUESTION)).clarifications
    connection, database = RedisConnection(endpoints.redis_url), Database(fresh_database.worker)
    await database.open()
    checking = CacheReconciler(CacheAudit(connection), RedisMemoryCache(connection), database, held)

    async def wrong() -> list[str]:
        return [d.kind for d in (await checking.compare()).differences if d.stamp.scope == scope]

    assert await wrong() == []
    with psycopg.connect(world.admin_dsn, autocommit=True) as conn:
        conn.execute("UPDATE clarification SET ending = 'said', closed_at = now() WHERE user_id = %s", (scope.user_id,))
    assert await wrong() == ["extra"]
    await checking.repair()
    assert not (await world.recall(scope, QUESTION)).clarifications
    await database.close()
    await connection.close()
