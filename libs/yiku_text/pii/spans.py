"""What a recogniser finds: a typed span with a normal form that equal values share."""

from dataclasses import dataclass
from enum import StrEnum


class PiiType(StrEnum):
    """Kinds of personal data, in the order in which they win where spans overlap."""

    EMAIL = "email"
    ID = "id"
    CARD = "card"
    MOBILE = "mobile"
    LANDLINE = "landline"
    DOCUMENT = "document"
    """A passport, a travel permit, a licence: where the words name it."""
    PHONE = "phone"
    """A number of any other country, or of any shape where the words say that it is a phone."""
    IP = "ip"
    ACCOUNT = "account"
    """The name or number under which a messenger knows somebody: where the words name it."""
    PLATE = "plate"
    DOOR = "door"


PRIORITY = {kind: rank for rank, kind in enumerate(PiiType)}


@dataclass(frozen=True)
class PiiSpan:
    """`text[start:end]` is personal data; `normalised` is equal for equal values however written."""

    start: int
    end: int
    type: PiiType
    normalised: str
