"""The writer against real Postgres: one transaction, one row a fact, nothing lost, nothing foreign."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import psycopg
import pytest
from yiku_domain.errors import Conflict, FailedPrecondition, NotFound
from yiku_domain.ids import MemoryId, Scope, TenantId, TraceId
from yiku_domain.memory import Draft, Kind, Nature, Source, SourceKind, Status
from yiku_stores.postgres.changes import Outcome
from yiku_stores.postgres.commit import Commit, IdempotencyKey, Secret
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.erasure import Eraser
from yiku_stores.postgres.log_chain import chain_hash
from yiku_stores.postgres.writer import MemoryWriter

from tests.conftest import FreshDatabase
from tests.integration.stores.writing import NOW, Heard, commit, new_scope, state, tools

TRACE = TraceId("1" * 32)


@pytest.fixture
def writer(database: Database) -> MemoryWriter:
    return MemoryWriter(database, tools())


async def rows(database: Database, scope: Scope, table: str = "memory") -> list[dict]:
    async with database.reader(scope.tenant_id) as conn:
        cursor = await conn.execute(f"SELECT * FROM {table} WHERE user_id = %s", (scope.user_id,))
        return await cursor.fetchall()


async def test_case_1_simultaneous_identical_adds_make_one_row(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    results = await asyncio.gather(*(writer.commit(commit(scope, state("我对猫毛过敏"))) for _ in range(8)))
    assert len({r.written[0].memory.memory_id for r in results}) == 1
    assert len(await rows(database, scope)) == 1
    assert sorted(r.written[0].outcome for r in results) == ["merged"] * 7 + ["stored"]


async def test_row_log_and_outbox_are_written_together(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    result = await writer.commit(commit(scope, state("我住望京", "home_address", address="望京"), state("爱喝茶")))
    assert len(await rows(database, scope)) == len(await rows(database, scope, "memory_log")) == 2
    assert {r["seq"] for r in await rows(database, scope, "outbox")} == set(result.outbox)


async def test_a_failing_write_leaves_nothing(database: Database) -> None:
    def broken(_content: str) -> tuple[str, str]:
        return "'a':1", "not a tsvector '"

    scope = new_scope()
    writer = MemoryWriter(database, replace(tools(), terms=broken))
    with pytest.raises(psycopg.Error):
        await writer.commit(commit(scope, state("我住望京")))
    for table in ("memory", "memory_log", "outbox", "user_head"):
        assert await rows(database, scope, table) == []


async def test_case_19_a_changed_address_supersedes_and_stays_in_history(
    writer: MemoryWriter, database: Database
) -> None:
    scope = new_scope()
    first = await writer.commit(commit(scope, state("我住望京", "home_address", address="望京")))
    moved = await writer.commit(
        commit(scope, state("搬到通州了", "home_address", address="通州"), now=NOW + timedelta(days=30))
    )
    assert moved.written[0].outcome is Outcome.SUPERSEDED
    assert moved.written[0].replaced == (first.written[0].memory.memory_id,)
    by_status = {r["status"]: r for r in await rows(database, scope)}
    assert by_status["active"]["content"] == "搬到通州了"
    assert by_status["superseded"]["valid_to"] == by_status["active"]["valid_from"]
    assert by_status["superseded"]["superseded_by"] == by_status["active"]["memory_id"]


async def test_an_older_statement_told_later_goes_to_history(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    await writer.commit(commit(scope, state("搬到通州了", "home_address", address="通州")))
    old = replace(state("我住望京", "home_address", address="望京"), valid_from=NOW - timedelta(days=400))
    await writer.commit(commit(scope, old))
    active = [r for r in await rows(database, scope) if r["status"] == "active"]
    assert [r["content"] for r in active] == ["搬到通州了"]


async def test_case_23_similar_values_that_differ_in_a_number_update(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    await writer.commit(commit(scope, state("we run 5 trucks", "fleet_size", count="5")))
    await writer.commit(commit(scope, state("we run 6 trucks", "fleet_size", count="6")))
    active = [r["content"] for r in await rows(database, scope) if r["status"] == "active"]
    assert active == ["we run 6 trucks"]


async def test_an_inferred_value_does_not_overrule_what_was_said(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    await writer.commit(commit(scope, state("都用厢货", "preferred_vehicle_type", vehicle_type="van")))
    guess = replace(state("常用平板", "preferred_vehicle_type", vehicle_type="flatbed"), explicit=False)
    result = await writer.commit(commit(scope, guess))
    assert result.written[0].outcome is Outcome.CLARIFICATION
    assert result.written[0].memory.status is Status.PENDING_REVIEW


async def test_low_confidence_waits_for_review(writer: MemoryWriter) -> None:
    result = await writer.commit(commit(new_scope(), replace(state("也许住望京"), confidence=0.5)))
    assert result.written[0].memory.status is Status.PENDING_REVIEW


async def test_case_2_an_order_told_twice_is_replaced_not_appended(writer: MemoryWriter, database: Database) -> None:
    scope, source = new_scope(), Source(SourceKind.ORDER, ref="00260704113")

    async def tell(content: str) -> None:
        draft = Draft(Kind.EVENT, Nature.EVENT, content, event_time=NOW, source=source)
        await writer.commit(Commit(scope, [draft], NOW, TRACE, sources=[source]))

    await tell("订单 00260704113 用小面")
    await tell("订单 00260704113 用小面")
    await tell("订单 00260704113 用厢货")
    active = [r["content"] for r in await rows(database, scope) if r["status"] == "active"]
    assert active == ["订单 00260704113 用厢货"]


async def test_case_4_a_memory_is_not_found_under_another_tenant(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope("t1")
    memory = (await writer.commit(commit(scope, state("我住望京")))).written[0].memory
    foreign = Scope(TenantId("t2"), scope.user_id)
    with pytest.raises(NotFound):
        await writer.retract(foreign, memory.memory_id, now=NOW, trace_id=TRACE)
    with pytest.raises(NotFound):
        await writer.correct(foreign, memory.memory_id, "x", None, expected_version=0, now=NOW, trace_id=TRACE)
    async with database.reader(TenantId("t2")) as conn:
        cursor = await conn.execute("SELECT count(*) AS n FROM memory WHERE tenant_id = 't1'")
        assert (await cursor.fetchone() or {})["n"] == 0
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            await conn.execute("INSERT INTO user_head (tenant_id, user_id, bucket) VALUES ('t1', 'x', 0)")


async def test_a_connection_without_a_tenant_sees_nothing(fresh_database: FreshDatabase, writer: MemoryWriter) -> None:
    await writer.commit(commit(new_scope(), state("我住望京")))
    with psycopg.connect(fresh_database.app) as conn:
        assert conn.execute("SELECT count(*) FROM memory").fetchone() == (0,)


async def test_an_idempotency_key_gives_the_same_answer_once(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    key = IdempotencyKey("Remember", scope.key.encode(), b"content")
    first = replace(commit(scope, state("我住望京")), idempotency=key)
    done = await asyncio.gather(*(writer.commit(first, lambda c: b"answer") for _ in range(4)))
    assert sorted(c.replayed is not None for c in done) == [False, True, True, True]
    assert {c.replayed for c in done} == {None, b"answer"}
    with pytest.raises(Conflict, match="idempotency_key"):
        await writer.commit(replace(first, idempotency=replace(key, request_hash=b"other")))
    with pytest.raises(Conflict, match="idempotency_key"):
        other = replace(first, scope=new_scope(), idempotency=replace(key, request_hash=b"other"))
        await writer.commit(other, lambda c: b"answer")


async def test_a_dry_run_says_and_writes_nothing(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    result = await writer.commit(replace(commit(scope, state("我住望京")), dry_run=True))
    assert result.written[0].outcome is Outcome.STORED
    assert await rows(database, scope, "user_head") == []


async def test_the_log_is_a_chain_and_only_grows(
    writer: MemoryWriter, database: Database, fresh_database: FreshDatabase
) -> None:
    scope = new_scope()
    for content in ("我住望京", "搬到通州了", "搬到亦庄了"):
        await writer.commit(commit(scope, state(content, "home_address", address=content)))
    lines = sorted(await rows(database, scope, "memory_log"), key=lambda r: r["seq"])
    digest = b""
    for line in lines:
        digest = chain_hash(digest, line["seq"], line["operation"], line["snapshot"])
        assert digest == bytes(line["hash"])
    with psycopg.connect(fresh_database.admin) as conn, pytest.raises(psycopg.errors.RaiseException):
        conn.execute("DELETE FROM memory_log")


async def test_correct_checks_version_and_status(writer: MemoryWriter) -> None:
    scope = new_scope()
    memory = (await writer.commit(commit(scope, state("我住望京")))).written[0].memory

    async def correct(content: str, version: int) -> int:
        changed = await writer.correct(
            scope, memory.memory_id, content, None, expected_version=version, now=NOW, trace_id=TRACE
        )
        return changed.version

    assert await correct("我住望京西园", memory.version) == memory.version + 1
    with pytest.raises(Conflict):
        await correct("我住望京东园", memory.version)
    await writer.retract(scope, memory.memory_id, now=NOW, trace_id=TRACE)
    with pytest.raises(FailedPrecondition):
        await correct("我住望京", 0)
    again = await writer.retract(scope, memory.memory_id, now=NOW, trace_id=TRACE)
    assert again.version == memory.version + 2
    with pytest.raises(NotFound):
        await writer.retract(scope, MemoryId(tools().new_id()), now=NOW, trace_id=TRACE)


async def test_secrets_go_to_the_vault_once(writer: MemoryWriter, database: Database) -> None:
    scope = new_scope()
    secret = Secret("<mobile:abcdefgh>", "mobile", "13800138000")
    for content in ("电话 <mobile:abcdefgh>", "还是 <mobile:abcdefgh>"):
        await writer.commit(replace(commit(scope, state(content)), secrets=[secret]))
    vault = await rows(database, scope, "vault")
    assert [(v["token"], bytes(v["sealed"])) for v in vault] == [("<mobile:abcdefgh>", b"00083100831")]


async def test_case_8_an_erased_customer_can_come_back(database: Database) -> None:
    scope, heard = new_scope(), Heard()
    writer, eraser = MemoryWriter(database, tools(heard)), Eraser(database, tools(heard))
    secret = Secret("<mobile:abcdefgh>", "mobile", "13800138000")
    await writer.commit(replace(commit(scope, state("我住望京"), state("爱喝茶")), secrets=[secret]))
    receipt = await eraser.erase(scope, actor="officer", now=NOW)
    assert receipt.removed["memory"] == 2
    assert receipt.removed["vault"] == receipt.removed["vault_key"] == 1
    for table in ("memory", "memory_log", "episode", "vault", "vault_key", "user_head"):
        assert await rows(database, scope, table) == []
    outbox = await rows(database, scope, "outbox")
    assert {r["type"] for r in outbox} == {"delete", "upsert"} - {"upsert"}
    assert not any("望京".encode() in bytes(r["payload"]) for r in outbox)
    again = await writer.commit(commit(scope, state("我住望京")))
    assert again.written[0].outcome is Outcome.STORED
    assert heard.invalidated == [scope] * 3


async def test_the_announcement_comes_after_the_commit(database: Database) -> None:
    scope, heard = new_scope(), Heard()
    await MemoryWriter(database, tools(heard)).commit(commit(scope, state("我住望京")))
    assert heard.invalidated == [scope]
    assert heard.woken == {scope.partition}
