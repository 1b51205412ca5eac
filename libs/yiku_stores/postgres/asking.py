"""The questions open to a customer while one transaction changes their memories."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from yiku_domain.clarification import Clarification, Ending
from yiku_domain.ids import ClarificationId, MemoryId
from yiku_domain.memory import Draft, Memory

from yiku_stores.postgres.drafting import memory_slot

_SKEW = timedelta(minutes=5)
"""Callers' clocks may differ by this much: a statement this little older than a habit still answers for it."""


@dataclass
class Asking:
    """Starts with what is open and keeps what changes; at most one question is open a slot."""

    _by_slot: dict[str, Clarification] = field(default_factory=dict)
    _changed: dict[ClarificationId, Clarification] = field(default_factory=dict)

    @classmethod
    def of(cls, questions: Iterable[Clarification]) -> "Asking":
        """With these open questions."""
        return cls({asked.slot: asked for asked in questions})

    @property
    def open(self) -> tuple[Clarification, ...]:
        """As of now; safe to close some while walking through."""
        return tuple(self._by_slot.values())

    def of_slot(self, slot: str) -> Clarification | None:
        """The open question about a slot."""
        return self._by_slot.get(slot)

    def about(self, memory_id: MemoryId) -> Clarification | None:
        """The open question that a memory waits for."""
        return next((asked for asked in self._by_slot.values() if asked.inferred == memory_id), None)

    def put(self, asked: Clarification) -> Clarification:
        """Open a question, or put it in other words."""
        self._by_slot[asked.slot] = asked
        self._changed[asked.clarification_id] = asked
        return asked

    def close(
        self, asked: Clarification, ending: Ending, now: datetime, standing: MemoryId | None = None
    ) -> Clarification:
        """End an open question."""
        del self._by_slot[asked.slot]
        closed = replace(asked, closed_at=now, ending=ending, standing=standing)
        self._changed[asked.clarification_id] = closed
        return closed

    def closed(self, clarification_id: ClarificationId) -> Clarification | None:
        """A question that ended here."""
        found = self._changed.get(clarification_id)
        return found if found and found.ending else None

    def changed(self) -> Sequence[Clarification]:
        """To be written in this order: what closes makes room for what opens."""
        return sorted(self._changed.values(), key=lambda asked: asked.ending is None)


def questions_answered(
    questions: Iterable[Clarification],
    draft: Draft,
    slot: str | None,
    since: datetime,
    memories: Mapping[MemoryId, Memory],
) -> list[Clarification]:
    """The questions that a statement settles: said outright, about either side, and not before there was a doubt.

    Words that were heard before the question arose, told once more, answer nothing.
    """
    if not draft.explicit or slot is None:
        return []
    return [
        asked
        for asked in questions
        if slot in (asked.slot, memory_slot(memories[asked.said]))
        and since >= memories[asked.inferred].valid_from - _SKEW
        and not _heard_before(draft, memories[asked.said])
    ]


def _heard_before(draft: Draft, said: Memory) -> bool:
    episode = draft.source.episode_id
    return bool(episode) and episode == said.source.episode_id
