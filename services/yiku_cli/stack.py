"""up, down, status: the local stack."""

import time
from collections.abc import Sequence
from pathlib import Path

import typer
from rich.live import Live
from rich.table import Table
from yiku_domain.ids import TenantId
from yiku_local.paths import StackKind
from yiku_local.stack import ServiceStatus

from yiku_cli.app import HOME, HomeOption, StackOption, console, local
from yiku_cli.local import LocalYiku

_COLOURS = {"ready": "green", "stopped": "yellow"}


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (up, down, status, token):
        app.command()(command)


def up(stack: StackOption = StackKind.LOCAL, home: HomeOption = HOME) -> None:
    """Start servers and Yiku's processes, and wait until all are ready."""
    start(local(home, stack))
    console.print("Yiku is up. `yiku status` shows it, `yiku down` stops it.")


def down(stack: StackOption = StackKind.LOCAL, home: HomeOption = HOME) -> None:
    """Stop everything; data stays."""
    local(home, stack).stack.down()
    console.print("Yiku is down; its data stays.")


def status(stack: StackOption = StackKind.LOCAL, home: HomeOption = HOME) -> None:
    """What runs, where, and how much memory it takes."""
    services = local(home, stack).stack.status()
    if not services:
        console.print("Nothing runs. Start it with `yiku up`.")
        return
    console.print(service_table(services, memory=True))


def token(tenant: str = "demo", stack: StackOption = StackKind.LOCAL, home: HomeOption = HOME) -> None:
    """Print a bearer token of the local stack for a tenant."""
    typer.echo(local(home, stack).token(TenantId(tenant)))


def start(yiku: LocalYiku) -> None:
    """Start with a live table; nothing is printed where all of it runs already."""
    began = time.monotonic()
    with Live(console=console, refresh_per_second=8, transient=True) as live:
        yiku.up(lambda services: live.update(service_table(services)))
    for warning in yiku.stack.warnings():
        console.print(f"[yellow]note:[/yellow] {warning}", highlight=False)
    count = len(yiku.stack.status())
    console.print(f"{count} processes ready in {time.monotonic() - began:.1f} s ({yiku.kind.value} stack)")


def service_table(services: Sequence[ServiceStatus], *, memory: bool = False) -> Table:
    """A row a process; with `memory` its share of memory and a total."""
    table = Table(box=None, header_style="bold")
    for column in ("process", "state", "pid", "port", "restarts"):
        table.add_column(column)
    if memory:
        table.add_column("MB", justify="right")
    for service in services:
        row = [
            service.name,
            f"[{_COLOURS.get(service.state.value, 'cyan')}]{service.state.value}[/] {service.detail}",
            str(service.pid or ""),
            str(service.port or ""),
            str(service.restarts or ""),
        ]
        table.add_row(*row, *([f"{service.rss_mb:.0f}"] if memory else []))
    if memory:
        total = sum(service.rss_mb for service in services)
        table.add_section()
        table.add_row("all", "", "", "", "", f"{total:.0f}")
    return table


def checkout_file(*parts: str) -> Path:
    """A file of the checkout that the command is run in."""
    return Path.cwd().joinpath(*parts)
