"""Names that divisions bore in the past, from the table that python-stdnum ships."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from itertools import pairwise

_LINE = re.compile(r'\s*(\d+) (?:province|county)="([^"]+)"')
_PERIOD = re.compile(r"(?:\[(\d*)-(\d*)\])?([^\[\],]+)")
_NO_PLACES = frozenset({"市辖区", "市区", "县", "城区", "郊区", "矿区", "城郊区", "东区", "西区", "南区", "北区"})
_REMEMBERED_SINCE = 1990


@dataclass(frozen=True)
class Former:
    """A name of the past and its code, four digits for a city, six for a district.

    `successor` is the name that took its place under the same code, "" where the place was merged or split.
    """

    name: str
    code: str
    successor: str = ""


def former_names() -> Iterator[Former]:
    """Names of cities and districts that are no longer in use, in the order of their codes."""
    table = resources.files("stdnum").joinpath("cn/loc.dat").read_text(encoding="utf-8")
    province = ""
    for line in table.splitlines():
        match = _LINE.match(line)
        if match is None:
            continue
        if len(match[1]) == 2:
            province = match[1]
        elif "[" in match[2]:
            yield from _of_line(_code(province + match[1]), match[2])


def _code(digits: str) -> str:
    return digits.removesuffix("00")


def _of_line(code: str, names: str) -> Iterator[Former]:
    """Codes were dealt out anew until about 1985: what followed a name before that says nothing."""
    periods = [(int(start or 0), int(end or 9999), name) for start, end, name in _PERIOD.findall(names)]
    for (_, end, name), follower in pairwise([*periods, (9999, 9999, "")]):
        if _REMEMBERED_SINCE <= end < 9999 and name not in _NO_PLACES:
            yield Former(name, code, follower[2] if follower[0] - end <= 1 else "")
