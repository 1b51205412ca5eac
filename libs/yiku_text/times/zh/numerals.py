"""Numbers as Chinese counts time: 三, 二零二三, 廿, 两三, 十几, 二十多, 1.5."""

import re
from dataclasses import dataclass
from functools import lru_cache

from yiku_text.numbers import whole_number
from yiku_text.times.tokens import Kind, Reader

NUMERAL = r"(?:[零〇]?[0-9]+(?:\.[0-9]+)?|[零〇一二两三四五六七八九十百千廿卅仨俩几数]+)"

_DIGITS = "零一二三四五六七八九"
_PLAIN = str.maketrans({"〇": "零", "两": "二", "俩": "二", "仨": "三"})
_FEW = (2.0, 9.0)
_TENS = (20.0, 100.0)


@dataclass(frozen=True, slots=True)
class Number:
    """`low` to `high` (equal when exact); `positional` when spelt digit by digit, as years are."""

    low: float
    high: float
    positional: bool = False
    digits: bool = False
    """In Arabic digits."""

    @property
    def exact(self) -> int | None:
        """The whole number, when it is one."""
        return int(self.low) if self.low == self.high and self.low == int(self.low) else None


@lru_cache(maxsize=2048)
def number(text: str) -> Number | None:
    """None for what is no number."""
    if text[-1] in "0123456789":
        value = float(text.lstrip("零〇"))
        return Number(value, value, "." not in text, True)
    plain = text.translate(_PLAIN).replace("廿", "二十").replace("卅", "三十")
    if "几" in plain or "数" in plain:
        return _some(plain)
    return _neighbours(plain) or _exact(plain)


def exact(r: Reader, at: int) -> int | None:
    """The whole number that the token at `at` is."""
    said = number(r.word(at)) if r.kind(at) is Kind.NUMBER else None
    return said.exact if said else None


def more(of: Number) -> Number:
    """二十多 is 20 to 30, 三年多 3 to 4 years."""
    step = 1.0
    while of.low >= step * 10 and of.low % (step * 10) == 0:
        step *= 10
    return Number(of.low, of.low + step)


def _exact(plain: str) -> Number | None:
    value = whole_number(plain)
    return Number(value, value, not set(plain) & set("十百千")) if value is not None else None


def _some(plain: str) -> Number | None:
    plain = plain.replace("数", "几")
    if plain == "几":
        return Number(*_FEW)
    if plain == "几十":
        return Number(*_TENS)
    if not re.fullmatch("[一二三四五六七八九]?十几", plain):
        return None
    tens = whole_number(plain[:-1])
    return Number(tens, tens + 10) if tens is not None else None


def _neighbours(plain: str) -> Number | None:
    """三五, 七八, 十七八: one or the other."""
    head, pair = plain[:-2], plain[-2:]
    if head not in ("", "十") or len(pair) < 2 or pair[0] not in _DIGITS[1:] or pair[1] not in _DIGITS:
        return None
    low, high = _DIGITS.index(pair[0]), _DIGITS.index(pair[1])
    if high - low not in (1, 2):
        return None
    tens = 10 if head else 0
    return Number(tens + low, tens + high, not head)
