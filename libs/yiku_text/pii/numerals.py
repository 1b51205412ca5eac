"""Digits and the words for them: 幺三八, 壹叁捌, 三个零, 8千, double oh, ling, and letters that look like digits."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from collections.abc import Iterator
from typing import NamedTuple

_SPELT = ("零〇○洞", "幺一壹弌", "二贰貳两", "三叁參叄", "四肆", "五伍", "六陆陸", "七柒拐", "八捌", "九玖勾")
_HAN = {character: str(digit) for digit, spelt in enumerate(_SPELT) for character in spelt}
_TIMES = {"两": 2, "俩": 2, "二": 2, "三": 3, "仨": 3, "四": 4, "五": 5, "六": 6, "double": 2, "triple": 3, "treble": 3}
_TIMES |= {str(times): times for times in range(2, 7)}
_ENGLISH = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_PINYIN = ["ling", "yi", "er", "san", "si", "wu", "liu", "qi", "ba", "jiu"]
_WORDS = {word: str(digit) for names in (_ENGLISH, _PINYIN) for digit, word in enumerate(names)}
_WORDS |= {"oh": "0", "o": "0", "nought": "0", "yao": "1", "dong": "0", "liang": "2", "guai": "7", "gou": "9"}
_D, _W = "".join(_HAN), "|".join(_WORDS)
_ALIKE = str.maketrans("OolI", "0011")

_UNIT = re.compile(
    rf"""(?P<times>[两俩仨二三四五六2-6])个(?P<one>[{_D}]|[0-9](?![0-9]))
    |双(?P<pair>[{_D}]|[0-9](?![0-9]))
    |(?P<thousand>[{_D}])千(?![{_D}百十万])
    |(?-i:(?P<alike>(?<![A-Za-z])[OolI]{{1,6}}(?=[0-9])|(?<=[0-9])[OolI]{{1,6}}(?![A-Za-z])|(?<=[0-9][ \-.])[OolI]{{2,4}}(?=[ \-.][0-9OolI])))
    |(?!(?<![0-9])[1-9][位段])(?P<ascii>[0-9]++)
    |(?!(?<![0-9{_D}])[{_D}][位段遍组])(?P<han>[{_D}])(?!个)
    |(?<![A-Za-z0-9])(?:(?P<repeat>double|triple|treble)\s+)?(?P<word>{_W})(?P<grand>\s+thousand)?(?![A-Za-z])
    |(?<![A-Za-z])(?P<x>[Xx](?![0-9A-Za-z])|叉|艾克斯)""",
    re.VERBOSE | re.IGNORECASE,
)
_ENOUGH = re.compile(rf"(?:[^0-9{_D}]*+[0-9{_D}]){{5}}")
_ENGLISH_RUN = re.compile(rf"(?<![A-Za-z])(?:{_W})\W+(?:{_W}|[0-9]+)(?![A-Za-z])", re.IGNORECASE)


class Numeral(NamedTuple):
    """`text[start:end]` says `digits` (X where it closes an identity number), which are `spelt` or plain."""

    start: int
    end: int
    digits: str
    spelt: bool


def may_hold_number(text: str) -> bool:
    """Whether there are enough digits, or words for digits, for `chains` to be worth reading."""
    return _ENOUGH.match(text) is not None or _ENGLISH_RUN.search(text) is not None


def numerals(text: str) -> Iterator[Numeral]:
    """Every run of plain digits and every word for digits, in order."""
    for match in _UNIT.finditer(text):
        yield Numeral(match.start(), match.end(), *_read(match))


def _read(match: re.Match[str]) -> tuple[str, bool]:
    if plain := match["ascii"]:
        return plain, False
    if alike := match["alike"]:
        return alike.translate(_ALIKE), True
    if match["x"]:
        return "X", False
    if word := match["word"]:
        digit = _WORDS.get(word.lower(), word)
        return (digit + "000" if match["grand"] else digit * _TIMES.get((match["repeat"] or "").lower(), 1)), True
    if thousand := match["thousand"]:
        return _HAN[thousand] + "000", True
    digit = match["han"] or match["one"] or match["pair"]
    times = _TIMES[match["times"]] if match["times"] else 2 if match["pair"] else 1
    return _HAN.get(digit, digit) * times, True
