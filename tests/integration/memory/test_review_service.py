"""ReviewService as a client sees it, and what sessions hand to the bot."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

import psycopg
import pytest
from yiku import Client, FailedPrecondition, InvalidRequest, NotFound, PermissionDenied, Turn
from yiku_domain.ids import Scope, TenantId
from yiku_domain.memory import Draft, Memory
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.writer import MemoryWriter

from tests.conftest import FreshDatabase
from tests.integration.memory.conftest import MemoryProcess, token
from tests.integration.stores.writing import commit, new_scope, state, tools

PHONE = "13912345678"
VEHICLE = "preferred_vehicle_type"


async def write(database: Database, scope: Scope, *drafts: Draft) -> list[Memory]:
    done = await MemoryWriter(database, tools()).commit(commit(scope, *drafts, now=datetime.now(UTC)))
    return [written.memory for written in done.written]


def maybe(content: str, attribute: str | None = None, **value: str) -> Draft:
    return replace(state(content, attribute, **value), confidence=0.4)


async def doubt(database: Database, scope: Scope) -> None:
    """One question: small_van was said, box_truck is inferred."""
    said = state("以后小面", VEHICLE, vehicle_type="small_van")
    inferred = replace(state("像是厢货", VEHICLE, vehicle_type="box_truck"), explicit=False)
    await write(database, scope, said)
    await write(database, scope, inferred)


async def test_what_waits_is_listed_decided_and_listed_as_decided(client: Client, database: Database) -> None:
    scope = new_scope()
    sure, unsure, wrong = await write(
        database, scope, state("我住望京", "home_address", address="望京"), maybe("爱喝茶"), maybe("爱喝酒")
    )
    items = client.reviews(scope.user_id).items
    assert [(i.memory.memory_id, i.reason, i.memory.confidence) for i in items] == [
        (str(unsure.memory_id), "low_confidence", 0.4),
        (str(wrong.memory_id), "low_confidence", 0.4),
    ]
    done = client.resolve(scope.user_id, str(unsure.memory_id), "approve")
    assert (done.outcome, done.memory.status, done.memory.confidence) == ("stored", "active", 1.0)
    assert client.resolve(scope.user_id, str(wrong.memory_id), "reject", reason="打错了").memory.status == "retracted"
    assert client.reviews(scope.user_id).items == ()
    decided = {i.memory.content: i for i in client.reviews(scope.user_id, decided=True).items}
    assert {content: (i.decision, i.actor) for content, i in decided.items()} == {
        "爱喝茶": ("approve", "officer"), "爱喝酒": ("reject", "officer"),
    }  # fmt: skip
    with pytest.raises(FailedPrecondition):
        client.resolve(scope.user_id, str(unsure.memory_id), "reject")
    with pytest.raises(FailedPrecondition):
        client.resolve(scope.user_id, str(sure.memory_id), "approve")
    assert client.resolve(scope.user_id, str(unsure.memory_id), "approve") == done


async def test_an_edit_is_masked_and_its_slot_checked(
    client: Client, database: Database, fresh_database: FreshDatabase
) -> None:
    scope = new_scope()
    (waiting,) = await write(database, scope, maybe("打电话"))
    with pytest.raises(InvalidRequest, match="attribute"):
        client.resolve(scope.user_id, str(waiting.memory_id), "edit", attribute="shoe_size")
    done = client.resolve(
        scope.user_id, str(waiting.memory_id), "edit", content=f"打{PHONE}", attribute="phone", value={"phone": PHONE}
    )
    assert PHONE not in done.memory.content + str(done.memory.value)
    assert done.memory.attribute == "phone"
    edited = client.reviews(scope.user_id, decided=True).items[0].edited
    assert edited is not None and edited.attribute == "phone" and PHONE not in str(edited)
    with psycopg.connect(fresh_database.admin) as conn:
        for table in ("memory", "memory_log", "review_item", "audit_log", "outbox", "trace"):
            rows = conn.execute(f"SELECT t::text FROM {table} t").fetchall()
            assert not any(PHONE in row or PHONE.encode().hex() in row for (row,) in rows)
        sealed = conn.execute("SELECT count(*) FROM vault WHERE user_id = %s", (scope.user_id,)).fetchone()
    assert sealed == (1,)


async def test_pages_follow_each_other(served: MemoryProcess, database: Database) -> None:
    tenant = TenantId("review_pages")
    for number in range(3):
        await write(database, replace(new_scope(), tenant_id=tenant), maybe(f"第{number}件"))
    with served.client(tenant) as client:
        first = client.reviews(page_size=2)
        rest = client.reviews(page_size=2, page_token=first.next_page_token)
        assert [i.memory.content for i in (*first.items, *rest.items)] == ["第0件", "第1件", "第2件"]
        assert rest.next_page_token == ""
        with pytest.raises(InvalidRequest, match="page_token"):
            client.reviews(page_token="x")


async def test_questions_are_handed_to_the_bot_and_answered_by_hand(client: Client, database: Database) -> None:
    scope = new_scope()
    await doubt(database, scope)
    (one,) = client.clarifications(scope.user_id).items
    asked = one.clarification
    assert (one.user_id, asked.attribute) == (scope.user_id, VEHICLE) and "厢式货车" in asked.question
    client.append_turns(scope.user_id, "s1", [Turn("user", "你好")])
    assert client.get_context(scope.user_id, "s1").clarifications == (asked,)
    stands = client.resolve_clarification(scope.user_id, asked.clarification_id, "inferred")
    assert (stands.content, stands.status, stands.explicit) == ("像是厢货", "active", True)
    assert client.resolve_clarification(scope.user_id, asked.clarification_id, "inferred") == stands
    assert client.get(scope.user_id, asked.said_memory_id).status == "superseded"
    with pytest.raises(FailedPrecondition):
        client.resolve_clarification(scope.user_id, asked.clarification_id, "said")
    assert client.clarifications(scope.user_id).items == ()
    assert client.get_context(scope.user_id, "s1").clarifications == ()


async def test_another_tenants_are_not_found_and_a_scope_is_needed(
    served: MemoryProcess, client: Client, database: Database
) -> None:
    scope = new_scope()
    (waiting,) = await write(database, scope, maybe("爱喝茶"))
    await doubt(database, scope)
    asked = client.clarifications(scope.user_id).items[0].clarification
    with served.client("t2") as other:
        assert other.reviews(scope.user_id).items == () and other.clarifications(scope.user_id).items == ()
        with pytest.raises(NotFound):
            other.resolve(scope.user_id, str(waiting.memory_id), "approve")
        with pytest.raises(NotFound):
            other.resolve_clarification(scope.user_id, asked.clarification_id, "said")
    with Client(served.target, token("t1", "memory:read", "memory:write")) as reader, pytest.raises(PermissionDenied):
        reader.reviews()


def test_bad_requests_name_their_field(client: Client) -> None:
    user = new_scope().user_id
    for call, field in [
        (lambda: client.resolve(user, "not an id", "approve"), "memory_id"),
        (lambda: client.resolve(user, str(uuid4()), "edit", kind="rumour"), "kind"),
        (lambda: client.resolve_clarification(user, "x", "said"), "clarification_id"),
        (lambda: client.reviews(kind="rumour"), "kind"),
        (lambda: client.reviews("a b"), "user_id"),
    ]:
        with pytest.raises(InvalidRequest, match=field):
            call()


async def test_no_log_line_holds_content(served: MemoryProcess, client: Client, database: Database) -> None:
    scope = new_scope()
    (waiting,) = await write(database, scope, maybe("绝无仅有的话"))
    client.resolve(scope.user_id, str(waiting.memory_id), "edit", content="闻所未闻的话")
    log = served.log.read_text()
    assert "Resolve" in log and "绝无仅有" not in log and "闻所未闻" not in log
