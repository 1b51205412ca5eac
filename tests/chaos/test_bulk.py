"""kill -9 in the middle of a bulk ingest, of every part that it goes through: nothing is lost, nothing is there twice."""

import asyncio
import json
import os
import re
import signal
import sys
from collections import Counter
from pathlib import Path

import psycopg
import pytest
from yiku_cli.local import LocalYiku
from yiku_local.errors import StackError

from tests.conftest import REPOSITORY

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(400)]

COPIES = 3
VICTIMS = ("extractor-sources", "kafka", "extractor-sources", "postgres", "extractor-sources", "redis", "kafka")


def customers(path: Path) -> int:
    """Every sample customer several times over, their events side by side; the number of turns."""
    samples = sorted((REPOSITORY / "examples/conversations").glob("[0-9]*.jsonl"))
    streams = [file.read_text("utf-8").splitlines() for file in samples]
    turns = 0
    with path.open("w", encoding="utf-8") as out:
        for number in range(max(map(len, streams))):
            for copy in range(COPIES):
                for lines in streams:
                    if number < len(lines):
                        row = json.loads(lines[number])
                        row["user_id"] = f"{row['user_id']}_{copy}"
                        turns += len(row.get("turns", ()))
                        out.write(json.dumps(row, ensure_ascii=False) + "\n")
    return turns


async def ingest(yiku: LocalYiku, tenant: str, file: Path) -> asyncio.subprocess.Process:
    argv = (sys.executable, "-m", "yiku_cli", "ingest", "--offline", "--tenant", tenant, str(file))
    env = {**os.environ, "YIKU_ENV_FILE": str(yiku.env_file), "COLUMNS": "200"}
    return await asyncio.create_subprocess_exec(*argv, env=env, stdout=asyncio.subprocess.PIPE)


async def finished(process: asyncio.subprocess.Process) -> str:
    output, _ = await process.communicate()
    assert process.returncode == 0, output.decode()
    return output.decode()


async def committed(dsn: str, tenant: str) -> int:
    """Requests that are committed by now; -1 while Postgres cannot say."""
    try:
        async with await psycopg.AsyncConnection.connect(dsn, connect_timeout=2) as conn:
            cursor = await conn.execute("SELECT count(*) FROM idempotency WHERE tenant_id = %s", (tenant,))
            row = await cursor.fetchone()
            return int(row[0]) if row else 0
    except psycopg.Error:
        return -1


async def kill_one_after_another(yiku: LocalYiku, ingesting: asyncio.subprocess.Process) -> Counter[str]:
    killed: Counter[str] = Counter()
    for name in VICTIMS:
        await asyncio.sleep(1.5)
        if ingesting.returncode is not None:
            break
        try:
            await asyncio.to_thread(yiku.stack.kill, name, signal.SIGKILL)
            killed[name] += 1
        except StackError:
            pass  # it is just being started again
    return killed


def held(dsn: str, tenant: str) -> tuple[Counter[str], Counter[str]]:
    """All that is known of the tenant's customers, and all that they said, without ids and times of recording."""
    memories = """SELECT user_id, status, kind, attribute, content, value::text, valid_from, valid_to, event_time,
                         evidence_count, confidence, explicit FROM memory WHERE tenant_id = %s"""
    episodes = "SELECT user_id, source_kind, source_ref, role, content, at FROM episode WHERE tenant_id = %s"
    with psycopg.connect(dsn) as conn:
        found = [Counter(map(_told, conn.execute(query, (tenant,)).fetchall())) for query in (memories, episodes)]
    return found[0], found[1]


def _told(row: tuple[object, ...]) -> str:
    """Each tenant has tokens of its own for the same number."""
    return re.sub(r"<(\w+):[a-z2-7]{8}>", r"<\1>", repr(row))


async def test_bulk_survives_the_death_of_every_part(yiku: LocalYiku, tmp_path: Path) -> None:
    dsn, file = yiku.stack.endpoints().postgres.dsn, tmp_path / "told.jsonl"
    turns = customers(file)
    first = await ingest(yiku, "bulk-killed", file)
    async with asyncio.timeout(60):
        while await committed(dsn, "bulk-killed") < 5:
            await asyncio.sleep(0.05)
    first.kill()
    await first.wait()
    before = await committed(dsn, "bulk-killed")
    second = await ingest(yiku, "bulk-killed", file)
    killed = await kill_one_after_another(yiku, second)
    assert f"{turns} turns committed" in await finished(second)
    assert await committed(dsn, "bulk-killed") > before
    assert killed["extractor-sources"] and killed["kafka"]
    assert " 0 new memories" in await finished(await ingest(yiku, "bulk-killed", file))
    await finished(await ingest(yiku, "bulk-calm", file))
    with_deaths, without = held(dsn, "bulk-killed"), held(dsn, "bulk-calm")
    assert with_deaths == without
    assert sum(with_deaths[1].values()) == len(with_deaths[1])
