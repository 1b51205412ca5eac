"""What comes in: one segment of a source, and what is known around it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo

from yiku_domain.memory import JsonValue, Source
from yiku_domain.plan import Turn
from yiku_text.masking import Tokenise

DEFAULT_ZONE = ZoneInfo("Asia/Shanghai")
USER_ROLES = frozenset({"user", "customer"})


def by_customer(role: str) -> bool:
    """Whether a turn of this role is the customer's own."""
    return role.lower() in USER_ROLES


@dataclass(frozen=True)
class DialogueSegment:
    """One turn as it was said, raw. `previous` holds the turns before it in order, raw as well."""

    text: str
    role: str
    at: datetime
    source: Source
    item: int = 0
    turn: int = 0
    previous: tuple[Turn, ...] = ()


@dataclass(frozen=True)
class OrderSegment:
    """An order of the customer, raw; empty strings and 0 where the caller gave nothing."""

    order_id: str
    at: datetime
    source: Source
    vehicle_type: str = ""
    pickup: str = ""
    dropoff: str = ""
    goods: str = ""
    amount_yuan: float = 0
    driver: str = ""
    item: int = 0
    turn: int = -1


@dataclass(frozen=True)
class ReviewSegment:
    """A review the customer wrote, raw; `rating` is 1 to 5, 0 where none was given."""

    text: str
    at: datetime
    source: Source
    order_id: str = ""
    driver: str = ""
    rating: int = 0
    item: int = 0
    turn: int = -1


@dataclass(frozen=True)
class BehaviourSegment:
    """Something the customer did."""

    action: str
    at: datetime
    source: Source
    properties: Mapping[str, JsonValue] = field(default_factory=dict)
    item: int = 0
    turn: int = -1


Segment = DialogueSegment | OrderSegment | ReviewSegment | BehaviourSegment


@dataclass(frozen=True)
class Context:
    """What the pipeline may know of the customer.

    `tokenise` belongs to `tenant`. `city` is filled into addresses that name none. `recalled` holds
    the contents of memories that were just handed to the bot. The customer's words are read in `zone`.
    """

    tokenise: Tokenise
    city: str = ""
    recalled: tuple[str, ...] = ()
    tenant: str = ""
    zone: tzinfo = DEFAULT_ZONE
