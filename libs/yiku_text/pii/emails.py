"""E-mail addresses, also those written with the words at and dot."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from collections.abc import Iterator

from yiku_text.pii.spans import PiiSpan, PiiType

_LOCAL = r"(?<![A-Za-z0-9])[A-Za-z0-9](?:[A-Za-z0-9._%+'\-]{0,63}[A-Za-z0-9_+\-])?"
_NAME = r"(?:(?<![A-Za-z0-9])[A-Za-z]{2,20}(?![是为号到给箱址用和与或加发写叫])[\u4e00-\u9fff](?:(?![是为号到给箱址用和与或加发写叫])[\u4e00-\u9fff]){0,2}(?=[A-Za-z0-9._\-]{1,32} ?@)(?:[A-Za-z0-9._\-]{1,32}))"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?"
_DOMAIN = rf"(?:{_LABEL}(?:[\u4e00-\u9fff]{{1,4}}{_LABEL})?(?:\.|。(?=[A-Za-z]{{2,}}(?![A-Za-z0-9]))|\s[.。]\s?(?=(?:com|cn|net|org)\b)))+[A-Za-z]{{2,24}}"
_EMAIL = re.compile(rf"(?:{_NAME}|{_LOCAL})(?:@| @ |(?: @|@ )(?=[A-Za-z0-9\-]{{1,63}}\.(?:com|cn|net|org)\b)){_DOMAIN}")
_AT = r"\s*(?:[(\[{<]\s?(?:at|a|@|艾特)\s?[)\]}>]|\sat\s|艾特|爱特|圈\s?a|小老鼠|\s?@\s?)\s*"
_SPOKEN_DOT = r"\s*(?:[(\[{<]\s?(?:dot|点|\.)\s?[)\]}>]|\sdot\s|点|[.。])\s*"
_TOP = r"(?:com|cn|net|org|io|edu|gov|me|co|ai)"
_SPOKEN = re.compile(
    rf"({_LOCAL}(?:\sdot\s[A-Za-z0-9]{{1,32}})?){_AT}((?!(?:the|a|our|my|your|this|that)\s)(?:[A-Za-z0-9\-]{{1,63}}{_SPOKEN_DOT}){{1,3}}{_TOP})(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_PROVIDER = (
    r"(?:gmail|qq|vip|163|126|139|189|yeah|foxmail|outlook|hotmail|live|icloud|yahoo|sina|sohu|aliyun|proton(?:mail)?)"
)
_MISTYPED = re.compile(
    rf"({_LOCAL})\s?(?:#\s?({_PROVIDER})\s?[.,。]|@\s?({_PROVIDER})\s?[, ]\s?)(com|cn|net)(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_PLAIN_AT = re.compile(rf"\sat\s+(?!{_PROVIDER}\b)[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)*$", re.IGNORECASE)
_DOT_WORD = re.compile(_SPOKEN_DOT, re.IGNORECASE)
_LOCAL_DOT = re.compile(r"\sdot\s", re.IGNORECASE)


def find_emails(text: str) -> Iterator[PiiSpan]:
    """Addresses in any neighbourhood; Chinese characters are not part of them, but for a name inside one."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            normalised = "".join(match[0].split()).replace("。", ".").lower()
            yield PiiSpan(match.start(), match.end(), PiiType.EMAIL, normalised)
    for match in _SPOKEN.finditer(text):
        if _PLAIN_AT.search(match[0]) is None:
            local = _LOCAL_DOT.sub(".", match[1])
            normalised = f"{local}@{_DOT_WORD.sub('.', match[2])}".lower()
            yield PiiSpan(match.start(), match.end(), PiiType.EMAIL, normalised)
    for match in _MISTYPED.finditer(text):
        normalised = f"{match[1]}@{match[2] or match[3]}.{match[4]}".lower()
        yield PiiSpan(match.start(), match.end(), PiiType.EMAIL, normalised)
