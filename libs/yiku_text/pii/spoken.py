"""Numbers spelt out in words, as voice input gives them: 幺三八零零…, 三个零, double oh."""

import re
from collections.abc import Iterator

from yiku_text.pii.identity import card_valid, resident_id_valid
from yiku_text.pii.phones import LANDLINE, mobile_number
from yiku_text.pii.spans import PiiSpan, PiiType

_SPELT = ("零〇○洞", "幺一壹", "二贰两", "三叁", "四肆", "五伍", "六陆", "七柒拐", "八捌", "九玖勾")
_ZH = {character: str(digit) for digit, spelt in enumerate(_SPELT) for character in spelt}
_LOOKS_LIKE = {"O": "0", "o": "0", "l": "1", "I": "1"}
_DIGIT = "[0-9" + "".join(_ZH) + "OolI]"
_SEPARATOR = r"[\s,、。.\-—~杠]{0,2}"
_RUN = re.compile(
    rf"(?<![A-Za-z])(?:[两二三四2-4]个{_DIGIT}|{_DIGIT})"
    rf"(?:{_SEPARATOR}(?:[两二三四2-4]个{_DIGIT}|{_DIGIT})){{6,22}}(?![A-Za-z])"
)
_UNIT = re.compile(rf"([两二三四2-4])个({_DIGIT})|({_DIGIT})")
_HAN_UNIT = re.compile("[" + "".join(_ZH) + "]")

_EN_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_EN = {word: str(digit) for digit, word in enumerate(_EN_DIGITS)}
_EN |= {"oh": "0", "o": "0", "nought": "0"}
_TIMES = {"double": 2, "triple": 3}
_EN_UNIT = rf"(?:(?:double|triple)\s+)?(?:{'|'.join(_EN)}|[0-9])"
_EN_RUN = re.compile(rf"(?<![a-z]){_EN_UNIT}(?:[\s,\-]+{_EN_UNIT}){{5,22}}(?![a-z])", re.IGNORECASE)
_EN_WORD = re.compile(r"[a-z]+|[0-9]", re.IGNORECASE)
_MOBILE_INSIDE = re.compile(r"1[3-9][0-9]{9}")
_MIN_SPELT = 3
_MAX_SURPLUS = 2


def find_spoken(text: str) -> Iterator[PiiSpan]:
    """Mobiles, landlines, identity numbers and cards of which at least three digits are words."""
    for match in _RUN.finditer(text):
        if len(_HAN_UNIT.findall(match[0])) >= _MIN_SPELT or _look_alikes(match[0]):
            yield from _named(match.start(), _zh_units(match[0]))
    for match in _EN_RUN.finditer(text):
        if len(re.findall(r"[a-z]{2,}", match[0], re.IGNORECASE)) >= _MIN_SPELT:
            yield from _named(match.start(), _en_units(match[0]))


def _look_alikes(run: str) -> bool:
    letters = sum(character in _LOOKS_LIKE for character in run)
    return 0 < letters <= 6 and sum(character.isdigit() for character in run) >= 5


def _named(offset: int, units: list[tuple[int, int, str]]) -> Iterator[PiiSpan]:
    digits = "".join(unit[2] for unit in units)
    kind, number = _kind(digits)
    if kind is not None:
        first, last = _unit_range(units, digits.find(number), len(number))
        yield PiiSpan(offset + units[first][0], offset + units[last][1], kind, number)


def _kind(digits: str) -> tuple[PiiType | None, str]:
    if resident_id_valid(digits):
        return PiiType.ID, digits
    if card_valid(digits):
        return PiiType.CARD, digits
    mobile = mobile_number(digits)
    if mobile is not None:
        return PiiType.MOBILE, mobile
    if LANDLINE.fullmatch(digits):
        return PiiType.LANDLINE, digits
    inside = _MOBILE_INSIDE.search(digits)
    if inside and len(digits) <= 11 + _MAX_SURPLUS:
        return PiiType.MOBILE, inside[0]
    return None, ""


def _unit_range(units: list[tuple[int, int, str]], start: int, length: int) -> tuple[int, int]:
    seen, first = 0, 0
    for index, unit in enumerate(units):
        if seen <= start:
            first = index
        seen += len(unit[2])
        if seen >= start + length:
            return first, index
    return first, len(units) - 1


def _zh_units(run: str) -> list[tuple[int, int, str]]:
    units = []
    for match in _UNIT.finditer(run):
        times = int(_ascii(match[1])) if match[1] else 1
        units.append((match.start(), match.end(), _ascii(match[2] or match[3]) * times))
    return units


def _ascii(character: str) -> str:
    return _ZH.get(character) or _LOOKS_LIKE.get(character) or character


def _en_units(run: str) -> list[tuple[int, int, str]]:
    units: list[tuple[int, int, str]] = []
    times, start = 1, None
    for match in _EN_WORD.finditer(run):
        word = match[0].lower()
        if word in _TIMES:
            times, start = _TIMES[word], match.start()
            continue
        begin = match.start() if start is None else start
        units.append((begin, match.end(), _EN.get(word, word) * times))
        times, start = 1, None
    return units
