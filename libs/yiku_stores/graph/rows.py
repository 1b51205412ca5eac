"""Memories as the parameters of the Cypher statements."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from typing import TypeAlias

from yiku_domain.events import MemoryEvent
from yiku_domain.ids import Scope
from yiku_domain.memory import Memory, Status
from yiku_domain.vocabulary import EntityType, Predicate, Role

Parameter: TypeAlias = "str | int | bool | list[Row] | list[int]"
Row: TypeAlias = "dict[str, Parameter]"


def entity_key(scope: Scope, entity_type: EntityType, name: str) -> str:
    """One node per tenant, type and name; a digest, as an index takes no key of any length."""
    text = "\x1f".join((scope.tenant_id, entity_type.value, name))
    return hashlib.sha256(text.encode()).hexdigest()[:40]


def forget_row(event: MemoryEvent) -> Row:
    """What must go before the event can be applied."""
    return {"memory_id": str(event.memory_id), "version": event.version, "repair": event.repair}


def hold_row(memory: Memory) -> Row:
    """A memory with everything it mentions; the objects of its relations are among that."""
    return {
        "memory_id": str(memory.memory_id),
        "version": memory.version,
        "user_key": memory.scope.key,
        "tenant": memory.scope.tenant_id,
        "bucket": memory.scope.bucket,
        "kind": memory.kind.value,
        "superseded": memory.status is Status.SUPERSEDED,
        "mentions": _mentions(memory),
    }


def tie_rows(memories: Iterable[Memory]) -> dict[Predicate, list[Row]]:
    """The customer's edges by predicate."""
    ties: dict[Predicate, list[Row]] = defaultdict(list)
    for memory in memories:
        for relation in dict.fromkeys(memory.relations):
            ties[relation.predicate].append(
                {
                    "user_key": memory.scope.key,
                    "memory_id": str(memory.memory_id),
                    "version": memory.version,
                    "superseded": memory.status is Status.SUPERSEDED,
                    "entity_key": entity_key(memory.scope, relation.object_type, relation.object),
                }
            )
    return ties


def _mentions(memory: Memory) -> list[Row]:
    """One edge a thing and role."""
    things = {(e.type, e.name, e.role): None for e in memory.entities}
    named = {(e.type, e.name) for e in memory.entities}
    for relation in memory.relations:
        if (relation.object_type, relation.object) not in named:
            things[(relation.object_type, relation.object, Role.OBJECT)] = None
    return [
        {
            "key": entity_key(memory.scope, entity_type, name),
            "type": entity_type.value,
            "name": name,
            "role": role.value,
        }
        for entity_type, name, role in things
    ]
