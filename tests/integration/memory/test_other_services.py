"""Sessions, strategies, traces and administration, over gRPC."""

from datetime import UTC, datetime

import psycopg
import pytest
from yiku import Client, InvalidRequest, NotFound, PermissionDenied, Turn, Unavailable
from yiku_domain.ids import TraceId
from yiku_domain.trace import DecisionRecord, Stage, TraceKind
from yiku_stores.postgres import traces
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.writer import MemoryWriter

from tests.conftest import FreshDatabase
from tests.integration.memory.conftest import MemoryProcess, token
from tests.integration.stores.writing import commit, new_scope, state, tools

PHONE = "13800138000"
NOON = datetime(2026, 7, 3, 4, tzinfo=UTC)


def test_a_session_keeps_masked_turns_in_order(client: Client) -> None:
    user = new_scope().user_id
    turns = [Turn("user", f"打我电话{PHONE}", NOON), Turn("assistant", "好的", NOON)]
    assert client.append_turns(user, "s1", turns) == 2
    assert client.append_turns(user, "s1", [Turn("user", "谢谢")]) == 3
    context = client.get_context(user)
    assert context.session_id == "s1" and [t.role for t in context.turns] == ["user", "assistant", "user"]
    assert "<mobile:" in context.turns[0].text and PHONE not in context.turns[0].text
    assert context.turns[0].at == NOON and context.started_at == NOON
    assert [t.text for t in client.get_context(user, "s1", last_n=1).turns] == ["谢谢"]
    assert client.end_session(user, "s1") and not client.end_session(user, "s1")
    assert client.get_context(user).turns == ()


def test_a_phone_number_as_session_id_works_and_is_masked(client: Client) -> None:
    user = new_scope().user_id
    client.append_turns(user, f"call-{PHONE}", [Turn("user", "你好")])
    context = client.get_context(user, f"call-{PHONE}")
    assert len(context.turns) == 1 and PHONE not in context.session_id
    assert client.get_context(user, context.session_id).turns == context.turns


def test_sessions_of_tenants_are_apart(served: MemoryProcess, client: Client) -> None:
    user = new_scope().user_id
    client.append_turns(user, "s1", [Turn("user", "你好")])
    with served.client("t2") as other:
        assert other.get_context(user, "s1").turns == ()


def test_a_strategy_is_put_read_and_rolled_back(served: MemoryProcess) -> None:
    with served.client("tenant_strategies") as client:
        builtin = client.get_strategy("dispatch")
        assert builtin.version == 0 and builtin.document
        first = client.put_strategy("dispatch", {**builtin.document, "top_k": 7})
        assert (first.version, client.get_strategy("dispatch").document["top_k"]) == (1, 7)
        assert client.rollback_strategy("dispatch", 0).version == 2
        assert client.get_strategy("dispatch").document == builtin.document
        assert client.get_strategy("dispatch", 1).document["top_k"] == 7
        assert {s.scene for s in client.list_strategies()} >= {"customer_service", "recommendation", "dispatch"}
        with pytest.raises(NotFound):
            client.get_strategy("dispatch", 99)
        with pytest.raises(NotFound):
            client.get_strategy("no_such_scene")


@pytest.mark.parametrize("document", [{"top_k": "many"}, {"nonsense": 1}, {"nonsense": "\0"}])
def test_a_bad_strategy_is_refused_and_changes_nothing(client: Client, document: dict) -> None:
    before = client.get_strategy("recommendation")
    with pytest.raises(InvalidRequest):
        client.put_strategy("recommendation", {**before.document, **document})
    assert client.get_strategy("recommendation") == before


async def test_decision_records_are_read_by_id_and_listed(
    served: MemoryProcess, client: Client, database: Database
) -> None:
    scope, trace_id = new_scope(), TraceId("ab" * 16)
    record = DecisionRecord(
        trace_id, TraceKind.RECALL, scope, NOON, {"memories": 2}, (Stage("fuse", 1.5, {"n": 4}),), ({"id": "x"},)
    )
    async with database.tenant(scope.tenant_id) as conn:
        await traces.insert(conn, scope.tenant_id, [record])
    found = client.get_trace(trace_id)
    assert (found.kind, found.summary, found.items) == ("recall", {"memories": 2}, ({"id": "x"},))
    assert (found.stages[0].name, found.stages[0].detail) == ("fuse", {"n": 4})
    assert [t.trace_id for t in client.list_traces(user_id=scope.user_id)] == [trace_id]
    assert client.list_traces(user_id=scope.user_id, kind="ingest") == ()
    with served.client("t2") as other, pytest.raises(NotFound):
        other.get_trace(trace_id)
    with pytest.raises(InvalidRequest, match="trace_id"):
        client.get_trace("xyz")


async def test_a_check_reports_stores_that_are_away(client: Client, database: Database) -> None:
    await MemoryWriter(database, tools()).commit(commit(new_scope(), state("对猫毛过敏")))
    report = client.check()
    stores = {store.store: store for store in report.stores}
    assert stores["milvus"].error and stores["graph"].error and not report.agree
    assert stores["cache"].agree and stores["cache"].pending >= 1
    assert report.memories >= 1 and report.log_lines >= 1 and report.outbox >= 1
    assert [s.store for s in client.check("cache").stores] == ["cache"]


async def test_lag_counts_what_waits(client: Client, database: Database) -> None:
    await MemoryWriter(database, tools()).commit(commit(new_scope(), state("对狗毛过敏")))
    lag = client.lag()
    assert [s.sink for s in lag.sinks] == ["cache", "graph", "milvus"]
    assert all(s.pending >= 1 and s.oldest_seconds >= 0 for s in lag.sinks) and lag.unpublished >= 1


def test_repairing_what_is_away_is_unavailable(client: Client) -> None:
    with pytest.raises(Unavailable):
        client.repair("graph")
    with pytest.raises(InvalidRequest, match="store"):
        client.rebuild("")
    assert client.repair("cache") == 0 and client.rebuild("cache") == 0


async def test_dead_letters_are_listed_and_sent_again(
    client: Client, database: Database, fresh_database: FreshDatabase
) -> None:
    scope = new_scope()
    written = (await MemoryWriter(database, tools()).commit(commit(scope, state("对花粉过敏")))).written[0]
    with psycopg.connect(fresh_database.admin, autocommit=True) as conn:
        conn.execute(
            "INSERT INTO dead_letter (sink, tenant_id, user_id, memory_id, version, error)"
            " VALUES ('graph', %s, %s, %s, 1, 'cannot hold this')",
            (scope.tenant_id, scope.user_id, written.memory.memory_id),
        )
        before = conn.execute("SELECT count(*) FROM outbox").fetchone()[0]
        letters = client.list_dead_letters()
        assert [(x.sink, x.memory_id) for x in letters] == [("graph", str(written.memory.memory_id))]
        assert client.redrive_dead_letters("milvus") == 0
        assert client.redrive_dead_letters("graph") == 1
        assert conn.execute("SELECT count(*) FROM outbox").fetchone()[0] == before + 1
    assert client.list_dead_letters() == ()


def test_administration_needs_its_scope(served: MemoryProcess) -> None:
    with Client(served.target, token("t1", "memory:read")) as client, pytest.raises(PermissionDenied):
        client.check()


def test_no_log_line_holds_content(served: MemoryProcess, client: Client) -> None:
    user = new_scope().user_id
    client.append_turns(user, "s1", [Turn("user", f"独一无二的话{PHONE}")])
    log = served.log.read_text()
    assert "AppendTurns" in log and "独一无二" not in log and PHONE not in log
