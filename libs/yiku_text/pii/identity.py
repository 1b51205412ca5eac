"""Resident identity numbers and bank cards: checksums, dates and issuer prefixes decide."""

import re
from collections.abc import Iterator
from datetime import date

from stdnum import luhn

from yiku_text.pii import cues
from yiku_text.pii.digits import Groups, chains, letter_after, letter_before, windows
from yiku_text.pii.spans import PiiSpan, PiiType

_PROVINCE_CODES = """
11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81
82 83
"""
_PROVINCES = frozenset(_PROVINCE_CODES.split())
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECKS = "10X98765432"
_ISSUER = re.compile(r"62|4|5[0-8]|2[2-7]|3[4-7]|6[0589]|9558|955880|90|84|81")
_CARD_SHAPE = re.compile(r"1[5-9]|4(?:,4){2,3},[1-7]|6,(?:9|1[0-3])|4,6,5|8,8|4,4,4,4,\d")


def resident_id_valid(number: str) -> bool:
    """18 characters, a province code, a real date of birth and the ISO 7064 MOD 11-2 check character."""
    if len(number) != 18 or not number[:17].isdigit() or number[:2] not in _PROVINCES:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(number, _WEIGHTS, strict=False))
    return number[17] == _CHECKS[total % 11] and _real_date(number[6:14])


def card_valid(number: str) -> bool:
    """15 to 19 digits of a known issuer range with a right Luhn digit."""
    known = _ISSUER.match(number) is not None and number.isdigit()
    return known and 15 <= len(number) <= 19 and bool(luhn.is_valid(number))


def find_ids(text: str) -> Iterator[PiiSpan]:
    """Valid numbers anywhere; numbers of the right shape where the words say identity card."""
    for chain in chains(text):
        for run in windows(chain, 15, 18):
            if _is_id(text, run):
                yield PiiSpan(run.start, run.end, PiiType.ID, run.digits)


def find_cards(text: str) -> Iterator[PiiSpan]:
    """Valid numbers that are not called something else; 12 to 21 digits where the words say card."""
    for chain in chains(text):
        for run in windows(chain, 12, 21):
            if _is_card(text, run):
                yield PiiSpan(run.start, run.end, PiiType.CARD, run.digits)


def _is_id(text: str, run: Groups) -> bool:
    if letter_before(text, run.start) or letter_after(text, run.end):
        return False
    if resident_id_valid(run.digits):
        return True
    return len(run.digits) in {15, 18} and cues.says_id(text, run.start)


def _is_card(text: str, run: Groups) -> bool:
    if letter_before(text, run.start) or letter_after(text, run.end) or not run.digits.isdigit():
        return False
    if cues.says_card(text, run.start):
        return True
    shape = ",".join(map(str, run.sizes))
    plausible = _CARD_SHAPE.fullmatch(shape) is not None and card_valid(run.digits)
    return plausible and not cues.says_reference(text, run.start, run.end)


def _real_date(digits: str) -> bool:
    try:
        born = date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return False
    return 1880 <= born.year <= 2099
