"""What is unsure or disputed, over gRPC and through every store: decided by a person, or by the customer's answer."""

import asyncio
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest
from yiku import AsyncClient, FailedPrecondition, Turn
from yiku.results import Item
from yiku_cli.local import LocalYiku
from yiku_domain.ids import TenantId

from tests.e2e.agreement import agreed

SLOT = "preferred_vehicle_type"


@pytest.fixture
async def client(yiku: LocalYiku) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(yiku.targets(), yiku.token(TenantId("verification"))) as connected:
        yield connected


@pytest.fixture
def user_id() -> str:
    return f"verify_{uuid4().hex[:8]}"


async def recalled(client: AsyncClient, user_id: str, query: str) -> list[str]:
    return [m.content for m in (await client.recall(user_id, query, top_k=100)).memories]


async def test_what_is_not_sure_enough_is_recalled_only_once_a_person_approved_it(
    client: AsyncClient, user_id: str
) -> None:
    query = "客户喜欢喝什么"
    right = await client.remember(user_id, "客户喜欢喝龙井茶", confidence=0.4, wait=True)
    wrong = await client.remember(user_id, "客户喜欢喝白酒", confidence=0.4, wait=True)
    assert [item.outcome for item in (*right.items, *wrong.items)] == ["review", "review"]
    assert await recalled(client, user_id, query) == []
    waiting = (await client.reviews(user_id)).items
    assert [item.memory.content for item in waiting] == ["客户喜欢喝龙井茶", "客户喜欢喝白酒"]
    done = await client.resolve(user_id, right.memory_id, "approve")
    assert (done.outcome, done.memory.status) == ("stored", "active")
    await client.resolve(user_id, wrong.memory_id, "reject")
    assert await recalled(client, user_id, query) == ["客户喜欢喝龙井茶"]
    await settled(client)
    assert await recalled(client, user_id, query + "呢") == ["客户喜欢喝龙井茶"]
    await agreed(client)
    with pytest.raises(FailedPrecondition):
        await client.resolve(user_id, wrong.memory_id, "approve")


async def test_an_approved_value_takes_the_place_of_the_one_before(client: AsyncClient, user_id: str) -> None:
    old = await client.remember(user_id, "我住望京", attribute="home_address", value={"address": "望京"})
    new = await client.remember(
        user_id, "搬到通州了", attribute="home_address", value={"address": "通州"}, confidence=0.5
    )
    edited = await client.resolve(user_id, new.memory_id, "edit", content="现在住通州")
    assert edited.superseded_ids == (old.memory_id,)
    assert await recalled(client, user_id, "我住哪里") == ["现在住通州"]
    statuses = [change.memory.status for change in await client.history(user_id, memory_id=old.memory_id)]
    assert statuses == ["active", "superseded"]


async def chosen(client: AsyncClient, user_id: str, number: int) -> Item:
    """The customer books a box truck once more."""
    properties = {"order_id": f"o{number}", "vehicle_type": "4.2米厢货"}
    done = await client.ingest_behaviour(user_id, "select_vehicle", properties)
    return next(item for item in done.items if item.attribute in ("", SLOT))


@pytest.mark.parametrize(
    ("answer", "stands", "gone"), [("用4.2米厢货吧", "厢货", "小面"), ("小面就行", "小面", "厢货")]
)
async def test_a_habit_against_a_word_is_asked_about_and_the_answer_settles_it(
    client: AsyncClient, user_id: str, answer: str, stands: str, gone: str
) -> None:
    await client.ingest_dialogue(user_id, [Turn("user", "我平时都用小面")], session_id="s1")
    outcomes = [(await chosen(client, user_id, number)) for number in range(3)]
    assert [item.outcome for item in outcomes] == ["dropped", "dropped", "clarification"]
    question = outcomes[2].question
    assert question == "您之前说常用小面，最近几次都选了4.2米厢式货车，以后默认用哪种车？"
    before = await client.recall(user_id, "帮我叫个车")
    assert [(c.clarification_id, c.question) for c in before.clarifications] == [
        (outcomes[2].clarification_id, question)
    ]
    assert question in before.prompt_block
    assert [m.content for m in before.memories] == ["我平时都用小面"]
    await client.append_turns(user_id, "s2", [Turn("assistant", question)])
    assert [c.question for c in (await client.get_context(user_id, "s2")).clarifications] == [question]
    told = await client.ingest_dialogue(
        user_id, [Turn("assistant", question), Turn("user", answer)], session_id="s2", wait=True
    )
    assert {item.outcome for item in told.items} & {"superseded", "merged"}
    after = await client.recall(user_id, "帮我叫个车")
    assert after.clarifications == ()
    assert len(after.memories) == 1
    assert stands in after.memories[0].content and gone not in after.memories[0].content
    assert (await client.get_context(user_id, "s2")).clarifications == ()
    assert (await client.clarifications(user_id)).items == ()
    await agreed(client)


async def test_an_answer_by_hand_settles_it_too(client: AsyncClient, user_id: str) -> None:
    await client.remember(user_id, "都用小面", attribute=SLOT, value={"vehicle_type": "small_van"})
    seen = await client.remember(
        user_id, "像是厢货", attribute=SLOT, value={"vehicle_type": "box_truck"}, inferred=True
    )
    assert [item.outcome for item in seen.items] == ["clarification"]
    await client.resolve_clarification(user_id, seen.items[0].clarification_id, "inferred")
    answer = await client.recall(user_id, "帮我叫个车")
    assert (answer.clarifications, [m.content for m in answer.memories]) == ((), ["像是厢货"])


async def test_what_waits_and_what_is_asked_is_erased_with_the_customer(client: AsyncClient, user_id: str) -> None:
    await client.remember(user_id, "客户喜欢喝龙井茶", confidence=0.4)
    await client.remember(user_id, "都用小面", attribute=SLOT, value={"vehicle_type": "small_van"})
    await client.remember(user_id, "像是厢货", attribute=SLOT, value={"vehicle_type": "box_truck"}, inferred=True)
    receipt = await client.erase(user_id)
    assert (receipt.erased["review_item"], receipt.erased["clarification"]) == (1, 1)
    assert (await client.reviews(user_id)).items == () and (await client.clarifications(user_id)).items == ()
    assert (await client.recall(user_id, "帮我叫个车")).clarifications == ()


async def settled(client: AsyncClient) -> None:
    """Until the indexes have everything."""
    async with asyncio.timeout(30):
        while True:
            lag = await client.lag()
            if lag.unpublished + sum(sink.pending for sink in lag.sinks) == 0:
                return
            await asyncio.sleep(0.2)
