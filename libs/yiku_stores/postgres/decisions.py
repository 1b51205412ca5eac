"""What a person decides about a waiting memory or an open question, in one transaction with what follows of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from yiku_domain.clarification import ANSWERS, Clarification, Ending
from yiku_domain.errors import FailedPrecondition, NotFound
from yiku_domain.habits import said
from yiku_domain.ids import ClarificationId, MemoryId, Scope
from yiku_domain.memory import Draft, Entity, Kind, Memory, Nature, Relation, Source, SourceKind, Status
from yiku_domain.review import Decision, Edit, ReviewItem, Verdict

from yiku_stores.postgres.audit import AuditLine, append_audit
from yiku_stores.postgres.changes import Workspace, Written
from yiku_stores.postgres.clarifications import FROM_THE_START, clarification_from_row
from yiku_stores.postgres.commit import Commit, Tools
from yiku_stores.postgres.database import Connection, Database
from yiku_stores.postgres.drafting import draft_of
from yiku_stores.postgres.loading import Loaded, load, lock_user
from yiku_stores.postgres.persist import persist, workspace
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.questions import reconcile
from yiku_stores.postgres.reviews import WantedReviews, item_from_row
from yiku_stores.postgres.rows import memory_from_row, scope_params

SQL = queries("reviews")
MEMORIES = queries("memories")
REJECTED = "rejected"

_SURE = 1.0
"""Somebody has looked at it."""


@dataclass(frozen=True)
class Decided:
    """What a decision led to: an Outcome or REJECTED, the memory that now holds it, and what it replaced."""

    outcome: str
    memory: Memory
    replaced: tuple[MemoryId, ...] = ()
    question: ClarificationId | None = None


class Decisions:
    """Carries out what people decide. Deciding again in the same way changes nothing.

    `NotFound` for what the customer does not have; `FailedPrecondition` for what does not wait, or was
    decided in another way. Commits bring scope, time, trace and secrets, no drafts.
    """

    def __init__(self, database: Database, tools: Tools) -> None:
        self._database = database
        self._tools = tools

    async def resolve(self, commit: Commit, memory_id: MemoryId, verdict: Verdict) -> Decided:
        """Approve, edit or reject a memory that waits for review."""
        async with self._database.together(commit.scope.tenant_id) as conn:
            await lock_user(conn, commit.scope)
            known = await _known_item(conn, commit.scope, memory_id)
            if known["decision"] is not None:
                return await _repeated(conn, commit.scope, known, verdict)
            item = await _open_item(conn, commit.scope, memory_id)
            loaded, space = await self._loaded(conn, commit, draft_of(_edited(item.memory, verdict.edit)))
            decided = _carry_out(space, item.memory, verdict)
            reconcile(space)
            await conn.execute(SQL["decide"], _decision_row(commit, item, verdict, decided))
            await append_audit(conn, _audit_line(commit, verdict, memory_id))
            await persist(conn, self._tools, space, loaded, commit)
        await self._announce(commit.scope)
        return decided

    async def answer(
        self, commit: Commit, clarification_id: ClarificationId, ending: Ending, actor: str
    ) -> tuple[Clarification, Memory]:
        """Answer a question in the customer's place: SAID or INFERRED; and the memory that stands."""
        async with self._database.together(commit.scope.tenant_id) as conn:
            await lock_user(conn, commit.scope)
            asked = await _clarification(conn, commit.scope, clarification_id)
            if asked.ending is not None:
                return _same_answer(asked, ending), await _memory(conn, commit.scope, asked.standing)
            chosen = await _memory(conn, commit.scope, asked.said if ending is Ending.SAID else asked.inferred)
            stated = _stated(chosen, commit.now)
            loaded, space = await self._loaded(conn, commit, stated)
            written = space.apply(stated, MemoryId(self._tools.new_id()))
            closed = space.asking.closed(clarification_id)
            if closed is None or closed.ending is not ending:
                raise FailedPrecondition("the question has expired")
            reconcile(space)
            line = {"clarification_id": str(clarification_id), "ending": ending.value, "trace_id": commit.trace_id}
            await append_audit(conn, AuditLine(commit.scope, actor, "clarify", line))
            await persist(conn, self._tools, space, loaded, commit)
        await self._announce(commit.scope)
        return closed, space.view[written.memory.memory_id]

    async def _loaded(self, conn: Connection, commit: Commit, draft: Draft) -> tuple[Loaded, Workspace]:
        loaded = await load(conn, replace(commit, drafts=[draft]), self._tools.sealer)
        return loaded, workspace(loaded, commit, self._tools)

    async def _announce(self, scope: Scope) -> None:
        await self._tools.invalidate([scope])
        self._tools.wake({scope.partition})


def _carry_out(space: Workspace, memory: Memory, verdict: Verdict) -> Decided:
    space.view[memory.memory_id] = memory
    if verdict.decision is Decision.REJECT:
        return Decided(REJECTED, space.change("reject", replace(memory, status=Status.RETRACTED)))
    draft = replace(draft_of(_edited(memory, verdict.edit)), confidence=_SURE)
    return _decided(space.admit(memory, draft, verdict.decision.value))


def _stated(memory: Memory, now: datetime) -> Draft:
    """What a memory says, as if the customer said it now."""
    draft = draft_of(memory)
    source = Source(SourceKind.STATED)
    return replace(draft, value=said(memory.value), explicit=True, confidence=_SURE, valid_from=now, source=source)


def _decided(written: Written) -> Decided:
    asked = written.question.clarification_id if written.question else None
    return Decided(written.outcome.value, written.memory, written.replaced, asked)


def _edited(memory: Memory, edit: Edit) -> Memory:
    """The memory as the person corrected it; with another value, ties to what it no longer mentions are cut."""
    kind = edit.kind or memory.kind
    attribute = memory.attribute if edit.attribute is None else edit.attribute or None
    edited = replace(
        memory,
        content=memory.content if edit.content is None else edit.content,
        value=memory.value if edit.value is None else edit.value,
        kind=kind,
        nature=_nature(memory, kind),
        attribute=attribute,
    )
    if edit.value is None:
        return edited
    told = f"{edited.content} {' '.join(map(str, edited.value.values()))}"
    return replace(edited, entities=_named(memory.entities, told), relations=_tied(memory.relations, told))


def _nature(memory: Memory, kind: Kind) -> Nature:
    if kind is memory.kind:
        return memory.nature
    return Nature.EVENT if kind is Kind.EVENT else Nature.STATE


def _named(entities: tuple[Entity, ...], told: str) -> tuple[Entity, ...]:
    return tuple(entity for entity in entities if entity.name in told)


def _tied(relations: tuple[Relation, ...], told: str) -> tuple[Relation, ...]:
    return tuple(relation for relation in relations if relation.object in told)


async def _known_item(conn: Connection, scope: Scope, memory_id: MemoryId) -> Mapping[str, Any]:
    params = {**scope_params(scope), "memory_id": memory_id}
    row = await (await conn.execute(SQL["one_item"], params)).fetchone()
    if row is None:
        await _memory(conn, scope, memory_id)
        raise FailedPrecondition("the memory does not wait for review")
    if row["decision"] == Decision.WITHDRAWN:
        raise FailedPrecondition("the memory no longer waits for review")
    return row


async def _open_item(conn: Connection, scope: Scope, memory_id: MemoryId) -> ReviewItem:
    wanted = WantedReviews(user_id=scope.user_id).params()
    params = {"tenant_id": scope.tenant_id, **wanted, "memory_id": memory_id, "after": FROM_THE_START, "limit": 1}
    row = await (await conn.execute(SQL["open_items"], params)).fetchone()
    assert row is not None
    return item_from_row(row)


async def _repeated(conn: Connection, scope: Scope, known: Mapping[str, Any], verdict: Verdict) -> Decided:
    """The result of the same decision before, with the memory as it is now."""
    edited = verdict.edit.as_json() if verdict.decision is Decision.EDIT else None
    if (known["decision"], known["edited"]) != (verdict.decision.value, edited):
        raise FailedPrecondition(f"it was decided otherwise: {known['decision']}")
    result = known["result"]
    return Decided(
        result["outcome"],
        await _memory(conn, scope, MemoryId(UUID(result["memory_id"]))),
        tuple(MemoryId(UUID(one)) for one in result["replaced"]),
        ClarificationId(UUID(result["question"])) if result["question"] else None,
    )


async def _memory(conn: Connection, scope: Scope, memory_id: MemoryId | None) -> Memory:
    row = await (await conn.execute(MEMORIES["one"], {**scope_params(scope), "memory_id": memory_id})).fetchone()
    if row is None:
        raise NotFound(f"no memory {memory_id} of this user")
    return memory_from_row(row)


async def _clarification(conn: Connection, scope: Scope, clarification_id: ClarificationId) -> Clarification:
    params = {**scope_params(scope), "clarification_id": clarification_id}
    row = await (await conn.execute(SQL["one_clarification"], params)).fetchone()
    if row is None:
        raise NotFound(f"no clarification {clarification_id} of this user")
    return clarification_from_row(row)


def _same_answer(asked: Clarification, ending: Ending) -> Clarification:
    if asked.ending is not ending:
        settled = "was answered" if asked.ending in ANSWERS else "is closed"
        raise FailedPrecondition(f"the question {settled}: {asked.ending}")
    return asked


def _decision_row(commit: Commit, item: ReviewItem, verdict: Verdict, decided: Decided) -> dict[str, object]:
    edited = verdict.edit.as_json() if verdict.decision is Decision.EDIT else None
    result = {
        "outcome": decided.outcome,
        "memory_id": str(decided.memory.memory_id),
        "replaced": [str(one) for one in decided.replaced],
        "question": str(decided.question) if decided.question else "",
    }
    return {
        **scope_params(commit.scope),
        "memory_id": item.memory.memory_id,
        "decision": verdict.decision.value,
        "now": commit.now,
        "actor": verdict.actor,
        "edited": None if edited is None else Jsonb(edited),
        "result": Jsonb(result),
        "text": item.text,
        "before": Jsonb([{"role": turn.role, "text": turn.text} for turn in item.before]),
    }


def _audit_line(commit: Commit, verdict: Verdict, memory_id: MemoryId) -> AuditLine:
    detail = {"memory_id": str(memory_id), "trace_id": commit.trace_id}
    told = {"reason": verdict.comment} if verdict.comment else {}
    return AuditLine(commit.scope, verdict.actor, f"review_{verdict.decision.value}", detail | told)
