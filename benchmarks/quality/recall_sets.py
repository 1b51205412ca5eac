"""Question sets: NAME.memories.jsonl beside NAME.queries.jsonl.

A memory is {"id", "user", "text", "timestamp"} and may have "session"; a query is {"id", "user", "text",
"query_time", "gold_ids", "category"}. Times without an offset are of ZONE, in which the questions are asked, too.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, time
from hashlib import blake2b
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

ZONE = "Asia/Shanghai"
LEFT_OUT = frozenset({"adversarial"})
"""Categories whose answers are wrong on purpose: measured, but not in a set's average."""

_MEMORIES = ".memories.jsonl"
_STATED_AS = {"memdaily_profile": "fact"}
"""Facts told one by one; the turns of a conversation are events: they happened when they were said."""


@dataclass(frozen=True)
class Told:
    """One memory of a set. `session` names the conversation it was said in, `speaker` who said it; or empty."""

    told_id: str
    user_id: str
    text: str
    at: datetime
    session: str = ""
    speaker: str = ""

    @property
    def precision(self) -> str:
        """A time of midnight is a date."""
        return "day" if self.at.time() == time() else "minute"


@dataclass(frozen=True)
class Asked:
    """One query and the ids of what answers it."""

    query_id: str
    user_id: str
    text: str
    at: datetime
    gold: tuple[str, ...]
    category: str


@dataclass(frozen=True)
class QuestionSet:
    """A set; `kind` is that of its memories."""

    name: str
    kind: str
    told: tuple[Told, ...] = field(repr=False)
    asked: tuple[Asked, ...] = field(repr=False)

    @property
    def fingerprint(self) -> str:
        """Changes with what would be imported."""
        return blake2b(repr((self.kind, self.told)).encode(), digest_size=6).hexdigest()

    @property
    def answerable(self) -> tuple[Asked, ...]:
        """The queries whose answers are known; the others cannot be judged."""
        return tuple(asked for asked in self.asked if asked.gold)


def names_in(folder: Path) -> list[str]:
    """The sets of a folder."""
    return sorted(path.name.removesuffix(_MEMORIES) for path in folder.glob(f"*{_MEMORIES}"))


def read_set(folder: Path, name: str, part: str = "0/1") -> QuestionSet:
    """One set; `part` K/N takes the users whose number leaves K by N."""
    told = [_told(row) for row in _rows(folder / f"{name}{_MEMORIES}")]
    asked = [_asked(row) for row in _rows(folder / f"{name}.queries.jsonl")]
    left, by = map(int, part.split("/"))
    users = set(list(dict.fromkeys(one.user_id for one in told))[left::by])
    return QuestionSet(
        name,
        _STATED_AS.get(name, "event"),
        tuple(one for one in told if one.user_id in users),
        tuple(one for one in asked if one.user_id in users),
    )


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def _told(row: dict[str, Any]) -> Told:
    session = f"{row['user']}/{row['session']}" if "session" in row else ""
    return Told(row["id"], row["user"], row["text"], _moment(row["timestamp"]), session, row.get("speaker", ""))


def _asked(row: dict[str, Any]) -> Asked:
    gold = tuple(dict.fromkeys(row["gold_ids"]))
    return Asked(row["id"], row["user"], row["text"], _moment(row["query_time"]), gold, row["category"])


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(ZONE))
