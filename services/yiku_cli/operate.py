"""check, repair, rebuild, lag, dead-letters, trace: for the people who run Yiku."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.tree import Tree
from yiku import Client
from yiku.results import Trace
from yiku_local.paths import StackKind
from yiku_runtime.settings import load_settings

from yiku_cli.app import HOME, HomeOption, StackOption, UsageProblem, console, local
from yiku_cli.local import LocalYiku
from yiku_cli.show import lag_table, store_table
from yiku_cli.spans import Span, read_spans

dead_letters = typer.Typer(help="Events that a sink refused.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (check, repair, rebuild, lag, trace):
        app.command()(command)
    app.add_typer(dead_letters, name="dead-letters")


def check(
    store: Annotated[str, typer.Argument(help="milvus, graph or cache; all by default")] = "",
    pii: Annotated[bool, typer.Option("--pii", help="Read every store for personal data outside the vault.")] = False,
    stack: StackOption = StackKind.LOCAL,
    home: HomeOption = HOME,
) -> None:
    """Compare every store with Postgres; exit code 1 where one does not agree, or holds what only the vault may."""
    if pii:
        _check_pii(local(home, stack))
        return
    with Client.from_env() as client:
        report = client.check(store)
    console.print(store_table(report))
    if not report.agree:
        raise UsageProblem("stores differ; the keeper repairs them by itself, `yiku repair` does it now")


def _check_pii(yiku: LocalYiku) -> None:
    """The stores that the environment names, or of the local stack; its logs and spans where it is there."""
    from yiku_cli.leaks import command

    here = yiku.env_file.is_file()
    settings = load_settings(*command.NEEDED, fallback=yiku.env_file if here else None)
    scans: list[command.Scan] = []
    with console.status("reading") as status:
        for source in command.sources(settings, yiku.home if here else None):
            scans.append(command.scan(source, lambda scan: status.update(f"{scan.store}: {scan.scanned.total()} read")))
    console.print(command.scan_table(scans))
    if any(scan.findings for scan in scans):
        console.print(command.finding_table(scans))
    if not all(scan.clean for scan in scans):
        raise UsageProblem("personal data stands outside the vault, or a store could not be read; see above")


def repair(store: Annotated[str, typer.Argument()] = "") -> None:
    """Send again what a store lacks, holds in an old version, or should not hold."""
    with Client.from_env() as client:
        console.print(f"{client.repair(store)} events sent again")


def rebuild(store: Annotated[str, typer.Argument(help="milvus, graph or cache")]) -> None:
    """Empty a store and fill it again from Postgres, while recall goes on."""
    with Client.from_env() as client:
        console.print(f"{client.rebuild(store)} events sent; `yiku lag` shows how far it is")


def lag() -> None:
    """How far each sink is behind."""
    with Client.from_env() as client:
        console.print(lag_table(client.lag()))


@dead_letters.command("list")
def list_letters() -> None:
    """Show what sinks refused."""
    table = Table(box=None)
    for column in ("id", "sink", "memory", "version", "error", "at"):
        table.add_column(column, overflow="fold")
    with Client.from_env() as client:
        for letter in client.list_dead_letters():
            table.add_row(
                str(letter.id),
                letter.sink,
                letter.memory_id,
                str(letter.version),
                letter.error,
                str(letter.at),
            )
    console.print(table)


@dead_letters.command()
def redrive(sink: Annotated[str, typer.Argument(help="milvus, graph or cache; all by default")] = "") -> None:
    """Send them again, as the memories are now."""
    with Client.from_env() as client:
        console.print(f"{client.redrive_dead_letters(sink)} events sent again")


def trace(trace_id: str, home: HomeOption = HOME) -> None:
    """Print the decision record of an ingest or recall, and the spans of the local stack."""
    with Client.from_env() as client:
        record = client.get_trace(trace_id)
    _print_record(record)
    _print_spans(home, trace_id)


def _print_record(record: Trace) -> None:
    console.print(f"[bold]{record.kind}[/] of {record.user_id} at {record.created_at}")
    console.print_json(json.dumps(record.summary, ensure_ascii=False))
    stages = Table(box=None, title="stages", title_justify="left")
    for column in ("stage", "ms", "detail"):
        stages.add_column(column, overflow="fold")
    for stage in record.stages:
        stages.add_row(stage.name, f"{stage.millis:.2f}", json.dumps(stage.detail, ensure_ascii=False))
    console.print(stages)
    items = Table(box=None, title="items", title_justify="left")
    items.add_column("what became of each", overflow="fold")
    for item in record.items:
        items.add_row(json.dumps(item, ensure_ascii=False))
    console.print(items)


def _print_spans(home: Path, trace_id: str) -> None:
    spans = read_spans(home, trace_id)
    if not spans:
        return
    root = Tree("spans")
    _grow(root, spans)
    console.print(root)


def _grow(root: Tree, spans: list[Span]) -> None:
    nodes: dict[str, Tree] = {}
    for span in spans:
        parent = nodes.get(span.parent_id, root)
        nodes[span.span_id] = parent.add(f"{span.service} · {span.name} · {span.millis:.1f} ms")
