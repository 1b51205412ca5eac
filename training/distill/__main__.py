"""`python -m training.distill`: a language model labels turns, and the student is trained on them.

TURNS.jsonl has a JSON object a line: "text", and where known "before", "role", "lang", "slice", as in
training/corpus/README.md but for "memories". Turns are masked before the model sees them, and so are the
labels. The model is the services' (YIKU_LLM_BASE_URL, YIKU_LLM_MODEL, YIKU_LLM_API_KEY, YIKU_LLM_TIMEOUT_S);
it is asked twice about each turn. Killed at any moment and run again, it goes on where it stopped.

What follows --train goes to `python -m training.student`, which learns from the corpus and these labels, for
instance: --train --out .yiku/student
"""

import argparse
import asyncio
import runpy
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from yiku_models.llm import LlmEndpoint, TenantBudget, build_language_model
from yiku_runtime.settings import Settings, SettingsError, load_settings

from training.distill.journal import Journal, JournalProblem
from training.distill.labelling import Labelling, Progress, TeacherAway, Told
from training.distill.teaching import Teacher
from training.distill.turns import BadTurn, TurnReader, UnlabelledTurn

_UNBOUNDED = sys.maxsize
"""What is spent is bounded by the file: whoever starts this wants every turn of it asked about."""
_AWAY, _WRONG = 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """0 once every turn was asked about, 1 where the model is away, 2 where it cannot begin.

    With --train it ends as the student's training does.
    """
    options, of_student = _arguments(sys.argv[1:] if argv is None else argv)
    console = Console(stderr=True)
    try:
        settings = load_settings("llm_base_url", "llm_model")
        progress = asyncio.run(_label(options, settings, console))
    except (SettingsError, JournalProblem, OSError) as error:
        console.print(f"training.distill: {error}", markup=False)
        return _WRONG
    except TeacherAway as error:
        console.print(f"training.distill: {error}; run it again to go on", markup=False)
        return _AWAY
    console.print(_counts(progress) or "nothing new to label", markup=False)
    if of_student is not None:
        _train(options.out, of_student)
    return 0


async def _label(options: argparse.Namespace, settings: Settings, console: Console) -> Progress:
    endpoint = LlmEndpoint(settings.llm_base_url, settings.llm_model, settings.llm_api_key.get_secret_value())
    budget = TenantBudget(calls_per_hour=_UNBOUNDED, tokens_per_hour=_UNBOUNDED)
    model = build_language_model(endpoint, timeout_s=settings.llm_timeout_s, budget=budget)
    try:
        with Journal(options.turns, options.out) as journal, _bar(options.turns, journal, console) as told:
            return await Labelling(Teacher(model), journal, options.parallel, told).run(_read(options.turns, console))
    finally:
        await model.close()


def _read(file: Path, console: Console) -> Iterator[UnlabelledTurn]:
    for turn in TurnReader().read(file):
        if isinstance(turn, BadTurn):
            console.print(f"{file.name}: {turn}", markup=False)
        else:
            yield turn


@contextmanager
def _bar(file: Path, journal: Journal, console: Console) -> Iterator[Told]:
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with file.open(encoding="utf-8") as lines:
        total = sum(bool(line.strip()) for line in lines)
    with Bar(*columns, console=console) as bar:
        task = bar.add_task("", total=total, completed=len(journal.settled))

        def told(progress: Progress) -> None:
            bar.update(task, advance=1, description=_counts(progress))

        yield told


def _counts(progress: Progress) -> str:
    return ", ".join(f"{count} {outcome}" for outcome, count in progress.outcomes.most_common())


def _train(labels: Path, arguments: Sequence[str]) -> None:
    """Go on as `python -m training.student`."""
    sys.argv = ["training.student", "--also", str(labels), *arguments]
    runpy.run_module("training.student", run_name="__main__", alter_sys=True)


def _arguments(argv: Sequence[str]) -> tuple[argparse.Namespace, Sequence[str] | None]:
    """Our options, and those of the student's training: None where it is not to be trained."""
    ours, train, of_student = _split(list(argv))
    parser = argparse.ArgumentParser(
        prog="training.distill", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("turns", type=Path, metavar="TURNS.jsonl")
    parser.add_argument("--out", type=Path, required=True, metavar="LABELS.jsonl", help="in the corpus's format")
    parser.add_argument("--parallel", type=int, default=4, help="turns asked about at a time")
    return parser.parse_args(ours), of_student if train else None


def _split(argv: list[str]) -> tuple[list[str], bool, list[str]]:
    if "--train" not in argv:
        return argv, False, []
    place = argv.index("--train")
    return argv[:place], True, argv[place + 1 :]


if __name__ == "__main__":
    sys.exit(main())
