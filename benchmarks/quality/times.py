"""Share of labelled time expressions that are read exactly: python -m benchmarks.quality.times FILE.jsonl

A row has `input`, `text` (the expression in it), `reference_time`, `expected_start` and `expected_end` (half-open, null
for an open end), and may have `candidates` (accepted readings), `type` and `ret_future`. Counted as

- strict: start and end are those of an accepted reading;
- exact: the same, but an end may be told inclusively in one and exclusively in the other: a last day, minute or second
  may be inside or not.

Range-like rows are those whose type ends in range or span; of a point in time (no longer than a second) only the start is
compared.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any
from zoneinfo import ZoneInfo

from yiku_domain.memory import Precision
from yiku_text.times import Lean, TimeExpression, find_times

ZONE = ZoneInfo("Asia/Shanghai")
_COARSE = (Precision.YEAR, Precision.MONTH, Precision.DAY)
_SPANS = ("range", "span")
Accepted = list[tuple[datetime | None, datetime | None]]


@dataclass(frozen=True)
class Verdict:
    """How one row came out."""

    row: dict[str, Any]
    strict: bool
    exact: bool
    found: tuple[TimeExpression, ...]

    @property
    def range_like(self) -> bool:
        return self.row["type"].endswith(_SPANS)


def main() -> None:
    """Print the shares by type, and the misses."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    arguments.add_argument("file", type=Path)
    arguments.add_argument("--misses", choices=["none", "exact", "strict"], default="exact")
    given = arguments.parse_args()
    rows = [json.loads(line) for line in given.file.read_text("utf-8").splitlines() if line.strip()]
    start = perf_counter()
    verdicts = [judge(row) for row in rows]
    _print(verdicts, perf_counter() - start)
    for verdict in verdicts:
        if given.misses != "none" and not getattr(verdict, given.misses):
            print(_miss(verdict))


def judge(row: dict[str, Any]) -> Verdict:
    """Read the row's text and compare."""
    now = datetime.fromisoformat(row["reference_time"]).replace(tzinfo=ZONE)
    found = find_times(row["input"], now, lean=Lean.FUTURE if row.get("ret_future") else Lean.NEAREST)
    near = tuple(one for one in found if one.text in row["text"] or row["text"] in one.text or _overlaps(one, row))
    accepted = list(_accepted(row))
    strict = any((one.since, one.until) in accepted for one in near)
    return Verdict(
        row,
        strict or _point(row, near),
        strict or any(_same(one, accepted) for one in near) or _point(row, near),
        found,
    )


def _accepted(row: dict[str, Any]) -> Iterator[tuple[datetime | None, datetime | None]]:
    for start, end in [[row["expected_start"], row["expected_end"]], *row.get("candidates", [])]:
        yield _moment(start), _moment(end)


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=ZONE) if text else None


def _overlaps(one: TimeExpression, row: dict[str, Any]) -> bool:
    start = row["input"].find(row["text"])
    return one.start < start + len(row["text"]) and start < one.end


def _is_point(start: datetime | None, end: datetime | None) -> bool:
    return start is not None and end is not None and end - start <= timedelta(seconds=1)


def _point(row: dict[str, Any], found: tuple[TimeExpression, ...]) -> bool:
    accepted = [start for start, end in _accepted(row) if _is_point(start, end)]
    return any(one.since is not None and one.since in accepted for one in found)


def _same(one: TimeExpression, accepted: Accepted) -> bool:
    return any(one.since == start and _same_end(one, end) for start, end in accepted)


def _same_end(one: TimeExpression, end: datetime | None) -> bool:
    if one.until is None or end is None:
        return one.until is end
    apart = abs(end - one.until)
    return apart <= timedelta(minutes=1, seconds=1) or (
        one.precision in _COARSE and apart <= timedelta(days=1, seconds=1)
    )


def _print(verdicts: list[Verdict], seconds: float) -> None:
    kinds = sorted({verdict.row["type"] for verdict in verdicts})
    print(f"{'':20}{'rows':>6}{'exact':>8}{'strict':>8}")
    for kind in kinds:
        _print_line(kind, [verdict for verdict in verdicts if verdict.row["type"] == kind])
    _print_line("range-like", [verdict for verdict in verdicts if verdict.range_like])
    _print_line("all", verdicts)
    print(f"{seconds / len(verdicts) * 1e3:.3f} ms a row")


def _print_line(name: str, verdicts: list[Verdict]) -> None:
    exact = sum(verdict.exact for verdict in verdicts) / len(verdicts)
    strict = sum(verdict.strict for verdict in verdicts) / len(verdicts)
    print(f"{name:20}{len(verdicts):6}{exact:8.3f}{strict:8.3f}")


def _miss(verdict: Verdict) -> str:
    row = verdict.row
    found = "; ".join(f"{one.text} {_short(one.since)} .. {_short(one.until)}" for one in verdict.found) or "nothing"
    wanted = f"{row['expected_start']} .. {row['expected_end']}"
    return f"{row['input']} [{row['text']}] at {row['reference_time']}: {wanted}; found {found}"


def _short(at: datetime | None) -> str:
    return f"{at:%Y-%m-%d %H:%M}" if at else "open"


if __name__ == "__main__":
    main()
