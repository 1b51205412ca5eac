"""Requests, memories and hits for the tests of recall."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID, uuid5

from yiku_domain.candidate import Hit, PathName, PathResult
from yiku_domain.ids import MemoryId, Scope, TenantId, UserId
from yiku_domain.plan import RecallRequest
from yiku_domain.strategy import Strategy, parse_strategy
from yiku_stores.postgres.recall_reads import LeanMemory

NOW = datetime(2026, 11, 30, 4, 0, tzinfo=UTC)
SCOPE = Scope(TenantId("acme"), UserId("u1"))
_SPACE = UUID("00000000-0000-0000-0000-00000000c0de")


def memory_id(name: str) -> MemoryId:
    """The same id for the same name."""
    return MemoryId(uuid5(_SPACE, name))


def request(query: str = "", **changes: object) -> RecallRequest:
    """A question at NOW in Shanghai."""
    made = RecallRequest(SCOPE, query, "customer_service", NOW, "Asia/Shanghai")
    return replace(made, **changes)  # type: ignore[arg-type]


def strategy(**document: object) -> Strategy:
    """Every path at weight 1, unless the document says otherwise."""
    paths = {path.value: {"weight": 1.0} for path in PathName}
    return parse_strategy({"paths": paths, **document}, "customer_service", 1)  # type: ignore[dict-item]


def lean(content: str, **changes: object) -> LeanMemory:
    """An active event of today, told with full confidence."""
    made = LeanMemory(
        memory_id=memory_id(content),
        kind="fact",
        nature="event",
        attribute=None,
        content=content,
        value="{}",
        entities="[]",
        relations="[]",
        confidence=1.0,
        explicit=True,
        event_time=None,
        event_precision=None,
        valid_from=NOW,
        valid_to=None,
        recorded_at=NOW,
        updated_at=NOW,
        expires_at=None,
        energy=0.5,
        evidence_count=1,
        status="active",
        superseded_by=None,
        source='{"kind": "stated"}',
        trace_id="0" * 32,
        version=1,
    )
    return made._replace(**changes)  # type: ignore[arg-type]


def found(path: PathName, **scores: float) -> PathResult:
    """A result with these hits in the order of their scores."""
    ordered = sorted(scores.items(), key=lambda pair: -pair[1])
    hits = tuple(Hit(memory_id(name), rank, score) for rank, (name, score) in enumerate(ordered, 1))
    return PathResult(path, hits, 1.0)
