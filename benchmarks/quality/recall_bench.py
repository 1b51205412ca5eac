"""One set after the other through a running stack, with the tables on the way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from yiku import AsyncClient
from yiku_cli.local import LocalYiku
from yiku_domain.ids import TenantId
from yiku_models.factory import build_embedder

from benchmarks.quality.recall_ask import SYSTEM, Change, Trial, ask_all, changed
from benchmarks.quality.recall_baselines import baselines
from benchmarks.quality.recall_import import Imported, Importer, settled
from benchmarks.quality.recall_misses import append_losses, fates
from benchmarks.quality.recall_runs import ALL, Run, table
from benchmarks.quality.recall_scores import METRICS
from benchmarks.quality.recall_sets import QuestionSet
from benchmarks.quality.recall_tables import by_category, compared, reach, remarks, where_lost

UNTOUCHED = TenantId("quality")
"""A tenant that has no strategies of its own: it is told the built-in ones."""

_DEEP = 200
_CALL_S = 30.0


@dataclass(frozen=True)
class Choices:
    """What to measure. `document` is a strategy in place of the scene's own; `ablations` are asked one by one.

    `entities` states speakers as entities, too; `again` imports anew; `patience` multiplies the strategy's budgets;
    `misses` is where what was not found is written, with where it was lost.
    """

    scene: str
    document: Mapping[str, Any] | None
    changes: Sequence[Change]
    ablations: Sequence[Change]
    top_k: Sequence[int]
    patience: float
    callers: int
    entities: bool
    again: bool
    baselines: bool
    misses: Path | None


class Bench:
    """The sets through one stack; the embedder of the baselines is read from `models`."""

    def __init__(self, yiku: LocalYiku, models: Path, choices: Choices, console: Console) -> None:
        self._yiku = yiku
        self._models = models
        self._chosen = choices
        self._console = console
        self._importer = Importer(yiku.root / "quality", choices.entities)

    async def run(self, questions: QuestionSet) -> list[Run]:
        """The baselines, then every top_k, then the ablations."""
        imported = await self._imported(questions)
        self._console.print(f"{questions.name}: {imported}")
        beside = self._baselines(questions)
        async with self._client(imported.tenant) as client:
            await settled(client)
            runs = [await self._shown(client, questions, imported, top_k, beside) for top_k in self._chosen.top_k]
            for change in self._chosen.ablations:
                runs.append(await self._ask(client, questions, imported, runs[0].top_k, [change]))
                self._print(compared(runs[0], runs[-1]))
            if self._chosen.misses:
                await self._explain(client, questions, imported, runs[0], self._chosen.misses)
        return [*beside, *runs]

    async def _shown(
        self, client: AsyncClient, questions: QuestionSet, imported: Imported, top_k: int, beside: Sequence[Run]
    ) -> Run:
        run = await self._ask(client, questions, imported, top_k)
        self._print(by_category(run, beside), remarks(run))
        if beside:
            self._print(compared(max(beside, key=_recall), run))
        return run

    async def _ask(
        self,
        client: AsyncClient,
        questions: QuestionSet,
        imported: Imported,
        top_k: int,
        further: Sequence[Change] = (),
    ) -> Run:
        name = " ".join((SYSTEM, *(f"{key}={value}" for key, value in further)))
        made = changed(await self._document(), [*self._chosen.changes, *further], self._chosen.patience)
        trial = Trial(self._chosen.scene, made, top_k, self._chosen.callers, name)
        with self._console.status(f"{questions.name}: {name}, {len(questions.asked)} queries, top {top_k}"):
            return await ask_all(client, questions, imported, trial)

    async def _document(self) -> Mapping[str, Any]:
        if self._chosen.document is not None:
            return self._chosen.document
        async with self._client(UNTOUCHED) as client:
            return (await client.get_strategy(self._chosen.scene)).document

    def _baselines(self, questions: QuestionSet) -> list[Run]:
        if not self._chosen.baselines:
            return []
        with self._console.status(f"{questions.name}: baselines"):
            return baselines(questions, build_embedder("e5-small-int8", cache_dir=self._models))

    async def _imported(self, questions: QuestionSet) -> Imported:
        known = None if self._chosen.again else self._importer.known(questions)
        if known is not None:
            return known
        tenant = self._importer.new_tenant(questions)
        with self._console.status(f"{questions.name}: importing {len(questions.told)} memories"):
            async with self._client(tenant) as client:
                return await self._importer.run(client, questions, tenant)

    async def _explain(
        self, client: AsyncClient, questions: QuestionSet, imported: Imported, run: Run, path: Path
    ) -> None:
        further = [(f"paths.{path}.limit", _DEEP) for path in run.document["paths"]]
        deep = await self._ask(client, questions, imported, run.top_k, further)
        with self._console.status(f"{questions.name}: reading decision records"):
            told = await fates(client, questions, imported, run, deep)
        self._print(where_lost(questions.name, told))
        self._print(reach(questions.name, told))
        append_losses(path, questions.name, told)

    def _print(self, *parts: object) -> None:
        self._console.print(*parts, "", sep="\n")

    def _client(self, tenant: str) -> AsyncClient:
        return AsyncClient(self._yiku.targets(), self._yiku.token(TenantId(tenant)), timeout_s=_CALL_S)


def _recall(run: Run) -> float:
    return float(table(run.of(ALL)).mean(axis=0)[METRICS.index("recall@10")])
