"""The review queue against real Postgres: a decision, what follows of it, and its record are one transaction."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import psycopg
import pytest
from yiku_domain.errors import FailedPrecondition, NotFound
from yiku_domain.ids import MemoryId, Scope, TenantId, TraceId
from yiku_domain.memory import Draft, Kind, Memory, Nature, Source, SourceKind
from yiku_domain.review import Decision, Edit, ReviewItem, SourceTurn, Verdict
from yiku_stores.postgres.changes import Outcome
from yiku_stores.postgres.commit import Episode, Secret
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.decisions import Decided, Decisions
from yiku_stores.postgres.erasure import Eraser
from yiku_stores.postgres.migrate import upgrade
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.reviews import ReviewQueue, WantedReviews
from yiku_stores.postgres.writer import MemoryWriter

from tests.conftest import FreshDatabase
from tests.integration.stores.test_writer import rows
from tests.integration.stores.writing import NOW, Heard, commit, new_scope, state, tools

LATER = NOW + timedelta(days=1)
APPROVE, REJECT = Verdict(Decision.APPROVE, "officer"), Verdict(Decision.REJECT, "officer")


@pytest.fixture
def writer(database: Database) -> MemoryWriter:
    return MemoryWriter(database, tools())


@pytest.fixture
def decisions(database: Database) -> Decisions:
    return Decisions(database, tools())


def maybe(content: str, attribute: str | None = None, **value: str) -> Draft:
    return replace(state(content, attribute, **value), confidence=0.5)


async def write(writer: MemoryWriter, scope: Scope, *drafts: Draft, now: datetime = NOW) -> Memory:
    return (await writer.commit(commit(scope, *drafts, now=now))).written[-1].memory


async def decide(decisions: Decisions, memory: Memory, verdict: Verdict, now: datetime = LATER) -> Decided:
    return await decisions.resolve(commit(memory.scope, now=now), memory.memory_id, verdict)


async def queue(database: Database, scope: Scope, **wanted: object) -> list[ReviewItem]:
    found = WantedReviews(user_id=scope.user_id, **wanted)  # type: ignore[arg-type]
    return list((await ReviewQueue(database).page(scope.tenant_id, found, size=100)).items)


async def statuses(database: Database, scope: Scope) -> dict[str, str]:
    return {row["content"]: row["status"] for row in await rows(database, scope)}


async def test_what_is_unsure_is_listed_with_its_reason_and_the_words_before(
    writer: MemoryWriter, database: Database
) -> None:
    scope = new_scope()
    spoken = [("assistant", "您常用什么车？"), ("user", "好像是厢货吧"), ("assistant", "好的")]
    episodes = [
        Episode(tools().new_id(), SourceKind.DIALOGUE, "s1", role, text, NOW)  # type: ignore[arg-type]
        for role, text in spoken
    ]
    source = Source(SourceKind.DIALOGUE, "s1", str(episodes[1].episode_id), (0, 6))
    draft = replace(maybe("常用厢货", "preferred_vehicle_type", vehicle_type="box_truck"), source=source)
    await writer.commit(replace(commit(scope, draft), episodes=episodes))
    await write(writer, scope, replace(state("爱喝茶"), review="unsure_without_llm"))
    first, second = await queue(database, scope)
    assert (first.reason, first.text, first.before) == (
        "low_confidence", "好像是厢货吧", (SourceTurn("assistant", "您常用什么车？"),),
    )  # fmt: skip
    assert (first.memory.content, first.memory.confidence, first.decision) == ("常用厢货", 0.5, None)
    assert (second.reason, second.text, second.before) == ("unsure_without_llm", "", ())
    assert [i.memory.content for i in await queue(database, scope, reason="unsure_without_llm")] == ["爱喝茶"]
    assert await queue(database, scope, kind=Kind.EVENT) == []
    assert await queue(database, replace(scope, tenant_id=TenantId("t2"))) == []


async def test_the_queue_is_a_tenants_and_paged(writer: MemoryWriter, database: Database) -> None:
    tenant = TenantId("paged")
    contents = []
    for number in range(5):
        memory = await write(writer, replace(new_scope(), tenant_id=tenant), maybe(f"第{number}件"))
        contents.append(memory.content)
    seen: list[str] = []
    page = await ReviewQueue(database).page(tenant, WantedReviews(), size=2)
    seen += [item.memory.content for item in page.items]
    while page.after is not None:
        page = await ReviewQueue(database).page(tenant, WantedReviews(), size=2, after=page.after)
        seen += [item.memory.content for item in page.items]
    assert seen == contents


async def test_the_same_unsure_words_wait_once(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    first = await write(writer, scope, maybe("也许住望京"))
    again = await write(writer, scope, maybe("也许住望京。"))
    assert (again.memory_id, again.evidence_count) == (first.memory_id, 2)
    assert len(await queue(database, scope)) == 1


async def test_approving_supersedes_in_the_same_transaction_and_leaves_a_record(
    writer: MemoryWriter, database: Database, decisions: Decisions
) -> None:
    scope = new_scope()
    old = await write(writer, scope, state("我住望京", "home_address", address="望京"))
    waiting = await write(writer, scope, maybe("住通州", "home_address", address="通州"), now=LATER)
    decided = await decide(decisions, waiting, APPROVE)
    assert (decided.outcome, decided.replaced) == ("superseded", (old.memory_id,))
    assert (decided.memory.memory_id, decided.memory.status, decided.memory.confidence) == (
        waiting.memory_id, "active", 1.0,
    )  # fmt: skip
    assert await statuses(database, scope) == {"我住望京": "superseded", "住通州": "active"}
    log = sorted(await rows(database, scope, "memory_log"), key=lambda r: r["seq"])
    assert [line["operation"] for line in log] == ["insert", "insert", "supersede", "approve"]
    assert len(await rows(database, scope, "outbox")) == len(log)
    (item,) = await rows(database, scope, "review_item")
    assert (item["decision"], item["actor"], item["decided_at"]) == ("approve", "officer", LATER)
    assert await queue(database, scope) == []
    assert [i.decision for i in await queue(database, scope, decided=True)] == [Decision.APPROVE]


async def test_approving_a_repeat_merges(writer: MemoryWriter, database: Database, decisions: Decisions) -> None:
    scope = new_scope()
    waiting = await write(writer, scope, maybe("住通州", "home_address", address="通州"))
    known = await write(writer, scope, state("家在通州北苑", "home_address", address="通州北苑"), now=LATER)
    edit = Verdict(Decision.EDIT, "officer", Edit(value={"address": "通州北苑"}))
    decided = await decide(decisions, waiting, edit)
    assert (decided.outcome, decided.memory.memory_id, decided.memory.evidence_count) == ("merged", known.memory_id, 2)
    assert await statuses(database, scope) == {"住通州": "retracted", "家在通州北苑": "active"}


async def test_what_was_told_earlier_than_is_known_goes_to_history(
    writer: MemoryWriter, database: Database, decisions: Decisions
) -> None:
    scope = new_scope()
    waiting = await write(writer, scope, maybe("住望京", "home_address", address="望京"))
    await write(writer, scope, state("住通州", "home_address", address="通州"), now=LATER)
    decided = await decide(decisions, waiting, APPROVE, now=LATER + timedelta(days=1))
    assert (decided.outcome, decided.memory.status, decided.memory.valid_to) == ("stored", "superseded", LATER)
    assert (await statuses(database, scope))["住通州"] == "active"


async def test_rejecting_retracts(writer: MemoryWriter, database: Database, decisions: Decisions) -> None:
    scope = new_scope()
    waiting = await write(writer, scope, maybe("也许住望京"))
    decided = await decide(decisions, waiting, REJECT)
    assert (decided.outcome, decided.memory.status) == ("rejected", "retracted")
    (audit,) = await audits(database, scope)
    assert (audit["actor"], audit["action"]) == ("officer", "review_reject")


async def audits(database: Database, scope: Scope) -> list[dict]:
    async with database.reader(scope.tenant_id) as conn:
        cursor = await conn.execute("SELECT * FROM audit_log ORDER BY seq DESC LIMIT 1")
        return await cursor.fetchall()


async def test_an_edit_changes_slot_kind_and_words(
    writer: MemoryWriter, database: Database, decisions: Decisions
) -> None:
    scope = new_scope()
    old = await write(writer, scope, state("用小面", "preferred_vehicle_type", vehicle_type="small_van"))
    waiting = await write(writer, scope, maybe("厢货"), now=LATER)
    edit = Edit("以后都用厢货", Kind.PREFERENCE, "preferred_vehicle_type", {"vehicle_type": "box_truck"})
    decided = await decide(decisions, waiting, Verdict(Decision.EDIT, "officer", edit))
    assert decided.replaced == (old.memory_id,)
    memory = decided.memory
    assert (memory.memory_id, memory.content, memory.kind) == (waiting.memory_id, "以后都用厢货", Kind.PREFERENCE)
    (item,) = await rows(database, scope, "review_item")
    assert item["edited"] == edit.as_json()
    (row,) = [r for r in await rows(database, scope) if r["status"] == "active"]
    assert (row["slot"], row["attribute"]) == ("preferred_vehicle_type", "preferred_vehicle_type")


async def test_an_edit_to_an_event_fills_no_slot(writer: MemoryWriter, decisions: Decisions) -> None:
    waiting = await write(writer, new_scope(), maybe("搬到通州", "home_address", address="通州"))
    edit = Verdict(Decision.EDIT, "officer", Edit(kind=Kind.EVENT, attribute=""))
    memory = (await decide(decisions, waiting, edit)).memory
    assert (memory.nature, memory.attribute) == (Nature.EVENT, None)


async def test_secrets_of_an_edit_go_to_the_vault(
    writer: MemoryWriter, database: Database, decisions: Decisions
) -> None:
    scope = new_scope()
    waiting = await write(writer, scope, maybe("打电话"))
    edit = Verdict(Decision.EDIT, "officer", Edit(content="打电话 <mobile:abcdefgh>"))
    secret = Secret("<mobile:abcdefgh>", "mobile", "13800138000")
    await decisions.resolve(replace(commit(scope, now=LATER), secrets=[secret]), waiting.memory_id, edit)
    assert [row["token"] for row in await rows(database, scope, "vault")] == ["<mobile:abcdefgh>"]


VERDICTS: list[Callable[[], Verdict]] = [
    lambda: APPROVE,
    lambda: REJECT,
    lambda: Verdict(Decision.EDIT, "another", Edit(content="住望京西园")),
]


@pytest.mark.parametrize("verdict", VERDICTS)
async def test_deciding_twice_the_same_way_is_fine_another_way_is_refused(
    writer: MemoryWriter, database: Database, decisions: Decisions, verdict: Callable[[], Verdict]
) -> None:
    scope = new_scope()
    waiting = await write(writer, scope, maybe("也许住望京"))
    first = await decide(decisions, waiting, verdict())
    assert await decide(decisions, waiting, replace(verdict(), actor="someone else")) == first
    assert len(await rows(database, scope, "memory_log")) == 2
    others = [other() for other in VERDICTS if other() != verdict()]
    for other in (*others, Verdict(Decision.EDIT, "officer", Edit(content="别的"))):
        with pytest.raises(FailedPrecondition):
            await decide(decisions, waiting, other)


async def test_what_does_not_wait_is_refused(writer: MemoryWriter, database: Database, decisions: Decisions) -> None:
    scope = new_scope()
    sure = await write(writer, scope, state("我住望京"))
    with pytest.raises(FailedPrecondition, match="does not wait"):
        await decide(decisions, sure, APPROVE)
    with pytest.raises(NotFound):
        await decisions.resolve(commit(scope), MemoryId(uuid4()), APPROVE)
    with pytest.raises(NotFound):
        foreign = replace(scope, tenant_id=TenantId("t2"))
        await decisions.resolve(commit(foreign), sure.memory_id, APPROVE)
    gone = await write(writer, scope, maybe("也许爱喝茶"))
    await writer.retract(scope, gone.memory_id, now=LATER, trace_id=TraceId("0" * 32))
    assert await queue(database, scope) == []
    with pytest.raises(FailedPrecondition, match="no longer waits"):
        await decide(decisions, gone, APPROVE)


async def test_what_is_said_clearly_leaves_the_queue(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    await write(writer, scope, maybe("住望京", "home_address", address="望京"))
    await write(writer, scope, state("我家在望京", "home_address", address="望京"), now=LATER)
    assert await queue(database, scope) == []
    assert await statuses(database, scope) == {"住望京": "retracted", "我家在望京": "active"}


async def test_an_approved_inference_against_a_statement_becomes_a_question(
    writer: MemoryWriter, database: Database, decisions: Decisions
) -> None:
    scope = new_scope()
    await write(writer, scope, state("用小面", "preferred_vehicle_type", vehicle_type="small_van"))
    guess = replace(maybe("像是厢货", "preferred_vehicle_type", vehicle_type="box_truck"), explicit=False)
    waiting = await write(writer, scope, guess)
    decided = await decide(decisions, waiting, APPROVE)
    assert (decided.outcome, decided.memory.memory_id) == (Outcome.CLARIFICATION, waiting.memory_id)
    (asked,) = await rows(database, scope, "clarification")
    assert (asked["clarification_id"], asked["inferred"]) == (decided.question, waiting.memory_id)
    assert await decide(decisions, waiting, APPROVE) == decided


async def test_an_approved_statement_answers_an_open_question(
    writer: MemoryWriter, database: Database, decisions: Decisions
) -> None:
    scope = new_scope()
    slot = "preferred_vehicle_type"
    await write(writer, scope, state("用小面", slot, vehicle_type="small_van"))
    await write(writer, scope, replace(state("像是厢货", slot, vehicle_type="box_truck"), explicit=False))
    waiting = await write(writer, scope, maybe("好像要厢货", slot, vehicle_type="box_truck"), now=LATER)
    await decide(decisions, waiting, APPROVE)
    (asked,) = await rows(database, scope, "clarification")
    assert asked["ending"] == "inferred"
    assert await statuses(database, scope) == {"用小面": "superseded", "像是厢货": "retracted", "好像要厢货": "active"}


async def test_the_announcement_comes_after_the_decision(writer: MemoryWriter, database: Database) -> None:
    scope, heard = new_scope(), Heard()
    waiting = await write(writer, scope, maybe("也许住望京"))
    await decide(Decisions(database, tools(heard)), waiting, APPROVE)
    assert (heard.invalidated, heard.woken) == ([scope], {scope.partition})


async def test_a_failing_decision_leaves_nothing(writer: MemoryWriter, database: Database) -> None:
    def broken(_content: str) -> tuple[str, str]:
        return "'a':1", "not a tsvector '"

    scope = new_scope()
    waiting = await write(writer, scope, maybe("也许住望京"))
    with pytest.raises(psycopg.Error):
        await decide(Decisions(database, replace(tools(), terms=broken)), waiting, APPROVE)
    assert len(await queue(database, scope)) == 1
    assert await statuses(database, scope) == {"也许住望京": "pending_review"}


async def test_review_items_go_with_the_customer(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    await write(writer, scope, maybe("也许住望京"))
    receipt = await Eraser(database, tools()).erase(scope, actor="officer", now=LATER)
    assert receipt.removed["review_item"] == 1
    assert await queue(database, scope) == []


def test_a_connection_without_a_tenant_sees_nothing(fresh_database: FreshDatabase) -> None:
    with psycopg.connect(fresh_database.app) as conn:
        for table in ("review_item", "clarification"):
            assert conn.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_the_queue_is_walked_along_its_index(fresh_database: FreshDatabase) -> None:
    params = {**WantedReviews().params(), "tenant_id": "t1", "after": UUID(int=0), "limit": 10}
    with psycopg.connect(fresh_database.app) as conn:
        conn.execute("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_sort = off")
        conn.execute("SET yiku.tenant_id = 't1'")
        for name, index in (("open_items", "review_item_open"), ("decided_items", "review_item_decided")):
            plan = "\n".join(row[0] for row in conn.execute(f"EXPLAIN {queries('reviews')[name]}", params))
            assert re.search(rf"{index} on review_item.*\n\s+Index Cond: .*tenant_id.*memory_id >", plan), plan


def test_migrating_twice_changes_nothing(fresh_database: FreshDatabase) -> None:
    upgrade(fresh_database.admin)
