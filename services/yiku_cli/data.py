"""demo, ingest, recall, memories: what goes in and comes out."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from yiku import AsyncClient, Client, Recall
from yiku_domain.ids import TenantId
from yiku_local.paths import StackKind
from yiku_runtime.settings import load_settings

from yiku_cli.app import HOME, HomeOption, StackOption, UsageProblem, console, local
from yiku_cli.conversations import BadLine, read_lines
from yiku_cli.demo import Shown, run_demo
from yiku_cli.local import DEMO_TENANT, LocalYiku
from yiku_cli.show import (
    customer_table,
    lag_table,
    latency_table,
    recall_panel,
    recall_table,
    store_table,
)
from yiku_cli.stack import service_table, start

CONVERSATIONS = Path("examples/conversations")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (demo, ingest, recall, memories):
        app.command()(command)


def demo(
    stack: StackOption = StackKind.LOCAL,
    home: HomeOption = HOME,
    conversations: Annotated[Path, typer.Option(help="A folder of JSON-lines files.")] = CONVERSATIONS,
) -> None:
    """Start the stack, let sample conversations become memories in every store, and recall them."""
    yiku = local(home, stack)
    _make_room(home, stack)
    start(yiku)
    shown = asyncio.run(_demo(yiku, conversations))
    _print(shown)
    console.print(service_table(yiku.stack.status(), memory=True))
    if not shown.check.agree:
        raise UsageProblem("the stores do not agree; see the table above and `yiku check`")
    console.print("Yiku goes on running: try `.venv/bin/yiku recall USER QUERY`, and stop it with `make down`.")


def ingest(
    files: Annotated[list[Path], typer.Argument(help="JSON-lines files; with --offline also - for standard input.")],
    offline: Annotated[bool, typer.Option(help="In bulk, masked, through Kafka; also single turns a line.")] = False,
    tenant: Annotated[str, typer.Option(help="With --offline: whose customers these are.")] = DEMO_TENANT,
    time_zone: Annotated[str, typer.Option(help="With --offline: of times without an offset.")] = "Asia/Shanghai",
    stack: StackOption = StackKind.LOCAL,
    home: HomeOption = HOME,
) -> None:
    """Ingest conversations, orders, reviews and behaviour from files; running it again stores nothing twice."""
    for path in files:
        if not (path.is_file() or (offline and str(path) == "-")):
            raise UsageProblem(f"no such file: {path}")
    if offline:
        _ingest_offline(files, TenantId(tenant), time_zone, local(home, stack))
        return
    with Client.from_env() as client:
        bad = [line for path in files for line in _ingest_file(client, path)]
    for line in bad:
        console.print(f"[red]{line.file}:{line.number}[/] {line.problem}")
    if bad:
        raise UsageProblem(f"{len(bad)} lines were refused; the others are stored")


def _ingest_offline(files: list[Path], tenant_id: TenantId, time_zone: str, yiku: LocalYiku) -> None:
    """Needs the settings of a process; without any those of the local stack."""
    from yiku_cli.offline.command import NEEDED, ingest_offline

    settings = load_settings(*NEEDED, fallback=yiku.env_file if yiku.env_file.is_file() else None)
    asyncio.run(ingest_offline(settings, files, tenant_id, time_zone))


def recall(
    user_id: str,
    query: Annotated[str, typer.Argument()] = "",
    scene: str = "customer_service",
    top_k: int = 0,
) -> None:
    """Recall the memories that matter for a query, with rank and score by path."""
    with Client.from_env() as client:
        answer = client.recall(user_id, query, scene=scene, top_k=top_k, explain=True)
    console.print(recall_table(answer))
    for asked in answer.clarifications:
        console.print(f"to ask: {asked.question}", markup=False)
    console.print(_summary(answer), style="dim")
    if answer.prompt_block:
        console.print(answer.prompt_block, markup=False)


def memories(user_id: str, history: bool = False) -> None:
    """List what is known about a customer; with --history what was known, too."""
    statuses = ("active", "superseded", "retracted", "pending_review") if history else ()
    table = Table(box=None)
    for column in ("id", "status", "kind", "slot", "memory"):
        table.add_column(column, overflow="fold")
    with Client.from_env() as client:
        for memory in client.list(user_id, statuses=statuses, page_size=1000).memories:
            table.add_row(memory.memory_id, memory.status, memory.kind, memory.attribute, memory.content)
    console.print(table)


async def _demo(yiku: LocalYiku, conversations: Path) -> Shown:
    async with AsyncClient(yiku.targets(), yiku.token()) as client:
        return await run_demo(client, conversations)


def _make_room(home: Path, stack: StackKind) -> None:
    """Both stacks at once are more than a small machine holds."""
    for other in StackKind:
        if other is not stack and local(home, other).stack.running:
            console.print(f"stopping the {other.value} stack to make room; its data stays")
            local(home, other).stack.down()


def _print(shown: Shown) -> None:
    for told in shown.told:
        console.print(customer_table(told, shown.memories[told.user_id]))
        console.print()
    console.print(store_table(shown.check))
    console.print()
    for asked in shown.asked:
        console.print(recall_panel(asked))
    console.print(lag_table(shown.lag))
    console.print()
    console.print(latency_table(shown))
    console.print()


def _ingest_file(client: Client, path: Path) -> list[BadLine]:
    bad: list[BadLine] = []
    stored = count = 0
    for line in read_lines(path):
        if isinstance(line, BadLine):
            bad.append(line)
            continue
        answer = client.ingest(line.user_id, [line.item], idempotency_key=line.key)
        stored, count = stored + (0 if answer.replayed else answer.stored), count + 1
    console.print(f"{path.name}: {count} lines, {stored} memories stored")
    return bad


def _summary(answer: Recall) -> str:
    parts = [f"{p.path} {p.hits} in {p.millis:.1f} ms {p.failure}".strip() for p in answer.paths]
    parts += [f"degraded: {d.part} {d.reason}" for d in answer.degraded]
    return " · ".join([*parts, f"cache {answer.cache or 'none'}", f"trace {answer.trace_id}"])
