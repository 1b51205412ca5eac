"""Spans of the local stack, read from the files that its processes write."""

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Span:
    """One finished span."""

    span_id: str
    parent_id: str
    service: str
    name: str
    start_ns: int
    millis: float


def read_spans(home: Path, trace_id: str) -> list[Span]:
    """The spans of a trace in all processes, parents before children, by start."""
    found: list[Span] = []
    for file in home.glob("*/spans/*.jsonl"):
        with file.open(encoding="utf-8") as lines:
            found += [_span(line) for line in lines if trace_id in line]
    return sorted(found, key=lambda span: span.start_ns)


def _span(line: str) -> Span:
    row = json.loads(line)
    return Span(row["span_id"], row["parent_id"], row["service"], row["name"], row["start_ns"], row["millis"])
