"""English text to tokens."""

import re
from collections.abc import Iterator

from yiku_text.times import numeric
from yiku_text.times.en.sayings import NO_TIME
from yiku_text.times.en.words import CARDINALS, PHRASES, TENS, vocabulary
from yiku_text.times.feasts import ENGLISH_FEASTS
from yiku_text.times.tokens import Kind, Token

_WORDS = vocabulary()
_PHRASES = {phrase: kind for kind, phrases in PHRASES.items() for phrase in phrases.split("|")}
_PHRASES |= dict.fromkeys(NO_TIME, Kind.OTHER)
_PHRASES |= dict.fromkeys(ENGLISH_FEASTS, Kind.FEAST)
_ONES = [word for word, number in CARDINALS.items() if 1 <= number <= 9]
_LISTED = "|".join(re.escape(phrase) for phrase in sorted(_PHRASES, key=len, reverse=True))
_UNIT = "(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|weeks?|wks?|months?|quarters?|years?|yrs?|decades?)"

_TOKEN = re.compile(
    "|".join(
        (
            rf"(?P<hyphen>-(?={_UNIT}(?![a-z]))|(?<=mid)-|(?<=[a-z])-(?=end(?![a-z])))",
            rf"(?P<{Kind.DATE}>{numeric.DATE})",
            rf"(?P<{Kind.CLOCK}>{numeric.CLOCK})",
            rf"(?P<phrase>(?<![a-z'])(?:{_LISTED})(?![a-z]))",
            r"(?P<" + Kind.DECADE + r">(?<![0-9a-z])(?:(?:1[0-9]|20)[0-9]0|'?[1-9]0)'?s(?![a-z]))",
            rf"(?P<{Kind.QUARTER}>(?<![a-z])q[1-4](?![0-9a-z]))",
            rf"(?P<{Kind.ORDINAL}>(?<![0-9a-z.])[0-9]{{1,2}}(?:st|nd|rd|th)(?![a-z]))",
            rf"(?P<{Kind.SHORT_YEAR}>(?<![0-9a-z])'[0-9]{{2}}(?![0-9a-z]))",
            rf"(?P<{Kind.NUMBER}>(?<![0-9a-z.$€£¥#/])[0-9]+(?:\.[0-9]+)?(?={_UNIT}(?![a-z])|(?![a-z0-9%./]?[0-9a-z%]))"
            rf"|(?<![a-z])(?:{'|'.join(TENS)})[- ](?:{'|'.join(_ONES)})(?![a-z]))",
            r"(?P<word>(?<![a-z'0-9_])[a-z]+(?:'[a-z]+)?(?![a-z0-9_])|(?<=[0-9])[a-z]+(?![a-z0-9]))",
            rf"(?P<{Kind.TO}>[-–—~])",
            rf"(?P<{Kind.COMMA}>,)",
        )
    )
)
_ABBREVIATED = 4
_ABBREVIATIONS = (Kind.MONTH, Kind.WEEKDAY, Kind.UNIT)
_GROUPS: dict[str | None, Kind] = {
    group: Kind(group) for group in _TOKEN.groupindex if group not in ("word", "phrase", "hyphen")
}


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text in lower case, in order; an OTHER token stands for what is no part of a time."""
    return tuple(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    end, word = 0, ""
    for match in _TOKEN.finditer(text):
        start, group = match.start(), match.lastgroup
        if start > end and not _blank(text[end:start], word):
            yield Token(Kind.OTHER, text[end:start], end, start)
        end, word = match.end(), match[0]
        kind = _GROUPS.get(group) or _PHRASES.get(word) or _WORDS.get(word, Kind.OTHER)
        if group != "hyphen":
            yield Token(kind, word, start, end)


def _blank(gap: str, before: str) -> bool:
    """White space, and the point of an abbreviation ("Jan. 5")."""
    if gap[0] == "." and len(before) <= _ABBREVIATED and _WORDS.get(before) in _ABBREVIATIONS:
        gap = gap[1:] or " "
    return not gap.strip() and "\n" not in gap
