"""What a user id must not be: it stands in keys, topics and indexes, where no identity may."""

from collections.abc import Callable
from typing import Final, TypeAlias

from cachetools import LRUCache
from yiku_domain.errors import InvalidRequest

FIELD: Final = "user_id"

LooksLike: TypeAlias = Callable[[str], str]
"""What an id gives away, such as "a mobile number"; empty for an opaque one."""


class UserIdCheck:
    """Refuses user ids that say who someone is. Sound ids are remembered, as each comes often."""

    def __init__(self, looks_like: LooksLike, remembered: int = 10_000) -> None:
        self._looks_like = looks_like
        self._sound: LRUCache[str, bool] = LRUCache(remembered)

    def check(self, user_id: str) -> None:
        """Raise `InvalidRequest` for a mobile number, resident id or e-mail address."""
        if user_id in self._sound:
            return
        name = self._looks_like(user_id)
        if name:
            raise InvalidRequest.of(FIELD, f"looks like {name}; pass an opaque id")
        self._sound[user_id] = True
