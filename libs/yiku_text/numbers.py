"""Small whole and decimal numbers, in digits or in Chinese numerals."""

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
