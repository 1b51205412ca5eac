"""Looking at memories and changing them by hand, over gRPC, against real Postgres."""

import uuid

import psycopg
import pytest
from psycopg.rows import dict_row
from yiku import Client, Conflict, FailedPrecondition, InvalidRequest, Memory, NotFound, PermissionDenied, Turn
from yiku_domain.ids import Scope
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.writer import MemoryWriter

from tests.conftest import FreshDatabase
from tests.integration.memory.conftest import MemoryProcess, token
from tests.integration.stores.writing import commit, new_scope, state, tools

PHONE = "13800138000"


@pytest.fixture
async def scope(database: Database) -> Scope:
    """A customer with three memories; the address was moved once."""
    scope, writer = new_scope(), MemoryWriter(database, tools())
    for draft in (
        state("对猫毛过敏", "allergy", allergen="猫毛"),
        state("家住望京", "home_address", address="望京"),
        state("家住通州", "home_address", address="通州"),
    ):
        await writer.commit(commit(scope, draft))
    return scope


def one(client: Client, scope: Scope, attribute: str) -> Memory:
    return client.list(scope.user_id, attribute=attribute).memories[0]


async def test_a_list_has_what_is_active_newest_first(client: Client, scope: Scope) -> None:
    assert [m.content for m in client.list(scope.user_id).memories] == ["家住通州", "对猫毛过敏"]
    everything = client.list(scope.user_id, statuses=["active", "superseded"])
    assert [m.status for m in everything.memories] == ["active", "superseded", "active"]


async def test_pages_are_complete_and_do_not_overlap(client: Client, scope: Scope) -> None:
    statuses = ["active", "superseded"]
    first = client.list(scope.user_id, statuses=statuses, page_size=2)
    second = client.list(scope.user_id, statuses=statuses, page_size=2, page_token=first.next_page_token)
    assert len(first.memories) == 2 and len(second.memories) == 1 and second.next_page_token == ""
    assert len({m.memory_id for m in first.memories + second.memories}) == 3
    exact = client.list(scope.user_id, page_size=2)
    assert len(exact.memories) == 2 and exact.next_page_token == ""


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"page_token": "x"}, "page_token"), ({"statuses": ["gone"]}, "statuses[0]"), ({"page_size": -1}, "page_size")],
)
async def test_a_bad_question_names_its_field(client: Client, scope: Scope, changes: dict, field: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        client.list(scope.user_id, **changes)
    assert caught.value.violations[0].field == field


async def test_another_tenants_memory_is_not_found(served: MemoryProcess, client: Client, scope: Scope) -> None:
    memory = one(client, scope, "allergy")
    assert client.get(scope.user_id, memory.memory_id).content == "对猫毛过敏"
    with served.client("t2") as other:
        assert other.list(scope.user_id).memories == ()
        for attempt in (
            lambda: other.get(scope.user_id, memory.memory_id),
            lambda: other.retract(scope.user_id, memory.memory_id),
            lambda: other.correct(scope.user_id, memory.memory_id, "x"),
            lambda: client.get("somebody_else", memory.memory_id),
        ):
            with pytest.raises(NotFound):
                attempt()
        assert other.history(scope.user_id, memory_id=memory.memory_id) == ()
    assert client.get(scope.user_id, memory.memory_id).status == "active"


async def test_an_unknown_id_and_a_wrong_one(client: Client, scope: Scope) -> None:
    with pytest.raises(NotFound):
        client.get(scope.user_id, str(uuid.uuid4()))
    with pytest.raises(InvalidRequest, match="memory_id"):
        client.get(scope.user_id, "nonsense")


async def test_history_tells_a_slot_from_the_start(client: Client, scope: Scope) -> None:
    changes = client.history(scope.user_id, attribute="home_address")
    assert (changes[0].memory.content, changes[0].memory.status) == ("家住望京", "active")
    assert {(c.memory.content, c.memory.status) for c in changes} == {
        ("家住望京", "active"),
        ("家住望京", "superseded"),
        ("家住通州", "active"),
    }
    current = one(client, scope, "home_address")
    alone = client.history(scope.user_id, memory_id=current.memory_id)
    assert [c.memory for c in alone] == [current]
    with pytest.raises(InvalidRequest):
        client.history(scope.user_id)


async def test_a_correction_is_masked_and_checked(client: Client, scope: Scope, fresh_database: FreshDatabase) -> None:
    memory = one(client, scope, "allergy")
    with pytest.raises(Conflict):
        client.correct(scope.user_id, memory.memory_id, "x", expected_version=memory.version + 5)
    corrected = client.correct(
        scope.user_id,
        memory.memory_id,
        f"对狗毛过敏，电话{PHONE}",
        value={"allergen": "狗毛", "phone": PHONE},
        expected_version=memory.version,
    )
    assert "<mobile:" in corrected.content and corrected.version == memory.version + 1
    assert str(corrected.value["phone"]).startswith("<mobile:")
    assert corrected.memory_id == memory.memory_id
    assert PHONE not in dumped(fresh_database)


async def test_a_retracted_memory_is_gone_from_the_list_and_cannot_be_corrected(
    client: Client, scope: Scope, fresh_database: FreshDatabase
) -> None:
    memory = one(client, scope, "allergy")
    assert client.retract(scope.user_id, memory.memory_id, reason=f"打{PHONE}核实过").status == "retracted"
    again = client.retract(scope.user_id, memory.memory_id)
    assert again.status == "retracted" and again.version == memory.version + 1
    assert [m.content for m in client.list(scope.user_id).memories] == ["家住通州"]
    with pytest.raises(FailedPrecondition):
        client.correct(scope.user_id, memory.memory_id, "x")
    assert PHONE not in dumped(fresh_database)
    lines = audited(fresh_database, "retract")
    assert any(line["detail"].get("reason", "").startswith("打<mobile:") for line in lines)
    assert all(line["actor"] == "officer" for line in lines)


async def test_an_erased_customer_is_in_no_table_and_no_session(
    served: MemoryProcess, client: Client, scope: Scope, fresh_database: FreshDatabase
) -> None:
    client.append_turns(scope.user_id, "s1", [Turn("user", "你好")])
    hurried = Client(served.target, token(), timeout_s=3)
    receipt = hurried.erase(scope.user_id)
    assert receipt.erased["memory"] == 3 and receipt.receipt_id and receipt.at
    assert receipt.erased["pending"] == 3  # nothing propagates here, and the receipt says so
    assert client.list(scope.user_id, statuses=["active", "superseded", "retracted"]).memories == ()
    assert client.history(scope.user_id, attribute="home_address") == ()
    assert client.get_context(scope.user_id).turns == ()
    assert "家住" not in dumped(fresh_database, scope.user_id)
    assert hurried.erase(scope.user_id).erased["memory"] == 0


async def test_erasing_needs_its_own_scope(served: MemoryProcess, scope: Scope) -> None:
    with Client(served.target, token("t1", "memory:write", "admin")) as client, pytest.raises(PermissionDenied):
        client.erase(scope.user_id)


@pytest.mark.parametrize("value", [{"a": "x\0y"}, {"n": float("nan")}])
async def test_a_value_that_cannot_be_stored_is_refused(client: Client, scope: Scope, value: dict) -> None:
    memory = one(client, scope, "allergy")
    with pytest.raises(InvalidRequest, match="value"):
        client.correct(scope.user_id, memory.memory_id, "x", value=value)


TABLES = ("memory", "memory_log", "episode", "audit_log", "idempotency", "trace", "user_head")


def dumped(database: FreshDatabase, user_id: str = "") -> str:
    """Every row of every table that may hold text, of one user or of all."""
    text = ""
    with psycopg.connect(database.admin) as conn:
        for table in TABLES:
            where = f"WHERE user_id = '{user_id}'" if user_id else ""
            rows = conn.execute(f"SELECT row_to_json(t)::text FROM {table} t {where}").fetchall()
            text += "\n".join(row[0] for row in rows)
    return text


def audited(database: FreshDatabase, action: str) -> list[dict]:
    with psycopg.connect(database.admin, row_factory=dict_row) as conn:
        return conn.execute("SELECT * FROM audit_log WHERE action = %s", (action,)).fetchall()
