"""Recall through the product, on question sets.

    python -m benchmarks.quality.recall FOLDER [--sets NAME...] [--scene SCENE | --strategy FILE] [--change KEY=VALUE]
    python -m benchmarks.quality.recall --compare BEFORE.json AFTER.json

Every set is imported into a tenant of its own, every query asked over gRPC, on a stack of its own under --home; what
was imported there is asked again by the next run, and sooner where --keep leaves the servers running. --again imports
anew: needed after a change to what is stored or embedded. --change paths.graph=null leaves a path out, --change
fusion=rrf takes another fusion; --ablate does the same in one more run and compares.
"""

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path

import yaml
from rich.console import Console
from yiku_cli.local import LocalYiku

from benchmarks.quality.recall_ask import Change
from benchmarks.quality.recall_bench import Bench, Choices
from benchmarks.quality.recall_runs import Run, read_runs, write_runs
from benchmarks.quality.recall_sets import names_in, read_set
from benchmarks.quality.recall_tables import compared

REPOSITORY = Path(__file__).parents[2]
MODELS = REPOSITORY / ".yiku" / "models"


def main() -> int:
    """Exit code 0; figures are printed, and written where --out says."""
    given = _arguments()
    console = Console(width=given.width)
    if given.compare:
        _compare(console, *map(read_runs, given.compare))
        return 0
    yiku = LocalYiku(given.home.absolute(), models_dir=MODELS)
    if given.misses:
        given.misses.unlink(missing_ok=True)
    bench = Bench(yiku, MODELS, _choices(given), console)
    try:
        with console.status("starting a stack"):
            _start(yiku)
        runs = asyncio.run(_all(bench, given, console))
    finally:
        if not given.keep:
            yiku.stack.down()
    if given.out:
        write_runs(given.out, runs)
    return 0


def _start(yiku: LocalYiku) -> None:
    """Of a stack that runs only the servers stay: its other processes may be older than the code."""
    if yiku.stack.running:
        yiku.stack.up(programs=())
    yiku.up()


async def _all(bench: Bench, given: argparse.Namespace, console: Console) -> list[Run]:
    runs: list[Run] = []
    for name in given.sets or names_in(given.folder):
        questions = read_set(given.folder, name, given.part)
        if questions.answerable:
            runs += await bench.run(questions)
        else:
            console.print(f"{name}: no query has a known answer; skipped")
    return runs


def _compare(console: Console, before: Sequence[Run], after: Sequence[Run]) -> None:
    for run in after:
        for other in before:
            if run.document and (other.name, other.system, other.top_k) == (run.name, run.system, run.top_k):
                console.print(compared(other, run), "", sep="\n")


def _choices(given: argparse.Namespace) -> Choices:
    return Choices(
        scene=given.scene,
        document=yaml.safe_load(given.strategy.read_text("utf-8")) if given.strategy else None,
        changes=given.change,
        ablations=given.ablate,
        top_k=given.top_k,
        patience=given.patience,
        callers=given.callers,
        entities=given.entities,
        again=given.again,
        baselines=given.baselines,
        misses=given.misses,
    )


def _change(text: str) -> Change:
    key, _, value = text.partition("=")
    return key, yaml.safe_load(value)


def _arguments() -> argparse.Namespace:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.quality.recall", description=__doc__, formatter_class=raw
    )
    add = parser.add_argument
    add("folder", type=Path, nargs="?", help="where the sets are")
    add("--sets", nargs="+", default=[], help="these only")
    add("--part", default="0/1", metavar="K/N", help="the users whose number leaves K by N")
    add("--home", type=Path, default=REPOSITORY / ".yiku" / "bench-quality")
    add("--keep", action="store_true", help="leave the stack running for the next run")
    add("--again", action="store_true", help="import anew")
    add("--entities", action="store_true", help="state speakers as entities, too")
    add("--scene", default="customer_service")
    add("--strategy", type=Path, help="a strategy document (YAML) in place of the scene's own")
    add("--change", type=_change, action="append", default=[], metavar="KEY=VALUE")
    add("--ablate", type=_change, action="append", default=[], metavar="KEY=VALUE")
    add("--patience", type=float, default=1.0, help="how many times the strategy's budgets")
    add("--top-k", type=int, nargs="+", default=[10])
    add("--callers", type=int, default=1)
    add("--baselines", action="store_true", help="BM25, vectors and their mixes in the same run")
    add("--misses", type=Path, metavar="JSONL", help="ask again, deeper, and tell where answers were lost")
    add("--out", type=Path, help="JSON")
    add("--width", type=int, default=240)
    add("--compare", type=Path, nargs=2, metavar=("BEFORE", "AFTER"))
    given = parser.parse_args()
    if given.folder is None and not given.compare:
        parser.error("a folder of sets, or --compare")
    return given


if __name__ == "__main__":
    raise SystemExit(main())
