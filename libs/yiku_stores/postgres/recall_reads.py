"""What recall reads of the truth: two round trips, and few columns decoded."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from psycopg.rows import tuple_row
from yiku_domain.ids import MemoryId, Scope
from yiku_domain.memory import INDEXED, Kind, Memory, Status

from yiku_stores.postgres.database import Database
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import memory_from_row

SQL = queries("recall")

SETTLING = timedelta(seconds=2)
"""An index that has acknowledged a write may show it to searches only a moment later."""

_JSON_COLUMNS = ("value", "entities", "relations", "source")


class LeanMemory(NamedTuple):
    """A memory as recall judges it, in the column order of the queries.

    The JSON columns stay text until `memory()`, as most candidates never get that far.
    """

    memory_id: UUID
    kind: str
    nature: str
    attribute: str | None
    content: str
    value: str
    entities: str
    relations: str
    confidence: float
    explicit: bool
    event_time: datetime | None
    event_precision: str | None
    valid_from: datetime
    valid_to: datetime | None
    recorded_at: datetime
    updated_at: datetime
    expires_at: datetime | None
    energy: float
    evidence_count: int
    status: str
    superseded_by: UUID | None
    source: str
    trace_id: str
    version: int

    @property
    def id(self) -> MemoryId:
        """The memory's id as the domain types it."""
        return MemoryId(self.memory_id)

    def memory(self, scope: Scope) -> Memory:
        """The whole memory; `scope` is the one it was read for."""
        row: dict[str, Any] = self._asdict()
        for column in _JSON_COLUMNS:
            row[column] = orjson.loads(row[column])
        return memory_from_row({**row, "tenant_id": scope.tenant_id, "user_id": scope.user_id})

    def entity_names(self) -> list[tuple[str, str]]:
        """(type, name) of the things the memory mentions."""
        if self.entities == "[]":
            return []
        return [(e["type"], e["name"]) for e in orjson.loads(self.entities)]

    def unfit(self, at: datetime, *, as_of: bool) -> str:
        """Why this is not to be recalled at `at`; empty if it is."""
        if self.expires_at is not None and self.expires_at <= at:
            return "expired"
        if not as_of:
            return "" if self.status == Status.ACTIVE else self.status
        if self.status not in INDEXED:
            return self.status
        past = self.valid_to is not None and self.valid_to <= at
        return "not_valid_then" if past or self.valid_from > at else ""


class Pending(NamedTuple):
    """A memory that an index may not show yet as it is now; `seq` grows with each write, 0 is older."""

    memory: LeanMemory
    for_vector: bool
    for_graph: bool
    seq: int


@dataclass(frozen=True)
class Sought:
    """What to look for among a customer's memories.

    `tokens` and `bigrams` are tsquery literals, `exact` lower-case strings. `at` is the moment asked
    about: with `as_of` what was true then counts, else what is true now.
    """

    scope: Scope
    at: datetime
    as_of: bool = False
    attributes: Sequence[str] = ()
    tokens: str = ""
    bigrams: str = ""
    exact: Sequence[str] = ()
    kinds: frozenset[Kind] = frozenset()
    keyword_limit: int = 40
    pending_limit: int = 64


@dataclass(frozen=True)
class Looked:
    """What one look-up found. `profile` and `matches` may share memories; `pending` is newest first.

    `matches` are the best by text rank, best first. `pending_cut` says that more are pending.
    """

    profile: tuple[LeanMemory, ...] = ()
    matches: tuple[LeanMemory, ...] = ()
    pending: tuple[Pending, ...] = ()
    pending_cut: bool = False

    def everything(self) -> Iterable[LeanMemory]:
        """All that was read, with repeats."""
        yield from self.profile
        yield from self.matches
        yield from (p.memory for p in self.pending)


class RecallReads:
    """Autocommit reads of one customer's memories; `Unavailable` when Postgres is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def look_up(self, sought: Sought) -> Looked:
        """Profile, keyword matches and what the indexes do not hold yet, in one round trip."""
        rows = await self._rows("look_up", sought.scope, _look_up_params(sought))
        return _looked(rows, sought.pending_limit)

    async def known(self, sought: Sought, limit: int) -> list[LeanMemory]:
        """Without a question: up to `limit` states and `limit` events, most energetic and newest first."""
        params = {**_visibility(sought), "limit": limit}
        rows = await self._rows("known", sought.scope, params)
        return [LeanMemory._make(row[:_WIDTH]) for row in rows]

    async def hydrate(self, scope: Scope, ids: Sequence[MemoryId]) -> list[LeanMemory]:
        """The customer's own memories among `ids`, whatever their status, in no order."""
        if not ids:
            return []
        rows = await self._rows("hydrate", scope, {"ids": list(ids)})
        return [LeanMemory._make(row) for row in rows]

    async def _rows(self, name: str, scope: Scope, params: Mapping[str, object]) -> list[tuple[Any, ...]]:
        scoped = {"tenant_id": scope.tenant_id, "user_id": scope.user_id, **params}
        async with self._database.reader(scope.tenant_id) as conn:
            cursor = conn.cursor(row_factory=tuple_row, binary=True)
            await cursor.execute(SQL[name], scoped, prepare=True)
            return await cursor.fetchall()


_WIDTH = len(LeanMemory._fields)


def _settled() -> dict[str, object]:
    """What was made (ids begin with a time) or changed later may not show in the indexes yet."""
    moment = datetime.now(UTC) - SETTLING
    return {"settled_at": moment, "settled_id": UUID(int=int(moment.timestamp() * 1000) << 80)}


def _visibility(sought: Sought) -> dict[str, object]:
    return {
        "at": sought.at,
        "as_of": sought.as_of,
        "kinds": [kind.value for kind in sought.kinds],
    }


def _look_up_params(sought: Sought) -> dict[str, object]:
    return {
        **_visibility(sought),
        **_settled(),
        "partition": sought.scope.partition,
        "attributes": list(sought.attributes),
        "tokens": sought.tokens,
        "bigrams": sought.bigrams,
        "exact": [f"%{_escaped(term)}%" for term in sought.exact],
        "keyword_limit": sought.keyword_limit,
        "pending_limit": sought.pending_limit + 1,
    }


def _escaped(term: str) -> str:
    """Literal in a LIKE pattern."""
    return term.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _looked(rows: Iterable[tuple[Any, ...]], pending_limit: int) -> Looked:
    """The flags behind the memory's columns: asked, for_vector, for_graph, seq, strength, place."""
    profile: list[LeanMemory] = []
    matches: list[tuple[float, LeanMemory]] = []
    pending: list[Pending] = []
    for row in rows:
        memory = LeanMemory._make(row[:_WIDTH])
        asked, for_vector, for_graph, seq, strength, _ = row[_WIDTH:]
        if asked:
            profile.append(memory)
        if strength > 0:
            matches.append((strength, memory))
        if for_vector or for_graph:
            pending.append(Pending(memory, for_vector, for_graph, seq))
    matches.sort(key=lambda pair: pair[0], reverse=True)
    pending.sort(key=lambda p: p.seq, reverse=True)
    return Looked(
        tuple(profile),
        tuple(memory for _, memory in matches),
        tuple(pending[:pending_limit]),
        len(pending) > pending_limit,
    )
