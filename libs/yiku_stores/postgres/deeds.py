"""Rows of `deed`: what a customer did, as evidence of habits. Under the customer's lock."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from yiku_domain.habits import Deed
from yiku_domain.ids import Scope
from yiku_domain.memory import Draft, JsonValue, Kind, Nature, SourceKind

from yiku_stores.postgres.database import Connection
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import (
    entity_from_json,
    entity_to_json,
    relation_from_json,
    relation_to_json,
    scope_params,
)
from yiku_stores.postgres.write_rows import as_json

SQL = queries("habits")
DEPTH = 500
"""The newest deeds of a slot that are looked at."""


async def record(
    conn: Connection, scope: Scope, deeds: Sequence[Deed], orders: Sequence[str], now: datetime
) -> frozenset[str]:
    """Keep the deeds, each once, and return the slots that changed.

    What one of `orders` told before gives way to what it tells now.
    """
    withdrawn = await conn.execute(SQL["withdraw_orders"], {**scope_params(scope), "refs": list(orders)})
    put = await conn.execute(SQL["put_deeds"], {"deeds": as_json([_row(scope, d, now) for d in deeds])})
    return frozenset(row["attribute"] for row in [*await withdrawn.fetchall(), *await put.fetchall()])


async def newest(conn: Connection, scope: Scope, attributes: Sequence[str]) -> Mapping[str, list[Deed]]:
    """The last DEPTH deeds of each slot."""
    params = {**scope_params(scope), "attributes": list(attributes), "depth": DEPTH}
    found: dict[str, list[Deed]] = defaultdict(list)
    for row in await (await conn.execute(SQL["newest_deeds"], params)).fetchall():
        deed = _deed(row)
        found[deed.attribute].append(deed)
    return found


def _row(scope: Scope, deed: Deed, now: datetime) -> dict[str, object]:
    return {
        **scope_params(scope),
        "attribute": deed.attribute,
        "choice": deed.choice,
        "ref": deed.ref,
        "source_kind": deed.source.value,
        "at": deed.at,
        "draft": _draft_to_json(deed.draft),
        "recorded_at": now,
    }


def _deed(row: Mapping[str, Any]) -> Deed:
    return Deed(row["ref"], row["at"].astimezone(UTC), SourceKind(row["source_kind"]), _draft_from_json(row["draft"]))


def _draft_to_json(draft: Draft) -> dict[str, JsonValue]:
    return {
        "kind": draft.kind.value,
        "content": draft.content,
        "attribute": draft.attribute,
        "value": dict(draft.value),
        "entities": [entity_to_json(e) for e in draft.entities],
        "relations": [relation_to_json(r) for r in draft.relations],
    }


def _draft_from_json(data: Mapping[str, Any]) -> Draft:
    return Draft(
        Kind(data["kind"]),
        Nature.STATE,
        data["content"],
        data["attribute"],
        data["value"],
        tuple(entity_from_json(e) for e in data["entities"]),
        tuple(relation_from_json(r) for r in data["relations"]),
    )
