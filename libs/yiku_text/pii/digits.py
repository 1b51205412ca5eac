"""Runs of digit groups, the raw material of numbers that people write with spaces and dashes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_CHAIN = re.compile(r"[0-9]+(?:[ \-._·]{1,2}[0-9]+)*(?:[ \-]?[Xx](?![0-9A-Za-z]))?")
_GROUP = re.compile(r"[0-9]+")


@dataclass(frozen=True)
class Groups:
    """Neighbouring digit groups of one chain: `text[start:end]` spells `digits` in `sizes`."""

    start: int
    end: int
    digits: str
    sizes: tuple[int, ...]


def chains(text: str) -> Iterator[tuple[Groups, ...]]:
    """Each chain of groups joined by one or two separators, as its groups in order.

    A closing X (as in identity numbers) belongs to the last group.
    """
    for match in _CHAIN.finditer(text):
        yield tuple(_groups(text, match))


def windows(chain: tuple[Groups, ...], low: int, high: int) -> Iterator[Groups]:
    """Every run of whole groups that has `low` to `high` characters, longest first from the left."""
    for first in range(len(chain)):
        found = []
        digits, sizes = "", []
        for group in chain[first:]:
            digits += group.digits
            sizes.append(len(group.digits))
            if len(digits) > high:
                break
            if len(digits) >= low:
                found.append(Groups(chain[first].start, group.end, digits, tuple(sizes)))
        yield from reversed(found)


def _groups(text: str, match: re.Match[str]) -> Iterator[Groups]:
    found = list(_GROUP.finditer(match[0]))
    for index, group in enumerate(found):
        last = index == len(found) - 1
        digits = group[0]
        end = match.start() + group.end()
        if last and match[0][-1] in "Xx":
            digits, end = digits + "X", match.end()
        yield Groups(match.start() + group.start(), end, digits, (len(digits),))


def letter_before(text: str, start: int) -> bool:
    """Whether a Latin letter or digit touches the number on its left."""
    return start > 0 and text[start - 1].isascii() and text[start - 1].isalnum()


def letter_after(text: str, end: int) -> bool:
    """Whether a Latin letter or digit touches the number on its right."""
    return end < len(text) and text[end].isascii() and text[end].isalnum()
