"""Every query of a set through Recall, over gRPC, under one strategy."""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeAlias

from yiku import AsyncClient

from benchmarks.quality.recall_import import Imported
from benchmarks.quality.recall_runs import Outcome, Run
from benchmarks.quality.recall_scores import ranks, units
from benchmarks.quality.recall_sets import ZONE, Asked, QuestionSet

SYSTEM = "yiku"

Change: TypeAlias = tuple[str, Any]
"""A dotted key of a strategy document and what it is to be; None takes it away."""

_EFFECT_S = 15.0


@dataclass(frozen=True)
class Trial:
    """A scene's strategy document, how many memories to ask for, and how many callers ask at a time."""

    scene: str
    document: Mapping[str, Any]
    top_k: int
    callers: int = 1
    system: str = SYSTEM


def changed(document: Mapping[str, Any], changes: Sequence[Change], patience: float = 1.0) -> dict[str, Any]:
    """The document with changes made, and with budgets `patience` times as long.

    Both caches are off: a kept answer would be that of an earlier run.
    """
    made: dict[str, Any] = {**deepcopy(dict(document)), "l1_ttl_s": 0, "l2_ttl_s": 0}
    for key, value in changes:
        *above, last = key.split(".")
        holder = made
        for name in above:
            holder = holder[name]
        if value is None:
            holder.pop(last, None)
        else:
            holder[last] = value
    made["deadline_ms"] = min(10_000, round(made["deadline_ms"] * patience))
    for path in made["paths"].values():
        path["budget_ms"] = min(5_000, round(path["budget_ms"] * patience))
    return made


async def put_in_effect(client: AsyncClient, trial: Trial) -> None:
    """Put the document, and wait until recall answers by it."""
    put = await client.put_strategy(trial.scene, trial.document)
    end = time.monotonic() + _EFFECT_S
    while time.monotonic() < end:
        answer = await client.recall("nobody", "?", scene=trial.scene, explain=True)
        if answer.plan and answer.plan.strategy_version == put.version:
            return
        await asyncio.sleep(0.1)
    raise TimeoutError(f"version {put.version} of the strategy is not in effect")


async def ask_all(client: AsyncClient, questions: QuestionSet, imported: Imported, trial: Trial) -> Run:
    """Ask in the set's order. `client` speaks for the tenant of the import."""
    await put_in_effect(client, trial)
    waiting = iter(enumerate(questions.asked))
    outcomes: dict[int, Outcome] = {}
    await asyncio.gather(*(_caller(client, imported, trial, waiting, outcomes) for _ in range(trial.callers)))
    in_order = tuple(outcomes[number] for number in range(len(questions.asked)))
    return Run(questions.name, trial.system, trial.top_k, in_order, dict(trial.document))


async def _caller(
    client: AsyncClient,
    imported: Imported,
    trial: Trial,
    waiting: Iterator[tuple[int, Asked]],
    outcomes: dict[int, Outcome],
) -> None:
    for number, asked in waiting:
        outcomes[number] = await _ask(client, imported, trial, asked)


async def _ask(client: AsyncClient, imported: Imported, trial: Trial, asked: Asked) -> Outcome:
    began = time.perf_counter()
    answer = await client.recall(
        asked.user_id, asked.text, scene=trial.scene, now=asked.at, time_zone=ZONE, top_k=trial.top_k
    )
    millis = (time.perf_counter() - began) * 1000
    returned = [memory.memory_id for memory in answer.memories]
    return Outcome(
        query_id=asked.query_id,
        user_id=asked.user_id,
        category=asked.category,
        ranks=ranks(units(asked.gold, imported.memories), returned),
        returned=len(returned),
        best=answer.memories[0].score if answer.memories else 0.0,
        millis=round(millis, 2),
        degraded=tuple(d.part for d in answer.degraded),
        trace_id=answer.trace_id,
    )
