"""eval: how good the extraction is, on labelled turns and over live memories."""

import asyncio
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from yiku_domain.ids import TenantId
from yiku_local.paths import StackKind
from yiku_runtime.settings import load_settings
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.sampling import DrawnMemory, MemorySampling, Stratum

from yiku_cli.app import HOME, HomeOption, StackOption, UsageProblem, console, local
from yiku_cli.local import DEMO_TENANT
from yiku_cli.processes import become
from yiku_cli.sampling.accuracy import Accuracy, accuracy, by_kind, by_source
from yiku_cli.sampling.lots import fair_counts, weights
from yiku_cli.sampling.sheet import read_sheet, write_sheet

evaluate = typer.Typer(help="How good the extraction is.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(evaluate, name="eval")


@evaluate.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []},
    add_help_option=False,
)
def extraction(context: typer.Context) -> None:
    """Against labelled turns: precision, recall, calibration, time; --help tells the options."""
    become("yiku_extractor.evaluation", *context.args)


@evaluate.command()
def sample(
    out: Annotated[Path, typer.Argument(help="Where the sheet goes: .jsonl or .csv.")],
    count: Annotated[int, typer.Option(min=1, help="How many memories.")] = 100,
    tenant: Annotated[str, typer.Option(help="Whose memories.")] = DEMO_TENANT,
    seed: Annotated[str, typer.Option(help="The same draws the same memories; random by default.")] = "",
    stack: StackOption = StackKind.LOCAL,
    home: HomeOption = HOME,
) -> None:
    """Draw live memories, evenly by kind and source, with the words they come from, for people to mark."""
    yiku = local(home, stack)
    settings = load_settings("postgres_dsn", fallback=yiku.env_file if yiku.env_file.is_file() else None)
    dsn = settings.postgres_dsn.get_secret_value()
    live, drawn = asyncio.run(_draw(dsn, TenantId(tenant), count, seed or secrets.token_hex(8)))
    if not drawn:
        raise UsageProblem(f"the tenant {tenant} has no live memories")
    write_sheet(out, drawn, weights(live, drawn))
    console.print(f"{len(drawn)} of {sum(live.values())} live memories in {out}: fill in `mark`, right or wrong")
    left_out = len(live.keys() - {each.stratum for each in drawn})
    if left_out:
        console.print(f"{left_out} of {len(live)} pairs of kind and source are not in it: draw more to see all")


@evaluate.command("accuracy")
def accuracy_of(
    marked: Annotated[Path, typer.Argument(help="The sheet, marked.")],
) -> None:
    """The share of live memories that are right, by kind and source, with a 95 % interval."""
    found, blank = read_sheet(marked)
    if not found:
        raise UsageProblem(f"nothing is marked in {marked}")
    console.print(_table([accuracy("all", found), *by_kind(found), *by_source(found)]))
    if blank:
        console.print(f"{blank} lines are not marked and do not count")


async def _draw(
    dsn: str, tenant_id: TenantId, count: int, seed: str
) -> tuple[dict[Stratum, int], Sequence[DrawnMemory]]:
    database = Database(dsn, max_size=1)
    await database.open()
    try:
        sampling = MemorySampling(database, tenant_id)
        now = datetime.now(UTC)
        live = await sampling.strata(now)
        return live, await sampling.draw(fair_counts(live, count), seed, now)
    finally:
        await database.close()


def _table(rows: Sequence[Accuracy]) -> Table:
    table = Table(box=None)
    for column in ("", "marked", "right", "accuracy", "95 % between", "and"):
        table.add_column(column, justify="right" if column else "left")
    for row in rows:
        shares = (f"{value:.3f}" for value in (row.share, row.low, row.high))
        table.add_row(row.name, str(row.marked), str(row.right), *shares)
    return table
