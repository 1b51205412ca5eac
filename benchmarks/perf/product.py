"""The product beside its floors: recall, cached recall, remember, and the lag of the indexes."""

import asyncio
import statistics
import time
from dataclasses import dataclass
from uuid import uuid4

import psycopg
from grpc import aio
from yiku import AsyncClient, Statement
from yiku_domain.ids import TenantId
from yiku_models.embedder import Embedder

from benchmarks.perf import corpus
from benchmarks.perf.loops import Figures, async_loop, thread_loop

TENANT = TenantId("bench")
_BATCH = 50
_THREE_ROWS = """
CREATE TABLE IF NOT EXISTS bench_floor_{n} (tenant_id text, user_id text, id uuid, body jsonb, PRIMARY KEY (tenant_id, user_id, id))
"""


@dataclass(frozen=True)
class Verdict:
    """One line of the report: what was measured, its floor, and whether the target is met."""

    what: str
    floor: str
    product: str
    figure: float
    target: str
    met: bool


async def load(client: AsyncClient) -> int:
    """State the corpus once; later runs find it there. Returns how many memories it has."""
    by_user: dict[str, list[Statement]] = {}
    for one in corpus.statements():
        by_user.setdefault(one.user_id, []).append(Statement(one.content))
    for user_id, statements in by_user.items():
        if (await client.list(user_id, page_size=1)).memories:
            continue
        for start in range(0, len(statements), _BATCH):
            await client.remember_all(user_id, statements[start : start + _BATCH])
    await drained(client)
    return sum(map(len, by_user.values()))


async def drained(client: AsyncClient) -> None:
    """Wait until every index has everything."""
    while True:
        lag = await client.lag()
        if not lag.unpublished and not any(sink.pending for sink in lag.sinks):
            return
        await asyncio.sleep(0.5)


async def recall_one_at_a_time(client: AsyncClient, embedder: Embedder, count: int, seed: int) -> list[Verdict]:
    """Embedding alone and the whole recall in turn, so that a noisy moment hits both."""
    alone: list[float] = []
    added: list[float] = []
    for number, one in enumerate(corpus.questions(count, seed=seed)):
        question = f"{one.content} {seed}.{number}"
        start = time.perf_counter()
        embedder.embed_query(question)
        embedded = time.perf_counter()
        answer = await client.recall(one.user_id, question)
        done = time.perf_counter()
        assert answer.cache == "" and not answer.degraded, answer
        alone.append((embedded - start) * 1000)
        added.append((done - embedded - (embedded - start)) * 1000)
    floor, cuts = statistics.quantiles(alone, n=100), statistics.quantiles(added, n=100)
    return [
        Verdict(
            f"recall adds to the embedding, {name}",
            f"{floor[at]:.1f} ms embedding",
            f"+{cuts[at]:.1f} ms",
            cuts[at],
            f"≤ {limit} ms",
            cuts[at] <= limit,
        )
        for name, at, limit in (("p50", 49, 15), ("p95", 94, 40))
    ]


async def recall_four_callers(client: AsyncClient, embedder: Embedder, seconds: float, seed: int) -> Verdict:
    """The embedder alone with four threads, recall with four callers; twice in turn, the sums compared."""
    asked = corpus.questions(4000, seed=seed)

    async def recall(number: int) -> None:
        one = asked[number % len(asked)]
        answer = await client.recall(one.user_id, f"{one.content} {number}")
        assert answer.cache == "", answer.cache

    floors: list[Figures] = []
    products: list[Figures] = []
    for turn in range(2):
        floors.append(
            await asyncio.to_thread(
                thread_loop,
                lambda n: embedder.embed_query(f"{asked[n % len(asked)].content} {n}"),
                callers=4,
                seconds=seconds,
            )
        )
        products.append(await async_loop(recall, callers=4, seconds=seconds, first=turn * 100_000))
    return _ratio("recall with 4 callers / embedder's rate", floors, products, 0.5)


async def recall_cached(
    client: AsyncClient, empty: aio.UnaryUnaryMultiCallable, seconds: float, seed: int
) -> list[Verdict]:
    """An empty call to a bare server, and a recall that the first cache answers."""
    one = corpus.questions(1, seed=seed)[0]
    await client.recall(one.user_id, one.content)

    async def cached(_number: int) -> None:
        assert (await client.recall(one.user_id, one.content)).cache == "L1"

    floors: list[Figures] = []
    products: list[Figures] = []
    for _ in range(2):
        floors.append(await async_loop(lambda _n: empty(b""), callers=4, seconds=seconds))
        products.append(await async_loop(cached, callers=4, seconds=seconds))
    p99 = min(p.p99 for p in products)
    one_caller = await async_loop(cached, callers=1, seconds=seconds)
    return [
        _ratio("cached recall / empty gRPC call", floors, products, 0.5),
        Verdict(
            "cached recall, p99, 1 caller",
            "",
            f"{one_caller.p99:.1f} ms",
            one_caller.p99,
            "≤ 5 ms",
            one_caller.p99 <= 5,
        ),
        Verdict("cached recall, p99, 4 callers", "", f"{p99:.1f} ms", p99, "≤ 5 ms", p99 <= 5),
    ]


async def remember(client: AsyncClient, admin_dsn: str, seconds: float) -> list[Verdict]:
    """A transaction of three bare rows, and Remember, one at a time and by four callers."""
    tag = uuid4().hex[:8]

    async def state(number: int) -> None:
        await client.remember(f"bench_w{number % 50}_{tag}", f"第{number}箱货放在{number}号门 {tag}")

    verdicts = []
    for callers in (1, 4):
        floors: list[Figures] = []
        products: list[Figures] = []
        for turn in range(2):
            floors.append(await asyncio.to_thread(_bare_rows, admin_dsn, callers, seconds))
            first = (callers * 10 + turn) * 100_000
            products.append(await async_loop(state, callers=callers, seconds=seconds, first=first))
        verdicts.append(_ratio(f"Remember / bare three-row transaction, {callers} at a time", floors, products, 0.25))
    floor = await asyncio.to_thread(_bare_rows, admin_dsn, 1, seconds)

    async def state_ten(number: int) -> None:
        lines = [Statement(f"第{number}车第{place}箱放在{number}号门 {tag}") for place in range(10)]
        await client.remember_all(f"bench_w{number % 50}_{tag}", lines)

    tens = await async_loop(state_ten, callers=1, seconds=seconds, first=1_000_000)
    rate = tens.rate * 10
    shown = f"{rate:.0f} memories/s, p50 {tens.p50:.1f} ms"
    what = "Remember, ten memories a request / bare three-row transaction"
    verdicts.append(Verdict(what, f"{floor.rate:.0f}/s", shown, rate / floor.rate, "≥ 0.25", rate / floor.rate >= 0.25))
    return verdicts


async def lag(client: AsyncClient, embedder: Embedder, seconds: float) -> Verdict:
    """Writes at half the rate that the embedder alone sustains; each tenth waits for the indexes."""
    texts = [s.content for s in corpus.statements()[:400]]
    start = time.perf_counter()
    for text in texts:
        embedder.embed_passages([text])
    rate = len(texts) / (time.perf_counter() - start) / 2
    waited: list[float] = []
    tag = uuid4().hex[:8]

    async def write(number: int) -> None:
        sampled = number % 10 == 0
        began = time.perf_counter()
        done = await client.remember(f"bench_l{number % 100}_{tag}", f"第{number}件货到了 {tag}", wait=sampled)
        if sampled:
            assert done.indexed
            waited.append((time.perf_counter() - began) * 1000)

    pending: set[asyncio.Task[None]] = set()
    began, number = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        task = asyncio.create_task(write(number))
        pending.add(task)
        task.add_done_callback(pending.discard)
        number += 1
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
    await asyncio.gather(*pending)
    cuts = statistics.quantiles(waited, n=100)
    return Verdict(
        "write until in every index, p99",
        f"{rate:.0f} writes/s",
        f"p50 {cuts[49]:.0f}, p99 {cuts[98]:.0f} ms",
        cuts[98],
        "≤ 1000 ms",
        cuts[98] <= 1000,
    )


def _bare_rows(dsn: str, callers: int, seconds: float) -> Figures:
    """Three inserts into plain tables in one transaction, on a connection a caller."""
    connections = [psycopg.connect(dsn, autocommit=True) for _ in range(callers)]
    for n in range(3):
        connections[0].execute(_THREE_ROWS.format(n=n))
    free = list(connections)

    def insert(number: int) -> None:
        connection = free.pop()
        with connection.transaction():
            for n in range(3):
                connection.execute(
                    f"INSERT INTO bench_floor_{n} VALUES ('t', %s, gen_random_uuid(), '{{}}')", (str(number % 50),)
                )
        free.append(connection)

    try:
        return thread_loop(insert, callers=callers, seconds=seconds)
    finally:
        for connection in connections:
            connection.close()


def _ratio(what: str, floors: list[Figures], products: list[Figures], least: float) -> Verdict:
    floor = statistics.fmean(f.rate for f in floors)
    product = statistics.fmean(p.rate for p in products)
    ratio = product / floor
    best = min(products, key=lambda p: p.p50)
    shown = f"{product:.0f}/s, p50 {best.p50:.1f}, p95 {best.p95:.1f}, p99 {best.p99:.1f} ms"
    return Verdict(what, f"{floor:.0f}/s", shown, ratio, f"≥ {least}", ratio >= least)
