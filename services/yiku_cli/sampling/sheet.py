"""The sheet that reviewers mark: JSON lines, or CSV where the file's name ends so."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from yiku_stores.postgres.sampling import DrawnMemory

from yiku_cli.app import UsageProblem
from yiku_cli.sampling.accuracy import Marked

_MARKS = {"right": True, "对": True, "wrong": False, "错": False}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_sheet(file: Path, drawn: Sequence[DrawnMemory], weights: Sequence[float]) -> None:
    """One line a memory: `mark` is to be filled in, right or wrong; what nobody can tell stays empty."""
    rows = [_row(each, weight) for each, weight in zip(drawn, weights, strict=True)]
    if not _is_csv(file):
        file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        return
    # Spreadsheets know UTF-8 by its mark.
    with file.open("w", encoding="utf-8-sig", newline="") as sheet:
        writer = csv.DictWriter(sheet, _COLUMNS)
        writer.writeheader()
        writer.writerows({name: _inert(value) for name, value in row.items()} for row in rows)


def read_sheet(file: Path) -> tuple[list[Marked], int]:
    """What is marked, and how many lines are not. UsageProblem names a line that cannot be read."""
    marked: list[Marked] = []
    blank = 0
    for number, row in _rows(file):
        mark = str(row.get("mark") or "").strip().lower()
        if not mark:
            blank += 1
        elif mark in _MARKS:
            marked.append(_marked(row, _MARKS[mark], f"{file.name}:{number}"))
        else:
            raise UsageProblem(f"{file.name}:{number}: the mark is {mark!r}; it must be right, wrong or empty")
    return marked, blank


_COLUMNS = (
    "mark",
    "note",
    "kind",
    "attribute",
    "content",
    "value",
    "said",
    "turn",
    "before",
    "source",
    "confidence",
    "memory_id",
    "user_id",
    "stands_for",
)


def _row(drawn: DrawnMemory, weight: float) -> dict[str, str]:
    memory = drawn.memory
    span = memory.source.span
    return {
        "mark": "",
        "note": "",
        "kind": memory.kind.value,
        "attribute": memory.attribute or "",
        "content": memory.content,
        "value": json.dumps(dict(memory.value), ensure_ascii=False) if memory.value else "",
        "said": drawn.text[slice(*span)] if span else "",
        "turn": drawn.text,
        "before": "\n".join(f"{turn.role}: {turn.text}" for turn in drawn.before),
        "source": memory.source.kind.value,
        "confidence": f"{memory.confidence:g}",
        "memory_id": str(memory.memory_id),
        "user_id": memory.scope.user_id,
        "stands_for": f"{weight:.4g}",
    }


def _inert(value: str) -> str:
    """Customers' words must not be run as a formula by the reviewer's spreadsheet."""
    return f"'{value}" if value.startswith(_FORMULA) else value


def _rows(file: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    try:
        text = file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise UsageProblem(f"{file} cannot be read as UTF-8") from None
    if _is_csv(file):
        yield from enumerate(csv.DictReader(io.StringIO(text, newline="")), 2)
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, _parsed(line, f"{file.name}:{number}")


def _parsed(line: str, where: str) -> Mapping[str, object]:
    try:
        row = json.loads(line)
    except ValueError:
        raise UsageProblem(f"{where}: not JSON") from None
    if not isinstance(row, dict):
        raise UsageProblem(f"{where}: not a JSON object")
    return row


def _marked(row: Mapping[str, object], right: bool, where: str) -> Marked:
    try:
        weight = float(str(row["stands_for"]))
        marked = Marked(str(row["kind"]), str(row["source"]), right, weight)
    except (KeyError, ValueError):
        raise UsageProblem(f"{where}: kind, source and stands_for must be as they were drawn") from None
    if not 0 < weight < float("inf"):
        raise UsageProblem(f"{where}: stands_for must be a positive number")
    return marked


def _is_csv(file: Path) -> bool:
    return file.suffix.lower() == ".csv"
