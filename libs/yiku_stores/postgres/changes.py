"""A customer's memories while one transaction changes them: what was, what becomes, and the log of it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from yiku_domain.clarification import Clarification, Ending, answer_to, says_the_same
from yiku_domain.ids import ClarificationId, MemoryId, Scope, TraceId
from yiku_domain.memory import Draft, Memory, SourceKind, Status
from yiku_domain.resolution import (
    Insert,
    InsertClosed,
    Merge,
    Supersede,
    Yield,
    draft_slot,
    normal_form,
    resolve,
    says_again,
)
from yiku_domain.review import LOW_CONFIDENCE

from yiku_stores.postgres.asking import Asking, questions_answered
from yiku_stores.postgres.drafting import memory_of, memory_slot, saying, true_since

ENERGY_STEP = 0.1
REPLACEABLE = frozenset({SourceKind.ORDER, SourceKind.REVIEW})
"""Sources that are one thing under one ref: told again with other content, they replace themselves."""

REPLACED = "replaced"
"""The operation of what gives way without anybody having decided against it."""

CONTRADICTS = "contradicts_explicit"


class Outcome(StrEnum):
    """What became of a draft."""

    STORED = "stored"
    MERGED = "merged"
    SUPERSEDED = "superseded"
    REVIEW = "review"
    CLARIFICATION = "clarification"


@dataclass(frozen=True)
class Written:
    """The memory that now holds a draft, and the ids it replaced; the question that it waits for, if any."""

    outcome: Outcome
    memory: Memory
    replaced: tuple[MemoryId, ...] = ()
    reason: str = ""
    question: Clarification | None = None


@dataclass(frozen=True)
class Change:
    """One new version of one memory."""

    operation: str
    memory: Memory

    @property
    def refuses(self) -> bool:
        """Whether somebody decided against what the memory says, or would not confirm it."""
        return self.memory.status is Status.RETRACTED and self.operation != REPLACED


@dataclass(frozen=True)
class Policy:
    """What decides when nothing is known: below which confidence a person looks, and how questions are asked."""

    review_below: float
    new_id: Callable[[], UUID]
    question: Callable[[Memory, Memory], str]
    ask_for: timedelta


@dataclass(frozen=True)
class _Entry:
    """A draft on its way in, and the row that is to hold it: a new one, or one that waits."""

    draft: Draft
    memory_id: MemoryId
    operation: str = "insert"


@dataclass
class Workspace:
    """Applies drafts in order to the memories loaded under the customer's lock.

    `opened` are review items to open, by memory, with their reasons; `decided` are memories that no longer wait.
    """

    scope: Scope
    trace_id: TraceId
    now: datetime
    policy: Policy
    view: dict[MemoryId, Memory] = field(default_factory=dict)
    asking: Asking = field(default_factory=Asking)
    fresh: set[MemoryId] = field(default_factory=set)
    changes: list[Change] = field(default_factory=list)
    opened: dict[MemoryId, str] = field(default_factory=dict)
    decided: set[MemoryId] = field(default_factory=set)

    def apply(self, draft: Draft, memory_id: MemoryId) -> Written:
        """Resolve one draft; `memory_id` is used where a new memory comes of it."""
        if draft.review or draft.confidence < self.policy.review_below:
            return self._queue(draft, memory_id, draft.review or LOW_CONFIDENCE)
        return self._settle(_Entry(draft, memory_id))

    def admit(self, waiting: Memory, draft: Draft, operation: str) -> Written:
        """Resolve what a waiting memory says by now; it keeps its id where it comes to stand."""
        return self._settle(_Entry(draft, waiting.memory_id, operation))

    def ask(self, draft: Draft, memory_id: MemoryId, said: Memory) -> Written:
        """The customer said otherwise: the draft waits for their answer."""
        return self._ask(_Entry(draft, memory_id), said)

    def held(self, memory: Memory) -> Written:
        """A memory whose evidence grew; the question it waits for is put anew."""
        if not waits(memory):
            return Written(Outcome.MERGED, memory)
        asked = self.asking.about(memory.memory_id)
        if asked is None:
            return Written(Outcome.REVIEW, memory)
        asked = self.asking.put(replace(asked, question=self.policy.question(self.view[asked.said], memory)))
        return Written(Outcome.CLARIFICATION, memory, reason=CONTRADICTS, question=asked)

    def replace_source(self, told_before: Sequence[Memory], kept: set[MemoryId]) -> None:
        """Retract what a source said before and does not say now."""
        for memory in told_before:
            current = self.view.get(memory.memory_id, memory)
            if current.memory_id not in kept and current.status is Status.ACTIVE:
                self.withdraw(current, REPLACED)

    def conclude(self, asked: Clarification, draft: Draft, standing: Memory) -> None:
        """Close a question by the statement that answered it; the value that lost ends in the same transaction."""
        said, waiting = self.view[asked.said], self.view[asked.inferred]
        ending = answer_to(draft, draft_slot(draft), asked, said, waiting)
        taken = ending is Ending.INFERRED
        if waits(waiting):
            self.withdraw(waiting, REPLACED if taken else "answer", standing.memory_id if taken else None)
        if taken and said.status is Status.ACTIVE and said.memory_id != standing.memory_id:
            self._end(said, true_since(draft, self.now), standing.memory_id)
        self.asking.close(asked, ending, self.now, standing.memory_id)

    def withdraw(self, memory: Memory, operation: str, standing: MemoryId | None = None) -> None:
        """A memory is never recalled again; `standing` is the one that holds in its place."""
        self.change(operation, replace(memory, status=Status.RETRACTED, superseded_by=standing))

    def change(self, operation: str, memory: Memory) -> Memory:
        """Record the next version of a memory."""
        before = self.view.get(memory.memory_id)
        if before is not None and waits(before) and not waits(memory):
            self.decided.add(memory.memory_id)
        after = replace(memory, version=memory.version + 1, updated_at=self.now, trace_id=self.trace_id)
        self.view[after.memory_id] = after
        self.changes.append(Change(operation, after))
        return after

    def changed(self) -> Iterable[tuple[Memory, bool]]:
        """Each changed memory as it ends up, and whether it is new; closed ones before new ones."""
        ids = {change.memory.memory_id for change in self.changes}
        ordered = sorted(ids, key=lambda i: (i in self.fresh, self.view[i].status is Status.ACTIVE))
        return [(self.view[i], i in self.fresh) for i in ordered]

    def _settle(self, entry: _Entry) -> Written:
        draft = entry.draft
        slot, since = draft_slot(draft), true_since(draft, self.now)
        decision = resolve(draft, self._rivals(draft, slot), slot, since)
        match decision:
            case Insert():
                written = Written(Outcome.STORED, self._place(entry))
            case Merge(existing):
                written = self._repeat(entry, existing)
            case Supersede(existing):
                written = self._supersede(entry, existing)
            case InsertClosed(successor):
                return self._go_to_history(entry, successor)
            case Yield(said) if says_the_same(draft, said):
                return self._repeat(entry, said)
            case Yield(said):
                return self._ask(entry, said)
        for asked in questions_answered(self.asking.open, draft, slot, since, self.view):
            self.conclude(asked, draft, written.memory)
        self._leave_queue(draft, written.memory)
        return written

    def _rivals(self, draft: Draft, slot: str | None) -> list[Memory]:
        form = normal_form(draft.content)
        return [
            m
            for m in self.view.values()
            if m.status is Status.ACTIVE
            and (normal_form(m.content) == form or (slot is not None and memory_slot(m) == slot))
        ]

    def _place(self, entry: _Entry, **changes: object) -> Memory:
        """The entry's row as an active memory, with `changes`."""
        row = self.view.get(entry.memory_id)
        if row is None:
            self.fresh.add(entry.memory_id)
            memory = memory_of(entry.draft, entry.memory_id, self.scope, self.now, self.trace_id)
        else:
            memory = replace(saying(row, entry.draft), status=Status.ACTIVE)
        return self.change(entry.operation, replace(memory, **changes))  # type: ignore[arg-type]

    def _repeat(self, entry: _Entry, existing: Memory) -> Written:
        merged = self._merge(existing, entry.draft)
        self._give_way(entry, merged)
        return Written(Outcome.MERGED, merged, reason="repeat")

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

    def _supersede(self, entry: _Entry, existing: tuple[Memory, ...]) -> Written:
        for old in existing:
            self._end(old, true_since(entry.draft, self.now), entry.memory_id)
        return Written(Outcome.SUPERSEDED, self._place(entry), tuple(m.memory_id for m in existing))

    def _end(self, old: Memory, at: datetime, successor: MemoryId) -> None:
        closed = replace(old, status=Status.SUPERSEDED, superseded_by=successor, valid_to=max(at, old.valid_from))
        self.change("supersede", closed)

    def _go_to_history(self, entry: _Entry, successor: Memory) -> Written:
        since = true_since(entry.draft, self.now)
        closed = self._place(
            entry,
            status=Status.SUPERSEDED,
            valid_to=max(successor.valid_from, since),
            superseded_by=successor.memory_id,
        )
        return Written(Outcome.STORED, closed, reason="earlier_than_known")

    def _ask(self, entry: _Entry, said: Memory) -> Written:
        """Open a question, in the place of an older one about the slot; the same one again only gains evidence."""
        slot = draft_slot(entry.draft)
        assert slot is not None
        asked = self.asking.of_slot(slot)
        if asked is not None:
            waiting = self.view[asked.inferred]
            if waits(waiting) and waiting.memory_id != entry.memory_id:
                if says_again(entry.draft, waiting):
                    merged = self._merge(waiting, entry.draft)
                    self._give_way(entry, merged)
                    return self.held(merged)
                self.withdraw(waiting, REPLACED)
            self.asking.close(asked, Ending.REPLACED, self.now)
        waiting = self._place(entry, status=Status.PENDING_REVIEW)
        asked = self.asking.put(self._question(slot, said, waiting))
        return Written(Outcome.CLARIFICATION, waiting, reason=CONTRADICTS, question=asked)

    def _question(self, slot: str, said: Memory, waiting: Memory) -> Clarification:
        return Clarification(
            scope=self.scope,
            clarification_id=ClarificationId(self.policy.new_id()),
            attribute=waiting.attribute or "",
            slot=slot,
            question=self.policy.question(said, waiting),
            said=said.memory_id,
            inferred=waiting.memory_id,
            opened_at=self.now,
            expires_at=self.now + self.policy.ask_for,
        )

    def _queue(self, draft: Draft, memory_id: MemoryId, reason: str) -> Written:
        twin = next((m for m in self._queued() if says_again(draft, m)), None)
        if twin is not None:
            return Written(Outcome.REVIEW, self._merge(twin, draft), reason=reason)
        memory = self._place(_Entry(draft, memory_id), status=Status.PENDING_REVIEW)
        self.opened[memory_id] = reason
        return Written(Outcome.REVIEW, memory, reason=reason)

    def _leave_queue(self, draft: Draft, standing: Memory) -> None:
        """What a person was to decide has been said clearly."""
        for waiting in self._queued():
            if waiting.memory_id != standing.memory_id and says_again(draft, waiting):
                self.withdraw(waiting, REPLACED, standing.memory_id)

    def _queued(self) -> list[Memory]:
        """Memories that wait for a person."""
        asked = {question.inferred for question in self.asking.open}
        return [m for m in self.view.values() if waits(m) and m.memory_id not in asked]

    def _give_way(self, entry: _Entry, standing: Memory) -> None:
        row = self.view.get(entry.memory_id)
        if row is not None:
            self.withdraw(row, REPLACED, standing.memory_id)


def waits(memory: Memory) -> bool:
    """For a person, or for the customer's answer."""
    return memory.status is Status.PENDING_REVIEW
