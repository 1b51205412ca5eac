"""Tokens of one text, the common ground of both languages."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import NamedTuple, TypeAlias, TypeVar

from yiku_text.times.choice import Reference


class Kind(StrEnum):
    """What a token is; a word may have several uses, which the grammar tells apart by place."""

    OTHER = auto()
    """Anything that is no part of a time, and the end of the text."""
    NUMBER = auto()
    DATE = auto()
    """A date all in digits: 2024-03-05."""
    CLOCK = auto()
    """17:30, 5 pm."""
    UNIT = auto()
    WEEKDAY = auto()
    WEEKDAYS = auto()
    """Mondays."""
    WEEKEND = auto()
    WORKDAY = auto()
    MONTH = auto()
    """A month by name."""
    DAY = auto()
    """A day by its distance: yesterday."""
    OTHER_DAY = auto()
    """The other day."""
    YEAR = auto()
    """A year by its distance: 去年."""
    SHORT_YEAR = auto()
    """'98."""
    DAY_PART = auto()
    """今晚."""
    TONIGHT = auto()
    PART = auto()
    PARTS = auto()
    """Mornings."""
    SHORT_PART = auto()
    """早, 晚: a part of the day in one character."""
    INSTANT = auto()
    """Noon, midnight."""
    POINT = auto()
    """点: o'clock."""
    OCLOCK = auto()
    QUARTERS = auto()
    """刻: quarters of an hour."""
    LACK = auto()
    """差: minutes before the hour."""
    EDGE = auto()
    HALF = auto()
    HALF_OF = auto()
    """上半年, 下半月."""
    AND_A_HALF = auto()
    QUARTER = auto()
    """三季度, Q3."""
    SEASON = auto()
    VACATION = auto()
    FEAST = auto()
    EVE = auto()
    """前夜: the day before."""
    TERM = auto()
    LUNAR = auto()
    LUNAR_MONTH = auto()
    LUNAR_DAY = auto()
    DECADE = auto()
    ERA = auto()
    NOW = auto()
    NOW_WORD = auto()
    """A now that is often a filler."""
    JUST_NOW = auto()
    FROM_NOW = auto()
    FROM_NOW_ON = auto()
    BOTH = auto()
    """今明, 昨今."""
    ARTICLE = auto()
    THE = auto()
    PIECE = auto()
    """The measure word 个."""
    MORE = auto()
    """多, 来: and some more."""
    COUPLE = auto()
    FEW = auto()
    SHIFTED = auto()
    """上, 下, 这, last, next, this: a unit by its distance."""
    FORE = auto()
    """前: before, ago, the first ones."""
    HIND = auto()
    """后: after, later, the last ones."""
    PAST = auto()
    COMING = auto()
    AGO = auto()
    LATER = auto()
    ORDINAL = auto()
    FIRST = auto()
    FINAL = auto()
    TO = auto()
    AND = auto()
    OR = auto()
    BETWEEN = auto()
    FROM = auto()
    SINCE = auto()
    UNTIL = auto()
    BEFORE = auto()
    AFTER = auto()
    WITHIN = auto()
    STARTING = auto()
    EVER_SINCE = auto()
    STOPPING = auto()
    ABOUT = auto()
    AROUND = auto()
    DURING = auto()
    FOR = auto()
    IN = auto()
    ON = auto()
    AT = auto()
    BY = auto()
    OF = auto()
    COMMA = auto()
    THAT = auto()
    EVERY = auto()
    OTHER_ONE = auto()
    """Every other."""
    DAILY = auto()
    """天天, daily: a recurrence in one word."""
    HABIT = auto()
    OLD = auto()


class Token(NamedTuple):
    """`text` is what stands at [start, end)."""

    kind: Kind
    text: str
    start: int
    end: int


_END = Token(Kind.OTHER, "", 0, 0)
_MARGIN = 16
"""How far beyond the last token, and before the first, the grammar may look."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The tokens of a text, spoken at the reference; between two tokens that touch stands white space only.

    Made by `reader`; a place beyond either end holds an empty token of kind OTHER.
    """

    text: str
    tokens: tuple[Token, ...]
    kinds: tuple[Kind, ...]
    reference: Reference
    size: int

    def kind(self, at: int) -> Kind:
        """What the token is."""
        return self.kinds[at]

    def token(self, at: int) -> Token:
        """The token itself."""
        return self.tokens[at]

    def word(self, at: int) -> str:
        """The token's characters."""
        return self.tokens[at].text

    def skip(self, at: int, *kinds: Kind) -> int:
        """Past the token at `at` when it is one of the kinds."""
        return at + 1 if self.kinds[at] in kinds else at

    def after(self, at: int, width: int = 1) -> str:
        """The `width` characters of the text right after the token before `at`."""
        end = self.tokens[at - 1].end
        return self.text[end : end + width]

    def before(self, at: int, width: int = 1) -> str:
        """The `width` characters of the text right before the token at `at`."""
        start = self.tokens[at].start
        return self.text[max(0, start - width) : start]


def reader(text: str, tokens: Sequence[Token], reference: Reference) -> Reader:
    """The tokens with a margin, so that the grammar need not ask where they end."""
    padded = (*tokens, *(_END,) * _MARGIN)
    return Reader(text, padded, tuple(token.kind for token in padded), reference, len(tokens))


T = TypeVar("T")
Parsed: TypeAlias = tuple[T, int] | None
"""What was read, and the index of the token after it; None when the grammar does not apply."""
