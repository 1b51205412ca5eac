"""Requests to commands. What is wrong with one item becomes a failure of that item alone."""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from yiku.extractor.v1 import extractor_pb2 as pb
from yiku_domain.errors import InvalidRequest, Violation
from yiku_domain.ids import Scope, UserId
from yiku_domain.memory import Draft, Entity, Kind, Nature, Precision, Relation, Source, SourceKind
from yiku_domain.plan import Turn
from yiku_domain.vocabulary import BY_NAME, EntityType, Predicate, Role
from yiku_runtime.call import current_caller
from yiku_stream.memory_codec import struct_to_value, time_from_proto

from yiku_extractor.command import Failure, Key, Place, StatedDraft
from yiku_extractor.pipeline.segments import (
    DEFAULT_ZONE,
    BehaviourSegment,
    DialogueSegment,
    OrderSegment,
    ReviewSegment,
    Segment,
)

T = TypeVar("T")
_TURN = re.compile(r"^items\[\d+\]\.dialogue\.turns\[(\d+)\]")


@dataclass(frozen=True)
class Read:
    """What a request came to: what can be used, and what cannot."""

    segments: tuple[Segment, ...] = ()
    statements: tuple[StatedDraft, ...] = ()
    failures: tuple[Failure, ...] = ()


Violations = Mapping[int, tuple[Violation, ...]]


def scope_of(user_id: str) -> Scope:
    """The customer, in the caller's tenant."""
    return Scope(current_caller().tenant_id, UserId(user_id))


def key_of(method: str, request: pb.IngestRequest | pb.RememberRequest) -> Key | None:
    """The idempotency key with a hash of all else that the request says; None where there is no key."""
    if not request.idempotency_key:
        return None
    rest = type(request).FromString(request.SerializeToString())
    rest.ClearField("idempotency_key")
    rest.ClearField("wait")
    digest = hashlib.sha256(rest.SerializeToString(deterministic=True)).digest()
    return Key(method, request.idempotency_key, digest)


def zone_of(name: str) -> tzinfo:
    """The zone in which the customer's words are read; `InvalidRequest` for what is no IANA time zone."""
    try:
        return ZoneInfo(name) if name else DEFAULT_ZONE
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidRequest.of("time_zone", "not an IANA time zone, such as Asia/Shanghai") from None


def read_items(request: pb.IngestRequest, violations: Violations, now: datetime) -> Read:
    """The request's items as segments."""
    segments: list[Segment] = []
    failures: list[Failure] = []
    for index, item in enumerate(request.items):
        bad_turns = _bad_turns(violations.get(index, ()))
        failures += _failures(index, violations.get(index, ()))
        if None in bad_turns:
            continue
        try:
            segments += _segments(index, item, now, bad_turns)
        except InvalidRequest as error:
            failures += _failures(index, error.violations)
    return Read(segments=tuple(segments), failures=tuple(failures))


def read_statements(request: pb.RememberRequest, violations: Violations) -> Read:
    """The request's statements as drafts."""
    statements: list[StatedDraft] = []
    failures: list[Failure] = []
    for index, statement in enumerate(request.statements):
        problems = violations.get(index, ())
        if not problems:
            try:
                statements.append(StatedDraft(Place(index), _draft(index, statement)))
            except InvalidRequest as error:
                problems = error.violations
        failures += _failures(index, problems)
    return Read(statements=tuple(statements), failures=tuple(failures))


def refuse_if_nothing_is_left(read: Read) -> None:
    """A request of which no part can be used fails, naming every field."""
    if read.failures and not read.segments and not read.statements:
        violations = tuple(Violation(f.field, f.detail) for f in read.failures)
        first = violations[0]
        raise InvalidRequest(f"{first.field}: {first.description}", violations=violations)


def _segments(index: int, item: pb.SourceItem, now: datetime, bad_turns: set[int | None]) -> list[Segment]:
    at = _time(item, "at", f"items[{index}].at") or now
    match item.WhichOneof("source"):
        case "dialogue":
            return _turns(index, item.dialogue, at, bad_turns)
        case "order":
            return [_order(index, item.order, at)]
        case "review":
            return [_review(index, item.review, at)]
        case _:
            return [_behaviour(index, item.behaviour, at)]


def _turns(index: int, dialogue: pb.Dialogue, at: datetime, bad: set[int | None]) -> list[Segment]:
    said: list[Turn] = []
    segments: list[Segment] = []
    source = Source(SourceKind.DIALOGUE, ref=dialogue.session_id)
    for number, turn in enumerate(dialogue.turns):
        if number in bad:
            continue
        when = _time(turn, "at", f"items[{index}].dialogue.turns[{number}].at") or at
        segments.append(DialogueSegment(turn.text, turn.role, when, source, index, number, tuple(said[-6:])))
        said.append(Turn(turn.role, turn.text, when))
    return segments


def _order(index: int, order: pb.Order, at: datetime) -> OrderSegment:
    return OrderSegment(
        order.order_id,
        at,
        Source(SourceKind.ORDER, ref=order.order_id),
        order.vehicle_type,
        order.pickup,
        order.dropoff,
        order.goods,
        order.amount_yuan,
        order.driver,
        index,
    )


def _review(index: int, review: pb.Review, at: datetime) -> ReviewSegment:
    source = Source(SourceKind.REVIEW, ref=review.order_id)
    return ReviewSegment(review.text, at, source, review.order_id, review.driver, review.rating, index)


def _behaviour(index: int, behaviour: pb.Behaviour, at: datetime) -> BehaviourSegment:
    source = Source(SourceKind.BEHAVIOUR)
    return BehaviourSegment(behaviour.action, at, source, struct_to_value(behaviour.properties), index)


def _draft(index: int, statement: pb.Statement) -> Draft:
    path = f"statements[{index}]"
    kind = Kind(statement.kind)
    if statement.attribute and statement.attribute not in BY_NAME:
        raise InvalidRequest.of(f"{path}.attribute", f"unknown; known are {', '.join(sorted(BY_NAME))}")
    event_time = _time(statement, "event_time", f"{path}.event_time")
    return Draft(
        kind=kind,
        nature=Nature.EVENT if kind is Kind.EVENT else Nature.STATE,
        content=statement.content,
        attribute=statement.attribute or None,
        value=struct_to_value(statement.value),
        entities=tuple(
            Entity(
                _word(EntityType, e.type, f"{path}.entities[{i}].type"),
                e.name,
                _word(Role, e.role or Role.OBJECT, f"{path}.entities[{i}].role"),
            )
            for i, e in enumerate(statement.entities)
        ),
        relations=tuple(
            Relation(
                _word(Predicate, r.predicate, f"{path}.relations[{i}].predicate"),
                _word(EntityType, r.object_type, f"{path}.relations[{i}].object_type"),
                r.object,
            )
            for i, r in enumerate(statement.relations)
        ),
        confidence=statement.confidence if statement.HasField("confidence") else 1.0,
        explicit=not statement.inferred,
        event_time=event_time,
        event_precision=Precision(statement.event_precision) if statement.event_precision else None,
        valid_from=_time(statement, "valid_from", f"{path}.valid_from"),
        expires_at=_time(statement, "expires_at", f"{path}.expires_at"),
        source=Source(SourceKind.STATED, ref=statement.source_ref),
    )


def _word(vocabulary: Callable[[str], T], word: str, path: str) -> T:
    try:
        return vocabulary(word)
    except ValueError:
        known = ", ".join(w.value for w in vocabulary)  # type: ignore[attr-defined]
        raise InvalidRequest.of(path, f"unknown; known are {known}") from None


def _time(message: Message, name: str, path: str) -> datetime | None:
    if not message.HasField(name):
        return None
    stamp: Timestamp = getattr(message, name)
    try:
        return time_from_proto(stamp)
    except (ValueError, OverflowError):
        raise InvalidRequest.of(path, "outside the years 1 to 9999") from None


def _bad_turns(violations: Iterable[Violation]) -> set[int | None]:
    """The turns that are wrong; None among them where the item itself is."""
    matches = (_TURN.match(v.field) for v in violations)
    return {int(m[1]) if m else None for m in matches}


def _failures(index: int, violations: Iterable[Violation]) -> list[Failure]:
    found = []
    for violation in violations:
        match = _TURN.match(violation.field)
        turn = int(match[1]) if match else -1
        found.append(Failure(index, turn, violation.field, violation.description))
    return found
