"""A memory graph on any server that speaks Cypher."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from uuid import UUID

from opentelemetry import trace
from yiku_domain.candidate import Hit
from yiku_domain.events import MemoryEvent
from yiku_domain.ids import MemoryId, Scope, TenantId, UserId
from yiku_domain.memory import Memory
from yiku_domain.plan import Mention

from yiku_stores.fold import last_changes
from yiku_stores.graph.rows import Parameter, Row, forget_row, hold_row, tie_rows
from yiku_stores.graph.server import CypherServer, Statement
from yiku_stores.graph.statements import statement, tie_statement
from yiku_stores.protocols import Stamp

DIRECT_SCORE = 1.0
SHARED_SCORE = 0.5

_SLICE = 10_000
_PLANNING_S = 60.0
_ONE_AFTER_ANOTHER = 200
"""Memories in one write: a transaction stays short, and a retry cheap."""


class CypherMemoryGraph:
    """A `MemoryGraph`.

        (:User)-[:HAS]->(:Memory)-[:MENTIONS]->(:Entity), and (:User)-[PREDICATE]->(:Entity)

    Each edge carries the memory's id. Names of entities are all the content there is, masked before
    they were stored. A memory is replaced whole. A removed one leaves nothing behind, not even a
    tombstone: a customer's events arrive in order, and what is delivered again starts before the
    removal and ends with it; what is left over all the same, the reconciler removes.
    """

    def __init__(self, server: CypherServer, *, write_timeout_s: float = 10.0) -> None:
        self._server = server
        self._timeout_s = write_timeout_s
        self._tracer = trace.get_tracer("yiku_stores.graph")

    @property
    def server(self) -> CypherServer:
        """The server behind, to look at by hand."""
        return self._server

    async def ensure(self) -> None:
        """See `MemoryGraph.ensure`. Also has the server plan its queries.

        Neo4j takes up to seconds for that, which is more than a recall waits.
        """
        await self._server.prepare()
        nobody: dict[str, Parameter] = {"user_key": "", "mentions": [], "limit": 1}
        await self._server.read(Statement(statement("related"), nobody), _PLANNING_S)
        nothing: list[Row] = []
        writes = [Statement(statement(name), {"rows": nothing}) for name in ("forget", "hold")]
        await self._server.write(writes, _PLANNING_S)

    async def apply(self, events: Sequence[MemoryEvent]) -> None:
        """See `MemoryGraph.apply`."""
        last = [events[i] for i in last_changes(events).values()]
        with self._span("graph.apply") as span:
            span.set_attribute("yiku.events", len(last))
            for start in range(0, len(last), _ONE_AFTER_ANOTHER):
                await self._replace(last[start : start + _ONE_AFTER_ANOTHER])

    async def related(self, scope: Scope, mentions: Sequence[Mention], *, limit: int, timeout_s: float) -> list[Hit]:
        """See `MemoryGraph.related`.

        A name matches when it is the same, or when within one type either contains the other, case
        aside ("李" and "李师傅"). A memory that shares a thing with a matching one scores half; in each
        class active memories come before superseded ones, and newer before older.
        """
        asked: list[Row] = [{"type": m.type.value, "name": m.name} for m in mentions if _usable(m.name)]
        if not asked or limit <= 0:
            return []
        parameters: dict[str, Parameter] = {"user_key": scope.key, "mentions": asked, "limit": limit}
        with self._span("graph.related") as span:
            rows = await self._server.read(Statement(statement("related"), parameters), timeout_s)
            span.set_attribute("yiku.hits", len(rows))
        return [
            Hit(MemoryId(UUID(memory_id)), rank, DIRECT_SCORE if is_direct else SHARED_SCORE)
            for rank, (memory_id, is_direct) in enumerate(rows, start=1)
        ]

    async def stamps(self, buckets: Sequence[int]) -> list[Stamp]:
        """See `InspectableIndex.stamps`."""
        wanted = Statement(statement("stamps"), {"buckets": list(buckets)})
        rows = await self._server.read(wanted, self._timeout_s)
        return [Stamp(_scope(key), MemoryId(UUID(i)), version) for key, i, version in rows]

    async def drop_all(self) -> None:
        """See `InspectableIndex.drop_all`; a slice at a time, so that no transaction grows too large."""
        slice_of_all = Statement(statement("drop_all"), {"limit": _SLICE})
        while (await self._server.write([slice_of_all], 60.0))[0][0]:
            continue
        await self.ensure()

    async def close(self) -> None:
        """Close the connections."""
        await self._server.close()

    async def _replace(self, events: Sequence[MemoryEvent]) -> None:
        forget: list[Row] = [forget_row(event) for event in events]
        held = [memory for event in events if (memory := _held(event)) is not None]
        statements = [Statement(statement("forget"), {"rows": forget})]
        if held:
            statements.append(Statement(statement("hold"), {"rows": [hold_row(m) for m in held]}))
        for predicate, ties in tie_rows(held).items():
            statements.append(Statement(tie_statement(predicate), {"ties": ties}))
        await self._server.write(statements, self._timeout_s)

    def _span(self, name: str) -> AbstractContextManager[trace.Span]:
        """The drivers make no spans of their own. An error's text may quote names: it stays out."""
        return self._tracer.start_as_current_span(
            name, kind=trace.SpanKind.CLIENT, record_exception=False, set_status_on_exception=False
        )


def _held(event: MemoryEvent) -> Memory | None:
    """The memory, where the graph is to hold it."""
    return event.memory if event.memory is not None and event.memory.indexed else None


def _usable(name: str) -> bool:
    """An empty name is part of every other, and NUL is in none."""
    return bool(name.strip()) and "\x00" not in name


def _scope(key: str) -> Scope:
    tenant, _, user = key.partition("/")
    return Scope(TenantId(tenant), UserId(user))
