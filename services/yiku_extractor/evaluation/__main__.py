"""`yiku eval extraction`: how good the extraction is on labelled turns.

Reads each turn with the pipeline that the services run, and compares what would be stored with the labels.
Prints precision, recall and F1 by kind, slot, language and slice, calibration, questions to the language
model, and time. The settings are those of the services (YIKU_…); none is needed without --llm.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from opentelemetry import trace
from rich.console import Console
from rich.progress import track
from yiku_models.errors import ModelUnavailable
from yiku_runtime.settings import Settings, SettingsError, load_settings

from yiku_extractor.evaluation.board import Board, Setting, board
from yiku_extractor.evaluation.console import show
from yiku_extractor.evaluation.judging import JudgedTurn, judge
from yiku_extractor.evaluation.labelled import LabelledTurn
from yiku_extractor.evaluation.labels import LabelProblem, read_labelled
from yiku_extractor.evaluation.mistakes import corpus_row
from yiku_extractor.evaluation.report import page
from yiku_extractor.evaluation.running import Reading
from yiku_extractor.evaluation.tracing import student_of
from yiku_extractor.reading import build_pipeline

_NO_LLM = {"llm_base_url": ""}
_WIDTH = 120
"""Of what is written to a file or a pipe."""


def main(argv: Sequence[str] | None = None) -> int:
    """0 once all is written; 2 with one line where files or settings are wrong."""
    options = _arguments(argv)
    with _told():
        turns = read_labelled(options.files)
        settings = load_settings("llm_base_url", "llm_model") if options.llm else load_settings()
        settings = settings if options.llm else settings.model_copy(update=_NO_LLM)
        judged = asyncio.run(_judged(turns, settings))
    found = board(_setting(options.files, settings, judged), judged)
    show(found, Console(width=None if sys.stdout.isatty() else _WIDTH))
    if options.mistakes:
        _export(found, options.mistakes)
    if options.html:
        options.html.write_text(page(found), encoding="utf-8")
    return 0


async def _judged(turns: Sequence[LabelledTurn], settings: Settings) -> list[JudgedTurn]:
    reading = Reading(build_pipeline(settings, trace.get_tracer("evaluation")))
    shown = track(turns, "reading", console=Console(stderr=True), transient=True)
    return [judge(answer) async for answer in reading.answers(shown)]


def _setting(files: Sequence[Path], settings: Settings, judged: Sequence[JudgedTurn]) -> Setting:
    student = next((known for turn in judged if (known := student_of(turn.answer.extraction))), None)
    return Setting(
        files=tuple(file.name for file in files),
        student=student.name if student else "",
        unsure_between=student.unsure_between if student else None,
        llm=settings.llm_model if settings.llm_base_url else "",
        at=datetime.now().astimezone(),
    )


def _export(found: Board, file: Path) -> None:
    """Turns with mistakes as a corpus; labels may be what is wrong, so they are to be looked at."""
    rows = (json.dumps(corpus_row(wrong.turn), ensure_ascii=False) for wrong in found.wrong)
    file.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="yiku eval extraction", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="labelled turns, JSON lines")
    parser.add_argument("--html", type=Path, metavar="REPORT.html", help="write a report with plots")
    parser.add_argument(
        "--mistakes", type=Path, metavar="OUT.jsonl", help="write the turns with mistakes in the corpus's format"
    )
    parser.add_argument("--llm", action="store_true", help="let the language model decide what is unsure")
    return parser.parse_args(argv)


@contextmanager
def _told() -> Iterator[None]:
    """What a user can mend, in one line."""
    try:
        yield
    except (LabelProblem, SettingsError, ModelUnavailable) as error:
        sys.stderr.write(f"yiku eval extraction: {error}\n")
        raise SystemExit(2) from None


if __name__ == "__main__":
    sys.exit(main())
