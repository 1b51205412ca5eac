"""Summaries on real Postgres: when they are made, what they rest on, and how they end."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest
from yiku_domain.ids import MemoryId, TenantId, TraceId
from yiku_domain.memory import Kind, Memory, Nature, Precision
from yiku_domain.review import Decision, Verdict
from yiku_domain.summary import Level
from yiku_stores.postgres.commit import Commit
from yiku_stores.postgres.conversations import Conversation
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.decisions import Decisions
from yiku_stores.postgres.erasure import Eraser
from yiku_stores.postgres.summaries import Due
from yiku_stores.postgres.writer import MemoryWriter

from tests.integration.keeper.talking import (
    CUTTING,
    START,
    Clock,
    Keeping,
    Talk,
    contents,
    keeping,
    summaries_of,
    table,
)
from tests.integration.stores.test_writer import rows
from tests.integration.stores.writing import Heard, state, tools

HOME = state("我住望京", "home_address", address="望京")
CATS = state("我对猫毛过敏", "allergy", allergen="猫毛")
TRACE = TraceId("4" * 32)
BOX = state("以后都叫厢货", "preferred_vehicle_type", vehicle_type="box_truck")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def talk(database: Database, clock: Clock) -> Talk:
    return Talk(MemoryWriter(database, tools()), clock)


@pytest.fixture
async def keeper(database: Database, worker_database: Database, clock: Clock) -> AsyncIterator[Keeping]:
    made = keeping(database, worker_database, clock)
    yield made


async def id_of(database: Database, talk: Talk, content: str) -> MemoryId:
    return next(MemoryId(row["memory_id"]) for row in await rows(database, talk.scope) if row["content"] == content)


async def four_turns(talk: Talk) -> None:
    await talk.say("我住望京", HOME)
    await talk.say("好的，请问还有别的要求吗？", role="assistant")
    await talk.say("我对猫毛过敏", CATS)
    await talk.say("好的")
    await talk.say("嗯嗯")


async def test_enough_turns_are_summed_up_while_the_session_goes_on(
    talk: Talk, keeper: Keeping, database: Database
) -> None:
    await four_turns(talk)
    (one,) = await _summed_up(keeper, database, talk)
    assert (one.kind, one.nature, one.explicit) == (Kind.SUMMARY, Nature.EVENT, False)
    assert one.content == "这次聊了：我住望京；我对猫毛过敏"
    assert (one.event_time, one.event_precision) == (START + timedelta(minutes=1), Precision.MINUTE)
    assert (one.value["level"], one.value["turns"], one.value["by"]) == ("segment", 4, "extractive-1")
    assert one.value["from"] == (START + timedelta(minutes=1)).isoformat()
    assert one.value["to"] == (START + timedelta(minutes=5)).isoformat()
    episodes = [row for row in await table(database, talk.scope, "episode") if row["role"] == "user"]
    facts = [row for row in await rows(database, talk.scope) if row["kind"] != "summary"]
    assert set(one.value["sources"]) == {str(r["episode_id"]) for r in episodes} | {str(r["memory_id"]) for r in facts}


async def _summed_up(keeper: Keeping, database: Database, talk: Talk) -> list[Memory]:
    await keeper.all_rounds()
    return await summaries_of(database, talk.scope)


async def test_it_is_row_log_and_outbox_in_one_and_the_caches_hear_of_it(
    talk: Talk, database: Database, worker_database: Database, clock: Clock
) -> None:
    await four_turns(talk)
    heard = Heard()
    await keeping(database, worker_database, clock, heard=heard).all_rounds()
    log = sorted(await rows(database, talk.scope, "memory_log"), key=lambda line: line["seq"])
    outbox = sorted(await rows(database, talk.scope, "outbox"), key=lambda row: row["seq"])
    assert (log[-1]["operation"], len(log), len(outbox)) == ("summarise", 3, 3)
    assert outbox[-1]["type"] == "upsert"
    assert heard.invalidated == [talk.scope]
    assert heard.woken == {talk.scope.partition}


async def test_fewer_turns_wait_for_silence_or_the_end(
    talk: Talk, keeper: Keeping, database: Database, clock: Clock
) -> None:
    await talk.say("我住望京", HOME)
    await talk.say("我对猫毛过敏", CATS)
    assert await _summed_up(keeper, database, talk) == []
    clock.pass_(minutes=29)
    assert await _summed_up(keeper, database, talk) == []
    clock.pass_(minutes=1)
    assert len(await _summed_up(keeper, database, talk)) == 1
    assert await table(database, talk.scope, "conversation") == []
    await talk.say("以后都叫厢货", BOX)
    await talk.say("发票要开专票", state("发票要开专票", "invoice"))
    assert len(await _summed_up(keeper, database, talk)) == 1
    await keeper.stores.conversations.end(talk.scope, "s1", clock.now)
    _, after = await _summed_up(keeper, database, talk)
    assert after.value["turns"] == 2


async def test_nothing_is_told_of_what_has_nothing_to_say(talk: Talk, keeper: Keeping, database: Database) -> None:
    await talk.chat("在吗", "你好", "好的", "谢谢")
    assert await _summed_up(keeper, database, talk) == []
    assert {
        row["due_at"] for row in await table(database, talk.scope, "session_summary") if row["level"] == "segment"
    } == {None}
    await talk.say("我住望京", HOME)
    await talk.chat("好", "嗯", "行")
    assert await _summed_up(keeper, database, talk) == [], "one line is a memory already"


async def test_a_second_round_changes_nothing(talk: Talk, keeper: Keeping, database: Database) -> None:
    await four_turns(talk)
    await _summed_up(keeper, database, talk)
    before = await rows(database, talk.scope), await rows(database, talk.scope, "outbox")
    await keeper.all_rounds()
    assert (await rows(database, talk.scope), await rows(database, talk.scope, "outbox")) == before


async def test_two_keepers_sum_up_once(talk: Talk, database: Database, worker_database: Database, clock: Clock) -> None:
    others = [Talk(talk.writer, clock) for _ in range(6)]
    for one in others:
        await four_turns(one)
    pair = [keeping(database, worker_database, clock) for _ in range(2)]
    for _ in range(4):
        await asyncio.gather(*(one.rounds.round() for one in pair))
    for one in others:
        assert len(await summaries_of(database, one.scope)) == 1
        assert len([r for r in await rows(database, one.scope, "memory_log") if r["operation"] == "summarise"]) == 1


async def test_a_claim_that_was_never_finished_is_taken_up_again(
    talk: Talk, keeper: Keeping, database: Database, clock: Clock
) -> None:
    await four_turns(talk)
    waiting = await keeper.stores.waiting.find(CUTTING, clock.now, limit=99)
    for conversation in waiting:
        await keeper.stores.conversations.cut(conversation, CUTTING, clock.now)
    lost = await keeper.stores.queue.claim(clock.now, limit=100, lease=timedelta(minutes=5))
    assert [key.level for key in lost if key.scope == talk.scope] == [Level.SEGMENT]
    assert await _summed_up(keeper, database, talk) == []
    clock.pass_(minutes=6)
    assert len(await _summed_up(keeper, database, talk)) == 1


async def test_a_retracted_source_takes_the_summary_with_it_at_once_and_it_is_written_without(
    talk: Talk, keeper: Keeping, database: Database
) -> None:
    await four_turns(talk)
    await talk.chat("是搬到望京那边的吗", "以后都要上午送货过来才行", "望京东门那边不好停车", "上午送货的话九点以后吧")
    await _summed_up(keeper, database, talk)
    first, second = await summaries_of(database, talk.scope)
    await talk.retract(await id_of(database, talk, "我住望京"))
    assert await summaries_of(database, talk.scope) == [], "both name the place"
    gone = await summaries_of(database, talk.scope, "retracted")
    assert {m.memory_id for m in gone} == {first.memory_id, second.memory_id}
    log = sorted(await rows(database, talk.scope, "memory_log"), key=lambda line: line["seq"])
    assert [line["operation"] for line in log[-3:]] == ["retract", "let_go", "let_go"]
    assert len({line["at"] for line in log[-3:]}) == 1
    assert len(await rows(database, talk.scope, "outbox")) == len(log)
    await keeper.all_rounds()
    assert not [c for c in contents(await summaries_of(database, talk.scope)) if "望京" in c]


async def test_a_correction_takes_the_old_words_out(talk: Talk, keeper: Keeping, database: Database) -> None:
    await four_turns(talk)
    await _summed_up(keeper, database, talk)
    home = await id_of(database, talk, "我住望京")
    await talk.writer.correct(
        talk.scope,
        home,
        "我住通州",
        {"address": "通州"},
        expected_version=0,
        now=talk.clock.now,
        trace_id=TRACE,
    )
    assert await summaries_of(database, talk.scope) == []
    (one,) = await _summed_up(keeper, database, talk)
    assert one.content == "这次聊了：我住通州；我对猫毛过敏"


async def test_what_waits_for_a_person_is_not_told_and_its_rejection_ends_the_summary(
    talk: Talk, keeper: Keeping, database: Database, clock: Clock
) -> None:
    unsure = replace(state("三号库门口老堵车"), review="low_confidence")
    await talk.say("三号库门口老堵车", unsure)
    await four_turns(talk)
    (one,) = await _summed_up(keeper, database, talk)
    assert one.content == "这次聊了：我住望京；我对猫毛过敏"
    waiting = await id_of(database, talk, "三号库门口老堵车")
    commit = Commit(talk.scope, (), clock.now, TRACE)
    await Decisions(database, tools()).resolve(commit, waiting, Verdict(Decision.REJECT, "officer"))
    assert contents(await summaries_of(database, talk.scope, "retracted")) == [one.content]
    (again,) = await _summed_up(keeper, database, talk)
    assert (again.content, again.memory_id == one.memory_id) == (one.content, False)


async def test_what_is_only_added_leaves_summaries_alone(talk: Talk, keeper: Keeping, database: Database) -> None:
    await four_turns(talk)
    (one,) = await _summed_up(keeper, database, talk)
    await talk.say("以后都叫厢货", BOX)
    await talk.say("望京东门不好停车")
    assert (await summaries_of(database, talk.scope))[0] == one


async def test_a_superseded_source_closes_the_summary_which_still_answers_for_its_time(
    talk: Talk, keeper: Keeping, database: Database, clock: Clock
) -> None:
    await four_turns(talk)
    await _summed_up(keeper, database, talk)
    clock.pass_(days=30)
    await talk.say("以后都叫厢货，东西多", BOX)
    await talk.say("我搬到通州了", state("我搬到通州了", "home_address", address="通州"))
    assert await summaries_of(database, talk.scope) == []
    (old,) = await summaries_of(database, talk.scope, "superseded")
    assert (old.content, old.valid_to) == ("这次聊了：我住望京；我对猫毛过敏", clock.now)
    assert await _summed_up(keeper, database, talk) == [], "one line is left"
    await talk.retract(await id_of(database, talk, "我住望京"))
    assert contents(await summaries_of(database, talk.scope, "superseded")) == [], "not for its time either"


async def test_a_change_while_it_is_written_is_not_overwritten(
    talk: Talk, keeper: Keeping, database: Database, clock: Clock
) -> None:
    await four_turns(talk)
    due = await read_by_one(keeper, talk, clock)
    told = (await keeper.rounds._summarise(due)).told
    assert "望京" in told.content
    await talk.retract(await id_of(database, talk, "我住望京"))
    assert not await keeper.stores.summaries.write(due, told, clock.now, TRACE)
    assert await _summed_up(keeper, database, talk) == [], "one line is left"


async def read_by_one(keeper: Keeping, talk: Talk, clock: Clock) -> Due:
    """What a keeper has read and is about to write."""
    waiting = await keeper.stores.waiting.find(CUTTING, clock.now, limit=99)
    (mine,) = [one for one in waiting if one.scope == talk.scope]
    await keeper.stores.conversations.cut(mine, CUTTING, clock.now)
    claimed = await keeper.stores.queue.claim(clock.now, limit=99, lease=timedelta(minutes=5))
    (key,) = [one for one in claimed if one.scope == talk.scope]
    due = await keeper.stores.summaries.read(key)
    assert due is not None
    return due


async def test_an_erased_customer_is_not_summed_up_by_who_had_read_them(
    talk: Talk, keeper: Keeping, database: Database, clock: Clock
) -> None:
    await four_turns(talk)
    due = await read_by_one(keeper, talk, clock)
    told = (await keeper.rounds._summarise(due)).told
    receipt = await Eraser(database, tools()).erase(talk.scope, actor="officer", now=clock.now)
    assert (receipt.removed["conversation"], receipt.removed["session_summary"]) == (1, 1)
    assert not await keeper.stores.summaries.write(due, told, clock.now, TRACE)
    assert await keeper.stores.conversations.cut(Conversation(talk.scope, "s1"), CUTTING, clock.now) == 0
    for name in ("memory", "episode", "session_summary", "conversation", "user_head"):
        assert await table(database, talk.scope, name) == []


async def test_a_summary_that_a_person_took_back_is_not_written_again(
    talk: Talk, keeper: Keeping, database: Database
) -> None:
    await four_turns(talk)
    (one,) = await _summed_up(keeper, database, talk)
    await talk.retract(one.memory_id)
    assert await _summed_up(keeper, database, talk) == []
    await talk.retract(await id_of(database, talk, "我对猫毛过敏"))
    assert await _summed_up(keeper, database, talk) == []


async def test_sessions_days_and_weeks_are_rolled_up_when_they_are_over(
    talk: Talk, keeper: Keeping, database: Database, clock: Clock
) -> None:
    await four_turns(talk)
    await talk.say("以后都叫厢货", BOX)
    await talk.say("来之前提前半小时打电话", state("来之前提前半小时打电话", "call_before_arrival"))
    await keeper.stores.conversations.end(talk.scope, "s1", clock.now)
    await keeper.all_rounds()
    clock.pass_(seconds=6)
    assert levels(await _summed_up(keeper, database, talk)) == ["segment", "segment", "session"]
    clock.pass_(hours=5)
    await talk.say("我要开专票", state("我要开专票", "invoice"), session="s2")
    await talk.say("抬头是国强服饰", state("抬头是国强服饰", "invoice_title"), session="s2")
    clock.pass_(days=1)
    await keeper.all_rounds()
    clock.pass_(seconds=6)
    day = (await _summed_up(keeper, database, talk))[-1]
    assert (day.value["level"], day.event_precision, day.value["turns"]) == ("day", Precision.DAY, 8)
    assert (day.value["from"], day.value["to"]) == ("2026-09-30T16:00:00+00:00", "2026-10-01T16:00:00+00:00")
    for said in ("我住望京", "以后都叫厢货", "我要开专票"):
        assert said in day.content
    await talk.say("我开火锅店的", state("我开火锅店的", "occupation"), session="s3")
    await talk.say("毛肚鸭肠要用冷藏车拉", session="s3")
    await talk.say("冷藏车上次没开冷机", session="s3")
    clock.pass_(days=7)
    await keeper.all_rounds()
    clock.pass_(seconds=6)
    week = (await _summed_up(keeper, database, talk))[-1]
    assert (week.value["level"], week.value["turns"]) == ("week", 11)
    assert week.content.startswith("这周聊了：")
    parts = {str(m.memory_id) for m in await summaries_of(database, talk.scope) if m.value["level"] == "segment"}
    assert set(week.value["sources"]) == parts
    await talk.retract(await id_of(database, talk, "我住望京"))
    assert "望京" not in " ".join(contents(await summaries_of(database, talk.scope)))
    assert levels(await summaries_of(database, talk.scope)) == ["segment", "segment", "segment"]
    await keeper.all_rounds()
    clock.pass_(minutes=1)
    again = await _summed_up(keeper, database, talk)
    assert sorted(levels(again)) == ["day", "segment", "segment", "segment", "session", "week"]
    assert "望京" not in " ".join(contents(again))


def levels(memories: list[Memory]) -> list[str]:
    return [str(memory.value["level"]) for memory in memories]


async def test_a_backlog_in_one_session_is_cut_as_it_was_said(talk: Talk, keeper: Keeping, database: Database) -> None:
    for number in range(10):
        await talk.say(f"第{number}批瓷器要从景德镇发到静安工作室", state(f"第{number}批瓷器从景德镇发"))
        await talk.say(f"好的，第{number}批记下了。", role="assistant")
    made = await _summed_up(keeper, database, talk)
    assert [memory.value["turns"] for memory in made] == [4, 4]
    waiting = await table(database, talk.scope, "conversation")
    assert [row["waiting"] for row in waiting] == [2]
    open_ = [row for row in await table(database, talk.scope, "episode") if row["segment"] is None]
    assert len(open_) == 4


async def test_a_fact_in_the_same_words_is_no_repeat_of_a_summary(
    talk: Talk, keeper: Keeping, database: Database
) -> None:
    await four_turns(talk)
    (one,) = await _summed_up(keeper, database, talk)
    fact = replace(state(one.content), nature=Nature.EVENT, event_time=one.event_time, kind=Kind.EVENT)
    await talk.say(one.content, fact)
    made = next(row for row in await rows(database, talk.scope) if row["kind"] == "event")
    assert (made["status"], made["evidence_count"]) == ("active", 1)
    assert (await summaries_of(database, talk.scope))[0].version == one.version


async def test_another_tenant_sees_none_of_it(talk: Talk, keeper: Keeping, database: Database) -> None:
    await four_turns(talk)
    await keeper.all_rounds()
    stranger = replace(talk.scope, tenant_id=TenantId("t2"))
    for name in ("session_summary", "conversation"):
        assert await table(database, stranger, name) == []
    assert await keeper.stores.summaries.read(replace(keeper.told[0][0], scope=stranger)) is None
