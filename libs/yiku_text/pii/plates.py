"""Vehicle number plates, with five characters or the six of new-energy vehicles."""

import re
from collections.abc import Iterator

from yiku_text.pii import cues
from yiku_text.pii.spans import PiiSpan, PiiType

_PROVINCE = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
_C = "[A-HJ-NP-Za-hj-np-z0-9]"
_D = "[0-9]"
_J = r"[\s·•・.\-_—‧∙⋅●]?"
_JOINT = r"[\s·•・.\-_—‧∙⋅●*]{0,3}"
_NOT_CODE = r"(?![A-Za-z0-9])"
_PLATE = re.compile(
    rf"([{_PROVINCE}]){_J}([A-Za-z]){_JOINT}("
    rf"[A-Ka-k]{_J}{_C}{_J}{_D}{_J}{_D}{_J}{_D}{_J}{_D}|{_D}{_J}{_D}{_J}{_D}{_J}{_D}{_J}{_D}{_J}[A-Ka-k]"
    rf"|{_C}{_J}{_C}{_J}{_C}{_J}{_C}{_J}[挂学警港澳试超领使]|{_C}{_J}{_C}{_J}{_C}{_J}{_C}{_J}{_C}[学警挂]?){_NOT_CODE}"
)
_HAN = "[0-9零〇洞一幺二两三四五六七拐八九勾A-HJ-NP-Za-hj-np-z]"
_SPELT = re.compile(
    rf"([{_PROVINCE}])\s?([A-Za-z])[\s·,]?((?:{_HAN}[\s]?){{4,5}}{_HAN}){_NOT_CODE}(?![零〇一二三四五六七八九十])"
)
_POLICE = re.compile(
    rf"(?<![A-Za-z0-9])WJ\s?[{_PROVINCE}]?[\s·\-]?(?:{_C}{{1,2}}[\s·\-]?)?{_D}{{3,5}}[A-Za-z]?{_NOT_CODE}",
    re.IGNORECASE,
)
_PINYIN = r"(?:yue|jing|hu|su|zhe|chuan|yu|jin|ji|min|lu|xiang|e|gui|shan|wan|gan|yun|liao|hei|meng|xin|gan|qian|qiong)"
_BARE = re.compile(
    rf"(?<![A-Za-z0-9])(?:(?:{_PINYIN}[\s\-]?)?[A-Za-z][\s·•\-]?{_C}{{5,6}}|[A-Za-z0-9]{{1,4}}[\s·\-]?[A-Za-z0-9]{{3,5}}){_NOT_CODE}",
    re.IGNORECASE,
)
_HINT = re.compile(rf"[{_PROVINCE}]{_J}[A-Za-z]|WJ|车|牌|plate", re.IGNORECASE)
_JOINTS = re.compile(r"[\s·•・.\-_—‧∙⋅●*,]")
_DIGITS = re.compile(r"[0-9零〇洞一幺二两三四五六七拐八九勾]")
_SPOKEN_DIGITS = str.maketrans("零〇洞一幺二两三四五六七拐八九勾", "0001122345677899")


def find_plates(text: str) -> Iterator[PiiSpan]:
    """Plates with their province; without it where the words say number plate."""
    if _HINT.search(text) is None:
        return
    for pattern in (_PLATE, _SPELT):
        for match in pattern.finditer(text):
            if _enough_digits(match[3]):
                yield _span(match)
    for match in _POLICE.finditer(text):
        yield _span(match)
    for match in _BARE.finditer(text):
        if cues.says_plate(text, match.start()) and _enough_digits(match[0]):
            yield _span(match)


def _enough_digits(serial: str) -> bool:
    return len(_DIGITS.findall(serial)) >= 2


def _span(match: re.Match[str]) -> PiiSpan:
    return PiiSpan(match.start(), match.end(), PiiType.PLATE, _normal(match[0]))


def _normal(written: str) -> str:
    return _JOINTS.sub("", written).translate(_SPOKEN_DIGITS).upper()
