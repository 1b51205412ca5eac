"""The data card: what the student was trained on and how well it does, from measurements only."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from yiku_models.student.calibration import Calibration, band

from training.student.corpus import Segment
from training.student.fit import Recipe
from training.student.measure import Answer, Figures, by, evidence, figures, of_kind

TARGET = 0.05
_COLUMNS = (
    "| {} | turns | F1 sure | precision | recall | unsure | wrong | F1 all at .5 | right at .5 "
    "| memories kept or unsure | kept | kind |"
)
_RULE = "|---|---|---|---|---|---|---|---|---|---|---|---|"


@dataclass(frozen=True)
class Measured:
    """Held-out answers: each file by a student that saw only the others, and a random tenth.

    `exported` are the answers of the 8-bit graph on the random tenth.
    """

    by_file: tuple[list[Segment], list[Answer]]
    random: tuple[list[Segment], list[Answer]]
    exported: list[Answer]


@dataclass(frozen=True)
class Made:
    """How the weights came to be; `taught` turns were labelled by a teacher."""

    name: str
    recipe: Recipe
    pieces: int
    megabytes: float
    minutes: float
    milliseconds: float
    taught: int = 0


def card(made: Made, measured: Measured, keep: Calibration) -> str:
    """Markdown."""
    segments, answers = measured.by_file
    limits = band(evidence(segments, answers, keep), TARGET)
    return "\n".join(
        [
            *_head(made, segments, limits),
            *_table("whole", lambda _: "each file unseen", segments, answers, keep, limits),
            *_rows(lambda _: "a random tenth unseen", *measured.random, keep, limits),
            *_rows(lambda _: "the same, 8 bits", measured.random[0], measured.exported, keep, limits),
            "",
            "Everything below is with each file unseen.",
            "",
            *_table("file", lambda s: s.file, segments, answers, keep, limits),
            "",
            *_table("language", lambda s: s.lang, segments, answers, keep, limits),
            "",
            *_table("slice", lambda s: s.slice, segments, answers, keep, limits),
            "",
            *_kinds(segments, answers),
            "",
            *_targets(segments, answers, keep),
            "",
        ]
    )


def _head(made: Made, segments: Sequence[Segment], limits: tuple[float, float]) -> list[str]:
    kept = sum(bool(s.memories) for s in segments)
    languages = ", ".join(f"{sum(s.lang == lang for s in segments)} {lang}" for lang in ("zh", "en", "mixed"))
    recipe = made.recipe
    taught = f" Beside them {made.taught} turns that a language model labelled, not measured on." if made.taught else ""
    return [
        f"# {made.name}",
        "",
        "Written by `make train-student` from its own measurements.",
        "",
        "**What it does.** Given a masked turn, the turns before it and its clauses: the chance that each clause is "
        "worth remembering, as which kind, for which slot, or why not.",
        "",
        f"**Data.** `training/corpus`: {len(segments)} customer turns written by hand ({languages}), {kept} of them "
        f"with something to keep. No text of real customers, none of any evaluation set.{taught}",
        "",
        f"**Model.** The first {recipe.layers} layers of multilingual-e5-small (MIT), {made.pieces} of its word "
        f"pieces, fine-tuned for {recipe.epochs} epochs, word vectors untouched; {made.megabytes:.1f} MB in all. "
        f"Training and measuring took {made.minutes:.0f} minutes. A turn takes {made.milliseconds:.1f} ms on one core.",
        "",
        f"**Band.** For at most {TARGET:.0%} wrong among the sure turns: below {limits[0]:.2f} dropped, from "
        f"{limits[1]:.2f} kept, between them unsure. F1 is of keeping, over the sure turns unless said otherwise.",
        "",
    ]


def _table(
    title: str,
    group: Callable[[Segment], str],
    segments: list[Segment],
    answers: list[Answer],
    keep: Calibration,
    limits: tuple[float, float],
) -> list[str]:
    return [_COLUMNS.format(title), _RULE, *_rows(group, segments, answers, keep, limits)]


def _rows(
    group: Callable[[Segment], str],
    segments: list[Segment],
    answers: list[Answer],
    keep: Calibration,
    limits: tuple[float, float],
) -> list[str]:
    return [_row(name, figures(some, theirs, keep, limits)) for name, some, theirs in by(group, segments, answers)]


def _row(name: str, found: Figures) -> str:
    shares = (
        found.f1,
        found.precision,
        found.recall,
        found.unsure,
        found.wrong,
        found.plain_f1,
        found.right,
        found.memories,
        found.certain,
        found.kinds,
    )
    return f"| {name} | {found.turns} | {' | '.join('-' if math.isnan(s) else f'{s:.3f}' for s in shares)} |"


def _kinds(segments: list[Segment], answers: list[Answer]) -> list[str]:
    rows = [f"| {kind} | {n} | {right:.3f} |" for kind, (n, right) in of_kind(segments, answers).items()]
    return ["| kind | clauses | likeliest kind right |", "|---|---|---|", *rows]


def _targets(segments: list[Segment], answers: list[Answer], keep: Calibration) -> list[str]:
    known = evidence(segments, answers, keep)
    rows = []
    for target in (0.02, 0.03, 0.05, 0.08, 0.1):
        low, high = band(known, target)
        found = figures(segments, answers, keep, (low, high))
        rows.append(f"| {target:.2f} | {low:.2f} | {high:.2f} | {found.unsure:.3f} | {found.f1:.3f} |")
    return ["| target error | low | high | unsure | F1 sure |", "|---|---|---|---|---|", *rows]
