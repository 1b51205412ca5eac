"""Habits in the transaction that tells of a deed, against real Postgres."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import permutations

import psycopg
import pytest
from yiku_domain.habits import Deed, Window
from yiku_domain.ids import Scope, TraceId
from yiku_domain.memory import Draft, JsonValue, Kind, Nature, Source, SourceKind
from yiku_stores.postgres.changes import Outcome
from yiku_stores.postgres.commit import Commit, Committed
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.erasure import Eraser
from yiku_stores.postgres.writer import MemoryWriter

from tests.conftest import FreshDatabase
from tests.integration.stores.test_writer import rows
from tests.integration.stores.writing import NOW, new_scope, state, tools

TRACE = TraceId("2" * 32)
VEHICLE, PICKUP = "preferred_vehicle_type", "usual_pickup_address"


@pytest.fixture
def writer(database: Database) -> MemoryWriter:
    return MemoryWriter(database, tools())


def day(number: float) -> datetime:
    return NOW - timedelta(days=60) + timedelta(days=number)


def deed(number: float, code: str, *, ref: str = "", order: bool = True, attribute: str = VEHICLE) -> Deed:
    field = "vehicle_type" if attribute == VEHICLE else "address"
    value: dict[str, JsonValue] = {field: code}
    draft = Draft(Kind.PREFERENCE, Nature.STATE, f"常用{code}", attribute, value)
    return Deed(ref or f"e{number:g}", day(number), SourceKind.ORDER if order else SourceKind.BEHAVIOUR, draft)


async def tell(
    writer: MemoryWriter, scope: Scope, *deeds: Deed, now: datetime = NOW, dry_run: bool = False
) -> Committed:
    sources = [Source(d.source, d.ref) for d in deeds if d.source is SourceKind.ORDER]
    return await writer.commit(Commit(scope, (), now, TRACE, sources=sources, deeds=deeds, dry_run=dry_run))


async def say(writer: MemoryWriter, scope: Scope, code: str, *, at: datetime, attribute: str = VEHICLE) -> Committed:
    draft = replace(state(f"以后{code}", attribute, vehicle_type=code), valid_from=at)
    return await writer.commit(Commit(scope, [draft], NOW, TRACE))


async def standing(
    database: Database, scope: Scope, *statuses: str
) -> list[tuple[str, str, datetime, JsonValue, float]]:
    """Content, status, since, evidence and confidence of what stands, sorted."""
    wanted = statuses or ("active", "pending_review")
    held = [r for r in await rows(database, scope) if r["status"] in wanted]
    return sorted(
        (r["content"], r["status"], r["valid_from"], r["value"].get("evidence"), r["confidence"]) for r in held
    )


async def test_the_third_of_a_kind_is_an_active_inferred_memory_that_names_its_deeds(
    writer: MemoryWriter, database: Database
) -> None:
    scope = new_scope()
    for number in range(2):
        assert (await tell(writer, scope, deed(number, "van"))).learnt == ()
    (learnt,) = (await tell(writer, scope, deed(2, "van", order=False))).learnt
    memory = learnt.written.memory
    assert (learnt.deed, learnt.written.outcome, learnt.written.reason) == (0, Outcome.STORED, "habit")
    assert (memory.explicit, memory.status, memory.source.kind) == (False, "active", SourceKind.BEHAVIOUR)
    assert 0.7 <= memory.confidence < 0.8
    (kept,) = await standing(database, scope)
    assert kept[2] == day(2)
    assert kept[3] == [
        {"ref": f"e{n}", "at": day(n).isoformat(), "source": "order" if n < 2 else "behaviour"} for n in range(3)
    ]
    assert len(await rows(database, scope, "outbox")) == len(await rows(database, scope, "memory_log")) == 1
    (again,) = (await tell(writer, scope, deed(3, "van"))).learnt
    assert (again.written.outcome, again.written.memory.memory_id) == (Outcome.MERGED, memory.memory_id)
    assert again.written.memory.evidence_count == 4


async def test_a_deed_told_again_changes_nothing(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    for _ in range(4):
        await tell(writer, scope, deed(0, "van", order=False))
        await tell(writer, scope, deed(1, "van"), deed(1, "van", order=False))
    assert await standing(database, scope) == []
    await tell(writer, scope, deed(2, "van", order=False))
    before = await rows(database, scope)
    await tell(writer, scope, deed(2, "van", order=False))
    await tell(writer, scope, deed(1, "van"))
    assert await rows(database, scope) == before


DEEDS = [deed(n, code) for n, code in enumerate(["van", "box", "van", "van", "box", "box", "box"])]


async def test_what_stands_does_not_depend_on_the_order_of_arrival(writer: MemoryWriter, database: Database) -> None:
    seen = []
    orders: list[Sequence[Deed]] = [DEEDS, DEEDS[::-1], *random.Random(7).sample(list(permutations(DEEDS)), 12)]
    for deeds in orders:
        scope = new_scope()
        for told in deeds:
            await tell(writer, scope, told)
        seen.append(await standing(database, scope))
    scope = new_scope()
    await tell(writer, scope, *DEEDS)
    seen.append(await standing(database, scope))
    assert [kept[0][0] for kept in seen] == ["常用box"] * len(seen)
    assert all(kept == seen[0] for kept in seen)


async def test_a_deed_of_long_ago_told_late_moves_the_beginning(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    for number in (2, 3, 4):
        await tell(writer, scope, deed(number, "望京", attribute=PICKUP))
    await tell(writer, scope, deed(0, "望京", attribute=PICKUP))
    ((content, _, since, _, _),) = await standing(database, scope)
    assert (content, since) == ("常用望京", day(3))


async def test_another_habit_takes_the_place_of_the_first_and_it_stays_in_history(
    writer: MemoryWriter, database: Database
) -> None:
    scope = new_scope()
    for n, code in enumerate(["van"] * 3 + ["box"] * 3):
        last = await tell(writer, scope, deed(n, code))
    assert last.learnt[0].written.outcome is Outcome.SUPERSEDED
    by_status = {r["status"]: r for r in await rows(database, scope)}
    assert by_status["superseded"]["content"] == "常用van"
    assert by_status["superseded"]["valid_to"] == by_status["active"]["valid_from"] == day(5)


async def test_a_habit_that_lapsed_is_history(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    for n in range(3):
        await tell(writer, scope, deed(n, "旧址", attribute=PICKUP))
    for n in range(3, 23):
        await tell(writer, scope, deed(n, f"新址{n}", attribute=PICKUP))
    (row,) = await rows(database, scope)
    assert (row["status"], row["valid_from"], row["valid_to"]) == ("superseded", day(2), day(22))


async def test_what_was_said_stands_and_one_question_is_open(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    await say(writer, scope, "flat", at=day(0))
    for n in range(1, 6):
        last = await tell(writer, scope, deed(n, "van"))
    assert last.learnt[0].written.outcome is Outcome.CLARIFICATION
    assert [(c, s) for c, s, *_ in await standing(database, scope)] == [
        ("以后flat", "active"),
        ("常用van", "pending_review"),
    ]
    evidence = (await standing(database, scope, "pending_review"))[0][3]
    assert isinstance(evidence, list) and len(evidence) == 5


async def test_what_the_customer_answered_is_not_asked_again_for_the_same_deeds(
    writer: MemoryWriter, database: Database
) -> None:
    scope = new_scope()
    await say(writer, scope, "flat", at=day(0))
    for n in range(1, 4):
        await tell(writer, scope, deed(n, "van"))
    answer = replace(state("还是flat", VEHICLE, vehicle_type="flat"), valid_from=day(5))
    await writer.commit(Commit(scope, [answer], day(5), TRACE))
    for n in (4, 6, 7):
        await tell(writer, scope, deed(n, "van"), now=day(n))
        assert [s for _, s, *_ in await standing(database, scope)] == ["active"]
    await tell(writer, scope, deed(8, "van"), now=day(8))
    assert [s for _, s, *_ in await standing(database, scope)] == ["active", "pending_review"]


async def test_deeds_that_agree_with_what_was_said_strengthen_it(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    await say(writer, scope, "van", at=day(0))
    for n in range(1, 4):
        await tell(writer, scope, deed(n, "van"))
    (row,) = await rows(database, scope)
    assert (row["explicit"], row["evidence_count"], row["content"]) == (True, 4, "以后van")


@pytest.mark.parametrize("at", [0, 9])
async def test_what_is_said_takes_the_place_of_a_habit_whenever_it_was_said(
    writer: MemoryWriter, database: Database, at: int
) -> None:
    scope = new_scope()
    for n in range(1, 4):
        await tell(writer, scope, deed(n, "van"))
    said = await say(writer, scope, "flat", at=day(at))
    assert said.written[0].outcome is Outcome.SUPERSEDED
    await tell(writer, scope, deed(5, "van"))
    assert [(c, s) for c, s, *_ in await standing(database, scope)] == [
        ("以后flat", "active"),
        ("常用van", "pending_review"),
    ]


async def test_a_habit_of_what_was_refused_waits_for_a_person(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    await say(writer, scope, "van", at=day(0), attribute="avoided_vehicle_type")
    for n in range(1, 5):
        last = await tell(writer, scope, deed(n, "van"))
    assert last.learnt[0].written.outcome is Outcome.CLARIFICATION
    assert [s for _, s, *_ in await standing(database, scope)] == ["active", "pending_review"]


async def test_what_a_person_retracted_comes_back_with_new_deeds_only(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    for n in range(3):
        last = await tell(writer, scope, deed(n, "van"))
    await writer.retract(scope, last.learnt[0].written.memory.memory_id, now=day(4), trace_id=TRACE)
    for n in (3, 5, 6):
        await tell(writer, scope, deed(n, "van"))
    assert await standing(database, scope) == []
    await tell(writer, scope, deed(7, "van"))
    ((_, status, since, _, _),) = await standing(database, scope)
    assert (status, since) == ("active", day(7))


async def test_an_order_told_otherwise_takes_its_evidence_back(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    for n in range(3):
        await tell(writer, scope, deed(n, "van"))
    await tell(writer, scope, deed(1, "box"))
    assert await standing(database, scope) == []
    await tell(writer, scope, deed(1, "van"))
    assert [s for _, s, *_ in await standing(database, scope)] == ["active"]
    await writer.commit(Commit(scope, (), NOW, TRACE, sources=[Source(SourceKind.ORDER, "e1")]))
    assert await standing(database, scope) == []


async def test_the_window_is_an_argument(database: Database) -> None:
    scope = new_scope()
    writer = MemoryWriter(database, replace(tools(), window=Window(deeds=2, events=2, days=5)))
    await tell(writer, scope, deed(0, "van"))
    await tell(writer, scope, deed(9, "van"))
    assert await standing(database, scope) == []
    await tell(writer, scope, deed(10, "van"))
    assert len(await standing(database, scope)) == 1


async def test_a_dry_run_learns_and_keeps_nothing(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    done = await tell(writer, scope, *(deed(n, "van") for n in range(3)), dry_run=True)
    assert done.learnt[0].written.outcome is Outcome.STORED
    assert await rows(database, scope, "deed") == await rows(database, scope) == []


async def test_deeds_are_the_tenants_own_and_go_with_the_customer(
    writer: MemoryWriter, database: Database, fresh_database: FreshDatabase
) -> None:
    scope = new_scope("t1")
    await tell(writer, scope, *(deed(n, "van") for n in range(3)))
    assert len(await rows(database, scope, "deed")) == 3
    assert await rows(database, replace(scope, tenant_id="t2"), "deed") == []  # type: ignore[arg-type]
    with psycopg.connect(fresh_database.app) as conn:
        assert conn.execute("SELECT count(*) FROM deed").fetchone() == (0,)
    receipt = await Eraser(database, tools()).erase(scope, actor="officer", now=NOW)
    assert (receipt.removed["deed"], receipt.removed["memory"]) == (3, 1)
    assert await rows(database, scope, "deed") == []
