"""Bad input gets the right status with the field named, and the rest of the batch goes through."""

from collections.abc import AsyncIterator
from uuid import uuid4

import grpc
import pytest
import yiku as public
from grpc import aio
from yiku import AsyncClient, Conflict, InvalidRequest, NotFound, PermissionDenied, Turn, Unauthenticated
from yiku.recall.v1 import recall_pb2, recall_pb2_grpc
from yiku.results import Dialogue, Order, Statement
from yiku_cli.local import LocalYiku
from yiku_domain.ids import TenantId


@pytest.fixture
async def client(yiku: LocalYiku) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(yiku.targets(), yiku.token(TenantId("bad"))) as connected:
        yield connected


@pytest.fixture
def user_id() -> str:
    return f"bad_{uuid4().hex[:8]}"


def fields(error: public.YikuError) -> set[str]:
    return {violation.field for violation in error.violations}


@pytest.mark.parametrize("text", ["", "\0", "我住\0望京", "长" * 350_000, "x" * 1_048_576])
async def test_texts_that_cannot_be_taken(client: AsyncClient, user_id: str, text: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        await client.ingest_dialogue(user_id, [Turn("user", text)])
    assert fields(caught.value) == {"items[0].dialogue.turns[0].text"}
    with pytest.raises(InvalidRequest) as caught:
        await client.remember(user_id, text)
    assert fields(caught.value) == {"statements[0].content"}


@pytest.mark.parametrize("text", ["\ud800", "我住\udfff望京"])
async def test_lone_surrogates_never_leave_the_client(client: AsyncClient, user_id: str, text: str) -> None:
    with pytest.raises(InvalidRequest, match="surrogate"):
        await client.ingest_dialogue(user_id, [Turn("user", text)])
    with pytest.raises(InvalidRequest, match="surrogate"):
        await client.recall(user_id, text)


async def test_bytes_that_are_no_utf8_are_refused_by_the_server(yiku: LocalYiku) -> None:
    async with aio.insecure_channel(yiku.targets()["recall"]) as channel:
        call = channel.unary_unary("/yiku.recall.v1.RecallService/Recall")
        with pytest.raises(aio.AioRpcError) as caught:
            await call(b"\x0a\x02\xff\xfe", metadata=[("authorization", f"Bearer {yiku.token()}")])
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT


@pytest.mark.parametrize("top_k", [-1, 101, 2**31 - 1])
async def test_top_k_out_of_range(client: AsyncClient, user_id: str, top_k: int) -> None:
    with pytest.raises(InvalidRequest) as caught:
        await client.recall(user_id, "发票", top_k=top_k)
    assert fields(caught.value) == {"top_k"}


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"scene": "No Such!"}, "scene"),
        ({"kinds": ["mood"]}, "kinds[0]"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"token_budget": -5}, "token_budget"),
    ],
)
async def test_other_recall_arguments(client: AsyncClient, user_id: str, arguments: dict, field: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        await client.recall(user_id, "发票", **arguments)
    assert fields(caught.value) == {field}


async def test_a_scene_nobody_defined_is_not_found_or_named(client: AsyncClient, user_id: str) -> None:
    with pytest.raises((InvalidRequest, NotFound), match="scene"):
        await client.recall(user_id, "发票", scene="no_such_scene")


@pytest.mark.parametrize("bad", ["", "a/b", "a b", "x" * 129, "13800138000", "someone@example.com"])
async def test_user_ids(client: AsyncClient, bad: str) -> None:
    for call in (client.recall(bad, "x"), client.remember(bad, "x"), client.list(bad)):
        with pytest.raises(InvalidRequest) as caught:
            await call
        assert fields(caught.value) == {"user_id"}


async def test_unknown_users_have_no_memories(client: AsyncClient, user_id: str) -> None:
    assert (await client.recall(user_id, "发票")).memories == ()
    assert (await client.list(user_id)).memories == ()
    assert (await client.get_context(user_id)).turns == ()
    with pytest.raises(NotFound):
        await client.get(user_id, str(uuid4()))


@pytest.mark.parametrize(
    ("statement", "field"),
    [
        (Statement("x", kind="mood"), "statements[0].kind"),
        (Statement("x", attribute="no_such_slot"), "statements[0].attribute"),
        (Statement("x", confidence=1.5), "statements[0].confidence"),
        (Statement("x", confidence=float("nan")), "statements[0].confidence"),
        (Statement("x", entities=(public.Entity("ghost", "x"),)), "statements[0].entities[0].type"),
        (Statement("x", relations=(public.Relation("LOVES", "driver", "x"),)), "statements[0].relations[0].predicate"),
        (Statement("x", event_precision="fortnight"), "statements[0].event_precision"),
    ],
)
async def test_statements_with_wrong_types(client: AsyncClient, user_id: str, statement: Statement, field: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        await client.remember_all(user_id, [statement])
    assert fields(caught.value) == {field}


async def test_case_32_one_bad_item_of_100(client: AsyncClient, user_id: str) -> None:
    statements = [Statement(f"{n} 号仓库在望京") for n in range(100)]
    statements[41] = Statement("")
    done = await client.remember_all(user_id, statements)
    assert [(i.item, i.outcome, i.field) for i in done.items if i.outcome != "stored"] == [
        (41, "failed", "statements[41].content")
    ]
    assert done.stored == 99
    assert len((await client.list(user_id, page_size=1000)).memories) == 99


async def test_one_bad_item_of_100_sources(client: AsyncClient, user_id: str) -> None:
    items = [Order(f"{n:011d}", "小面", "望京", "通州", "茶几") for n in range(100)]
    items[7] = Order("", "小面")
    done = await client.ingest(user_id, items)
    assert {i.item for i in done.items if i.outcome == "failed"} == {7}
    assert {i.item for i in done.items if i.outcome == "stored"} == set(range(100)) - {7}


async def test_one_bad_turn_does_not_take_the_others_with_it(client: AsyncClient, user_id: str) -> None:
    turns = (Turn("user", "我对猫毛过敏"), Turn("user", ""), Turn("user", "我住望京"))
    done = await client.ingest(user_id, [Dialogue(turns, "s1")])
    assert [(i.turn, i.outcome) for i in done.items] == [(0, "stored"), (1, "failed"), (2, "stored")]


async def test_case_10_an_ingest_that_stores_nothing_says_why(client: AsyncClient, user_id: str) -> None:
    done = await client.ingest_dialogue(
        user_id, [Turn("user", "你好"), Turn("user", "今天天气真好"), Turn("assistant", "您好")]
    )
    assert done.stored == 0
    assert {(i.turn, i.outcome) for i in done.items} == {(0, "dropped"), (1, "dropped"), (2, "dropped")}
    assert all(i.reason and i.detail for i in done.items)


async def test_case_4_another_tenants_ids(yiku: LocalYiku, client: AsyncClient, user_id: str) -> None:
    mine = await client.remember(user_id, "我住望京")
    async with AsyncClient(yiku.targets(), yiku.token(TenantId("other"))) as other:
        for call in (
            other.get(user_id, mine.memory_id),
            other.retract(user_id, mine.memory_id),
            other.correct(user_id, mine.memory_id, "我住通州"),
        ):
            with pytest.raises(NotFound):
                await call
        assert (await other.recall(user_id, "我住哪里")).memories == ()
        assert (await other.list(user_id)).memories == ()
        with pytest.raises(NotFound):
            await other.get_trace(mine.trace_id)
    assert (await client.get(user_id, mine.memory_id)).content == "我住望京"


async def test_an_idempotency_key_reused_with_other_content(client: AsyncClient, user_id: str) -> None:
    key = uuid4().hex
    first = await client.remember(user_id, "我住望京", idempotency_key=key)
    again = await client.remember(user_id, "我住望京", idempotency_key=key)
    assert again.replayed
    assert again.memory_id == first.memory_id
    with pytest.raises(Conflict, match="idempotency_key"):
        await client.remember(user_id, "我住通州", idempotency_key=key)
    with pytest.raises(Conflict, match="idempotency_key"):
        await client.remember(f"{user_id}x", "我住望京", idempotency_key=key)


async def test_tokens(yiku: LocalYiku, user_id: str) -> None:
    for token in ("", "nonsense", yiku.token()[:-3] + "abc"):
        async with AsyncClient(yiku.targets(), token) as client:
            with pytest.raises(Unauthenticated):
                await client.recall(user_id, "发票")
    async with AsyncClient(yiku.targets(), yiku.token(scopes=["recall"])) as client:
        await client.recall(user_id, "发票")
        for call in (client.remember(user_id, "x"), client.erase(user_id), client.check()):
            with pytest.raises(PermissionDenied):
                await call


async def test_a_missing_token(yiku: LocalYiku) -> None:
    async with aio.insecure_channel(yiku.targets()["recall"]) as channel:
        stub = recall_pb2_grpc.RecallServiceStub(channel)
        with pytest.raises(aio.AioRpcError) as caught:
            await stub.Recall(recall_pb2.RecallRequest(user_id="u", query="x"))
    assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED
