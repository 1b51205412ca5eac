"""Numbers that are part of a code: order numbers with letters, hashes, ids, decimals."""

import re

_CUES = frozenset(
    {"V", "VX", "WX", "WECHAT", "QQ", "TEL", "MOB", "MOBILE", "PHONE", "CELL", "CALL", "ID", "SFZ", "CARD"}
)
_CARRIERS = frozenset(
    {"SF", "JD", "YT", "ZTO", "STO", "YTO", "YD", "EMS", "DB", "DD", "HT", "TT", "JT", "DPK", "UPS", "DHL"}
)
_REFERENCES = frozenset({"ORDER", "NO", "SN", "REF", "TXN"})
_DECIMAL = re.compile(r"(?<![0-9])(?:0|[0-9]{3,})\.$")
_POINT = re.compile(r"[0-9]\.$")
_LONGEST_ITEM = 11
_BLANK = "\ue000"
_UUID = r"[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}"
_HASH = "|".join(
    rf"(?=[0-9]*[{abc}]+[0-9]+[{abc}]|[{abc}]+[0-9]+[{abc}]+[0-9])[0-9{abc}]{{16,}}" for abc in ("a-f", "A-F")
)
_OPAQUE = re.compile(rf"(?<![0-9A-Za-z])(?:{_UUID}|{_HASH})(?![0-9A-Za-z])")


def without_ids(text: str) -> str:
    """The text with every UUID and hexadecimal hash blanked, character for character.

    Digits with letters only before or behind them are no hash: they may be somebody's number.
    """
    return _OPAQUE.sub(lambda match: _BLANK * len(match[0]), text)


def inside_code(text: str, start: int, end: int) -> bool:
    """Whether letters make `text[start:end]` part of a code, or a point makes it a fraction.

    Words that touch a number (tel138…, 138…call) do not, the capitals in front of an order number do.
    """
    left, right = _touching(text, start, end)
    if any(character.isdigit() for character in left + right):
        return True
    if left:
        capitals = left.isupper() and len(left) <= 4
        return left.upper() not in _CUES and (capitals or left.upper() in _CARRIERS | _REFERENCES)
    return text[start - 1 : start] == "#" or _is_fraction(text, start, end)


def touches_letters(text: str, start: int, end: int) -> bool:
    """Whether a Latin letter stands right before or behind."""
    return any(_touching(text, start, end))


def _is_fraction(text: str, start: int, end: int) -> bool:
    """Digits behind a point; `1.138…` may also be the first item of a list, if it is no longer than a mobile."""
    point = _POINT if end - start > _LONGEST_ITEM else _DECIMAL
    return point.search(text, max(0, start - 24), start) is not None


def _touching(text: str, start: int, end: int) -> tuple[str, str]:
    """The Latin letters and digits that touch `text[start:end]` on its left and right, at most 12 each."""
    left, right = start, end
    while left > max(0, start - 12) and _latin(text[left - 1]):
        left -= 1
    while right < min(len(text), end + 12) and _latin(text[right]):
        right += 1
    return text[left:start], text[end:right]


def _latin(character: str) -> bool:
    return character.isascii() and character.isalnum()
