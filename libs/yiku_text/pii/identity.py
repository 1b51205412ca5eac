"""Resident identity numbers and bank cards: checksums, dates and issuer prefixes decide."""

import re
from datetime import date

from stdnum import luhn

from yiku_text.pii import cues
from yiku_text.pii.codes import inside_code, touches_letters
from yiku_text.pii.digits import Gap, Number

_PROVINCE_CODES = """
11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81
82 83
"""
_PROVINCES = frozenset(_PROVINCE_CODES.split())
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECKS = "10X98765432"
_ISSUERS = (
    (15, re.compile(r"3[47]")),
    (16, re.compile(r"4|5[0-8]|2[2-7]|35|6[02589]|9[0-9]|8[14]")),
    (19, re.compile(r"6[02589]|9[0-9]|8[14]|5[68]")),
)
_CARD_SHAPE = re.compile(r"1[5-9]|4(?:,4){2,3},[1-7]|6,(?:9|1[0-3])|4,6,5|8,8|4,4,4,4,\d")
_SINGLES = re.compile(r"(?:1,){14,18}1")
_ID_SHAPE = re.compile(r"18|6,8,4|6,4,8|6,4,4,4|6,6,6|4,4,4,4,2|4,4,4,6|14,4|6,12|17,1|6,8,3,1|6,4,4,3,1|(?:1,){17}1")
_EVEN_GROUPS = re.compile(r"(\d+)(?:,\1)*(?:,\d+)?")
CARD_LOW = 12
SHAPE = (
    r"[1-8][0-9]{5}(?:18|19|20)[0-9]{2}[01][0-9][0-3][0-9]{4}[0-9X]|[1-8][0-9]{7}[01][0-9][0-3][0-9]{4}"
    r"|3[47][0-9]{13}|[2-689][0-9]{15,18}"
)
"""What an identity number or a card looks like where no word names it."""


def resident_id_valid(number: str) -> bool:
    """18 characters, a province code, a real date of birth and the ISO 7064 MOD 11-2 check character."""
    if len(number) != 18 or not number[:17].isdigit() or number[:2] not in _PROVINCES:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(number, _WEIGHTS, strict=False))
    return number[17] == _CHECKS[total % 11] and _real_date(number[6:14])


def old_resident_id_plausible(number: str) -> bool:
    """The 15 digits of before 1999: a province code and a real date of birth; they have no check digit."""
    return len(number) == 15 and number.isdigit() and number[:2] in _PROVINCES and _real_date("19" + number[6:12])


def card_valid(number: str) -> bool:
    """15 to 19 digits of an issuer range of that length with a right Luhn digit."""
    if not number.isdigit() or not 15 <= len(number) <= 19:
        return False
    issuer = next(pattern for longest, pattern in _ISSUERS if len(number) <= longest)
    return issuer.match(number) is not None and bool(luhn.is_valid(number))


def is_resident_id(text: str, number: Number) -> bool:
    """Valid numbers anywhere; numbers of the right shape where the words say identity card."""
    if len(number.digits) not in {15, 18} or number.part_of_more() or inside_code(text, number.start, number.end):
        return False
    if resident_id_valid(number.digits) and _is_one_id(number):
        return True
    if number.gap > Gap.CLOSE or "X" in number.digits[:-1]:
        return False
    if cues.says_id(text, number.start):
        return True
    old = old_resident_id_plausible(number.digits) and number.gap is Gap.NONE
    old = old and not touches_letters(text, number.start, number.end)
    return old and not cues.says_reference(text, number.start, number.end)


def is_card(text: str, number: Number) -> bool:
    """Valid numbers that are not called something else; 12 to 21 digits where the words say card."""
    digits = number.digits
    if not digits.isdigit() or number.part_of_more() or inside_code(text, number.start, number.end):
        return False
    valid = card_valid(digits)
    if not valid and number.gap > Gap.CLOSE:
        return False
    if cues.says_card(text, number.start):
        return valid or _EVEN_GROUPS.fullmatch(_shape(number)) is not None
    plausible = valid and (number.spelt > 0 or _is_one_card(number))
    return plausible and not cues.says_reference(text, number.start, number.end)


def _is_one_id(number: Number) -> bool:
    """Grouped as people group it, and no list of small numbers whose digits happen to make one."""
    return number.gap is Gap.NONE or number.spelt > 2 or _ID_SHAPE.fullmatch(_shape(number)) is not None


def _is_one_card(number: Number) -> bool:
    shape = _shape(number)
    return _CARD_SHAPE.fullmatch(shape) is not None or (
        number.gap <= Gap.CLOSE and _SINGLES.fullmatch(shape) is not None
    )


def _shape(number: Number) -> str:
    return ",".join(map(str, number.sizes))


def _real_date(digits: str) -> bool:
    try:
        born = date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return False
    return 1880 <= born.year <= 2099
