"""`yiku review` as people type it."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result
from yiku_cli.__main__ import app
from yiku_domain.ids import TenantId
from yiku_domain.memory import Draft, Memory, Source, SourceKind
from yiku_stores.postgres.commit import Episode
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.writer import MemoryWriter

from tests.integration.memory.conftest import MemoryProcess, token
from tests.integration.stores.writing import commit, new_scope, state, tools
from training.check_corpus import faults

TENANT = TenantId("review_command")
SCOPE = replace(new_scope(), tenant_id=TENANT)


@pytest.fixture
def run(served: MemoryProcess, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    monkeypatch.setenv("YIKU_TARGET", served.target)
    monkeypatch.setenv("YIKU_TOKEN", token(TENANT))
    monkeypatch.setenv("COLUMNS", "300")

    def invoke(*args: str) -> Result:
        return CliRunner().invoke(app, ["review", *args], catch_exceptions=False)

    return invoke


async def told(database: Database, *texts: str) -> list[Memory]:
    """One unsure memory a turn of the customer's."""
    now = datetime.now(UTC)
    episodes = [
        Episode(tools().new_id(), SourceKind.DIALOGUE, "s1", "user", text, now)  # type: ignore[arg-type]
        for text in texts
    ]
    drafts = [_draft(episode) for episode in episodes]
    done = await MemoryWriter(database, tools()).commit(replace(commit(SCOPE, *drafts, now=now), episodes=episodes))
    return [written.memory for written in done.written]


def _draft(episode: Episode) -> Draft:
    source = Source(SourceKind.DIALOGUE, "s1", str(episode.episode_id), (0, len(episode.content)))
    return replace(state(episode.content), confidence=0.4, source=source)


async def test_from_the_queue_to_the_corpus(run, database: Database, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    right, wrong, nearly, waits = await told(database, "平时都用厢货", "哈哈哈", "我住通州", "可能爱喝茶")
    listed = run("list").output
    assert all(str(m.memory_id) in listed for m in (right, wrong, nearly, waits))
    assert "stored" in run("approve", SCOPE.user_id, str(right.memory_id)).output
    assert "rejected" in run("reject", SCOPE.user_id, str(wrong.memory_id), "--reason", "闲聊").output
    changes = ("--attribute", "home_address", "--value", '{"address": "通州"}')
    assert "stored" in run("edit", SCOPE.user_id, str(nearly.memory_id), *changes).output
    file = tmp_path / "reviewed.jsonl"
    file.write_text("an older export")
    assert "3 lines" in run("export", str(file)).output
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [fault for line in file.read_text("utf-8").splitlines() for fault in faults(line)] == []
    assert {row["text"]: row["memories"] for row in rows} == {
        "平时都用厢货": [{"kind": "fact", "words": "平时都用厢货"}],
        "哈哈哈": [],
        "我住通州": [{"kind": "fact", "words": "我住通州", "attribute": "home_address"}],
    }
    assert rows[1]["before"] == [{"role": "user", "text": "平时都用厢货"}]
    assert str(waits.memory_id) in run("list").output and str(right.memory_id) not in run("list").output
    assert str(right.memory_id) in run("list", "--decided").output


async def test_a_question_is_listed_and_answered(run, database: Database) -> None:  # type: ignore[no-untyped-def]
    slot = "preferred_vehicle_type"
    writer = MemoryWriter(database, tools())
    scope = replace(new_scope(), tenant_id=TENANT)
    await writer.commit(commit(scope, state("用小面", slot, vehicle_type="small_van"), now=datetime.now(UTC)))
    guess = replace(state("像是厢货", slot, vehicle_type="box_truck"), explicit=False)
    asked = (await writer.commit(commit(scope, guess, now=datetime.now(UTC)))).written[0].question
    assert asked is not None
    assert asked.question in run("questions", "--user", scope.user_id).output
    assert "像是厢货" in run("answer", scope.user_id, str(asked.clarification_id), "inferred").output
    assert asked.question not in run("questions", "--user", scope.user_id).output


def test_what_is_no_object_is_no_value(run) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Exception, match="JSON"):
        run("edit", "u", "m", "--value", "[1]")
