"""How a draft meets what is already known: insert, merge, supersede, or leave the stored one standing."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yiku_domain.memory import Draft, JsonValue, Memory, Nature, Status
from yiku_domain.vocabulary import BY_NAME


@dataclass(frozen=True)
class Insert:
    """Nothing stored speaks of the same thing."""


@dataclass(frozen=True)
class Merge:
    """The same thing is stored already: evidence and energy rise, the stored id is the answer."""

    existing: Memory


@dataclass(frozen=True)
class Supersede:
    """The stored values end where the draft begins."""

    existing: tuple[Memory, ...]


@dataclass(frozen=True)
class InsertClosed:
    """The draft speaks of an earlier time than the stored value: it is history from the start."""

    successor: Memory


@dataclass(frozen=True)
class Yield:
    """The stored value was said outright and the draft only inferred: the draft waits for the customer's answer."""

    existing: Memory


Resolution = Insert | Merge | Supersede | InsertClosed | Yield


def normal_form(content: str) -> str:
    """Content compared for exact repeats: NFKC, case-folded, spaces and closing marks dropped."""
    folded = unicodedata.normalize("NFKC", content).casefold()
    return "".join(folded.split()).rstrip(".!?。！？~～,，;；")


def slot_of(attribute: str | None, value_identity: str | None, condition: JsonValue = None) -> str | None:
    """The name of the slot that holds at most one active memory, or None where nothing is exclusive.

    A value bound to a condition (下雨天才要厢货) has a slot of its own beside the one that always holds.
    """
    known = BY_NAME.get(attribute or "")
    if known is None or not (known.single_valued or value_identity):
        return None
    slot = known.name if known.single_valued else f"{known.name}:{value_identity}"
    return f"{slot}?{normal_form(condition)}" if condition and isinstance(condition, str) else slot


def draft_slot(draft: Draft) -> str | None:
    """The slot a draft would fill."""
    if draft.nature is not Nature.STATE:
        return None
    return slot_of(draft.attribute, _identity(draft), draft.value.get("condition"))


def _identity(thing: Draft) -> str | None:
    known = BY_NAME.get(thing.attribute or "")
    if known is None or known.identity is None:
        return None
    value = thing.value.get(known.identity)
    return normal_form(value) if isinstance(value, str) else None


def resolve(draft: Draft, known: Sequence[Memory], slot: str | None, at: datetime) -> Resolution:
    """Decide what becomes of a draft.

    `known` holds the customer's active memories that share the draft's normal form or its slot
    (`slot` given means that those in the slot exclude each other). `at` is when the draft becomes
    true. Said outright beats inferred; between equals the later wins.
    """
    repeat = next((m for m in known if _repeats(draft, m)), None)
    if repeat is not None:
        return Merge(repeat)
    rivals = tuple(m for m in known if slot is not None and m.attribute == draft.attribute)
    if not rivals:
        return Insert()
    firm = next((m for m in rivals if m.explicit and not draft.explicit), None)
    if firm is not None:
        return Yield(firm)
    later = next((m for m in rivals if m.valid_from > at and (m.explicit or not draft.explicit)), None)
    return InsertClosed(later) if later is not None else Supersede(rivals)


def _repeats(draft: Draft, memory: Memory) -> bool:
    return memory.status is Status.ACTIVE and says_again(draft, memory)


def says_again(draft: Draft, memory: Memory) -> bool:
    """Word for word the same, or the same value in the same slot; whatever the memory's status."""
    if memory.nature is not draft.nature:
        return False
    if draft.nature is Nature.EVENT and memory.event_time != draft.event_time:
        return False
    if normal_form(memory.content) == normal_form(draft.content):
        return memory.attribute == draft.attribute
    same_slot = draft.attribute is not None and memory.attribute == draft.attribute
    return same_slot and bool(draft.value) and dict(memory.value) == dict(draft.value)
