"""User ids that give somebody away: a user id stands in keys, topics and indexes, where no identity may."""

from typing import Final

from yiku_text import pii
from yiku_text.pii import PiiSpan, PiiType

_NAMES: Final = {
    PiiType.EMAIL: "an e-mail address",
    PiiType.ID: "a resident id",
    PiiType.MOBILE: "a mobile number",
    PiiType.PHONE: "a phone number",
}
_MAX_AROUND: Final = 12
"""Longer surroundings, or digits in them, make a random id: one UUID in a thousand has a run of
digits that could be a mobile number."""


def looks_like(user_id: str) -> str:
    """What the id gives away, also behind a short prefix (`u_138…`); empty for an opaque one."""
    apart = user_id.replace("_", " ")
    for span in pii.find(apart):
        if span.type in _NAMES and _stands_out(apart, span):
            return _NAMES[span.type]
    return ""


def _stands_out(text: str, span: PiiSpan) -> bool:
    around = text[: span.start] + text[span.end :]
    if span.type is PiiType.EMAIL:
        return True
    return len(around) <= _MAX_AROUND and not any(c.isdigit() for c in around)
