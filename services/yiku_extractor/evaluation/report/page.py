"""The page from top to bottom."""

from collections.abc import Iterable, Sequence
from importlib.resources import files

from yiku_extractor.evaluation.board import Board, Setting
from yiku_extractor.evaluation.breakdown import Row
from yiku_extractor.evaluation.figures import Group
from yiku_extractor.evaluation.judging import Verdict
from yiku_extractor.evaluation.report.listing import listing
from yiku_extractor.evaluation.report.markup import Markup, figure, legend, table, tag, text
from yiku_extractor.evaluation.report.plots import Bar, Part, curve, grouped, matrix, stacked
from yiku_extractor.evaluation.tables import (
    calibration_tables,
    confusion_table,
    cost_tables,
    headline,
    kinds,
    memory_tables,
    number,
    turn_tables,
)

_VERDICTS = (
    ("three", "right", (Verdict.RIGHT,)),
    ("two", "waits for a person", (Verdict.SENT,)),
    ("bad", "wrong", (Verdict.KEPT_WRONGLY, Verdict.DROPPED_WRONGLY)),
)
_RATES = (("one", "precision"), ("two", "recall"), ("three", "F1"))


def page(board: Board) -> str:
    """A whole HTML document."""
    style = files("yiku_extractor.evaluation.report").joinpath("style.css").read_text("utf-8")
    head = tag(
        "head",
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        tag("title", "Extraction: evaluation"),
        tag("style", style),
    )
    body = tag("body", *_top(board), *_turns(board), *_memories(board), *_calibration(board), *_cost(board))
    return "<!doctype html>\n" + tag("html", head, body, lang="en") + "\n"


def _top(board: Board) -> Iterable[Markup]:
    yield tag("h1", "Extraction: evaluation")
    yield tag("p", text(_about(board.setting, board.whole.turns)), class_="meta")
    tiles = (tag("div", tag("b", text(value)), tag("span", text(what))) for what, value in headline(board))
    yield tag("div", *tiles, class_="tiles")


def _about(setting: Setting, turns: int) -> str:
    band = setting.unsure_between
    student = setting.student or "none"
    unsure = f", unsure between {band[0]:.2f} and {band[1]:.2f}" if band else ""
    when = setting.at.isoformat(" ", "minutes")
    return (
        f"{turns} turns of {', '.join(setting.files)} · student: {student}{unsure} · "
        f"language model: {setting.llm or 'none'} · {when}"
    )


def _turns(board: Board) -> Iterable[Markup]:
    yield tag("h2", "Turns: keep or drop")
    yield legend([(colour, name) for colour, name, _ in _VERDICTS])
    yield figure("By slice.", stacked(_bars(board.slices), "share of turns right, waiting and wrong, by slice"))
    yield figure("By language.", stacked(_bars(board.languages), "the same by language"))
    yield from map(table, turn_tables(board))


def _bars(groups: Sequence[Group]) -> list[Bar]:
    return [Bar(each.name, tuple(_parts(each)), f"{each.turns} · F1 {number(each.keep.f1, 2)}") for each in groups]


def _parts(group: Group) -> Iterable[Part]:
    for colour, name, verdicts in _VERDICTS:
        count = sum(group.verdicts[verdict] for verdict in verdicts)
        yield Part(colour, count / group.turns, f"{name}: {count} of {group.turns}")


def _memories(board: Board) -> Iterable[Markup]:
    yield tag("h2", "Memories: kind and slot")
    yield legend(_RATES)
    yield figure("By kind.", grouped(_rates(board.kinds), "precision, recall and F1 by kind"))
    if board.slots:
        yield figure("By slot.", grouped(_rates(board.slots), "precision, recall and F1 by slot"))
    drawing = matrix(kinds(board), dict(board.confusion), "which kinds are taken for which")
    yield figure("Confusion of kinds.", drawing, confusion_table(board).note)
    yield from map(table, memory_tables(board))


def _rates(rows: Sequence[Row]) -> list[Bar]:
    return [Bar(row.name, tuple(_rate_parts(row)), "") for row in rows if row.rates.told]


def _rate_parts(row: Row) -> Iterable[Part]:
    values = (row.rates.precision, row.rates.recall, row.rates.f1)
    for (colour, name), value in zip(_RATES, values, strict=True):
        yield Part(colour, value or 0.0, f"{name} {number(value, 2)}")


def _calibration(board: Board) -> Iterable[Markup]:
    yield tag("h2", "Calibration")
    curves = (
        figure(f"{name}.", curve(found, f"reliability of {name}"), f"Expected calibration error {found.error:.3f}.")
        for name, found in board.calibrations
    )
    yield tag("div", *curves, class_="pair")
    yield from map(table, calibration_tables(board))


def _cost(board: Board) -> Iterable[Markup]:
    yield tag("h2", "Time and questions")
    yield from map(table, cost_tables(board.cost))
    yield tag("h2", "Mistakes")
    yield tag("p", text("Marked words are expected. A turn stands in every fold it belongs in."), class_="note")
    yield listing(board.wrong)
