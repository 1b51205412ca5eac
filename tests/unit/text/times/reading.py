"""Reads test sentences at one fixed moment, and tells the result in a short form."""

from datetime import datetime
from zoneinfo import ZoneInfo

from yiku_text.times import Lean, TimeExpression, find_times

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 11, 18, 15, 30, tzinfo=SHANGHAI)
"""A Wednesday afternoon."""


def expressions(text: str, now: datetime = NOW, lean: Lean = Lean.NEAREST) -> tuple[TimeExpression, ...]:
    return find_times(text, now, lean=lean)


def windows(text: str, now: datetime = NOW, lean: Lean = Lean.NEAREST) -> list[str]:
    """`since/until` of every expression: "2026-11-18/2026-11-19", minutes told where they are not midnight's."""
    return [f"{_short(one.since)}/{_short(one.until)}" for one in expressions(text, now, lean)]


def rows(table: str) -> list[tuple[str, list[str]]]:
    """Lines of `text | window; window`."""
    cells = (line.split("|") for line in table.strip().splitlines() if line.strip())
    return [(text.strip(), expected.split("; ") if (expected := told.strip()) else []) for text, told in cells]


def _short(at: datetime | None) -> str:
    if at is None:
        return ""
    pattern = "%Y-%m-%d" if (at.hour, at.minute) == (0, 0) else "%Y-%m-%dT%H:%M"
    return at.strftime(pattern).removesuffix(":00")
