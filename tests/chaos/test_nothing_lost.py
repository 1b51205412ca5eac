"""kill -9 at random while memories are written: what was acknowledged is there, and all stores agree again."""

import asyncio
import random
import signal
import time
from collections import Counter
from dataclasses import dataclass, field
from uuid import uuid4

import pytest
from yiku import AsyncClient, DeadlineExceeded, Unavailable
from yiku.results import Check
from yiku_cli.local import LocalYiku
from yiku_domain.ids import TenantId
from yiku_local.errors import StackError

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(600)]

MEMORIES = 3000
USERS = 60
WRITERS = 12
VICTIMS = (
    "extractor",
    "relay",
    "propagator-milvus",
    "propagator-graph",
    "propagator-cache",
    "recall",
    "kafka",
    "milvus",
    "graph",
    "redis",
)
AGREE_WITHIN_S = 60


@dataclass
class Written:
    """What the writers were told: memory ids by customer."""

    acknowledged: dict[str, set[str]] = field(default_factory=dict)
    retries: int = 0

    def add(self, user_id: str, memory_id: str) -> None:
        self.acknowledged.setdefault(user_id, set()).add(memory_id)

    @property
    def count(self) -> int:
        return sum(map(len, self.acknowledged.values()))


async def write(client: AsyncClient, user_id: str, number: int, written: Written) -> None:
    """One memory, tried with the same key until it is acknowledged."""
    key = f"{user_id}-{number}-{uuid4().hex}"
    while True:
        try:
            done = await client.remember(
                user_id,
                f"{number} 号货从望京送到通州，师傅第 {number} 次来",
                kind="fact",
                entities=[],
                idempotency_key=key,
            )
        except (Unavailable, DeadlineExceeded):
            written.retries += 1
            await asyncio.sleep(0.2)
        else:
            written.add(user_id, done.memory_id)
            return


async def write_all(client: AsyncClient, tag: str, written: Written) -> None:
    """All memories, by several writers."""
    numbers = iter(range(MEMORIES))

    async def writer() -> None:
        for number in numbers:
            await write(client, f"{tag}_{number % USERS}", number, written)

    await asyncio.gather(*(writer() for _ in range(WRITERS)))


async def kill_at_random(yiku: LocalYiku, until: asyncio.Event, seed: int) -> Counter[str]:
    """kill -9 one process after another, each at least once."""
    rng = random.Random(seed)
    killed: Counter[str] = Counter()
    order = rng.sample(VICTIMS, len(VICTIMS))
    while not until.is_set() or order:
        name = order.pop() if order else rng.choice(VICTIMS)
        try:
            await asyncio.to_thread(yiku.stack.kill, name, signal.SIGKILL)
            killed[name] += 1
        except StackError:
            pass  # it is just being started again
        await asyncio.sleep(rng.uniform(0.8, 2.0))
    return killed


async def agreement(client: AsyncClient, within_s: float) -> Check | None:
    """Ask until every store agrees and nothing is on its way; the last report."""
    began = time.monotonic()
    report: Check | None = None
    while time.monotonic() - began < within_s:
        try:
            report = await client.check()
        except (Unavailable, DeadlineExceeded):
            report = None
        if report is not None and report.agree and all(s.pending == 0 for s in report.stores):
            break
        await asyncio.sleep(1.0)
    return report


async def test_no_acknowledged_memory_is_lost_and_stores_agree_again(yiku: LocalYiku) -> None:
    tag, written, done = f"chaos{uuid4().hex[:6]}", Written(), asyncio.Event()
    async with AsyncClient(yiku.targets(), yiku.token(TenantId("chaos"))) as client:
        killer = asyncio.create_task(kill_at_random(yiku, done, seed=20261130))
        await write_all(client, tag, written)
        done.set()
        killed = await killer
        report = await agreement(client, AGREE_WITHIN_S)
        assert set(killed) == set(VICTIMS)
        assert written.count == MEMORIES
        assert report is not None and report.agree
        assert {s.store: s.pending for s in report.stores} == {"milvus": 0, "graph": 0, "cache": 0}
        held: dict[str, set[str]] = {}
        for user_id in written.acknowledged:
            page = await client.list(user_id, page_size=1000)
            held[user_id] = {m.memory_id for m in page.memories}
        assert held == written.acknowledged
        for store in report.stores:
            if store.store != "cache":
                assert store.expected == store.held >= MEMORIES
