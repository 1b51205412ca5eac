"""One pattern for a long list of words, with shared beginnings written once, so that matching stays fast."""

import re
from collections.abc import Iterable
from typing import TypeAlias

_Branch: TypeAlias = "dict[str, _Branch]"
_END = ""


def word_pattern(words: Iterable[str]) -> str:
    """A regular expression (no groups) that matches the longest of the words at a place."""
    root: _Branch = {}
    for word in words:
        branch = root
        for character in word:
            branch = branch.setdefault(character, {})
        branch[_END] = {}
    return _written(root)


def _written(branch: _Branch) -> str:
    ways = [re.escape(character) + _written(rest) for character, rest in sorted(branch.items()) if character]
    if not ways:
        return ""
    joined = ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"
    return f"(?:{joined})?" if _END in branch else joined
