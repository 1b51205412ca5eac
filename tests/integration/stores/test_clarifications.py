"""Questions to the customer, against real Postgres: opened, answered and ended in the transaction of the write."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from yiku_domain.clarification import Clarification, Ending
from yiku_domain.errors import FailedPrecondition, NotFound
from yiku_domain.ids import ClarificationId, Scope, TenantId, TraceId
from yiku_domain.memory import Draft, Source, SourceKind
from yiku_stores.postgres.changes import Outcome, Written
from yiku_stores.postgres.clarifications import Clarifications
from yiku_stores.postgres.commit import Commit, Episode
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.decisions import Decisions
from yiku_stores.postgres.erasure import Eraser
from yiku_stores.postgres.writer import MemoryWriter

from tests.conftest import FreshDatabase
from tests.integration.stores.test_habits import deed, tell
from tests.integration.stores.test_writer import rows
from tests.integration.stores.writing import NOW, Heard, commit, new_scope, state, tools

TRACE = TraceId("3" * 32)
VEHICLE = "preferred_vehicle_type"
LATER = NOW + timedelta(days=1)


@pytest.fixture
def writer(database: Database) -> MemoryWriter:
    return MemoryWriter(database, tools())


def says(code: str, words: str = "") -> Draft:
    return state(words or f"以后{code}", VEHICLE, vehicle_type=code)


def seems(code: str) -> Draft:
    return replace(state(f"像是{code}", VEHICLE, vehicle_type=code), explicit=False)


async def write(writer: MemoryWriter, scope: Scope, *drafts: Draft, now: datetime = NOW) -> Written:
    return (await writer.commit(commit(scope, *drafts, now=now))).written[-1]


async def doubt(writer: MemoryWriter, scope: Scope) -> Clarification:
    """A question: small_van was said, box_truck is inferred."""
    await write(writer, scope, says("small_van"))
    asked = (await write(writer, scope, seems("box_truck"))).question
    assert asked is not None
    return asked


async def statuses(database: Database, scope: Scope) -> dict[str, str]:
    return {row["content"]: row["status"] for row in await rows(database, scope)}


async def endings(database: Database, scope: Scope) -> list[str | None]:
    found = await rows(database, scope, "clarification")
    return [row["ending"] for row in sorted(found, key=lambda r: (r["opened_at"], r["clarification_id"]))]


async def test_an_inferred_value_against_a_stated_one_opens_a_question(
    writer: MemoryWriter, database: Database
) -> None:
    scope = new_scope()
    asked = await doubt(writer, scope)
    by_content = {row["content"]: row for row in await rows(database, scope)}
    assert (asked.said, asked.inferred) == (
        by_content["以后small_van"]["memory_id"],
        by_content["像是box_truck"]["memory_id"],
    )
    assert "小面" in asked.question and "厢式货车" in asked.question and asked.question.endswith("？")
    assert await Clarifications(database).open(scope, NOW) == (asked,)
    assert await rows(database, scope, "review_item") == []
    assert await Clarifications(database).open(new_scope(), NOW) == ()
    assert await Clarifications(database).open(replace(scope, tenant_id=TenantId("t2")), NOW) == ()


async def test_at_most_one_question_is_open_about_a_slot(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    asked = await doubt(writer, scope)
    again = await write(writer, scope, seems("box_truck"))
    assert (again.outcome, again.memory.evidence_count) == (Outcome.CLARIFICATION, 2)
    assert again.question is not None and again.question.clarification_id == asked.clarification_id
    other = await write(writer, scope, seems("flatbed_truck"))
    assert other.question is not None and other.question.clarification_id != asked.clarification_id
    assert await endings(database, scope) == ["replaced", None]
    assert await statuses(database, scope) == {
        "以后small_van": "active",
        "像是box_truck": "retracted",
        "像是flatbed_truck": "pending_review",
    }


ANSWERS: Mapping[str, tuple[Ending, dict[str, str]]] = {
    "box_truck": (Ending.INFERRED, {"以后small_van": "superseded", "以后box_truck": "active"}),
    "small_van": (Ending.SAID, {"以后small_van": "active"}),
    "flatbed_truck": (Ending.OTHER, {"以后small_van": "superseded", "以后flatbed_truck": "active"}),
}


@pytest.mark.parametrize("code", ANSWERS)
async def test_the_next_statement_about_the_slot_answers(writer: MemoryWriter, database: Database, code: str) -> None:
    scope = new_scope()
    await doubt(writer, scope)
    written = await write(writer, scope, says(code), now=LATER)
    ending, expected = ANSWERS[code]
    (row,) = await rows(database, scope, "clarification")
    assert (row["ending"], row["standing"], row["closed_at"]) == (ending, written.memory.memory_id, LATER)
    assert await statuses(database, scope) == {**expected, "像是box_truck": "retracted"}
    assert await Clarifications(database).open(scope, LATER) == ()
    log, outbox = await rows(database, scope, "memory_log"), await rows(database, scope, "outbox")
    assert len(log) == len(outbox)


async def test_what_is_about_something_else_answers_nothing(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    await doubt(writer, scope)
    rainy = state("下雨天要厢货", VEHICLE, vehicle_type="box_truck", condition="下雨天")
    unsure = replace(says("box_truck"), confidence=0.5)
    for draft in (state("我住望京", "home_address", address="望京"), rainy, seems("box_truck"), unsure):
        await write(writer, scope, draft, now=LATER)
    assert await endings(database, scope) == [None]


async def test_the_same_old_words_told_again_answer_nothing(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()

    def told() -> Commit:
        episode = Episode(tools().new_id(), SourceKind.DIALOGUE, "s1", "user", "以后用小面", NOW)  # type: ignore[arg-type]
        source = Source(SourceKind.DIALOGUE, "s1", str(episode.episode_id))
        return replace(commit(scope, replace(says("small_van"), source=source)), episodes=[episode], sources=[source])

    await writer.commit(told())
    await write(writer, scope, seems("box_truck"))
    await writer.commit(told())
    assert await endings(database, scope) == [None]


async def test_a_statement_of_a_time_before_the_doubt_answers_nothing(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    await write(writer, scope, replace(says("small_van"), valid_from=NOW - timedelta(days=30)))
    await write(writer, scope, seems("box_truck"))
    await write(writer, scope, replace(says("small_van", "还是用小面"), valid_from=NOW - timedelta(days=3)), now=LATER)
    assert await endings(database, scope) == [None]
    await write(writer, scope, replace(says("flatbed_truck"), valid_from=NOW - timedelta(days=2)), now=LATER)
    assert await endings(database, scope) == ["replaced", None]
    (asked,) = await Clarifications(database).open(scope, LATER)
    assert "平板车" in asked.question and "厢式货车" in asked.question


async def test_nobody_answers_and_what_was_said_stands(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    asked = await doubt(writer, scope)
    assert asked.expires_at == NOW + timedelta(days=30)
    assert await Clarifications(database).open(scope, asked.expires_at) == ()
    await write(writer, scope, state("爱喝茶"), now=asked.expires_at)
    assert await endings(database, scope) == ["expired"]
    assert (await statuses(database, scope))["像是box_truck"] == "retracted"


async def test_a_retracted_statement_makes_room_for_what_waited(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    asked = await doubt(writer, scope)
    await writer.retract(scope, asked.said, now=LATER, trace_id=TRACE)
    assert await endings(database, scope) == ["replaced"]
    assert await statuses(database, scope) == {"以后small_van": "retracted", "像是box_truck": "active"}


async def test_a_retracted_inference_ends_the_question(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    asked = await doubt(writer, scope)
    await writer.retract(scope, asked.inferred, now=LATER, trace_id=TRACE)
    assert await endings(database, scope) == ["withdrawn"]
    assert await statuses(database, scope) == {"以后small_van": "active", "像是box_truck": "retracted"}


@pytest.mark.parametrize(("code", "ending"), [("box_truck", "inferred"), ("flatbed_truck", "said")])
async def test_a_corrected_statement_answers(writer: MemoryWriter, database: Database, code: str, ending: str) -> None:
    scope = new_scope()
    asked = await doubt(writer, scope)
    value = {"vehicle_type": code}
    await writer.correct(scope, asked.said, f"以后{code}", value, expected_version=0, now=LATER, trace_id=TRACE)  # type: ignore[arg-type]
    assert await endings(database, scope) == [ending]
    assert await statuses(database, scope) == {f"以后{code}": "active", "像是box_truck": "retracted"}


async def test_a_habit_against_a_statement_asks_and_the_answer_flips_the_preference(
    writer: MemoryWriter, database: Database
) -> None:
    scope = new_scope()
    await write(writer, scope, says("small_van"), now=NOW - timedelta(days=60))
    for number in range(1, 4):
        learnt = (await tell(writer, scope, deed(number, "box_truck"))).learnt
    assert learnt[0].written.outcome is Outcome.CLARIFICATION
    (asked,) = await Clarifications(database).open(scope, NOW)
    assert asked.question == "您之前说常用小面，最近几次都选了厢式货车，以后默认用哪种车？"
    learnt = (await tell(writer, scope, deed(4, "box_truck"))).learnt
    assert learnt[0].written.question is not None
    assert learnt[0].written.question.clarification_id == asked.clarification_id
    await write(writer, scope, says("box_truck"), now=LATER)
    assert await endings(database, scope) == ["inferred"]
    active = [row for row in await rows(database, scope) if row["status"] == "active"]
    assert [(row["content"], row["explicit"]) for row in active] == [("以后box_truck", True)]
    await tell(writer, scope, deed(5, "box_truck"), now=LATER)
    assert await Clarifications(database).open(scope, LATER) == ()


async def test_a_refused_habit_is_asked_about_again_with_new_deeds_only(
    writer: MemoryWriter, database: Database
) -> None:
    scope = new_scope()
    await write(writer, scope, says("small_van"), now=NOW - timedelta(days=60))
    for number in range(1, 4):
        await tell(writer, scope, deed(number, "box_truck"))
    await write(writer, scope, says("small_van", "还是小面"), now=NOW)
    assert await endings(database, scope) == ["said"]
    for number in (61, 62):
        await tell(writer, scope, deed(number, "box_truck"), now=NOW + timedelta(days=3))
    assert await Clarifications(database).open(scope, NOW) == ()
    await tell(writer, scope, deed(63, "box_truck"), now=NOW + timedelta(days=3))
    assert len(await Clarifications(database).open(scope, NOW)) == 1


async def test_a_habit_of_what_was_refused_in_another_slot_asks_too(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    refusal = state("不要小面", "avoided_vehicle_type", vehicle_type="small_van")
    await write(writer, scope, refusal, now=NOW - timedelta(days=60))
    for number in range(1, 4):
        await tell(writer, scope, deed(number, "small_van"))
    (asked,) = await Clarifications(database).open(scope, NOW)
    assert asked.question == "您之前说不要小面，最近几次都选了小面，以后默认用哪种车？"
    await write(writer, scope, says("small_van"), now=LATER)
    assert await endings(database, scope) == ["inferred"]
    assert await statuses(database, scope) == {
        "不要小面": "superseded",
        "常用small_van": "retracted",
        "以后small_van": "active",
    }


async def test_an_expired_question_about_a_habit_is_not_asked_again_by_the_deed_that_closes_it(
    writer: MemoryWriter, database: Database
) -> None:
    scope = new_scope()
    await write(writer, scope, says("small_van"), now=NOW - timedelta(days=60))
    for number in range(1, 4):
        await tell(writer, scope, deed(number, "box_truck"))
    late = NOW + timedelta(days=31)
    await tell(writer, scope, deed(90, "box_truck"), now=late)
    assert await endings(database, scope) == ["expired"]


@pytest.mark.parametrize(("ending", "standing"), [(Ending.SAID, "以后small_van"), (Ending.INFERRED, "像是box_truck")])
async def test_a_person_answers_in_the_customers_place(
    database: Database, writer: MemoryWriter, fresh_database: FreshDatabase, ending: Ending, standing: str
) -> None:
    scope, heard = new_scope(), Heard()
    asked = await doubt(writer, scope)
    decisions = Decisions(database, tools(heard))
    for _ in range(2):
        closed, memory = await decisions.answer(commit(scope, now=LATER), asked.clarification_id, ending, "officer")
        assert (closed.ending, memory.content, memory.status, memory.explicit) == (ending, standing, "active", True)
    assert heard.invalidated == [scope]
    with pytest.raises(FailedPrecondition, match="answered"):
        other = Ending.INFERRED if ending is Ending.SAID else Ending.SAID
        await decisions.answer(commit(scope, now=LATER), asked.clarification_id, other, "officer")
    active = [row for row in await rows(database, scope) if row["status"] == "active"]
    assert [row["content"] for row in active] == [standing]
    with pytest.raises(NotFound):
        await decisions.answer(commit(scope), ClarificationId(uuid4()), ending, "officer")


async def test_a_person_cannot_answer_what_has_expired(database: Database, writer: MemoryWriter) -> None:
    scope = new_scope()
    asked = await doubt(writer, scope)
    late = commit(scope, now=asked.expires_at)
    with pytest.raises(FailedPrecondition, match="expired"):
        await Decisions(database, tools()).answer(late, asked.clarification_id, Ending.SAID, "officer")


async def test_a_dry_run_asks_nothing(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    await write(writer, scope, says("small_van"))
    done = await writer.commit(replace(commit(scope, seems("box_truck")), dry_run=True))
    assert done.written[0].outcome is Outcome.CLARIFICATION
    assert await rows(database, scope, "clarification") == []


async def test_questions_go_with_the_customer(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    await doubt(writer, scope)
    receipt = await Eraser(database, tools()).erase(scope, actor="officer", now=LATER)
    assert receipt.removed["clarification"] == 1
    assert await rows(database, scope, "clarification") == []
