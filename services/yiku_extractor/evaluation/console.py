"""The board on a terminal."""

from collections import Counter

import rich.table
from rich.console import Console
from rich.markup import escape

from yiku_extractor.evaluation.board import Board
from yiku_extractor.evaluation.tables import (
    Table,
    calibration_tables,
    confusion_table,
    cost_tables,
    headline,
    memory_tables,
    turn_tables,
)


def show(board: Board, console: Console) -> None:
    """Headline, tables, and how many mistakes of which sort."""
    for what, value in headline(board):
        console.print(f"{what:<28} [bold]{value}[/]", highlight=False)
    memories = (*memory_tables(board), confusion_table(board))
    for table in (*turn_tables(board), *memories, *calibration_tables(board), *cost_tables(board.cost)):
        console.print()
        console.print(_drawn(table))
    faults = Counter(mistake.fault.value for wrong in board.wrong for mistake in wrong.mistakes)
    console.print()
    console.print("mistakes: " + (", ".join(f"{name} {count}" for name, count in faults.most_common()) or "none"))


def _drawn(table: Table) -> rich.table.Table:
    drawn = rich.table.Table(
        title=table.title,
        title_justify="left",
        title_style="bold",
        caption=table.note or None,
        box=None,
        padding=(0, 1),
    )
    drawn.caption_justify = "left"
    for place, column in enumerate(table.columns):
        drawn.add_column(column if place else "", justify="right" if place else "left", no_wrap=True)
    for row in table.rows:
        drawn.add_row(*map(escape, row))
    return drawn
