"""Tables and panels: what people look at."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from yiku.results import Check, Lag, Memory, Recall, RecalledMemory, StoreReport

from yiku_cli.demo import Asked, Shown, Told, percentile

_STATUS = {"active": "green", "superseded": "dim", "pending_review": "yellow"}


def customer_table(told: Told, memories: Sequence[Memory]) -> Table:
    """The memories of one customer, newest last."""
    outcomes = Counter(item.outcome for answer in told.answers for item in answer.items)
    counts = ", ".join(f"{count} {name}" for name, count in outcomes.most_common())
    table = Table(
        title=f"{told.user_id}: {told.turns} turns in {told.lines} lines → {counts}",
        title_justify="left",
        title_style="bold",
        box=None,
    )
    for column in ("since", "kind", "slot", "memory"):
        table.add_column(column, overflow="fold")
    for memory in sorted(memories, key=_since):
        style = _STATUS.get(memory.status, "")
        mark = "" if memory.status == "active" else f" ({memory.status})"
        since = memory.event_time or memory.valid_from
        table.add_row(
            since.strftime("%Y-%m-%d") if since else "",
            memory.kind,
            memory.attribute,
            Text(memory.content + mark, style=style),
        )
    return table


def store_table(check: Check) -> Table:
    """Every store beside Postgres: agree, or the difference."""
    table = Table(title="stores", title_justify="left", title_style="bold", box=None)
    for column in ("store", "should hold", "holds", ""):
        table.add_column(column)
    table.add_row(
        "postgres",
        str(check.memories),
        str(check.memories),
        f"the truth: {check.memories} active memories, {check.log_lines} log lines, {check.outbox} outbox rows",
    )
    for store in check.stores:
        table.add_row(store.store, str(store.expected), str(store.held), _verdict(store))
    return table


def _verdict(store: StoreReport) -> Text:
    if store.error:
        return Text(f"not compared: {store.error}", style="red")
    on_way = f" ({store.pending} on their way)" if store.pending else ""
    if store.agree:
        return Text(f"agree{on_way}", style="green")
    parts = {"missing": store.missing, "stale": store.stale, "extra": store.extra}
    return Text(", ".join(f"{n} {name}" for name, n in parts.items() if n) + on_way, style="red")


def recall_panel(asked: Asked) -> Panel:
    """One recall: question, memories with score, and what each path said of them."""
    question, answer = asked.question, asked.answer
    hit = found(question.expect, answer.memories)
    verdict = "" if not question.expect else ("  [green]✓[/]" if hit else "  [red]✗ expected words not found[/]")
    title = f"{question.user_id} · {question.scene} · {question.query}{verdict}"
    return Panel(Group(recall_table(answer), _footer(asked)), title=title, title_align="left", border_style="dim")


def recall_table(answer: Recall) -> Table:
    """Memories with their score, rank and score by path."""
    table = Table(box=None)
    for column in ("score", "memory", "why: path #rank score"):
        table.add_column(column, overflow="fold")
    for memory in answer.memories:
        why = "  ".join(f"{hit.path} #{hit.rank} {hit.score:.2f}" for hit in memory.why)
        table.add_row(f"{memory.score:.3f}", memory.content, why)
    if not answer.memories:
        table.add_row("", Text("nothing is known", style="dim"), "")
    return table


def _footer(asked: Asked) -> Text:
    answer = asked.answer
    paths = "  ".join(f"{p.path} {p.hits} in {p.millis:.1f} ms{_failure(p.failure)}" for p in answer.paths)
    degraded = ", ".join(f"{d.part} {d.reason}" for d in answer.degraded)
    text = f"{paths}\n{asked.millis:.1f} ms, again {asked.cached_millis:.1f} ms · trace {answer.trace_id}"
    return Text(text + (f" · degraded: {degraded}" if degraded else ""), style="dim")


def _failure(failure: str) -> str:
    return f" ({failure})" if failure else ""


def lag_table(lag: Lag) -> Table:
    """How far every sink is behind."""
    table = Table(title="lag", title_justify="left", title_style="bold", box=None)
    for column in ("sink", "pending", "oldest", "dead letters"):
        table.add_column(column)
    table.add_row("relay", str(lag.unpublished), "", "")
    for sink in lag.sinks:
        table.add_row(sink.sink, str(sink.pending), f"{sink.oldest_seconds:.1f} s", str(sink.dead_letters))
    return table


def latency_table(shown: Shown) -> Table:
    """Milliseconds as the client sees them."""
    table = Table(title="latency in ms, as the client sees it", title_justify="left", title_style="bold", box=None)
    for column in ("what", "n", "p50", "p95", "max"):
        table.add_column(column)
    rows = {
        "recall, first time": [a.millis for a in shown.asked],
        "recall, again (cached)": [a.cached_millis for a in shown.asked],
        "write until in every index": list(shown.propagation_millis),
    }
    for name, values in rows.items():
        if values:
            figures = (percentile(values, 50), percentile(values, 95), max(values))
            table.add_row(name, str(len(values)), *(f"{v:.1f}" for v in figures))
    return table


def found(expect: Iterable[str], memories: Iterable[RecalledMemory]) -> bool:
    """Whether one memory holds all the expected words, whatever their case."""
    words = [word.casefold() for word in expect]
    return any(all(word in memory.content.casefold() for word in words) for memory in memories)


def _since(memory: Memory) -> str:
    since = memory.event_time or memory.valid_from
    return since.isoformat() if since else ""
