"""Protobuf to domain words: what answers are made of."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from google.protobuf.message import Message
from google.protobuf.struct_pb2 import ListValue, Struct

from yiku import results
from yiku.admin.v1 import admin_pb2
from yiku.common.v1 import common_pb2
from yiku.extractor.v1 import extractor_pb2
from yiku.memory.v1 import memory_pb2
from yiku.recall.v1 import recall_pb2
from yiku.results import Json
from yiku.review.v1 import review_pb2
from yiku.session.v1 import session_pb2
from yiku.strategy.v1 import strategy_pb2
from yiku.trace.v1 import trace_pb2

_OUTCOMES = {number: name.removeprefix("OUTCOME_").lower() for name, number in extractor_pb2.Outcome.items()}
"""A server newer than this client may answer with one that is not listed."""


def moment(message: Message, field: str) -> datetime | None:
    """A timestamp field as UTC, None where absent."""
    if not message.HasField(field):
        return None
    made: datetime = getattr(message, field).ToDatetime(tzinfo=UTC)
    return made


def plain(value: Struct) -> dict[str, Json]:
    """JSON as Python has it; whole numbers become int."""
    return {key: _plain(item) for key, item in value.items()}


def memory(message: common_pb2.Memory) -> results.Memory:
    """A stored memory."""
    return results.Memory(**_memory_fields(message))


def recall(message: recall_pb2.RecallResponse) -> results.Recall:
    """The answer to a recall, best memory first."""
    return results.Recall(
        memories=tuple(_recalled(m) for m in message.memories),
        prompt_block=message.prompt_block,
        clarifications=tuple(clarification(c) for c in message.clarifications),
        plan=_plan(message.plan) if message.HasField("plan") else None,
        degraded=_degraded(message.degraded),
        cache=message.cache,
        trace_id=message.trace_id,
        paths=tuple(results.PathReport(p.path, p.hits, p.millis, p.failure) for p in message.paths),
    )


def ingested(
    message: extractor_pb2.IngestResponse | extractor_pb2.RememberResponse,
) -> results.Ingested:
    """Segment by segment."""
    return results.Ingested(
        items=tuple(_item(r) for r in message.results),
        stored=message.stored,
        trace_id=message.trace_id,
        indexed=message.indexed,
        replayed=message.replayed,
    )


def page(message: memory_pb2.ListResponse) -> results.Page:
    """One page."""
    return results.Page(tuple(memory(m) for m in message.memories), message.next_page_token)


def history(message: memory_pb2.HistoryResponse) -> tuple[results.Change, ...]:
    """Oldest first."""
    return tuple(results.Change(c.operation, moment(c, "at"), c.trace_id, memory(c.memory)) for c in message.changes)


def receipt(message: memory_pb2.EraseResponse) -> results.Receipt:
    """What went."""
    erased = {e.store: e.count for e in message.erased}
    return results.Receipt(message.receipt_id, moment(message, "at"), erased)


def context(message: session_pb2.GetContextResponse) -> results.Context:
    """A running conversation."""
    return results.Context(
        session_id=message.session_id,
        turns=tuple(results.Turn(t.role, t.text, moment(t, "at")) for t in message.turns),
        started_at=moment(message, "started_at"),
        last_at=moment(message, "last_at"),
        clarifications=tuple(clarification(c) for c in message.clarifications),
        degraded=_degraded(message.degraded),
    )


def clarification(message: recall_pb2.Clarification) -> results.Clarification:
    """An open question."""
    return results.Clarification(
        clarification_id=message.clarification_id,
        question=message.question,
        attribute=message.attribute,
        said_memory_id=message.said_memory_id,
        inferred_memory_id=message.inferred_memory_id,
        opened_at=moment(message, "opened_at"),
        expires_at=moment(message, "expires_at"),
    )


def review_page(message: review_pb2.ListResponse) -> results.ReviewPage:
    """One page."""
    return results.ReviewPage(tuple(_review_item(item) for item in message.items), message.next_page_token)


def resolution(message: review_pb2.ResolveResponse) -> results.Resolution:
    """What a decision led to."""
    return results.Resolution(
        message.outcome, memory(message.memory), tuple(message.superseded_ids), message.clarification_id
    )


def clarification_page(message: review_pb2.ListClarificationsResponse) -> results.ClarificationPage:
    """One page."""
    items = (results.OpenClarification(c.user_id, clarification(c.clarification)) for c in message.clarifications)
    return results.ClarificationPage(tuple(items), message.next_page_token)


def strategy(message: strategy_pb2.Strategy) -> results.Strategy:
    """With its document read."""
    return results.Strategy(
        message.scene,
        message.version,
        json.loads(message.document or "{}"),
        moment(message, "created_at"),
    )


def trace(message: trace_pb2.Trace) -> results.Trace:
    """A decision record."""
    return results.Trace(
        trace_id=message.trace_id,
        kind=message.kind,
        user_id=message.user_id,
        created_at=moment(message, "created_at"),
        summary=plain(message.summary),
        stages=tuple(results.Stage(s.name, s.millis, plain(s.detail)) for s in message.stages),
        items=tuple(plain(i) for i in message.items),
    )


def check(message: admin_pb2.CheckResponse) -> results.Check:
    """Every index beside Postgres."""
    return results.Check(
        stores=tuple(_store(s) for s in message.stores),
        memories=message.memories,
        log_lines=message.log_lines,
        outbox=message.outbox,
        agree=message.agree,
    )


def lag(message: admin_pb2.LagResponse) -> results.Lag:
    """Every sink."""
    sinks = tuple(
        results.SinkLag(s.sink, s.pending, s.oldest_seconds, moment(s, "last_applied_at"), s.dead_letters)
        for s in message.sinks
    )
    return results.Lag(sinks, message.unpublished)


def dead_letters(message: admin_pb2.ListDeadLettersResponse) -> tuple[results.DeadLetter, ...]:
    """Newest first."""
    return tuple(
        results.DeadLetter(
            id=d.id,
            sink=d.sink,
            tenant_id=d.tenant_id,
            user_id=d.user_id,
            memory_id=d.memory_id,
            version=d.version,
            error=d.error,
            at=moment(d, "at"),
        )
        for d in message.dead_letters
    )


def _degraded(found: Iterable[recall_pb2.Degradation]) -> tuple[results.Degradation, ...]:
    return tuple(results.Degradation(d.part, d.reason) for d in found)


def _review_item(message: review_pb2.ReviewItem) -> results.ReviewItem:
    return results.ReviewItem(
        memory=memory(message.memory),
        reason=message.reason,
        opened_at=moment(message, "opened_at"),
        text=message.text,
        before=tuple(results.Turn(turn.role, turn.text) for turn in message.before),
        decision=message.decision,
        decided_at=moment(message, "decided_at"),
        actor=message.actor,
        edited=_edit(message.edited) if message.HasField("edited") else None,
    )


def _edit(message: review_pb2.Edit) -> results.Edit:
    return results.Edit(
        content=message.content if message.HasField("content") else None,
        kind=message.kind if message.HasField("kind") else None,
        attribute=message.attribute if message.HasField("attribute") else None,
        value=plain(message.value) if message.HasField("value") else None,
    )


def _recalled(message: recall_pb2.RecalledMemory) -> results.RecalledMemory:
    return results.RecalledMemory(
        **_memory_fields(message.memory),
        score=message.score,
        why=tuple(results.PathHit(h.path, h.rank, h.score) for h in message.why),
    )


def _memory_fields(message: common_pb2.Memory) -> dict[str, Any]:
    """Fields by name; the shape is that of `results.Memory`, which a test holds to the proto."""
    return {
        "memory_id": message.memory_id,
        "user_id": message.user_id,
        "kind": message.kind,
        "nature": message.nature,
        "attribute": message.attribute,
        "content": message.content,
        "value": plain(message.value),
        "entities": tuple(results.Entity(e.type, e.name, e.role) for e in message.entities),
        "relations": tuple(results.Relation(r.predicate, r.object_type, r.object) for r in message.relations),
        "confidence": message.confidence,
        "explicit": message.explicit,
        "event_time": moment(message, "event_time"),
        "event_precision": message.event_precision,
        "valid_from": moment(message, "valid_from"),
        "valid_to": moment(message, "valid_to"),
        "recorded_at": moment(message, "recorded_at"),
        "updated_at": moment(message, "updated_at"),
        "expires_at": moment(message, "expires_at"),
        "energy": message.energy,
        "evidence_count": message.evidence_count,
        "status": message.status,
        "superseded_by": message.superseded_by,
        "source": _source(message.source),
        "trace_id": message.trace_id,
        "version": message.version,
    }


def _source(message: common_pb2.Source) -> results.Source:
    span = (message.span.start, message.span.end) if message.HasField("span") else None
    return results.Source(message.kind, message.ref, message.episode_id, span)


def _plan(message: recall_pb2.Plan) -> results.Plan:
    return results.Plan(
        text=message.text,
        tokens=tuple(message.tokens),
        exact=tuple(message.exact),
        attributes=tuple(message.attributes),
        mentions=tuple(message.mentions),
        strategy=message.strategy,
        strategy_version=message.strategy_version,
    )


def _item(message: extractor_pb2.ItemResult) -> results.Item:
    return results.Item(
        item=message.item,
        turn=message.turn,
        outcome=_OUTCOMES.get(message.outcome, "unknown"),
        memory_id=message.memory_id,
        superseded_ids=tuple(message.superseded_ids),
        reason=message.reason,
        detail=message.detail,
        content=message.content,
        kind=message.kind,
        attribute=message.attribute,
        field=message.field,
        clarification_id=message.clarification_id,
        question=message.question,
    )


def _store(message: admin_pb2.StoreReport) -> results.StoreReport:
    return results.StoreReport(
        store=message.store,
        expected=message.expected,
        held=message.held,
        missing=message.missing,
        stale=message.stale,
        extra=message.extra,
        pending=message.pending,
        agree=message.agree,
        error=message.error,
    )


def _plain(value: Any) -> Json:
    if isinstance(value, Struct):
        return plain(value)
    if isinstance(value, ListValue):
        return [_plain(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    plain_value: Json = value
    return plain_value
