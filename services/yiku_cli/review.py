"""`yiku review`: decide about unsure memories and unanswered questions; decisions become training data."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.table import Table
from yiku import Client
from yiku.results import Memory, Resolution, ReviewItem

from yiku_cli.app import UsageProblem, console
from yiku_cli.corpus import corpus_lines

review = typer.Typer(help="Memories that wait for a person, and questions to customers.", no_args_is_help=True)

_PAGE = 1000
_STORED = ("active", "superseded")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(review, name="review")


@review.command("list")
def list_items(
    user: Annotated[str, typer.Option(help="One customer; all by default.")] = "",
    reason: Annotated[str, typer.Option(help="Such as low_confidence.")] = "",
    kind: str = "",
    decided: Annotated[bool, typer.Option(help="What was decided, rather than what waits.")] = False,
    limit: int = 100,
) -> None:
    """List what waits, oldest first, beside the words that it comes from."""
    table = Table(box=None)
    for column in ("customer", "memory", "reason", "kind", "slot", "sure", "says", "from"):
        table.add_column(column, overflow="fold")
    with Client.from_env() as client:
        for item in client.reviews(user, reason=reason, kind=kind, decided=decided, page_size=limit).items:
            table.add_row(*_cells(item))
    console.print(table)


@review.command()
def approve(user_id: str, memory_id: str) -> None:
    """It is right: it meets what is known as if it were told now."""
    with Client.from_env() as client:
        _print(client.resolve(user_id, memory_id, "approve"))


@review.command()
def reject(user_id: str, memory_id: str, reason: Annotated[str, typer.Option(help="For the audit log.")] = "") -> None:
    """It is wrong: it is never recalled."""
    with Client.from_env() as client:
        _print(client.resolve(user_id, memory_id, "reject", reason=reason))


@review.command()
def edit(
    user_id: str,
    memory_id: str,
    content: Annotated[str | None, typer.Option(help="What it should say.")] = None,
    kind: Annotated[str | None, typer.Option(help="fact, preference, sentiment, relation or event.")] = None,
    attribute: Annotated[str | None, typer.Option(help="Its slot; '' for none.")] = None,
    value: Annotated[str | None, typer.Option(help="Its value as a JSON object.")] = None,
) -> None:
    """It is right with these changes."""
    with Client.from_env() as client:
        done = client.resolve(
            user_id, memory_id, "edit", content=content, kind=kind, attribute=attribute, value=_object(value)
        )
    _print(done)


@review.command()
def export(file: Annotated[Path, typer.Argument(help="JSON lines in the format of training/corpus.")]) -> None:
    """Write every decision about something said as a line of the training corpus; the file is replaced."""
    with Client.from_env() as client:
        lines = list(
            corpus_lines(_all(client, decided=True), _all(client, decided=False), lambda user: _stored(client, user))
        )
    made = file.with_name(f"{file.name}.new")
    made.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    made.replace(file)
    console.print(f"{len(lines)} lines in {file}")


@review.command()
def questions(user: Annotated[str, typer.Option(help="One customer; all by default.")] = "") -> None:
    """List the questions that are open to customers."""
    table = Table(box=None)
    for column in ("customer", "question", "asks", "until"):
        table.add_column(column, overflow="fold")
    with Client.from_env() as client:
        for one in client.clarifications(user, page_size=_PAGE).items:
            asked = one.clarification
            until = asked.expires_at.strftime("%Y-%m-%d") if asked.expires_at else ""
            table.add_row(one.user_id, asked.clarification_id, asked.question, until)
    console.print(table)


@review.command()
def answer(
    user_id: str,
    clarification_id: str,
    holds: Annotated[Literal["said", "inferred"], typer.Argument(help="What the customer confirmed.")],
) -> None:
    """Answer a question in the customer's place."""
    with Client.from_env() as client:
        memory = client.resolve_clarification(user_id, clarification_id, holds)
    console.print(f"{memory.memory_id} stands: {memory.content}", markup=False)


def _cells(item: ReviewItem) -> tuple[str, ...]:
    memory = item.memory
    mark = f" ({item.decision} by {item.actor})" if item.decision else ""
    said = "\n".join([*(f"{turn.role}: {turn.text}" for turn in item.before), item.text])
    return (
        memory.user_id,
        memory.memory_id,
        item.reason + mark,
        memory.kind,
        memory.attribute,
        f"{memory.confidence:.2f}",
        memory.content,
        said,
    )


def _print(done: Resolution) -> None:
    replaced = f", in place of {', '.join(done.superseded_ids)}" if done.superseded_ids else ""
    console.print(f"{done.outcome}: {done.memory.memory_id} {done.memory.content}{replaced}", markup=False)


def _object(text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    try:
        value = json.loads(text)
    except ValueError:
        raise UsageProblem("--value is not JSON") from None
    if not isinstance(value, dict):
        raise UsageProblem("--value must be a JSON object")
    return value


def _all(client: Client, *, decided: bool) -> Iterator[ReviewItem]:
    token = ""
    while True:
        page = client.reviews(decided=decided, page_size=_PAGE, page_token=token)
        yield from page.items
        token = page.next_page_token
        if not token:
            return


def _stored(client: Client, user_id: str) -> Iterator[Memory]:
    token = ""
    while True:
        page = client.list(user_id, statuses=_STORED, page_size=_PAGE, page_token=token)
        yield from page.memories
        token = page.next_page_token
        if not token:
            return
