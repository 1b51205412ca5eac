"""Clarifications: questions to the customer where what they do disagrees with what they said."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from yiku_domain.habits import agrees, said
from yiku_domain.ids import ClarificationId, MemoryId, Scope
from yiku_domain.memory import Draft, Memory
from yiku_domain.resolution import normal_form


class Ending(StrEnum):
    """How a clarification ended: the first three name the value that stands, the others that nobody answered."""

    SAID = "said"
    INFERRED = "inferred"
    OTHER = "other"
    REPLACED = "replaced"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


ANSWERS = frozenset({Ending.SAID, Ending.INFERRED, Ending.OTHER})


@dataclass(frozen=True)
class Clarification:
    """A question that the bot may ask, in the customer's language and masked.

    `said` is the memory that the customer stated, `inferred` the one that waits. At most one is open for
    each `slot`, which is the attribute, or the attribute with what tells its values apart. Open until it has
    an `ending`; `standing` is the memory that an answer left in place.
    """

    scope: Scope
    clarification_id: ClarificationId
    attribute: str
    slot: str
    question: str
    said: MemoryId
    inferred: MemoryId
    opened_at: datetime
    expires_at: datetime
    closed_at: datetime | None = None
    ending: Ending | None = None
    standing: MemoryId | None = None


def says_the_same(draft: Draft, memory: Memory) -> bool:
    """Whether a draft and a memory of its attribute name the same value, in whatever words.

    One of them may say less: 4米2的车 and 4.2米厢货.
    """
    if normal_form(draft.content) == normal_form(memory.content):
        return True
    shared = said(draft.value).keys() & said(memory.value).keys()
    if draft.attribute != memory.attribute or not shared:
        return False
    return agrees(draft, memory) or agrees(replace(draft, value=memory.value), replace(memory, value=draft.value))


def answer_to(draft: Draft, slot: str | None, asked: Clarification, said_memory: Memory, inferred: Memory) -> Ending:
    """Which side a statement takes that fills the slot of one of the two memories."""
    if slot == asked.slot and says_the_same(draft, inferred):
        return Ending.INFERRED
    return Ending.SAID if says_the_same(draft, said_memory) else Ending.OTHER
