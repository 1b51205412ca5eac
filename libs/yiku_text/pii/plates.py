"""Vehicle number plates, with five characters or the six of new-energy vehicles."""

import re
from collections.abc import Iterator

from yiku_text.pii import cues
from yiku_text.pii.spans import PiiSpan, PiiType

_PROVINCE = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
_CHARACTER = "[A-HJ-NP-Za-hj-np-z0-9]"
_PLATE = re.compile(
    rf"([{_PROVINCE}])\s?([A-Za-z])[\s·•・.\-_]{{0,2}}("
    rf"[A-Ka-k]{_CHARACTER}[0-9]{{4}}|[0-9]{{5}}[A-Ka-k]"
    rf"|{_CHARACTER}{{4}}[挂学警港澳试超领使]|{_CHARACTER}{{2}}\s?{_CHARACTER}{{3}})(?![A-Za-z0-9])"
)
_BARE = re.compile(
    rf"(?:(?:yue|jing|hu|su|zhe|chuan|yu|jin|ji|min|lu|xiang|e|gui|shan)[\s\-]?)?[A-Za-z][\s·•\-]?{_CHARACTER}{{5,6}}(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_JOINTS = re.compile(r"[\s·•・.\-_]")
_DIGITS = re.compile(r"[0-9]")


def find_plates(text: str) -> Iterator[PiiSpan]:
    """Plates with their province; without it where the words say number plate."""
    for match in _PLATE.finditer(text):
        if _enough_digits(match[3]):
            yield _span(match)
    for match in _BARE.finditer(text):
        if cues.says_plate(text, match.start()) and _enough_digits(match[0]):
            yield _span(match)


def _enough_digits(serial: str) -> bool:
    return len(_DIGITS.findall(serial)) >= 2


def _span(match: re.Match[str]) -> PiiSpan:
    return PiiSpan(match.start(), match.end(), PiiType.PLATE, _JOINTS.sub("", match[0]).upper())
