"""Phone numbers of other countries, and numbers of any shape that the words call a phone."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from collections.abc import Iterator

import phonenumbers

from yiku_text.pii import cues
from yiku_text.pii.codes import inside_code
from yiku_text.pii.spans import PiiSpan, PiiType

_ABROAD = re.compile(r"\(?\+[0-9]{1,3}\)?[ \-./]{0,2}(?:\([0-9]{1,4}\)[ \-./]?)?[0-9](?:[ \-./]{0,2}[0-9]){5,12}")
_EXIT_CODE = re.compile(
    r"(?<![0-9A-Za-z.\-])(?:00|011[ \-]?)(?P<number>[1-9][0-9]{0,2}\)?[ \-./]{0,2}[0-9](?:[ \-./()]{0,3}[0-9]){6,12})(?![0-9A-Za-z])"
)
_AMERICAN = re.compile(
    r"(?<![0-9A-Za-z.\-+])(?:1[ .\-]?)?(?:\([2-9][0-9]{2}\)[ .\-]{0,2}|(?!800|888|400)[2-9][0-9]{2}[.\-])[2-9][0-9]{2}[ .\-][0-9]{4}(?![0-9A-Za-z]|[.\-][0-9])"
)
_BRACKETED = re.compile(r"\([0-9]{2,4}(?:\) ?| )[0-9]{7,9}(?![0-9])")
_SWITCHBOARD = re.compile(
    r"(?:办公室|[室办部处科所店]|中心|前台|总机)(?:\([^()]{1,12}\))?[ :]?(?P<number>(?!20[0-3][0-9][01])[2-8][0-9]{7})(?![0-9A-Za-z])"
)
_CALLED = re.compile(
    r"(?<![0-9])\(?\+?[0-9](?:[ \-./()]{0,4}[0-9]){5,17}(?:\s?(?:ext(?:ension)?\.?|x|转|分机号?)\s?[0-9]{1,6})?(?![0-9])",
    re.IGNORECASE,
)
_LONG = re.compile(r"(?<![0-9])[0-9]{19,}")
_HOTLINE = re.compile(
    r"(?:1010[0-9]{4}|(?:9[56][0-9]{3,4}|1[0-2][0-9]{1,3})(?:\s?(?:转|分机|ext\.?|x)\s?[0-9]{1,6})?|[48]00[0-9]{7}(?:\s?(?:转|分机|ext\.?|x)\s?[0-9]{1,6})?)",
    re.IGNORECASE,
)
_HOTLINE_DASHED = re.compile(r"[48]00-?[0-9]{3}-?[0-9]{4}-[0-9]{1,6}")
_JOINTS = re.compile(r"(?<=[0-9])[ \-.()/]{1,3}(?=[0-9])")
_DATE = re.compile(r"(?:19|20)[0-9]{2}[\-./](?:1[0-2]|0?[1-9])[\-./][0-3]?[0-9](?![0-9])")
_INVITED = re.compile(r"@ $")
_NOT_DIGIT = re.compile(r"[^0-9]")
_LOCAL_LOW = 7


def find_abroad(text: str) -> Iterator[PiiSpan]:
    """Numbers with a country code or in a foreign country's own grouping."""
    for match in _ABROAD.finditer(text):
        if _valid(match[0], possible=True):
            yield _phone(match[0], match.start(), match.end())
    for match in _EXIT_CODE.finditer(text):
        if _valid("+" + match["number"]) and not cues.says_reference(text, match.start(), match.end()):
            yield _phone("+" + match["number"], match.start(), match.end())
    for pattern in (_AMERICAN, _BRACKETED):
        for match in pattern.finditer(text):
            if not cues.says_reference(text, match.start(), match.end()):
                yield _phone(match[0], match.start(), match.end())


def find_called(text: str) -> Iterator[PiiSpan]:
    """Numbers right after a word for phone, or behind the office that they ring in."""
    for match in _CALLED.finditer(text):
        if _is_called(text, match) and not _elsewise(match[0]) and not cues.says_no_phone(text, match.end()):
            yield _phone(match[0], match.start(), match.end())
    for match in _LONG.finditer(text):
        if cues.says_phone(text, match.start()):
            yield _phone(match[0], match.start(), match.end())
    for match in _SWITCHBOARD.finditer(text):
        if not cues.says_amount(text, match.start("number"), match.end()):
            yield _phone(match["number"], match.start("number"), match.end())


def _is_called(text: str, match: re.Match[str]) -> bool:
    start, end = match.span()
    if cues.says_phone(text, start):
        return not _too_short(match[0]) and not cues.says_amount(text, start, end)
    digits = _NOT_DIGIT.sub("", match[0])
    if inside_code(text, start, end) or cues.says_amount(text, start, end):
        return False
    if len(digits) == 10 and _INVITED.search(text, max(0, start - 2), start):
        return True
    return len(digits) >= _LOCAL_LOW and cues.says_number(text, start, end)


def _too_short(raw: str) -> bool:
    """A local number of mainland China begins with 2 to 8; 112-3333 is none."""
    digits = _NOT_DIGIT.sub("", raw)
    return len(digits) < 8 and digits[0] == "1" and digits != raw


def _elsewise(raw: str) -> bool:
    """A hotline with or without its extension, or a date."""
    joined = _JOINTS.sub("", raw).strip("( )")
    return (
        _DATE.match(raw.lstrip("(")) is not None
        or _HOTLINE.fullmatch(joined) is not None
        or _HOTLINE_DASHED.fullmatch(raw) is not None
    )


def _valid(raw: str, *, possible: bool = False) -> bool:
    try:
        number = phonenumbers.parse(raw.replace("(0)", ""))
    except phonenumbers.NumberParseException:
        return False
    return phonenumbers.is_possible_number(number) if possible else phonenumbers.is_valid_number(number)


def _phone(raw: str, start: int, end: int) -> PiiSpan:
    plus = "+" if raw.lstrip("(").startswith("+") else ""
    return PiiSpan(start, end, PiiType.PHONE, plus + _NOT_DIGIT.sub("", raw))
