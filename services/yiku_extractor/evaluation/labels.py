"""Reads labelled turns: the corpus's own format, and one with key words and forbidden claims.

The corpus's format is told in training/corpus/README.md. The other has `expect` in the place of `memories`:
{"id", "text", "lang", "slice", "role", "at", "before", "expect": [{"kinds", "key_words", "attribute"}],
"forbidden": [{"claim", "words"}], "keep"}.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from yiku_domain.memory import Kind
from yiku_text.sentences import clauses

from yiku_extractor.evaluation.labelled import Expected, Forbidden, LabelledTurn, Span
from yiku_extractor.pipeline.segments import DEFAULT_ZONE

AT = datetime(2026, 6, 10, 10, 0, tzinfo=DEFAULT_ZONE)
"""When turns without a time of their own are taken to be said."""


class LabelProblem(ValueError):
    """A file or a line that cannot be used; the message names it."""


def read_labelled(files: Iterable[Path]) -> list[LabelledTurn]:
    """Every turn of `files` in order. Raises LabelProblem at the first that is not labelled as it should be."""
    turns: dict[str, LabelledTurn] = {}
    for file in files:
        for number, row in _rows(file):
            where = f"{file.name}:{number}"
            try:
                turn = _turn(row, where)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise LabelProblem(f"{where}: {_told(error)}") from None
            if turn.name in turns:
                raise LabelProblem(f"{where}: {turn.name} is there twice")
            turns[turn.name] = turn
    if not turns:
        raise LabelProblem("no labelled turns")
    return list(turns.values())


def _rows(file: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        lines = file.read_text("utf-8").split("\n")
    except OSError as error:
        raise LabelProblem(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise LabelProblem(f"{file}: not UTF-8") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            raise LabelProblem(f"{file.name}:{number}: not JSON") from None
        if not isinstance(row, dict):
            raise LabelProblem(f"{file.name}:{number}: not a JSON object")
        yield number, row


def _turn(row: Mapping[str, Any], where: str) -> LabelledTurn:
    text = _text(row["text"])
    expected = _expected(text, row)
    return LabelledTurn(
        name=str(row.get("id") or where),
        text=text,
        role=row.get("role", "user"),
        lang=row["lang"],
        slice=row["slice"],
        at=datetime.fromisoformat(row["at"]) if row.get("at") else AT,
        before=tuple((turn["role"], _text(turn["text"])) for turn in row.get("before", ())),
        expected=expected,
        forbidden=tuple(Forbidden(item["claim"], tuple(item["words"])) for item in row.get("forbidden", ())),
        keep=bool(row.get("keep", expected)),
        placed="expect" not in row,
        borderline=bool(row.get("borderline")),
    )


def _expected(text: str, row: Mapping[str, Any]) -> tuple[Expected, ...]:
    told = row.get("expect", row.get("memories"))
    if not isinstance(told, list):
        raise ValueError("neither memories nor expect is a list")
    read = _by_key_words if "expect" in row else _by_place
    return tuple(read(text, memory) for memory in told)


def _by_place(text: str, memory: Mapping[str, Any]) -> Expected:
    words = _text(memory["words"])
    if words not in text:
        raise ValueError("words are not in the text")
    start = text.index(words)
    return Expected(_kinds([memory["kind"]]), (start, start + len(words)), attribute=memory.get("attribute") or "")


def _by_key_words(text: str, memory: Mapping[str, Any]) -> Expected:
    key_words = tuple(_text(word) for word in memory["key_words"])
    if not key_words:
        raise ValueError("no key words")
    return Expected(_kinds(memory["kinds"]), _clauses_with(key_words, text), key_words, memory.get("attribute"))


def _kinds(kinds: list[str]) -> tuple[str, ...]:
    return tuple(Kind(kind).value for kind in kinds)


def _clauses_with(key_words: tuple[str, ...], text: str) -> Span | None:
    """From the start of the first clause that holds one of the words to the end of the last."""
    folded = text.lower()
    if len(folded) != len(text):
        return None
    places = [folded.find(word.lower()) for word in key_words]
    if min(places) < 0:
        return None
    first = min(places)
    last = max(place + len(word) for place, word in zip(places, key_words, strict=True))
    held = [clause for clause in clauses(text) if clause.start < last and first < clause.end]
    return (min(first, held[0].start), max(last, held[-1].end)) if held else (first, last)


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text is missing")
    return value


def _told(error: Exception) -> str:
    return f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error) or type(error).__name__
