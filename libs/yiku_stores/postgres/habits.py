"""What becomes of the customer's habits when a deed is told, in the transaction that tells it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

from yiku_domain.habits import (
    COUNT,
    Deed,
    Habit,
    Window,
    agrees,
    choice_of,
    habits,
    opposed_attributes,
    opposes,
    rests_on_deeds,
)
from yiku_domain.ids import MemoryId
from yiku_domain.memory import Draft, Memory, SourceKind, Status
from yiku_domain.resolution import draft_slot

from yiku_stores.postgres import deeds as evidence
from yiku_stores.postgres.changes import REPLACED, Outcome, Workspace, Written
from yiku_stores.postgres.commit import Commit, Learnt
from yiku_stores.postgres.database import Connection
from yiku_stores.postgres.drafting import memory_slot
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import memory_from_row, scope_params

SQL = queries("habits")
REASON = "habit"
_EVER = datetime.min.replace(tzinfo=UTC)


async def learn(
    conn: Connection, space: Workspace, commit: Commit, window: Window, new_id: Callable[[], UUID]
) -> tuple[Learnt, ...]:
    """Keep the commit's deeds and bring the memories of the habits they bear on up to date in `space`.

    Call it under the customer's lock, after the drafts were applied; it writes deeds and reads, the
    changed memories are left to the writer. The memories that stand afterwards depend on the set of
    deeds, whatever the order in which they came. Deeds told again change nothing.
    """
    orders = [s.ref for s in commit.sources if s.kind is SourceKind.ORDER and s.ref]
    orders += [d.ref for d in commit.deeds if d.source is SourceKind.ORDER]
    if not (commit.deeds or orders):
        return ()
    changed = sorted(await evidence.record(conn, space.scope, commit.deeds, orders, space.now))
    if not changed:
        return ()
    judged = await _Judgement.of(conn, space, changed, window, new_id)
    written = [judged.settle(attribute) for attribute in changed]
    return tuple(_caused(commit.deeds, [w for some in written for w in some]))


def _caused(told: Sequence[Deed], written: Sequence[Written]) -> list[Learnt]:
    """Each outcome beside the last deed that speaks for it, else of its slot; others are not reported."""
    learnt = []
    for w in written:
        attribute = w.memory.attribute
        near = [i for i, d in enumerate(told) if d.attribute == attribute]
        same = [i for i in near if told[i].choice == choice_of(told[i].attribute, w.memory.value)]
        if near:
            learnt.append(Learnt((same or near)[-1], replace(w, reason=w.reason or REASON)))
    return learnt


@dataclass(frozen=True)
class _Judgement:
    """What the transaction read: the deeds and memories of the slots in question."""

    space: Workspace
    new_id: Callable[[], UUID]
    window: Window
    deeds: Mapping[str, list[Deed]]
    refused: Mapping[tuple[str, str], datetime]

    @classmethod
    async def of(
        cls, conn: Connection, space: Workspace, attributes: Sequence[str], window: Window, new_id: Callable[[], UUID]
    ) -> "_Judgement":
        found = await evidence.newest(conn, space.scope, attributes)
        beside = [other for attribute in attributes for other in opposed_attributes(attribute)]
        params = {**scope_params(space.scope), "attributes": [*attributes, *beside]}
        memories = await conn.execute(SQL["of_attributes"], params)
        refusals = await conn.execute(SQL["refused"], params)
        for row in await memories.fetchall():
            memory = memory_from_row(row)
            space.view.setdefault(memory.memory_id, memory)
        refused: dict[tuple[str, str], datetime] = {}
        for row in await refusals.fetchall():
            key = (row["attribute"], choice_of(row["attribute"], row["value"]))
            refused[key] = max(row["at"], refused.get(key, row["at"]))
        for change in space.changes:
            if change.refuses and rests_on_deeds(change.memory):
                refused[change.memory.attribute or "", _choice(change.memory)] = space.now
        return cls(space, new_id, window, found, refused)

    def settle(self, attribute: str) -> list[Written]:
        """Make the memories of one slot agree with its habits."""
        told = [d for d in self.deeds.get(attribute, ()) if d.at > self.refused.get((attribute, d.choice), _EVER)]
        whole = len(self.deeds.get(attribute, ())) < evidence.DEPTH
        found = habits(told, self.window)
        written = [self._hold(habit, whole) for habit in found if habit.until is None]
        self._let_go(attribute, {habit.choice: habit for habit in found}, whole)
        return [w for w in written if w is not None]

    def _hold(self, habit: Habit, whole: bool) -> Written | None:
        draft = habit.draft()
        slot = draft_slot(draft)
        near = [m for m in self._of(habit.attribute) if memory_slot(m) == slot]
        mine = next((m for m in near if rests_on_deeds(m) and _choice(m) == habit.choice), None)
        if mine is not None:
            return self._refresh(mine, draft, whole)
        active = [m for m in near if m.status is Status.ACTIVE]
        told = next((m for m in active if m.explicit and agrees(draft, m)), None)
        if told is not None:
            return self._confirm(told, draft)
        if any(m.valid_from > habit.since and not rests_on_deeds(m) for m in active if not m.explicit):
            return None
        for wrong in active:
            if rests_on_deeds(wrong) and wrong.valid_from >= habit.since:
                self._withdraw(wrong)
        return self._propose(draft)

    def _propose(self, draft: Draft) -> Written:
        memory_id = MemoryId(self.new_id())
        active = (m for m in self.space.view.values() if m.status is Status.ACTIVE)
        against = next((m for m in active if opposes(m, draft)), None)
        return self.space.ask(draft, memory_id, against) if against else self.space.apply(draft, memory_id)

    def _refresh(self, mine: Memory, draft: Draft, whole: bool) -> Written | None:
        """The newest evidence; where the habit turns out to have begun at another time, a memory that says so."""
        since = draft.valid_from or mine.valid_from
        if mine.valid_from != since and (whole or since < mine.valid_from):
            self._withdraw(mine)
            return self._propose(draft)
        now = replace(
            mine,
            content=draft.content,
            value=draft.value,
            entities=draft.entities,
            relations=draft.relations,
            confidence=draft.confidence,
        )
        if now == mine:
            return None
        return self.space.held(self.space.change("merge", replace(now, evidence_count=_count(draft))))

    def _confirm(self, told: Memory, draft: Draft) -> Written | None:
        """What the customer said is what they do: it counts as told once more for every deed."""
        if told.evidence_count > _count(draft):
            return None
        return Written(Outcome.MERGED, self.space.change("merge", replace(told, evidence_count=_count(draft) + 1)))

    def _let_go(self, attribute: str, found: Mapping[str, Habit], whole: bool) -> None:
        """Close the memories of habits that have lapsed; take back those that, seen with all deeds, never were."""
        for memory in [m for m in self._of(attribute) if rests_on_deeds(m)]:
            habit = found.get(_choice(memory))
            if habit is not None and habit.until is not None:
                closed = replace(memory, status=Status.SUPERSEDED, valid_to=max(habit.until, memory.valid_from))
                self.space.change("lapse", closed)
            elif habit is None and whole:
                self._withdraw(memory)

    def _withdraw(self, memory: Memory) -> None:
        self.space.change(REPLACED, replace(memory, status=Status.RETRACTED))

    def _of(self, attribute: str) -> list[Memory]:
        standing = (Status.ACTIVE, Status.PENDING_REVIEW)
        return [m for m in self.space.view.values() if m.attribute == attribute and m.status in standing]


def _choice(memory: Memory) -> str:
    return choice_of(memory.attribute or "", memory.value)


def _count(draft: Draft) -> int:
    count = draft.value[COUNT]
    assert isinstance(count, int)
    return count
