"""Where the answers that did not come were lost, by the decision record of each recall."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from yiku import AsyncClient, NotFound
from yiku.results import Trace

from benchmarks.quality.recall_import import Imported
from benchmarks.quality.recall_runs import Run
from benchmarks.quality.recall_scores import Unit, units
from benchmarks.quality.recall_sets import LEFT_OUT, QuestionSet

FIRST = 10
"""What is looked at: whether an answer was among so many."""

PATIENCE_S = 10.0
_RETURNED = "assemble"

Ranks = Mapping[str, int]
"""By path the rank that it gave."""


@dataclass(frozen=True)
class Fate:
    """One answer of one query, by the set's id of it.

    `place` is its rank after fusion among all candidates, 0 where it was none; `stage` is where it fell out, and `why`
    what the record says of that; `deep` are the ranks of paths that may look further.
    """

    query_id: str
    category: str
    told_id: str
    rank: int
    place: int = 0
    stage: str = "none"
    why: str = ""
    by_path: Ranks = field(default_factory=dict)
    deep: Ranks = field(default_factory=dict)

    @property
    def found(self) -> bool:
        """Whether it is among the FIRST."""
        return 0 < self.rank <= FIRST

    @property
    def loss(self) -> str:
        """How it was lost; of one that no path gave, which paths have it further down."""
        if self.stage in {"hydrate", "dedupe"}:
            return f"refused: {self.why.split()[0] if self.why else self.stage}"
        if self.stage == "unstored":
            return "not stored"
        if self.by_path:
            best = min(self.by_path.values())
            return "lost in fusion" if best <= FIRST else "in no path's first 10"
        return f"no candidate; deeper: {'+'.join(sorted(self.deep)) or 'none'}"


async def fates(
    client: AsyncClient, questions: QuestionSet, imported: Imported, run: Run, deep: Run | None = None
) -> list[Fate]:
    """The fate of every unit of every judged query; `deep` is the same set asked with paths that look further."""
    asked = {one.query_id: one for one in questions.asked}
    further = {one.query_id: one for one in deep.outcomes} if deep else {}
    held = {ids: told_id for told_id, ids in imported.memories.items()}
    told: list[Fate] = []
    for outcome in run.judged:
        wanted = units(asked[outcome.query_id].gold, imported.memories)
        record = await record_of(client, outcome.trace_id)
        plain = [
            Fate(outcome.query_id, outcome.category, held[unit], rank)
            for rank, unit in zip(outcome.ranks, wanted, strict=True)
        ]
        known = [_placed(one, unit, record) for one, unit in zip(plain, wanted, strict=True)]
        if any(not one.by_path for one in known) and outcome.query_id in further:
            record = await record_of(client, further[outcome.query_id].trace_id)
            known = [_deepened(one, unit, record) for one, unit in zip(known, wanted, strict=True)]
        told += known
    return told


async def record_of(client: AsyncClient, trace_id: str) -> Trace:
    """The decision record, which is written a little after the answer."""
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            return await client.get_trace(trace_id)
        except NotFound:
            if time.monotonic() > end:
                raise
            await asyncio.sleep(0.2)


def _placed(fate: Fate, unit: Unit, record: Trace) -> Fate:
    if not unit:
        return replace(fate, stage="unstored")
    fused = sorted(record.items, key=lambda item: -float(str(item["fused"])))
    places = [(place, item) for place, item in enumerate(fused, 1) if item["memory_id"] in unit]
    if not places:
        return fate
    place, item = next(((p, i) for p, i in places if i["stage"] == _RETURNED), places[0])
    return replace(fate, place=place, stage=str(item["stage"]), why=str(item["reason"]), by_path=_ranks(item))


def _deepened(fate: Fate, unit: Unit, record: Trace) -> Fate:
    if fate.by_path or fate.stage == "unstored":
        return fate
    deep: dict[str, int] = {}
    for item in record.items:
        if item["memory_id"] in unit:
            for path, rank in _ranks(item).items():
                deep[path] = min(rank, deep.get(path, rank))
    return replace(fate, deep=deep)


def _ranks(item: Mapping[str, Any]) -> dict[str, int]:
    return {path: int(hit["rank"]) for path, hit in item["paths"].items()}


def averaged(told: Sequence[Fate]) -> list[Fate]:
    """Those of the categories that an average holds."""
    return [fate for fate in told if fate.category not in LEFT_OUT]


def losses(told: Sequence[Fate]) -> Counter[str]:
    """Of the answers that are not among the FIRST, how many were lost how."""
    return Counter(fate.loss for fate in told if not fate.found)


def path_share(told: Sequence[Fate], path: str, within: int) -> float:
    """The share of all answers that a path alone has among its first `within`."""
    return sum(0 < fate.by_path.get(path, 0) <= within for fate in told) / len(told)


def reachable(told: Sequence[Fate], within: int) -> float:
    """The share of all answers among the first `within` candidates by fused score: what a reranker could reach."""
    return sum(0 < fate.place <= within for fate in told) / len(told)


def append_losses(path: Path, name: str, told: Sequence[Fate]) -> None:
    """A line of JSON for each answer of a set that is not among the FIRST."""
    with path.open("a", encoding="utf-8") as lines:
        for fate in told:
            if not fate.found:
                lines.write(json.dumps({"set": name, "loss": fate.loss, **asdict(fate)}, ensure_ascii=False) + "\n")
