"""Rows of `memory` to and from the domain."""

import hashlib
from collections.abc import Mapping
from typing import Any

from psycopg.types.json import Jsonb
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
from yiku_domain.resolution import normal_form
from yiku_domain.vocabulary import EntityType, Predicate, Role

COLUMNS = (
    "tenant_id, user_id, memory_id, kind, nature, attribute, content, value, entities, relations, "
    "confidence, explicit, event_time, event_precision, valid_from, valid_to, recorded_at, "
    "updated_at, expires_at, energy, evidence_count, status, superseded_by, source, trace_id, version"
)
"""What `memory_from_row` reads; the named queries list the same columns."""


def scope_params(scope: Scope) -> dict[str, object]:
    """The two columns that every key starts with."""
    return {"tenant_id": scope.tenant_id, "user_id": scope.user_id}


def content_key(content: str) -> bytes:
    """SHA-256 of the normal form: equal for exact repeats."""
    return hashlib.sha256(normal_form(content).encode()).digest()


def memory_from_row(row: Mapping[str, Any]) -> Memory:
    """A row that has at least COLUMNS."""
    precision = row["event_precision"]
    return Memory(
        scope=Scope(TenantId(row["tenant_id"]), UserId(row["user_id"])),
        memory_id=MemoryId(row["memory_id"]),
        kind=Kind(row["kind"]),
        nature=Nature(row["nature"]),
        content=row["content"],
        attribute=row["attribute"],
        value=row["value"],
        entities=tuple(entity_from_json(e) for e in row["entities"]),
        relations=tuple(relation_from_json(r) for r in row["relations"]),
        confidence=round(row["confidence"], 4),
        explicit=row["explicit"],
        event_time=row["event_time"],
        event_precision=Precision(precision) if precision else None,
        valid_from=row["valid_from"],
        valid_to=row["valid_to"],
        recorded_at=row["recorded_at"],
        updated_at=row["updated_at"],
        expires_at=row["expires_at"],
        energy=round(row["energy"], 4),
        evidence_count=row["evidence_count"],
        status=Status(row["status"]),
        superseded_by=MemoryId(row["superseded_by"]) if row["superseded_by"] else None,
        source=source_from_json(row["source"]),
        trace_id=TraceId(row["trace_id"]),
        version=row["version"],
    )


def memory_to_params(memory: Memory) -> dict[str, object]:
    """Named parameters for the insert and update statements, without the derived columns."""
    return {
        "tenant_id": memory.scope.tenant_id,
        "user_id": memory.scope.user_id,
        "memory_id": memory.memory_id,
        "bucket": memory.scope.bucket,
        "kind": memory.kind.value,
        "nature": memory.nature.value,
        "attribute": memory.attribute,
        "content": memory.content,
        "value": Jsonb(dict(memory.value)),
        "entities": Jsonb([entity_to_json(e) for e in memory.entities]),
        "relations": Jsonb([relation_to_json(r) for r in memory.relations]),
        "confidence": memory.confidence,
        "explicit": memory.explicit,
        "event_time": memory.event_time,
        "event_precision": memory.event_precision and memory.event_precision.value,
        "valid_from": memory.valid_from,
        "valid_to": memory.valid_to,
        "recorded_at": memory.recorded_at,
        "updated_at": memory.updated_at,
        "expires_at": memory.expires_at,
        "energy": memory.energy,
        "evidence_count": memory.evidence_count,
        "status": memory.status.value,
        "superseded_by": memory.superseded_by,
        "source": Jsonb(source_to_json(memory.source)),
        "trace_id": memory.trace_id,
        "version": memory.version,
    }


def entity_to_json(entity: Entity) -> dict[str, JsonValue]:
    """{"type", "name", "role"}."""
    return {"type": entity.type.value, "name": entity.name, "role": entity.role.value}


def relation_to_json(relation: Relation) -> dict[str, JsonValue]:
    """{"predicate", "object_type", "object"}."""
    return {
        "predicate": relation.predicate.value,
        "object_type": relation.object_type.value,
        "object": relation.object,
    }


def source_to_json(source: Source) -> dict[str, JsonValue]:
    """{"kind", "ref", "episode_id", "span"}."""
    return {
        "kind": source.kind.value,
        "ref": source.ref,
        "episode_id": source.episode_id,
        "span": list(source.span) if source.span else None,
    }


def source_from_json(data: Mapping[str, Any]) -> Source:
    """The inverse of `source_to_json`."""
    span = data.get("span")
    return Source(
        kind=SourceKind(data["kind"]),
        ref=data.get("ref", ""),
        episode_id=data.get("episode_id", ""),
        span=(span[0], span[1]) if span else None,
    )


def entity_from_json(data: Mapping[str, Any]) -> Entity:
    """The inverse of `entity_to_json`."""
    return Entity(EntityType(data["type"]), data["name"], Role(data["role"]))


def relation_from_json(data: Mapping[str, Any]) -> Relation:
    """The inverse of `relation_to_json`."""
    return Relation(Predicate(data["predicate"]), EntityType(data["object_type"]), data["object"])
