"""A memory to and from `yiku.common.v1.Memory`."""

from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID

from google.protobuf.struct_pb2 import Struct, Value
from google.protobuf.timestamp_pb2 import Timestamp
from yiku.common.v1 import common_pb2 as pb
from yiku_domain.errors import InvalidRequest
from yiku_domain.ids import MemoryId, Scope, TenantId, TraceId, UserId
from yiku_domain.memory import (
    Entity,
    JsonValue,
    Kind,
    Memory,
    Nature,
    Precision,
    Relation,
    Source,
    SourceKind,
    Status,
)
from yiku_domain.vocabulary import EntityType, Predicate, Role


def memory_to_proto(memory: Memory) -> pb.Memory:
    """The whole memory except its tenant, which the message around it carries."""
    return pb.Memory(
        memory_id=str(memory.memory_id),
        user_id=memory.scope.user_id,
        kind=memory.kind.value,
        nature=memory.nature.value,
        attribute=memory.attribute or "",
        content=memory.content,
        value=value_to_struct(memory.value),
        entities=[entity_to_proto(e) for e in memory.entities],
        relations=[relation_to_proto(r) for r in memory.relations],
        confidence=memory.confidence,
        explicit=memory.explicit,
        event_time=time_to_proto(memory.event_time),
        event_precision=memory.event_precision.value if memory.event_precision else "",
        valid_from=time_to_proto(memory.valid_from),
        valid_to=time_to_proto(memory.valid_to),
        recorded_at=time_to_proto(memory.recorded_at),
        updated_at=time_to_proto(memory.updated_at),
        expires_at=time_to_proto(memory.expires_at),
        energy=memory.energy,
        evidence_count=memory.evidence_count,
        status=memory.status.value,
        superseded_by=str(memory.superseded_by) if memory.superseded_by else "",
        source=source_to_proto(memory.source),
        trace_id=memory.trace_id,
        version=memory.version,
    )


def memory_from_proto(message: pb.Memory, tenant_id: TenantId) -> Memory:
    """The inverse of `memory_to_proto`, exact to the microsecond.

    Raises `InvalidRequest` for an id, a word of a closed vocabulary or a time that is none.
    """
    try:
        return _memory(message, Scope(tenant_id, UserId(message.user_id)))
    except ValueError as error:
        raise InvalidRequest.of("memory", "an id, time or vocabulary word is not valid") from error


def _memory(message: pb.Memory, scope: Scope) -> Memory:
    return Memory(
        scope=scope,
        memory_id=MemoryId(UUID(message.memory_id)),
        kind=Kind(message.kind),
        nature=Nature(message.nature),
        content=message.content,
        attribute=message.attribute or None,
        value=struct_to_value(message.value),
        entities=tuple(entity_from_proto(e) for e in message.entities),
        relations=tuple(relation_from_proto(r) for r in message.relations),
        confidence=message.confidence,
        explicit=message.explicit,
        event_time=_optional_time(message, "event_time"),
        event_precision=Precision(message.event_precision) if message.event_precision else None,
        valid_from=time_from_proto(message.valid_from),
        valid_to=_optional_time(message, "valid_to"),
        recorded_at=time_from_proto(message.recorded_at),
        updated_at=time_from_proto(message.updated_at),
        expires_at=_optional_time(message, "expires_at"),
        energy=message.energy,
        evidence_count=message.evidence_count,
        status=Status(message.status),
        superseded_by=MemoryId(UUID(message.superseded_by)) if message.superseded_by else None,
        source=source_from_proto(message.source),
        trace_id=TraceId(message.trace_id),
        version=message.version,
    )


def entity_to_proto(entity: Entity) -> pb.Entity:
    """Type, name and role by their values."""
    return pb.Entity(type=entity.type.value, name=entity.name, role=entity.role.value)


def entity_from_proto(message: pb.Entity) -> Entity:
    """An absent role is the object's. Raises ValueError for a word outside the vocabulary."""
    role = Role(message.role) if message.role else Role.OBJECT
    return Entity(EntityType(message.type), message.name, role)


def relation_to_proto(relation: Relation) -> pb.Relation:
    """Predicate, object type and object by their values."""
    return pb.Relation(
        predicate=relation.predicate.value,
        object_type=relation.object_type.value,
        object=relation.object,
    )


def relation_from_proto(message: pb.Relation) -> Relation:
    """Raises ValueError for a word outside the vocabulary."""
    return Relation(Predicate(message.predicate), EntityType(message.object_type), message.object)


def source_to_proto(source: Source) -> pb.Source:
    """Where a memory comes from, with its span where there is one."""
    span = pb.Span(start=source.span[0], end=source.span[1]) if source.span else None
    return pb.Source(kind=source.kind.value, ref=source.ref, episode_id=source.episode_id, span=span)


def source_from_proto(message: pb.Source) -> Source:
    """The inverse of `source_to_proto`. Raises ValueError for an unknown kind."""
    span = (message.span.start, message.span.end) if message.HasField("span") else None
    return Source(SourceKind(message.kind), message.ref, message.episode_id, span)


def time_to_proto(moment: datetime | None) -> Timestamp | None:
    """An offset-aware time, to the microsecond."""
    if moment is None:
        return None
    stamp = Timestamp()
    stamp.FromDatetime(moment)
    return stamp


def time_from_proto(stamp: Timestamp) -> datetime:
    """UTC."""
    return stamp.ToDatetime(tzinfo=UTC)


def _optional_time(message: pb.Memory, field: str) -> datetime | None:
    return time_from_proto(getattr(message, field)) if message.HasField(field) else None


def value_to_struct(value: Mapping[str, JsonValue]) -> Struct:
    """A JSON object; numbers become doubles, so whole ones are exact up to 2**53."""
    struct = Struct()
    struct.update(value)
    return struct


def struct_to_value(struct: Struct) -> dict[str, JsonValue]:
    """A JSON object; whole numbers come back as ints."""
    return {name: _json(value) for name, value in struct.fields.items()}


def _json(value: Value) -> JsonValue:
    kind = value.WhichOneof("kind")
    if kind == "number_value":
        number = value.number_value
        return int(number) if number.is_integer() else number
    if kind == "struct_value":
        return struct_to_value(value.struct_value)
    if kind == "list_value":
        return [_json(item) for item in value.list_value.values]
    if kind == "string_value":
        return value.string_value
    return value.bool_value if kind == "bool_value" else None
