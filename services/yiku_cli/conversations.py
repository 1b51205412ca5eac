"""Sample conversations from JSON lines: one event a line, a customer a file."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from yiku.results import Behaviour, Dialogue, Order, Review, SourceItem, Turn


@dataclass(frozen=True)
class Line:
    """One event of a file. `key` is the same for the same line, so that nothing is stored twice."""

    user_id: str
    item: SourceItem
    key: str
    turns: int


@dataclass(frozen=True)
class BadLine:
    """A line that cannot be used, and why."""

    file: str
    number: int
    problem: str


@dataclass(frozen=True)
class Question:
    """A recall to show: what is asked, and words that a right memory holds."""

    user_id: str
    query: str
    scene: str
    expect: tuple[str, ...]
    note: str


def read_lines(path: Path) -> Iterator[Line | BadLine]:
    """The events of a file in order; a bad line does not stop the others."""
    with path.open(encoding="utf-8", errors="surrogateescape") as file:
        for number, text in enumerate(file, start=1):
            if text.strip():
                yield read_line(path.name, number, text)


def read_questions(path: Path) -> list[Question]:
    """The recalls of a queries file."""
    rows = (json.loads(text) for text in path.read_text("utf-8").splitlines() if text.strip())
    return [
        Question(
            r["user_id"],
            r["query"],
            r.get("scene", "customer_service"),
            tuple(r.get("expect", ())),
            r.get("note", ""),
        )
        for r in rows
    ]


def read_line(file: str, number: int, text: str) -> Line | BadLine:
    """One event; never raises."""
    try:
        text.encode()
        row = json.loads(text)
        item = _ITEMS[row["type"]](row)
        key = hashlib.sha256(json.dumps(row, sort_keys=True).encode()).hexdigest()
        return Line(row["user_id"], item, key, len(getattr(item, "turns", ())))
    except UnicodeEncodeError:
        return BadLine(file, number, "not valid UTF-8")
    except KeyError as error:
        return BadLine(file, number, f"no or unknown field {error}")
    except (ValueError, TypeError) as error:
        return BadLine(file, number, type(error).__name__)


def _at(row: Mapping[str, Any]) -> datetime | None:
    return datetime.fromisoformat(row["at"]) if row.get("at") else None


def _dialogue(row: Mapping[str, Any]) -> Dialogue:
    turns = tuple(Turn(t["role"], t["text"], _at(t) or _at(row)) for t in row["turns"])
    return Dialogue(turns, row.get("session_id", ""), _at(row))


def _order(row: Mapping[str, Any]) -> Order:
    return Order(
        row["order_id"],
        row.get("vehicle_type", ""),
        row.get("pickup", ""),
        row.get("dropoff", ""),
        row.get("goods", ""),
        float(row.get("amount_yuan", 0)),
        row.get("driver", ""),
        _at(row),
    )


def _review(row: Mapping[str, Any]) -> Review:
    return Review(
        row.get("text", ""),
        int(row.get("rating", 0)),
        row.get("order_id", ""),
        row.get("driver", ""),
        _at(row),
    )


def _behaviour(row: Mapping[str, Any]) -> Behaviour:
    return Behaviour(row["action"], row.get("properties", {}), _at(row))


_ITEMS: Mapping[str, Callable[[Mapping[str, Any]], SourceItem]] = {
    "dialogue": _dialogue,
    "order": _order,
    "review": _review,
    "behaviour": _behaviour,
}
