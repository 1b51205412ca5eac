"""Numbers as people write and say them, in digits, in Chinese numerals and in English words."""

import re

_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_ENGLISH_WORDS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen twenty
"""
_ENGLISH = {word: value for value, word in enumerate(_ENGLISH_WORDS.split())}

NUMBER = r"(?:[0-9]+|[零〇一二两三四五六七八九十百千]+)"
"""Matches what `whole_number` reads, digits and Chinese numerals."""

ENGLISH_NUMBER = r"(?:[0-9]+|" + "|".join(_ENGLISH) + ")"


def whole_number(text: str) -> int | None:
    """12, 十二, 两百三, twelve → the number; None for anything else."""
    if re.fullmatch("[0-9]{1,9}", text):
        return int(text)
    english = _ENGLISH.get(text.lower())
    return english if english is not None else _chinese(text)


_SCALES = {"百": 100, "千": 1_000, "k": 1_000, "万": 10_000, "w": 10_000, "亿": 100_000_000}
_SCALED = re.compile(
    r"(?P<digits>[0-9][0-9,]*(?:\.[0-9]+)?)\s?(?P<scale>[百千kKwW万亿]?)(?P<rest>[0-9一二三四五六七八九])?"
)
_SPOKEN_DIGITS = "零〇一二两三四五六七八九"

QUANTITY = (
    r"(?:(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,9})(?![0-9])(?:\.[0-9]+)?(?:\s?[百千kKwW万亿](?![a-zA-Z])[0-9]?)?"
    rf"|半|[{_SPOKEN_DIGITS}十][{_SPOKEN_DIGITS}十百千万亿]*(?:点[{_SPOKEN_DIGITS}]+)?)"
)
"""Matches what `quantity` reads."""


def quantity(text: str) -> float | None:
    """1,200, 1.2万, 3k, 三百八, 一万二, 两千五百, 二点五, 半 → the number; None for anything else."""
    match = _SCALED.fullmatch(text)
    if match:
        scale = _SCALES.get(match["scale"].lower(), 1)
        rest = whole_number(match["rest"]) if match["rest"] and scale > 1 else 0
        return None if rest is None else _exact(float(match["digits"].replace(",", "")) * scale + rest * scale / 10)
    if text == "半":
        return 0.5
    whole, point, decimals = text.partition("点")
    value = _large(whole)
    if value is None or not point:
        return value
    digits = [_DIGITS.get(character) for character in decimals]
    return None if None in digits or not digits else float(f"{value:.0f}." + "".join(map(str, digits)))


def _large(text: str) -> float | None:
    """Chinese numerals up to 亿; a last digit counts in tenths of the unit before it (一万二)."""
    for unit in ("亿", "万"):
        before, found, after = text.partition(unit)
        if found:
            high, low = _chinese(before or "一"), _large(after) if after else 0
            if high is None or low is None:
                return None
            short = len(after) == 1 and after in _SPOKEN_DIGITS
            return float(high * _SCALES[unit] + low * (_SCALES[unit] // 10 if short else 1))
    value = _chinese(text)
    return None if value is None else float(value)


def _exact(value: float) -> float:
    return round(value, 6)


def _chinese(text: str) -> int | None:
    total = current = 0
    last_unit = 1
    for character in text:
        if character in _DIGITS:
            current = current * 10 + _DIGITS[character] if last_unit == 1 else _DIGITS[character]
        elif character in _UNITS:
            last_unit = _UNITS[character]
            total += (current or 1) * last_unit
            current = 0
        else:
            return None
    colloquial = last_unit >= 100 and current and text[-2] in _UNITS
    return total + current * (last_unit // 10 if colloquial else 1) if text else None
