"""The figures as tables of text: the same on the console and in the report."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from yiku_extractor.evaluation.board import Board
from yiku_extractor.evaluation.breakdown import NOTHING, Row
from yiku_extractor.evaluation.cost import Cost, Times
from yiku_extractor.evaluation.figures import Group, share
from yiku_extractor.evaluation.reliability import Reliability

_GROUP = ("turns", "F1", "precision", "recall", "review", "told", "found", "at once", "own", "kind")


@dataclass(frozen=True)
class Table:
    """`rows` have as many cells as `columns`; the first names the row. `note` says how to read it."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def turn_tables(board: Board) -> list[Table]:
    """Keep or drop, as a whole and by group."""
    return [
        _groups(
            "keep or drop",
            "F1, precision and recall of keeping a turn, over those that do not wait for review. Of the memories told, "
            "the shares found (at once or in review), stored at once, found with one of their own; of those found, "
            "the share of an accepted kind.",
            (board.whole,),
        ),
        _groups("by language", "", board.languages),
        _groups("by slice", "", board.slices),
    ]


def memory_tables(board: Board) -> list[Table]:
    """Single memories by kind and slot."""
    note = "Memories stored at once. Precision counts every memory that nobody expects as wrong."
    tables = [_rows("by kind", note, board.kinds)]
    if board.slots:
        tables.append(_rows("by slot", "A slot counts where its labels say which slot is filled.", board.slots))
    return tables


def calibration_tables(board: Board) -> list[Table]:
    """One for each thing that chances are given to."""
    return [_calibration(name, found) for name, found in board.calibrations]


def cost_tables(cost: Cost) -> list[Table]:
    """Milliseconds, and the language model."""
    columns = ("step", "turns", "ms p50", "p95", "most")
    times = Table("time", "", columns, tuple(_times(each) for each in (cost.whole, *cost.stages)))
    return [times, _llm(cost)] if cost.outcomes else [times]


def number(value: float | None, digits: int = 3) -> str:
    """A dash for what is not defined."""
    return "-" if value is None else f"{value:.{digits}f}"


def headline(board: Board) -> list[tuple[str, str]]:
    """The few figures that come first: (what, value)."""
    whole, cost = board.whole, board.cost
    asks = ("LLM calls per 1,000 turns", f"{cost.calls_per_thousand:.0f}")
    if not board.setting.llm:
        asks = ("would ask an LLM, per 1,000", f"{cost.would_ask_per_thousand:.0f}")
    return [
        ("keep or drop, F1", number(whole.keep.f1)),
        ("sent to review", _percent(whole.sent)),
        ("memories found", _percent(share(whole.found, whole.memories))),
        ("kind right", _percent(share(whole.kind_right, whole.found))),
        ("forbidden claims stored", f"{whole.broken} of {whole.forbidden}"),
        asks,
        ("ms a turn, p50 / p95", f"{cost.whole.p50:.1f} / {cost.whole.p95:.1f}"),
    ]


def _groups(title: str, note: str, groups: Iterable[Group]) -> Table:
    return Table(title, note, (title, *_GROUP), tuple(_group(each) for each in groups))


def _group(group: Group) -> tuple[str, ...]:
    keep, memories = group.keep, group.memories
    return (
        group.name,
        str(group.turns),
        number(keep.f1),
        number(keep.precision),
        number(keep.recall),
        number(group.sent),
        str(memories),
        number(share(group.found, memories)),
        number(share(group.stored, memories)),
        number(share(group.each, memories)),
        number(share(group.kind_right, group.found)),
    )


def _rows(title: str, note: str, rows: Sequence[Row]) -> Table:
    columns = (title, "expected", "at once", "in review", "stored", "precision", "recall", "F1")
    return Table(title, note, columns, tuple(_row(row) for row in rows))


def _row(row: Row) -> tuple[str, ...]:
    rates = row.rates
    counts = (rates.told, rates.found, row.waiting, rates.said)
    return (row.name, *map(str, counts), number(rates.precision), number(rates.recall), number(rates.f1))


def confusion_table(board: Board) -> Table:
    """Which kinds are taken for which."""
    names = kinds(board)
    rows = tuple((name, *(str(board.confusion[name, other]) for other in names)) for name in names)
    note = f"Rows are expected, columns stored or in review; “{NOTHING}” is what nobody expects, or what is missed."
    return Table("confusion of kinds", note, ("expected", *names), rows)


def kinds(board: Board) -> list[str]:
    """The kinds of the confusion, the most frequent first, and NOTHING last."""
    names = {name for pair in board.confusion for name in pair} - {NOTHING}
    order = {row.name: place for place, row in enumerate(board.kinds)}
    return [*sorted(names, key=lambda name: (order.get(name, len(order)), name)), NOTHING]


def _calibration(name: str, found: Reliability) -> Table:
    note = f"Expected calibration error {found.error:.3f} over {found.count}."
    rows = tuple(
        (f"{each.low:.1f} to {each.high:.1f}", str(each.count), number(each.chance), number(each.true))
        for each in found.bins
    )
    return Table(f"calibration: {name}", note, ("chance", "count", "said", "true"), rows)


def _times(times: Times) -> tuple[str, ...]:
    return (times.name, str(times.count), number(times.p50, 2), number(times.p95, 2), number(times.most, 2))


def _llm(cost: Cost) -> Table:
    rows = tuple((outcome, str(count)) for outcome, count in cost.outcomes.most_common())
    note = f"{cost.calls} calls, {cost.tokens_in} tokens in, {cost.tokens_out} out."
    return Table("language model", note, ("outcome", "turns"), rows)


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"
