"""What recall does while a store refuses connections or hangs, and when it is back."""

import time

import grpc
import pytest

from tests.integration.recall.proxy import Mode
from tests.integration.recall.world import World, customer, driver, told

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEADLINE_S = 0.5
SLACK_S = 2.0
"""The machine may be busy; a deadline of the strategy's is 0.5 s."""

QUESTION = "李师傅送货怎么样"
PARTS = {"milvus": "vector", "graph": "graph", "redis": "cache"}


@pytest.mark.parametrize("mode", [Mode.SHUT, Mode.HANGING])
@pytest.mark.parametrize("store", ["milvus", "graph", "redis"])
async def test_an_index_that_is_away_is_named_and_comes_back_by_itself(world: World, store: str, mode: Mode) -> None:
    scope = customer()
    await world.write(scope, driver("李师傅送货很快", "李师傅"), told("客户住徐汇"))
    await world.propagate()
    door = world.doors[store]
    await whole(world, scope)
    await door.set(mode)
    try:
        for i in range(8):
            started = time.monotonic()
            response = await world.recall(scope, f"{QUESTION}{i}")
            assert time.monotonic() - started < DEADLINE_S + SLACK_S
            assert "李师傅送货很快" in [m.memory.content for m in response.memories]
            assert PARTS[store] in {d.part for d in response.degraded}
            assert {d.reason for d in response.degraded} <= {"unavailable", "timeout"}
    finally:
        await door.set(Mode.OPEN)
    await whole(world, scope)


async def whole(world: World, scope) -> None:  # type: ignore[no-untyped-def]
    """Within a few seconds an answer has nothing degraded."""
    response = None
    for i in range(60):
        response = await world.recall(scope, f"{QUESTION}呢{i}")
        if not response.degraded:
            return
        import asyncio

        await asyncio.sleep(0.1)
    raise AssertionError(f"still degraded: {response and response.degraded}")


@pytest.mark.parametrize("mode", [Mode.SHUT, Mode.HANGING])
async def test_without_postgres_recall_is_unavailable_within_the_deadline_and_comes_back(
    world: World, mode: Mode
) -> None:
    scope = customer()
    await world.write(scope, told("客户住徐汇"))
    await whole(world, scope)
    door = world.doors["postgres"]
    await door.set(mode)
    try:
        for i in range(4):
            started = time.monotonic()
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await world.recall(scope, f"住哪{i}")
            assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
            assert time.monotonic() - started < DEADLINE_S + SLACK_S
    finally:
        await door.set(Mode.OPEN)
    for i in range(60):
        try:
            response = await world.recall(scope, f"住在哪{i}", timeout=1)
        except grpc.aio.AioRpcError:
            continue
        assert [m.memory.content for m in response.memories] == ["客户住徐汇"]
        return
    raise AssertionError("Postgres is back and recall does not know")


@pytest.mark.parametrize("seconds", [0.05, 0.2])
async def test_a_callers_short_deadline_is_kept(world: World, seconds: float) -> None:
    scope = customer()
    await world.write(scope, told("客户住徐汇"), driver("李师傅送货很快", "李师傅"))
    await world.propagate()
    await whole(world, scope)
    answered = 0
    for i in range(20):
        try:
            await world.recall(scope, f"{QUESTION}吗{i}", timeout=seconds)
            answered += 1
        except grpc.aio.AioRpcError as error:
            assert error.code() in (grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.UNAVAILABLE)
    assert answered >= 18
