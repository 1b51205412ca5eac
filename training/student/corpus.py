"""The corpus as the student reads it: masked turns cut into clauses, each with its labels."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from yiku_text.masking import mask
from yiku_text.pii import PiiType
from yiku_text.sentences import clauses

_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


@dataclass(frozen=True)
class Span:
    """text[start:end] is a memory of `kind`, filling `attribute` where there is one."""

    start: int
    end: int
    kind: str
    attribute: str | None


@dataclass(frozen=True)
class Segment:
    """One line of the corpus, masked; `file` is where it is from."""

    file: str
    text: str
    lang: str
    slice: str
    before: tuple[tuple[str, str], ...]
    memories: tuple[Span, ...]
    borderline: bool


@dataclass(frozen=True)
class Labelled:
    """A clause [start, end) with the memories it tells, none where it is to be dropped."""

    start: int
    end: int
    memories: tuple[Span, ...]


def read(files: Iterable[Path]) -> list[Segment]:
    """What customers said in `files`, in order; the bot's own turns never reach a student."""
    rows = [(file.stem, json.loads(line)) for file in files for line in file.read_text("utf-8").splitlines()]
    return [_segment(name, row) for name, row in rows if row.get("role", "user") == "user"]


def labelled(text: str, memories: tuple[Span, ...]) -> list[Labelled]:
    """The clauses of `text`; one tells a memory when they share more than half of either."""
    return [
        Labelled(clause.start, clause.end, tuple(m for m in memories if _shared(clause.start, clause.end, m)))
        for clause in clauses(text)
    ]


def masked(text: str, memories: tuple[Span, ...]) -> tuple[str, tuple[Span, ...]]:
    """Personal data replaced by tokens, as in the product, and the memories at their new places."""
    result = mask(text, _token)
    moves = [(found.span, len(found.token)) for found in result.found]

    def place(position: int) -> int:
        shift = 0
        for (start, end), length in moves:
            if end <= position:
                shift += length - (end - start)
            elif start < position:
                return start + shift + length
        return position + shift

    return result.text, tuple(Span(place(m.start), place(m.end), m.kind, m.attribute) for m in memories)


def _segment(name: str, row: dict[str, Any]) -> Segment:
    raw = row["text"]
    spans = [(raw.index(m["words"]), m) for m in row["memories"]]
    memories = tuple(Span(at, at + len(m["words"]), m["kind"], m.get("attribute")) for at, m in spans)
    text, memories = masked(raw, memories)
    before = tuple((turn["role"], masked(turn["text"], ())[0]) for turn in row.get("before", []))
    return Segment(name, text, row["lang"], row["slice"], before, memories, bool(row.get("borderline")))


def _shared(start: int, end: int, memory: Span) -> bool:
    common = min(end, memory.end) - max(start, memory.start)
    return 2 * common > min(end - start, memory.end - memory.start)


def _token(kind: PiiType, value: str) -> str:
    """A token of the right form; letters only, so that it never hides a number."""
    digest = sha256(f"{kind}:{value}".encode()).digest()
    return f"<{kind}:{''.join(_ALPHABET[byte % 26] for byte in digest[:8])}>"
