"""Lines of files and of standard input as events, checked by the rules of the API."""

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, BinaryIO

from yiku import messages
from yiku.errors import YikuError as ClientError
from yiku.extractor.v1.extractor_pb2 import IngestRequest
from yiku.results import Dialogue, SourceItem, Turn
from yiku_domain.errors import InvalidRequest
from yiku_runtime.validation import RequestValidator

from yiku_cli.conversations import BadLine, Line, read_line

STDIN = Path("-")


@dataclass(frozen=True)
class Event:
    """A sound line. `turn` tells that it is one turn of a dialogue that other lines may continue."""

    number: int
    user_id: str
    item: SourceItem
    key: str
    turns: int
    turn: bool = False


@dataclass(frozen=True)
class Chunk:
    """Lines of one file that are taken together: `read` bytes of it, sound events and bad lines."""

    file: str
    lines: int
    read: int
    events: tuple[Event, ...]
    bad: tuple[BadLine, ...]


class Reader:
    """Reads files line by line; a chunk is all that is held of them.

    Where to cut depends on line numbers alone, so that a second reading gives the same chunks.
    """

    def __init__(self, validator: RequestValidator, zone: tzinfo, *, lines: int = 2000) -> None:
        self._validator = validator
        self._zone = zone
        self._lines = lines

    def chunks(self, path: Path) -> Iterator[Chunk]:
        """A file's chunks in order; `-` is standard input."""
        with _opened(path) as file:
            number = 0
            while raw := _up_to(file, self._lines):
                rows = [self._row(path.name, number + index, text) for index, text in enumerate(raw, start=1)]
                number += len(raw)
                events = tuple(row for row in rows if isinstance(row, Event))
                bad = tuple(row for row in rows if isinstance(row, BadLine))
                yield Chunk(path.name, len(raw), sum(map(len, raw)), events, bad)

    def _row(self, file: str, number: int, raw: bytes) -> Event | BadLine | None:
        if not raw.strip():
            return None
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            return BadLine(file, number, "not valid UTF-8")
        row = _turn(file, number, text) or _event(read_line(file, number, text), number)
        if isinstance(row, BadLine):
            return row
        row = replace(row, item=in_zone(row.item, self._zone))
        problem = self._problem(row)
        return BadLine(file, number, problem) if problem else row

    def _problem(self, event: Event) -> str:
        """What the API would refuse; it never holds what the line says."""
        try:
            item = messages.source_item(event.item, 0)
            found = self._validator.check(IngestRequest(user_id=event.user_id, items=[item]))
        except (InvalidRequest, ClientError) as error:
            return str(error).removeprefix("items[0].")
        except (ValueError, TypeError, OverflowError) as error:
            return f"a value of the wrong kind ({type(error).__name__})"
        violations = found.get(0, ())
        return f"{violations[0].field}: {violations[0].description}".removeprefix("items[0].") if violations else ""


def in_zone(item: SourceItem, zone: tzinfo) -> SourceItem:
    """Times that name no offset are those of `zone`."""
    if isinstance(item, Dialogue):
        turns = tuple(replace(turn, at=_aware(turn.at, zone)) for turn in item.turns)
        return replace(item, at=_aware(item.at, zone), turns=turns)
    return replace(item, at=_aware(item.at, zone))


def _aware(moment: datetime | None, zone: tzinfo) -> datetime | None:
    return moment.replace(tzinfo=zone) if moment is not None and moment.utcoffset() is None else moment


def _opened(path: Path) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if path == STDIN else path.open("rb")


def _up_to(file: BinaryIO, lines: int) -> list[bytes]:
    return [line for _, line in zip(range(lines), file, strict=False)]


def _turn(file: str, number: int, text: str) -> Event | BadLine | None:
    """A line that is a turn by itself; None for what is none."""
    try:
        row = json.loads(text)
        if not isinstance(row, dict) or "type" in row or "text" not in row:
            return None
        return _turn_event(number, row)
    except ValueError:
        return BadLine(file, number, "not JSON, or a time that cannot be read")
    except KeyError as error:
        return BadLine(file, number, f"no field {error}")
    except TypeError:
        return BadLine(file, number, "a value of the wrong kind")


def _turn_event(number: int, row: Mapping[str, Any]) -> Event:
    at = datetime.fromisoformat(row["at"]) if row.get("at") else None
    turn = Turn(row.get("role", "user"), row["text"], at)
    key = hashlib.sha256(json.dumps(row, sort_keys=True).encode()).hexdigest()
    return Event(number, row["user_id"], Dialogue((turn,), row.get("session_id", ""), at), key, 1, turn=True)


def _event(line: Line | BadLine, number: int) -> Event | BadLine:
    return line if isinstance(line, BadLine) else Event(number, line.user_id, line.item, line.key, line.turns)
