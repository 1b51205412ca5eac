"""Mobile, landline and foreign phone numbers; orders, timestamps, prices and hotlines are left alone."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from collections.abc import Iterator

import phonenumbers

from yiku_text.pii import cues
from yiku_text.pii.digits import Groups, chains, windows
from yiku_text.pii.spans import PiiSpan, PiiType

_MOBILE = re.compile(r"(?:0{0,2}86)?(1[3-9][0-9]{9})")
_SURE_SIZES = frozenset({(11,), (3, 4, 4), (1,) * 11, (3, 3, 5)})
_FOREIGN = re.compile(r"(?:\(?\+|\(?00)(?!86)[1-9][0-9]{0,2}\)?[ \-]?$")
_PREFIX = re.compile(r"(?:\(?(?:\+|00)?86\)?[ \-]?|\(?\+)$")
_LETTERS = re.compile(r"[A-Za-z]+$")
_CODE_LETTERS = re.compile(r"[A-Z]{1,4}$")
_WORDS = frozenset({"V", "WX", "TEL", "VX"})

AREA = (
    r"0(?:10|2[0-57-9]|3(?:1[0-9]|35|49|5[0-9]|7[0-9]|9[1-68])|4(?:[13][0-9]|2[179]|5[1-9]|6[4789]"
    r"|7[0-9]|8[2-9])|5(?:[1-5][0-9]|6[1-6]|7[0-9]|80|9[2-9])|6(?:3[1-5]|6[0238]|9[12])|7(?:01|1[0-9]"
    r"|2[248]|3[0-9]|4[3-6]|5[0-9]|6[0236-9]|7[0-9]|9[0-9])|8(?:[1357][0-9]|2[5-7]|8[3678]|9[13567])"
    r"|9(?:0[1236-9]|1[1-79]|3[0-9]|4[13]|5[1-5]|7[0-9]|9[0-9]))"
)
LANDLINE = re.compile(rf"(?:0{{0,2}}86)?({AREA})([2-8][0-9]{{6,7}})")
_LANDLINE = re.compile(
    rf"(?<![0-9A-Za-z.\-])(?:(?:\+|00)?86[ \-]?)?\(?({AREA})\)?[ \-]?([2-8][0-9]{{2,3}}[ \-]?[0-9]{{4}})(?![0-9A-Za-z]|[.\-][0-9]{{5}})"
)
_EXTENSION = re.compile(r"\s?(?:转|分机|ext\.?|x|-)\s?([0-9]{1,6})(?![0-9])", re.IGNORECASE)
_ABROAD = re.compile(r"\(?\+[0-9]{1,3}\)?[ \-./]?(?:\([0-9]{1,4}\)[ \-./]?)?[0-9](?:[ \-./]{0,2}[0-9]){5,12}")
_CALLED_PHONE = re.compile(
    r"\(?\+?[0-9](?:[ \-./()]{0,3}[0-9]){5,17}(?:\s?(?:ext\.?|x|转|分机)\s?[0-9]{1,6})?(?![0-9])", re.IGNORECASE
)
_HOTLINE = re.compile(r"[48]00[0-9]{7}|95[0-9]{3,4}|1[0-9]{4}")
_DATE = re.compile(r"(?:19|20)[0-9]{2}[\-./](?:1[0-2]|0?[1-9])[\-./][0-3]?[0-9](?![0-9])")
_NOT_DIGIT = re.compile(r"[^0-9]")


def mobile_number(digits: str) -> str | None:
    """The 11 digits of a mainland mobile number, without a country code; None for anything else."""
    match = _MOBILE.fullmatch(digits)
    return match[1] if match else None


def find_mobiles(text: str) -> Iterator[PiiSpan]:
    """Mainland mobiles in usual groupings; in any grouping where the words say phone."""
    for chain in chains(text):
        for run in windows(chain, 11, 15):
            number = mobile_number(run.digits)
            if number is not None and _is_mobile(text, run, number):
                yield PiiSpan(_with_prefix(text, run.start), run.end, PiiType.MOBILE, number)


def find_landlines(text: str) -> Iterator[PiiSpan]:
    """An area code with seven or eight digits, and the extension."""
    for match in _LANDLINE.finditer(text):
        local = _NOT_DIGIT.sub("", match[2])
        if len(match[1]) == 3 and len(local) == 7:
            continue
        reference = cues.says_reference(text, match.start(), match.end())
        if reference or _foreign_before(text, match.start()):
            continue
        extension = _EXTENSION.match(text, match.end())
        end = extension.end() if extension else match.end()
        suffix = f"x{extension[1]}" if extension else ""
        yield PiiSpan(match.start(), end, PiiType.LANDLINE, f"{match[1]}{local}{suffix}")


def find_other_phones(text: str) -> Iterator[PiiSpan]:
    """Numbers with a country code, and numbers of any shape right after a word for phone."""
    for match in _ABROAD.finditer(text):
        if _possible(match[0]):
            yield PiiSpan(match.start(), match.end(), PiiType.PHONE, _plain(match[0]))
    for match in _CALLED_PHONE.finditer(text):
        if cues.says_phone(text, match.start()) and not _elsewise(match[0]):
            yield PiiSpan(match.start(), match.end(), PiiType.PHONE, _plain(match[0]))


def _is_mobile(text: str, run: Groups, number: str) -> bool:
    if run.end < len(text) and text[run.end] in "0123456789":
        return False
    if _inside_code(text, run.start) or _foreign_before(text, run.start):
        return False
    if cues.says_phone(text, run.start):
        return True
    sure = run.sizes in _SURE_SIZES or run.sizes[1:] in _SURE_SIZES or run.digits != number
    dashed = run.sizes == (3, 8) and text[run.start + 3] == "-"
    return (sure or dashed) and not cues.says_reference(text, run.start, run.end)


def _inside_code(text: str, start: int) -> bool:
    letters = _LETTERS.search(text, max(0, start - 8), start)
    if letters is None:
        return start > 0 and text[start - 1] in "0123456789_#"
    return _CODE_LETTERS.fullmatch(letters[0]) is not None and letters[0] not in _WORDS


def _foreign_before(text: str, start: int) -> bool:
    return _FOREIGN.search(text, max(0, start - 8), start) is not None


def _with_prefix(text: str, start: int) -> int:
    prefix = _PREFIX.search(text, max(0, start - 7), start)
    return prefix.start() if prefix else start


def _possible(raw: str) -> bool:
    try:
        return phonenumbers.is_possible_number(phonenumbers.parse(raw.replace("(0)", "")))
    except phonenumbers.NumberParseException:
        return False


def _elsewise(raw: str) -> bool:
    return _HOTLINE.fullmatch(_NOT_DIGIT.sub("", raw)) is not None or _DATE.match(raw) is not None


def _plain(raw: str) -> str:
    plus = "+" if raw.lstrip("(").startswith("+") else ""
    return plus + _NOT_DIGIT.sub("", raw)
