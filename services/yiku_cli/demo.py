"""`yiku demo`: conversations become memories in every store, and come back for the next reply."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from yiku import AsyncClient
from yiku.results import Check, Ingested, Lag, Memory, Recall

from yiku_cli.app import UsageProblem, console
from yiku_cli.conversations import BadLine, Line, Question, read_lines, read_questions

_SAMPLES = 20


@dataclass
class Told:
    """What became of the lines of one customer."""

    user_id: str
    lines: int = 0
    turns: int = 0
    answers: list[Ingested] = field(default_factory=list)
    bad: list[BadLine] = field(default_factory=list)


@dataclass(frozen=True)
class Asked:
    """A question, its answer, and how long it took in milliseconds, first and again from the cache."""

    question: Question
    answer: Recall
    millis: float
    cached_millis: float


@dataclass(frozen=True)
class Shown:
    """Everything that the demo has to show."""

    told: Sequence[Told]
    memories: dict[str, tuple[Memory, ...]]
    check: Check
    asked: Sequence[Asked]
    lag: Lag
    propagation_millis: Sequence[float]


async def run_demo(client: AsyncClient, conversations: Path) -> Shown:
    """Ingest every conversation, wait for the indexes, compare them, and ask the questions."""
    files = sorted(p for p in conversations.glob("*.jsonl") if p.name != "queries.jsonl")
    if not files:
        raise UsageProblem(f"no conversations in {conversations}; run it in a checkout, or pass --conversations")
    told = await _tell_all(client, files)
    await _until_indexed(client)
    memories = {t.user_id: await _memories(client, t.user_id) for t in told}
    questions = read_questions(conversations / "queries.jsonl")
    asked = [await _ask(client, q) for q in questions]
    propagation = await _propagation(client, "u_latency")
    await _until_indexed(client)
    return Shown(told, memories, await client.check(), asked, await client.lag(), propagation)


async def _tell_all(client: AsyncClient, files: Sequence[Path]) -> list[Told]:
    """Customers side by side, each customer's lines in order."""
    lines = {path: list(read_lines(path)) for path in files}
    with _progress() as progress:
        task = progress.add_task("conversations", total=sum(map(len, lines.values())))

        async def tell(path: Path) -> Told:
            told = Told(next(x.user_id for x in lines[path] if isinstance(x, Line)))
            for line in lines[path]:
                if isinstance(line, BadLine):
                    told.bad.append(line)
                else:
                    told.answers.append(await client.ingest(line.user_id, [line.item], idempotency_key=line.key))
                    told.lines, told.turns = told.lines + 1, told.turns + line.turns
                progress.advance(task)
            return told

        return list(await asyncio.gather(*(tell(path) for path in files)))


async def _until_indexed(client: AsyncClient, timeout_s: float = 60.0) -> None:
    """Wait until no sink has anything left to do."""
    deadline = time.monotonic() + timeout_s
    with _progress() as progress:
        task = progress.add_task("indexes", total=None)
        while True:
            lag = await client.lag()
            pending = lag.unpublished + sum(sink.pending for sink in lag.sinks)
            if pending == 0:
                return
            progress.update(task, description=f"indexes: {pending} changes on their way")
            if time.monotonic() > deadline:
                raise UsageProblem(
                    f"the indexes are still {pending} changes behind after {timeout_s:.0f} s; see `yiku status`"
                )
            await asyncio.sleep(0.2)


async def _memories(client: AsyncClient, user_id: str) -> tuple[Memory, ...]:
    page = await client.list(user_id, statuses=("active", "superseded"), page_size=1000)
    return page.memories


async def _ask(client: AsyncClient, question: Question) -> Asked:
    async def once() -> tuple[Recall, float]:
        began = time.perf_counter()
        answer = await client.recall(question.user_id, question.query, scene=question.scene, explain=True)
        return answer, (time.perf_counter() - began) * 1000

    answer, millis = await once()
    _, cached = await once()
    return Asked(question, answer, millis, cached)


async def _propagation(client: AsyncClient, user_id: str) -> list[float]:
    """Milliseconds from a write to its being in every index, one write at a time."""
    taken: list[float] = []
    for number in range(_SAMPLES):
        began = time.perf_counter()
        await client.remember(user_id, f"{number + 1}/{_SAMPLES}: how long does a write take?", wait=True)
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def percentile(values: Sequence[float], percent: int) -> float:
    """The percentile by linear interpolation; the value itself for a single one."""
    if len(values) < 2:
        return values[0] if values else 0.0
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
