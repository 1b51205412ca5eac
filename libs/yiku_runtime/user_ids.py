"""What a user id must not be: it stands in keys, topics and indexes, where no identity may."""

from typing import Final

from cachetools import LRUCache
from yiku_domain.errors import InvalidRequest
from yiku_text import pii
from yiku_text.pii import PiiSpan, PiiType

FIELD: Final = "user_id"

_NAMES: Final = {
    PiiType.EMAIL: "an e-mail address",
    PiiType.ID: "a resident id",
    PiiType.MOBILE: "a mobile number",
    PiiType.PHONE: "a phone number",
}
_MAX_AROUND: Final = 12
"""Longer surroundings, or digits in them, make a random id: one UUID in a thousand has a run of
digits that could be a mobile number."""


class UserIdCheck:
    """Refuses user ids that say who someone is. Sound ids are remembered, as each comes often."""

    def __init__(self, remembered: int = 10_000) -> None:
        self._sound: LRUCache[str, bool] = LRUCache(remembered)

    def check(self, user_id: str) -> None:
        """Raise `InvalidRequest` for a mobile number, resident id or e-mail address."""
        if user_id in self._sound:
            return
        name = looks_like(user_id)
        if name:
            raise InvalidRequest.of(FIELD, f"looks like {name}; pass an opaque id")
        self._sound[user_id] = True


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
