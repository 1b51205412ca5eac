"""A customer's memories while one transaction changes them: what was, what becomes, and the log of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from yiku_domain.ids import MemoryId, Scope, TraceId
from yiku_domain.memory import Draft, Memory, Nature, SourceKind, Status
from yiku_domain.resolution import (
    Insert,
    InsertClosed,
    Merge,
    Supersede,
    Yield,
    draft_slot,
    normal_form,
    resolve,
    slot_of,
)
from yiku_domain.vocabulary import BY_NAME

ENERGY_NEW = 0.5
ENERGY_STEP = 0.1
REPLACEABLE = frozenset({SourceKind.ORDER, SourceKind.REVIEW})
"""Sources that are one thing under one ref: told again with other content, they replace themselves."""


class Outcome(StrEnum):
    """What became of a draft."""

    STORED = "stored"
    MERGED = "merged"
    SUPERSEDED = "superseded"
    REVIEW = "review"


@dataclass(frozen=True)
class Written:
    """The memory that now holds a draft, and the ids it replaced."""

    outcome: Outcome
    memory: Memory
    replaced: tuple[MemoryId, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Change:
    """One new version of one memory."""

    operation: str
    memory: Memory


@dataclass
class Workspace:
    """Applies drafts in order to the memories loaded under the customer's lock."""

    scope: Scope
    trace_id: TraceId
    now: datetime
    review_below: float
    view: dict[MemoryId, Memory] = field(default_factory=dict)
    fresh: set[MemoryId] = field(default_factory=set)
    changes: list[Change] = field(default_factory=list)

    def apply(self, draft: Draft, memory_id: MemoryId) -> Written:
        """Resolve one draft; `memory_id` is used where a new memory comes of it."""
        if draft.confidence < self.review_below:
            memory = self._insert(draft, memory_id, status=Status.PENDING_REVIEW)
            return Written(Outcome.REVIEW, memory, reason="low_confidence")
        slot = draft_slot(draft)
        decision = resolve(draft, self._rivals(draft, slot), slot, self._since(draft))
        match decision:
            case Insert():
                return Written(Outcome.STORED, self._insert(draft, memory_id))
            case Merge(existing):
                return Written(Outcome.MERGED, self._merge(existing, draft), reason="repeat")
            case Supersede(existing):
                return self._supersede(draft, memory_id, existing)
            case InsertClosed(successor):
                closed = self._insert(
                    draft,
                    memory_id,
                    status=Status.SUPERSEDED,
                    valid_to=successor.valid_from,
                    superseded_by=successor.memory_id,
                )
                return Written(Outcome.STORED, closed, reason="earlier_than_known")
            case Yield():
                return self.hold_back(draft, memory_id)

    def hold_back(self, draft: Draft, memory_id: MemoryId) -> Written:
        """The customer said otherwise: the draft waits for a person."""
        waiting = self._insert(draft, memory_id, status=Status.PENDING_REVIEW)
        return Written(Outcome.REVIEW, waiting, reason="contradicts_explicit")

    def replace_source(self, told_before: Sequence[Memory], kept: set[MemoryId]) -> None:
        """Retract what a source said before and does not say now."""
        for memory in told_before:
            current = self.view.get(memory.memory_id, memory)
            if current.memory_id not in kept and current.status is Status.ACTIVE:
                self.change("replaced", replace(current, status=Status.RETRACTED))

    def change(self, operation: str, memory: Memory) -> Memory:
        """Record the next version of a memory."""
        after = replace(memory, version=memory.version + 1, updated_at=self.now, trace_id=self.trace_id)
        self.view[after.memory_id] = after
        self.changes.append(Change(operation, after))
        return after

    def changed(self) -> Iterable[tuple[Memory, bool]]:
        """Each changed memory as it ends up, and whether it is new; closed ones before new ones."""
        ids = {change.memory.memory_id for change in self.changes}
        ordered = sorted(ids, key=lambda i: i in self.fresh)
        return [(self.view[i], i in self.fresh) for i in ordered]

    def _since(self, draft: Draft) -> datetime:
        return draft.valid_from or draft.event_time or self.now

    def _rivals(self, draft: Draft, slot: str | None) -> list[Memory]:
        form = normal_form(draft.content)
        return [
            m
            for m in self.view.values()
            if m.status is Status.ACTIVE
            and (normal_form(m.content) == form or (slot is not None and memory_slot(m) == slot))
        ]

    def _insert(
        self,
        draft: Draft,
        memory_id: MemoryId,
        *,
        status: Status = Status.ACTIVE,
        valid_to: datetime | None = None,
        superseded_by: MemoryId | None = None,
    ) -> Memory:
        since = self._since(draft)
        memory = Memory(
            scope=self.scope,
            memory_id=memory_id,
            kind=draft.kind,
            nature=draft.nature,
            content=draft.content,
            attribute=draft.attribute,
            value=draft.value,
            entities=draft.entities,
            relations=draft.relations,
            confidence=draft.confidence,
            explicit=draft.explicit,
            event_time=draft.event_time,
            event_precision=draft.event_precision,
            valid_from=since,
            valid_to=None if valid_to is None else max(valid_to, since),
            recorded_at=self.now,
            updated_at=self.now,
            expires_at=draft.expires_at,
            energy=ENERGY_NEW,
            evidence_count=1,
            status=status,
            superseded_by=superseded_by,
            source=draft.source,
            trace_id=self.trace_id,
            version=0,
        )
        self.fresh.add(memory_id)
        return self.change("insert", memory)

    def _merge(self, existing: Memory, draft: Draft) -> Memory:
        """Evidence and energy rise; told by the same words of the same source, nothing changes."""
        source = draft.source
        if source.episode_id and source.episode_id == existing.source.episode_id:
            return existing
        return self.change(
            "merge",
            replace(
                existing,
                evidence_count=existing.evidence_count + 1,
                energy=min(1.0, round(existing.energy + ENERGY_STEP, 4)),
                confidence=max(existing.confidence, draft.confidence),
                explicit=existing.explicit or draft.explicit,
                expires_at=draft.expires_at or existing.expires_at,
            ),
        )

    def _supersede(self, draft: Draft, memory_id: MemoryId, existing: tuple[Memory, ...]) -> Written:
        since = self._since(draft)
        for old in existing:
            closed = replace(
                old,
                status=Status.SUPERSEDED,
                superseded_by=memory_id,
                valid_to=max(since, old.valid_from),
            )
            self.change("supersede", closed)
        memory = self._insert(draft, memory_id)
        return Written(Outcome.SUPERSEDED, memory, tuple(m.memory_id for m in existing))


def memory_slot(memory: Memory) -> str | None:
    """The slot a stored memory fills while it is active."""
    if memory.nature is not Nature.STATE:
        return None
    known = BY_NAME.get(memory.attribute or "")
    identity = memory.value.get(known.identity) if known and known.identity else None
    named = normal_form(identity) if isinstance(identity, str) else None
    return slot_of(memory.attribute, named, memory.value.get("condition"))
