"""Recall over gRPC, on real Postgres, Milvus, graph and Redis."""

import asyncio
import time
from datetime import UTC, datetime, timedelta

import grpc
import psycopg
import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from yiku_domain.ids import Scope, TenantId, TraceId, UserId
from yiku_domain.memory import Draft, Kind, Nature
from yiku_domain.trace import TraceKind
from yiku_stores.postgres import traces
from yiku_stores.postgres.database import Database

from tests.conftest import FreshDatabase
from tests.integration.recall.world import World, customer, days_ago, driver, found_by, told

pytestmark = pytest.mark.asyncio(loop_scope="module")


def stamp(moment: datetime) -> Timestamp:
    made = Timestamp()
    made.FromDatetime(moment)
    return made


async def test_every_path_finds_its_part(world: World) -> None:
    scope = customer()
    await world.write(
        scope,
        told("客户住在北京通州梨园", "home_address", value={"address": "通州梨园"}),
        told("客户要求开增值税发票", "invoice", value={"type": "vat"}),
        driver("客户夸奖李师傅搬运仔细", "李师傅"),
        driver("李师傅上周准时到达", "李师傅"),
        told("订单 00261014207 在雨天送达"),
        told("客户家里养了一只金毛犬"),
    )
    await world.propagate()
    await _shown(world, scope, 6)
    home = await world.recall(scope, "我现在住哪来着")
    assert home.memories[0].memory.content == "客户住在北京通州梨园"
    assert "客户住在北京通州梨园" in found_by(home, "profile")
    assert "客户要求开增值税发票" in found_by(await world.recall(scope, "怎么开发票"), "keyword")
    order = await world.recall(scope, "00261014207")
    assert order.memories[0].memory.content == "订单 00261014207 在雨天送达"
    pet = await world.recall(scope, "狗狗可以一起坐车吗")
    assert "客户家里养了一只金毛犬" in found_by(pet, "vector")
    praised = await world.recall(scope, "李师傅怎么样")
    assert set(found_by(praised, "graph")) == {"客户夸奖李师傅搬运仔细", "李师傅上周准时到达"}
    assert not home.degraded
    assert home.prompt_block.count("\n") == len(home.memories)


async def test_read_your_own_writes_with_propagation_stopped(world: World) -> None:
    scopes = [customer() for _ in range(5)]
    missed = []
    for i in range(200):
        scope = scopes[i % 5]
        await world.write(scope, told(f"第{i}次搬家时打碎了编号{1000 + i}的青花瓷瓶"))
        question = f"编号{1000 + i}的瓷器怎么了"
        response = await world.recall(scope, question)
        contents = [m.memory.content for m in response.memories]
        if f"第{i}次搬家时打碎了编号{1000 + i}的青花瓷瓶" not in contents:
            missed.append((i, contents, list(response.degraded), response.paths, response.plan))
    assert missed == []


async def test_what_has_not_propagated_is_found_by_meaning_alone(world: World) -> None:
    scope = customer()
    await world.write(scope, told("Her golden retriever always travels in the cab"), told("Pays in cash"))
    response = await world.recall(scope, "宠物能上车吗")
    assert "Her golden retriever always travels in the cab" in found_by(response, "overlay")


async def test_retract_then_recall_finds_nothing_by_any_path_or_cache_in_two_processes(world: World) -> None:
    other = await world.another_process()
    scope = customer()
    [memory] = await world.write(scope, driver("客户投诉王师傅迟到", "王师傅"))
    await world.propagate()
    question = "王师傅迟到的投诉"
    for process in (0, other, 0, other):
        assert await world.contents(scope, question, process=process) == ["客户投诉王师傅迟到"]
    assert (await world.recall(scope, question, process=other)).cache == "L1"
    now = datetime.now(UTC)
    await world.writer.retract(scope, memory.memory_id, now=now, trace_id=TraceId("1" * 32))
    for process in (0, other):
        for asked in (question, "王师傅", "迟到", ""):
            assert await world.contents(scope, asked, process=process) == []


async def test_a_changed_value_shows_at_once_and_the_old_one_as_of_then(world: World) -> None:
    scope = customer()
    old = told("客户住在望京", "home_address", value={"address": "望京"}, valid_from=days_ago(90))
    new = told("客户搬到了通州", "home_address", value={"address": "通州"}, valid_from=days_ago(10))
    await world.write(scope, old)
    assert await world.contents(scope, "我家地址") == ["客户住在望京"]
    await world.write(scope, new)
    assert await world.contents(scope, "我家地址") == ["客户搬到了通州"]
    assert await world.contents(scope, "我家地址", as_of=stamp(days_ago(30))) == ["客户住在望京"]
    assert await world.contents(scope, "我家地址", as_of=stamp(days_ago(5))) == ["客户搬到了通州"]
    assert await world.contents(scope, "我家地址", as_of=stamp(days_ago(200))) == []


async def test_expired_memories_and_those_about_to_expire(world: World) -> None:
    scope = customer()
    await world.write(
        scope,
        told("客户本周住酒店", expires_at=days_ago(1)),
        told("客户今天住酒店", expires_at=datetime.now(UTC) + timedelta(seconds=1.5)),
    )
    assert await world.contents(scope, "客户住酒店吗") == ["客户今天住酒店"]
    await asyncio.sleep(1.6)
    assert await world.contents(scope, "客户住酒店吗") == []


async def test_another_tenant_and_another_user_see_nothing(world: World) -> None:
    scope = customer()
    await world.write(scope, told("客户对青霉素过敏", "allergy", value={"allergen": "青霉素"}))
    await world.propagate()
    assert await world.contents(scope, "过敏") == ["客户对青霉素过敏"]
    assert await world.contents(Scope(TenantId("t2"), scope.user_id), "过敏") == []
    assert await world.contents(customer(), "过敏") == []
    unknown = await world.recall(customer(), "")
    assert (list(unknown.memories), unknown.prompt_block, list(unknown.degraded)) == ([], "", [])


async def test_without_a_question_what_holds_now_comes_first(world: World) -> None:
    scope = customer()
    await world.write(
        scope,
        told("聊到了天气"),
        told("客户住在徐汇", "home_address", value={"address": "徐汇"}),
        told("客户偏好厢式货车", "preferred_vehicle_type", value={"vehicle_type": "box_truck"}),
    )
    contents = await world.contents(scope, "")
    assert set(contents[:2]) == {"客户住在徐汇", "客户偏好厢式货车"}
    assert "聊到了天气" in contents


async def test_kinds_and_top_k_hold(world: World) -> None:
    scope = customer()
    likes = [Draft(Kind.PREFERENCE, Nature.EVENT, f"客户喜欢第{i}号仓库的叉车") for i in range(9)]
    await world.write(scope, told("仓库有叉车"), *likes)
    found = await world.recall(scope, "仓库叉车", kinds=["preference"], top_k=3)
    assert len(found.memories) == 3
    assert {m.memory.kind for m in found.memories} == {"preference"}
    assert len((await world.recall(scope, "仓库叉车", top_k=100)).memories) == 10


async def test_a_number_in_the_question_meets_its_token_and_is_not_shown(
    world: World, fresh_database: FreshDatabase
) -> None:
    scope = customer()
    masked = world.settings and _mask("客户的电话是13800138000")
    await world.write(scope, told(masked, "phone", value={"phone": "x"}))
    response = await world.recall(scope, "13800138000 是谁的号码")
    assert [m.memory.content for m in response.memories] == [masked]
    assert "13800138000" not in str(response)
    await asyncio.sleep(0.6)
    with psycopg.connect(fresh_database.admin) as conn:
        dump = str(conn.execute("SELECT record FROM trace").fetchall())
    assert "13800138000" not in dump


def _mask(text: str) -> str:
    from yiku_text.vault import Vault

    from tests.integration.recall.world import MASTER_KEY, TENANT

    return Vault(MASTER_KEY, "k1").mask(TENANT, text).text


async def test_the_decision_record_holds_every_candidate_and_where_it_fell_out(
    world: World, fresh_database: FreshDatabase
) -> None:
    scope = customer()
    written = await world.write(scope, *(told(f"客户第{i}次问到保险的事") for i in range(8)))
    await world.propagate()
    await _shown(world, scope, 8)
    gone = written[0]
    await world.writer.retract(scope, gone.memory_id, now=datetime.now(UTC), trace_id=TraceId("1" * 32))
    response = await world.recall(scope, "保险怎么买", top_k=2)
    again = await world.recall(scope, "保险怎么买", top_k=2)
    assert again.cache == "L1"
    await asyncio.sleep(0.6)
    database = Database(fresh_database.app)
    await database.open()
    async with database.reader(scope.tenant_id) as conn:
        [record] = await traces.get(conn, scope.tenant_id, TraceId(response.trace_id))
        [short] = await traces.get(conn, scope.tenant_id, TraceId(again.trace_id))
        recent = await traces.list_recent(conn, scope.tenant_id, user_id=scope.user_id, kind="recall")
    await database.close()
    assert record.kind is TraceKind.RECALL
    assert {item["memory_id"] for item in record.items} == {str(m.memory_id) for m in written}
    by_id = {item["memory_id"]: item for item in record.items}
    assert by_id[str(gone.memory_id)]["stage"] == "hydrate"
    assert by_id[str(gone.memory_id)]["reason"] == "retracted"
    assert sum(item["stage"] == "assemble" for item in record.items) == 2
    assert all(item["paths"] for item in record.items)
    assert {"plan", "search", "fuse", "hydrate", "assemble"} <= {stage.name for stage in record.stages}
    assert short.summary == {"cache": "L1", "computed_by": response.trace_id}
    assert [r.trace_id for r in recent[:2]] == [again.trace_id, response.trace_id]


async def _shown(world: World, scope: Scope, count: int) -> None:
    """Until the vector index shows so many memories of the customer."""
    for i in range(100):
        answer = await world.recall(scope, f"看看索引{i}")
        if any(path.path == "vector" and path.hits == count for path in answer.paths):
            return
        await asyncio.sleep(0.1)
    raise AssertionError("the index does not show what was applied")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"time_zone": "../../etc/passwd"}, "time_zone"),
        ({"scene": "no_such_scene"}, "scene"),
        ({"top_k": -1}, "top_k"),
        ({"top_k": 101}, "top_k"),
        ({"kinds": ["rumour"]}, "kinds[0]"),
        ({"now": Timestamp(seconds=10**15)}, "now"),
        ({"query": "x" * 9000}, "query"),
    ],
)
async def test_bad_input_is_refused_by_name(world: World, fields: dict, field: str) -> None:
    query = fields.pop("query", "你好")
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await world.recall(customer(), query, **fields)
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert field in (refused.value.details() or "")


async def test_a_strategy_takes_effect_in_every_process_within_a_second(
    world: World, fresh_database: FreshDatabase
) -> None:
    from yiku_stores.postgres import strategies

    tenant = TenantId("t_strategy")
    scope = Scope(tenant, UserId("u1"))
    other = await world.another_process()
    await world.write(scope, *(told(f"仓库里第{i}号叉车坏了") for i in range(9)))
    for process in (0, other):
        assert len((await world.recall(scope, "叉车", process=process)).memories) == 5
    database = Database(fresh_database.app)
    await database.open()
    document = {"paths": {"keyword": {"weight": 1.0}}, "top_k": 2}
    async with database.tenant(tenant) as conn:
        put = await strategies.put(conn, tenant, "customer_service", document)
    deadline = time.monotonic() + 1.0
    waiting = {0, other}
    while waiting and time.monotonic() < deadline:
        for process in tuple(waiting):
            answer = await world.recall(scope, "叉车", process=process)
            if answer.plan.strategy_version == put.version:
                assert [path.path for path in answer.paths] == ["keyword"]
                assert len(answer.memories) == 2
                waiting.discard(process)
        await asyncio.sleep(0.02)
    assert not waiting
    async with database.tenant(tenant) as conn:
        back = await strategies.rollback(conn, tenant, "customer_service", 0)
    await database.close()
    assert back.version == put.version + 1
    await asyncio.sleep(0.5)
    assert len((await world.recall(scope, "叉车")).memories) == 5
    assert len((await world.recall(Scope(TenantId("t1"), UserId("nobody")), "叉车")).paths) > 1


async def test_a_broken_stored_strategy_leaves_the_last_good_one(world: World, fresh_database: FreshDatabase) -> None:
    tenant = TenantId("t_broken")
    scope = Scope(tenant, UserId("u1"))
    assert (await world.recall(scope, "你好")).plan.strategy_version == 0
    with psycopg.connect(fresh_database.admin, autocommit=True) as conn:
        row = (tenant, "customer_service", 1, '{"paths": {"vektor": {"weight": 1}}}')
        conn.execute("INSERT INTO strategy (tenant_id, scene, version, document) VALUES (%s, %s, %s, %s)", row)
        conn.execute("SELECT pg_notify('yiku_strategy', 't_broken/customer_service')")
    await asyncio.sleep(0.5)
    assert (await world.recall(scope, "您好")).plan.strategy_version == 0
