"""E-mail addresses, also those written with the words at and dot."""

import re
from collections.abc import Iterator

from yiku_text.pii.spans import PiiSpan, PiiType

_LOCAL = r"(?<![A-Za-z0-9])[A-Za-z0-9](?:[A-Za-z0-9._%+'\-]{0,63}[A-Za-z0-9_+\-])?"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?"
_DOMAIN = rf"(?:{_LABEL}(?:[\u4e00-\u9fff]{{1,4}}{_LABEL})?\.)+[A-Za-z]{{2,24}}"
_EMAIL = re.compile(rf"{_LOCAL}\s?@\s?{_DOMAIN}")
_SPOKEN = re.compile(
    rf"({_LOCAL})\s*(?:\(at\)|\[at\]|\sat\s|艾特|圈a)\s*([A-Za-z0-9\-]{{1,63}})\s*(?:\(dot\)|\[dot\]|\sdot\s|点)\s*(com|cn|net|org|io|edu)(?![a-z])",
    re.IGNORECASE,
)


def find_emails(text: str) -> Iterator[PiiSpan]:
    """Addresses in any neighbourhood; Chinese characters are not part of them."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            yield PiiSpan(match.start(), match.end(), PiiType.EMAIL, "".join(match[0].split()).lower())
    for match in _SPOKEN.finditer(text):
        normalised = f"{match[1]}@{match[2]}.{match[3]}".lower()
        yield PiiSpan(match.start(), match.end(), PiiType.EMAIL, normalised)
