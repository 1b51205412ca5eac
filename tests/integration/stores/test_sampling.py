"""Live memories are drawn by lot, from their tenant only, with the words they come from."""

import asyncio
import json
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from typer.testing import CliRunner
from uuid_utils.compat import uuid7
from yiku_cli.evaluate import evaluate
from yiku_domain.ids import EpisodeId, TenantId
from yiku_domain.memory import Draft, Kind, Nature, Source, SourceKind
from yiku_domain.review import SourceTurn
from yiku_stores.postgres.commit import Episode
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.sampling import MemorySampling, Stratum
from yiku_stores.postgres.writer import MemoryWriter

from tests.conftest import FreshDatabase
from tests.integration.stores.writing import NOW, commit, new_scope, tools

FACTS = Stratum(Kind.FACT, SourceKind.DIALOGUE)
EVENTS = Stratum(Kind.EVENT, SourceKind.ORDER)
TALK = ("您住哪？", "嗯，我住望京")


def episode(index: int) -> Episode:
    role = ("assistant", "user")[index % 2]
    return Episode(EpisodeId(uuid7()), SourceKind.DIALOGUE, "s1", role, TALK[index], NOW + timedelta(seconds=index))


def fact(number: int) -> Draft:
    return Draft(Kind.FACT, Nature.STATE, f"第{number}件", source=Source(SourceKind.DIALOGUE, "s0"))


def event(number: int) -> Draft:
    order = Source(SourceKind.ORDER, f"o{number}")
    return Draft(Kind.EVENT, Nature.EVENT, f"订单{number}", event_time=NOW, source=order)


@pytest.fixture
async def tenant(database: Database) -> TenantId:
    """Eleven facts and two events of two customers are live; others wait, are over, or are somebody else's."""
    tenant_id = TenantId(f"t_{uuid4().hex[:8]}")
    writer = MemoryWriter(database, tools())
    talk = [episode(0), episode(1)]
    said = Source(SourceKind.DIALOGUE, "s1", str(talk[1].episode_id), (2, 6))
    told = Draft(Kind.FACT, Nature.STATE, "我住望京", source=said)
    one, other = new_scope(tenant_id), new_scope(tenant_id)
    await writer.commit(replace(commit(one, told, *map(fact, range(5))), episodes=talk))
    waits, over = replace(fact(50), confidence=0.5), replace(fact(51), expires_at=NOW + timedelta(days=1))
    await writer.commit(commit(other, *map(fact, range(5)), *map(event, range(2)), waits, over))
    await writer.commit(commit(new_scope(), fact(0)))
    return tenant_id


async def test_only_what_is_live_is_counted_and_drawn(database: Database, tenant: TenantId) -> None:
    sampling = MemorySampling(database, tenant)
    later = NOW + timedelta(days=2)
    assert await sampling.strata(later) == {FACTS: 11, EVENTS: 2}
    drawn = await sampling.draw({FACTS: 100, EVENTS: 100}, "seed", later)
    assert Counter(each.stratum for each in drawn) == {FACTS: 11, EVENTS: 2}
    assert {each.memory.scope.tenant_id for each in drawn} == {tenant}


async def test_a_seed_draws_the_same_and_another_draws_others(database: Database, tenant: TenantId) -> None:
    sampling = MemorySampling(database, tenant)
    wanted = {FACTS: 4, EVENTS: 1}
    draws = [[d.memory.memory_id for d in await sampling.draw(wanted, seed, NOW)] for seed in ("a", "a", "b", "c")]
    assert len(draws[0]) == len(set(draws[0])) == 5
    assert draws[0] == draws[1]
    assert len({tuple(draw) for draw in draws}) > 1


async def test_a_memory_comes_with_its_words_and_the_turns_before(database: Database, tenant: TenantId) -> None:
    drawn = await MemorySampling(database, tenant).draw({FACTS: 100}, "x", NOW)
    told = next(each for each in drawn if each.memory.content == "我住望京")
    assert (told.text, told.before) == (TALK[1], (SourceTurn("assistant", TALK[0]),))
    assert told.memory.source.span is not None
    assert told.text[slice(*told.memory.source.span)] == "我住望京"
    assert all((each.text, each.before) == ("", ()) for each in drawn if each is not told)


async def test_from_the_command_line(fresh_database: FreshDatabase, tenant: TenantId, tmp_path: Path) -> None:
    """Draw, mark half of it right and half wrong, and read the accuracy."""
    sheet = tmp_path / "sheet.jsonl"
    environment = {"YIKU_POSTGRES_DSN": fresh_database.app}

    async def run(*args: str) -> str:
        result = await asyncio.to_thread(CliRunner().invoke, evaluate, args, env=environment)
        assert result.exit_code == 0, result.output
        return result.output

    await run("sample", str(sheet), "--count", "4", "--tenant", tenant)
    rows = [json.loads(line) for line in sheet.read_text("utf-8").splitlines()]
    assert Counter(row["kind"] for row in rows) == {"fact": 2, "event": 2}
    for index, row in enumerate(rows):
        row["mark"] = ("right", "wrong")[index % 2]
    sheet.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    marked = await run("accuracy", str(sheet))
    assert marked.split("\n")[1].split()[:3] == ["all", "4", "2"]
