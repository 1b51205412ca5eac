"""NFKC with a way back: every character of the normal form knows where it came from."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff\u20e3]")
_PLAIN = re.compile("[\x00-\x7f\u3001\u3002\u4e00-\u9fff]*")


@dataclass(frozen=True)
class Normalised:
    """`text[i]` came from `original[starts[i]:ends[i]]`; both None where nothing had to change."""

    text: str
    starts: tuple[int, ...] | None = None
    ends: tuple[int, ...] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The half-open span of the original that gave `text[start:end]` (start < end)."""
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]


def normalise(text: str) -> Normalised:
    """NFKC character by character; invisible characters vanish, digits of any script become ASCII."""
    if _PLAIN.fullmatch(text):
        return Normalised(text)
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for index, character in enumerate(text):
        for made in _normal_character(character):
            parts.append(made)
            starts.append(index)
            ends.append(index + 1)
    return Normalised("".join(parts), tuple(starts), tuple(ends))


def fold(text: str) -> str:
    """The form in which texts are compared: NFKC, invisible characters dropped, case-folded."""
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).casefold()


@lru_cache(maxsize=8192)
def _normal_character(character: str) -> str:
    if character < "\x80" or "\u4e00" <= character <= "\u9fff":
        return character
    if _INVISIBLE.match(character):
        return ""
    digit = unicodedata.digit(character, None)
    return str(digit) if digit is not None else unicodedata.normalize("NFKC", character)
