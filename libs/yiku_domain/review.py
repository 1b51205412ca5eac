"""Reviews: what a person decides about memories that are not sure enough."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from yiku_domain.memory import JsonValue, Kind, Memory

LOW_CONFIDENCE = "low_confidence"


class Decision(StrEnum):
    """WITHDRAWN is nobody's: the memory ceased to wait before a person had looked."""

    APPROVE = "approve"
    REJECT = "reject"
    EDIT = "edit"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class Edit:
    """What a person changes before approving, masked; None leaves a field as it is.

    An empty `attribute` takes the memory out of its slot.
    """

    content: str | None = None
    kind: Kind | None = None
    attribute: str | None = None
    value: Mapping[str, JsonValue] | None = None

    def as_json(self) -> dict[str, JsonValue]:
        """Only what is changed; equal for equal edits."""
        fields: dict[str, JsonValue] = {
            "content": self.content,
            "kind": self.kind and self.kind.value,
            "attribute": self.attribute,
            "value": None if self.value is None else dict(self.value),
        }
        return {name: item for name, item in fields.items() if item is not None}


@dataclass(frozen=True)
class Verdict:
    """A decision and whose it is. `edit` belongs to EDIT; `comment` is masked."""

    decision: Decision
    actor: str
    edit: Edit = Edit()
    comment: str = ""


@dataclass(frozen=True)
class SourceTurn:
    """A turn of the conversation that a memory comes from; `role` is user or assistant."""

    role: str
    text: str


@dataclass(frozen=True)
class ReviewItem:
    """A memory that waits for a person or was decided, beside the masked words that it comes from.

    `memory.source.span` lies in `text`, which is empty where the memory comes from no words; `before` holds
    the turns before it, oldest first. Undecided while `decision` is None.
    """

    memory: Memory
    reason: str
    opened_at: datetime
    text: str
    before: Sequence[SourceTurn]
    decision: Decision | None = None
    decided_at: datetime | None = None
    actor: str = ""
    edited: Mapping[str, JsonValue] | None = None
