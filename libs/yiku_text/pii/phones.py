"""Mobile and landline numbers of mainland China; orders, timestamps, prices and hotlines are left alone."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from collections.abc import Iterator

from yiku_text.pii import cues
from yiku_text.pii.codes import inside_code
from yiku_text.pii.digits import Gap, Number
from yiku_text.pii.spans import PiiSpan, PiiType

_MOBILE = re.compile(r"(?P<prefix>0{0,2}86|0)?(?P<number>1[3-9][0-9]{9})")
SHAPE = r"(?:0{0,2}86|0)?1[3-9][0-9]{9}|(?:0{0,2}86)?0[1-9][0-9]{8,10}"
"""What a mobile or a landline looks like."""
_SURE_SIZES = frozenset({(11,), (3, 4, 4), (1,) * 11, (3, 3, 5), (3, 8), (7, 4)})
_LISTED_SIZES = frozenset({(11,), (3, 4, 4), (1,) * 11})
_LIST_MARKS = frozenset({",", "、", "/", ";", "。"})
_SPELT_ENOUGH = 3
_SPELT_BESIDE = 2
_FOREIGN = re.compile(r"(?:\(?\+|(?<![0-9])\(?00)(?!86)[1-9][0-9]{0,2}\)?[ \-]?$")
_PREFIX = re.compile(r"(?:\(?(?:\+|00)?86\)?[ \-]?|\(?\+)$")
_MOBILE_EXTENSION = re.compile(r"\s?(?:转|分机|(?<![A-Za-z])ext\.?)\s?([0-9]{1,6})(?![0-9])", re.IGNORECASE)

AREA = (
    r"(?:10|2[0-57-9]|3(?:1[0-9]|35|49|5[0-9]|7[0-9]|9[1-68])|4(?:[13][0-9]|2[179]|5[1-9]|6[4789]"
    r"|7[0-9]|8[2-9])|5(?:[1-5][0-9]|6[1-6]|7[0-9]|80|9[2-9])|6(?:3[1-5]|6[0238]|9[12])|7(?:01|1[0-9]"
    r"|2[248]|3[0-9]|4[3-6]|5[0-9]|6[0236-9]|7[0-9]|9[0-9])|8(?:[1357][0-9]|2[5-7]|8[3678]|9[13567])"
    r"|9(?:0[1236-9]|1[1-79]|3[0-9]|4[13]|5[1-5]|7[0-9]|9[0-9]))"
)
_SPELT_LANDLINE = re.compile(rf"(?:0{{0,2}}86)?(0{AREA}[2-8][0-9]{{6,7}})")
_GAP = r"[ \-()—–~/_.]{0,3}"
_LANDLINE = re.compile(
    rf"(?<![0-9A-Za-z.\-])(?:\(?(?:\+|00)?86\)?{_GAP}0?|\(?0)({AREA}){_GAP}([2-8][0-9]{{2,3}}[ \-—–.]?[0-9]{{4}})(?![0-9A-Za-z]|[.\-][0-9]{{5}})"
)
_EXTENSION = re.compile(r"\s?(?:[,(]?\s?(?:转|分机号?|ext(?:ension)?\.?:?)|x|-)\s?([0-9]{1,6})(?![0-9])", re.IGNORECASE)
_NOT_DIGIT = re.compile(r"[^0-9]")


def mobile_number(digits: str) -> str | None:
    """The 11 digits of a mainland mobile number, without a country code; None for anything else."""
    match = _MOBILE.fullmatch(digits)
    return match["number"] if match else None


def mobile(text: str, read: Number) -> PiiSpan | None:
    """Mobiles in usual groupings and any that is spelt; in any grouping where the words say phone."""
    match = _MOBILE.fullmatch(read.digits)
    if (
        match is None
        or (match["prefix"] == "0" and read.groups[0] == "0")
        or not _is_mobile(text, read, match["prefix"] or "")
    ):
        return None
    extension = _MOBILE_EXTENSION.match(text, read.end)
    suffix, end = (f"x{extension[1]}", extension.end()) if extension else ("", read.end)
    prefix = _PREFIX.search(text, max(0, read.start - 7), read.start)
    return PiiSpan(prefix.start() if prefix else read.start, end, PiiType.MOBILE, match["number"] + suffix)


def spelt_landline(read: Number) -> PiiSpan | None:
    """An area code with seven or eight digits of which at least three are words."""
    match = _SPELT_LANDLINE.fullmatch(read.digits)
    if match is None or read.spelt < _SPELT_ENOUGH or read.part_of_more():
        return None
    return PiiSpan(read.start, read.end, PiiType.LANDLINE, match[1])


def find_landlines(text: str) -> Iterator[PiiSpan]:
    """An area code with seven or eight digits, and the extension."""
    for match in _LANDLINE.finditer(text):
        local = _NOT_DIGIT.sub("", match[2])
        if len(match[1]) == 2 and len(local) == 7:
            continue
        reference = cues.says_reference(text, match.start(), match.end())
        if reference or _foreign_before(text, match.start()):
            continue
        extension = _EXTENSION.match(text, match.end())
        end = extension.end() if extension else match.end()
        suffix = f"x{extension[1]}" if extension else ""
        yield PiiSpan(match.start(), end, PiiType.LANDLINE, f"0{match[1]}{local}{suffix}")


def _is_mobile(text: str, read: Number, prefix: str) -> bool:
    if read.part_of_more(_SPELT_BESIDE) or inside_code(text, read.start, read.end):
        return False
    if _foreign_before(text, read.start):
        return False
    if cues.says_phone(text, read.start):
        return True
    if cues.says_firm_reference(text, read.start, read.end) or cues.says_count(text, read.start, read.end):
        return False
    return cues.says_phone_near(text, read.start, read.end) or _one_number(text, read, prefix)


def _one_number(text: str, read: Number, prefix: str) -> bool:
    """Whether the parts look like those of one number, and not like a list of amounts."""
    if read.gap is Gap.NONE or (read.spelt >= _SPELT_ENOUGH and read.gap <= Gap.LIST):
        return True
    groups = [group for group in (read.groups[0].removeprefix(prefix), *read.groups[1:]) if group]
    sizes = tuple(map(len, groups))
    marks = {gap.strip() for gap in read.gaps(text)} - {""}
    if len(groups) == 2 and marks == {"."}:
        return False
    zero_leads = min(sizes) >= 3 and any(group[0] == "0" for group in groups[1:])
    if read.gap is Gap.LIST and not zero_leads:
        round_ = sum(group.endswith("00") for group in groups) > 1
        return sizes in _LISTED_SIZES and len(marks) == 1 and marks <= _LIST_MARKS and not round_
    return zero_leads or sizes in _SURE_SIZES


def _foreign_before(text: str, start: int) -> bool:
    return _FOREIGN.search(text, max(0, start - 9), start) is not None
