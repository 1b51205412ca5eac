"""Every call of the API, once: its arguments, its request and how its answer is read.

`Client` and `AsyncClient` both take their methods from here.
"""

import json
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from yiku import messages, parsing, results
from yiku.admin.v1 import admin_pb2
from yiku.extractor.v1 import extractor_pb2
from yiku.memory.v1 import memory_pb2
from yiku.recall.v1 import recall_pb2
from yiku.results import Json
from yiku.session.v1 import session_pb2
from yiku.strategy.v1 import strategy_pb2
from yiku.trace.v1 import trace_pb2

T = TypeVar("T")

READ_S = 2.0
WRITE_S = 10.0
INGEST_S = 30.0
ADMIN_S = 120.0
REBUILD_S = 3600.0


class Part(StrEnum):
    """The processes that serve the API."""

    EXTRACTOR = "extractor"
    RECALL = "recall"
    MEMORY = "memory"


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request on its way. Only a `repeatable` one is tried again when Yiku is unavailable."""

    part: Part
    path: str
    request: Message
    response_type: type[Message]
    parse: Callable[[Any], T]
    timeout_s: float
    repeatable: bool = True


def ingest(
    user_id: str,
    items: Iterable[results.SourceItem],
    *,
    idempotency_key: str = "",
    time_zone: str = "",
    wait: bool = False,
    dry_run: bool = False,
) -> Call[results.Ingested]:
    """Extract memories from dialogues, orders, reviews and behaviour; answers segment by segment.

    `wait` answers when every index has them too. Without an idempotency key one is made up, which
    makes the client's own retries safe.
    """
    request = extractor_pb2.IngestRequest(
        user_id=user_id,
        idempotency_key=idempotency_key or _new_key(),
        items=[messages.source_item(item, index) for index, item in enumerate(items)],
        mode=_mode(dry_run),
        wait=_wait(wait),
        time_zone=time_zone,
    )
    return Call(
        Part.EXTRACTOR,
        "/yiku.extractor.v1.ExtractorService/Ingest",
        request,
        extractor_pb2.IngestResponse,
        parsing.ingested,
        INGEST_S,
    )


def ingest_dialogue(
    user_id: str,
    turns: Iterable[results.Turn],
    *,
    session_id: str = "",
    at: datetime | None = None,
    idempotency_key: str = "",
    time_zone: str = "",
    wait: bool = False,
    dry_run: bool = False,
) -> Call[results.Ingested]:
    """Extract memories from turns of one session, in order."""
    return ingest(
        user_id,
        [results.Dialogue(tuple(turns), session_id, at)],
        idempotency_key=idempotency_key,
        time_zone=time_zone,
        wait=wait,
        dry_run=dry_run,
    )


def ingest_order(
    user_id: str,
    order_id: str,
    *,
    vehicle_type: str = "",
    pickup: str = "",
    dropoff: str = "",
    goods: str = "",
    amount_yuan: float = 0.0,
    driver: str = "",
    at: datetime | None = None,
    idempotency_key: str = "",
    wait: bool = False,
    dry_run: bool = False,
) -> Call[results.Ingested]:
    """Extract memories from an order."""
    order = results.Order(order_id, vehicle_type, pickup, dropoff, goods, amount_yuan, driver, at)
    return ingest(user_id, [order], idempotency_key=idempotency_key, wait=wait, dry_run=dry_run)


def ingest_review(
    user_id: str,
    text: str = "",
    *,
    rating: int = 0,
    order_id: str = "",
    driver: str = "",
    at: datetime | None = None,
    idempotency_key: str = "",
    wait: bool = False,
    dry_run: bool = False,
) -> Call[results.Ingested]:
    """Extract memories from a review."""
    review = results.Review(text, rating, order_id, driver, at)
    return ingest(user_id, [review], idempotency_key=idempotency_key, wait=wait, dry_run=dry_run)


def ingest_behaviour(
    user_id: str,
    action: str,
    properties: Mapping[str, Json],
    *,
    at: datetime | None = None,
    idempotency_key: str = "",
    wait: bool = False,
    dry_run: bool = False,
) -> Call[results.Ingested]:
    """Extract memories from something the customer did."""
    behaviour = results.Behaviour(action, properties, at)
    return ingest(user_id, [behaviour], idempotency_key=idempotency_key, wait=wait, dry_run=dry_run)


def remember(
    user_id: str,
    content: str,
    *,
    kind: str = "fact",
    attribute: str = "",
    value: Mapping[str, Json] | None = None,
    entities: Iterable[results.Entity] = (),
    relations: Iterable[results.Relation] = (),
    confidence: float | None = None,
    inferred: bool = False,
    event_time: datetime | None = None,
    event_precision: str = "",
    valid_from: datetime | None = None,
    expires_at: datetime | None = None,
    source_ref: str = "",
    idempotency_key: str = "",
    wait: bool = False,
    dry_run: bool = False,
) -> Call[results.Ingested]:
    """Store one memory as stated; `.memory_id` of the answer is where it went."""
    stated = results.Statement(
        content,
        kind,
        attribute,
        value,
        tuple(entities),
        tuple(relations),
        confidence,
        inferred,
        event_time,
        event_precision,
        valid_from,
        expires_at,
        source_ref,
    )
    return remember_all(user_id, [stated], idempotency_key=idempotency_key, wait=wait, dry_run=dry_run)


def remember_all(
    user_id: str,
    statements: Iterable[results.Statement],
    *,
    idempotency_key: str = "",
    wait: bool = False,
    dry_run: bool = False,
) -> Call[results.Ingested]:
    """Store up to 500 memories in one transaction; a bad one fails alone."""
    request = extractor_pb2.RememberRequest(
        user_id=user_id,
        idempotency_key=idempotency_key or _new_key(),
        statements=[messages.statement(given, index) for index, given in enumerate(statements)],
        mode=_mode(dry_run),
        wait=_wait(wait),
    )
    return Call(
        Part.EXTRACTOR,
        "/yiku.extractor.v1.ExtractorService/Remember",
        request,
        extractor_pb2.RememberResponse,
        parsing.ingested,
        INGEST_S if wait else WRITE_S,
    )


def recall(
    user_id: str,
    query: str = "",
    *,
    scene: str = "",
    turns: Iterable[results.Turn] = (),
    now: datetime | None = None,
    time_zone: str = "",
    time_range: results.TimeRange | None = None,
    as_of: datetime | None = None,
    kinds: Iterable[str] = (),
    top_k: int = 0,
    token_budget: int = 0,
    explain: bool = False,
) -> Call[results.Recall]:
    """The memories that matter for the next reply, and a block of text for its prompt.

    Zero and empty take what the scene's strategy says. `explain` adds the plan, and per memory its
    rank and score by path.
    """
    request = recall_pb2.RecallRequest(
        user_id=user_id,
        query=query,
        turns=messages.turns(turns),
        scene=scene,
        now=messages.timestamp(now, "now"),
        time_zone=time_zone,
        time_range=messages.time_range(time_range),
        as_of=messages.timestamp(as_of, "as_of"),
        kinds=list(kinds),
        top_k=top_k,
        token_budget=token_budget,
        explain=explain,
    )
    return Call(
        Part.RECALL,
        "/yiku.recall.v1.RecallService/Recall",
        request,
        recall_pb2.RecallResponse,
        parsing.recall,
        READ_S,
    )


def get(user_id: str, memory_id: str) -> Call[results.Memory]:
    """One memory, whatever its status."""
    return Call(
        Part.MEMORY,
        "/yiku.memory.v1.MemoryService/Get",
        memory_pb2.GetRequest(user_id=user_id, memory_id=memory_id),
        memory_pb2.GetResponse,
        lambda answer: parsing.memory(answer.memory),
        READ_S,
    )


def list_memories(
    user_id: str,
    *,
    statuses: Iterable[str] = (),
    kinds: Iterable[str] = (),
    attribute: str = "",
    page_size: int = 0,
    page_token: str = "",
) -> Call[results.Page]:
    """A page of a customer's memories, newest first; active ones unless statuses are given."""
    request = memory_pb2.ListRequest(
        user_id=user_id,
        statuses=list(statuses),
        kinds=list(kinds),
        attribute=attribute,
        page_size=page_size,
        page_token=page_token,
    )
    return Call(
        Part.MEMORY,
        "/yiku.memory.v1.MemoryService/List",
        request,
        memory_pb2.ListResponse,
        parsing.page,
        READ_S,
    )


def history(user_id: str, *, memory_id: str = "", attribute: str = "") -> Call[tuple[results.Change, ...]]:
    """Every version that a memory, or a slot such as home_address, has had; oldest first."""
    request = memory_pb2.HistoryRequest(user_id=user_id)
    if memory_id:
        request.memory_id = memory_id
    elif attribute:
        request.attribute = attribute
    return Call(
        Part.MEMORY,
        "/yiku.memory.v1.MemoryService/History",
        request,
        memory_pb2.HistoryResponse,
        parsing.history,
        READ_S,
    )


def correct(
    user_id: str,
    memory_id: str,
    content: str,
    *,
    value: Mapping[str, Json] | None = None,
    expected_version: int = 0,
) -> Call[results.Memory]:
    """Replace what a memory says; with `expected_version`, only if it is still at that version."""
    request = memory_pb2.CorrectRequest(
        user_id=user_id,
        memory_id=memory_id,
        content=content,
        value=messages.struct(value),
        expected_version=expected_version,
    )
    return Call(
        Part.MEMORY,
        "/yiku.memory.v1.MemoryService/Correct",
        request,
        memory_pb2.CorrectResponse,
        lambda answer: parsing.memory(answer.memory),
        WRITE_S,
        repeatable=expected_version == 0,
    )


def retract(user_id: str, memory_id: str, *, reason: str = "") -> Call[results.Memory]:
    """Say that a memory is no longer true; it is never recalled again."""
    return Call(
        Part.MEMORY,
        "/yiku.memory.v1.MemoryService/Retract",
        memory_pb2.RetractRequest(user_id=user_id, memory_id=memory_id, reason=reason),
        memory_pb2.RetractResponse,
        lambda answer: parsing.memory(answer.memory),
        WRITE_S,
    )


def erase(user_id: str) -> Call[results.Receipt]:
    """Remove a customer from every store; the receipt lists what went."""
    return Call(
        Part.MEMORY,
        "/yiku.memory.v1.MemoryService/Erase",
        memory_pb2.EraseRequest(user_id=user_id),
        memory_pb2.EraseResponse,
        parsing.receipt,
        INGEST_S,
        repeatable=False,
    )


def append_turns(user_id: str, session_id: str, turns: Iterable[results.Turn]) -> Call[int]:
    """Keep turns of a running conversation; how many are kept now."""
    request = session_pb2.AppendTurnsRequest(user_id=user_id, session_id=session_id, turns=messages.turns(turns))
    return Call(
        Part.MEMORY,
        "/yiku.session.v1.SessionService/AppendTurns",
        request,
        session_pb2.AppendTurnsResponse,
        lambda answer: int(answer.kept),
        READ_S,
        repeatable=False,
    )


def get_context(user_id: str, session_id: str = "", *, last_n: int = 0) -> Call[results.Context]:
    """The kept turns of a session, or of the customer's latest one."""
    return Call(
        Part.MEMORY,
        "/yiku.session.v1.SessionService/GetContext",
        session_pb2.GetContextRequest(user_id=user_id, session_id=session_id, last_n=last_n),
        session_pb2.GetContextResponse,
        parsing.context,
        READ_S,
    )


def end_session(user_id: str, session_id: str) -> Call[bool]:
    """Forget a session's turns; whether there was such a session."""
    return Call(
        Part.MEMORY,
        "/yiku.session.v1.SessionService/End",
        session_pb2.EndRequest(user_id=user_id, session_id=session_id),
        session_pb2.EndResponse,
        lambda answer: bool(answer.ended),
        READ_S,
    )


def get_strategy(scene: str, version: int = 0) -> Call[results.Strategy]:
    """A scene's strategy: the one in effect, or a version of it."""
    return Call(
        Part.MEMORY,
        "/yiku.strategy.v1.StrategyService/Get",
        strategy_pb2.GetRequest(scene=scene, version=version),
        strategy_pb2.GetResponse,
        lambda answer: parsing.strategy(answer.strategy),
        READ_S,
    )


def list_strategies() -> Call[tuple[results.Strategy, ...]]:
    """The strategy in effect for each scene."""
    return Call(
        Part.MEMORY,
        "/yiku.strategy.v1.StrategyService/List",
        strategy_pb2.ListRequest(),
        strategy_pb2.ListResponse,
        lambda answer: tuple(parsing.strategy(s) for s in answer.strategies),
        READ_S,
    )


def put_strategy(scene: str, document: Mapping[str, Json]) -> Call[results.Strategy]:
    """Put a new version into effect, if it is valid."""
    text = json.dumps(document, ensure_ascii=False)
    return Call(
        Part.MEMORY,
        "/yiku.strategy.v1.StrategyService/Put",
        strategy_pb2.PutRequest(scene=scene, document=text),
        strategy_pb2.PutResponse,
        lambda answer: parsing.strategy(answer.strategy),
        WRITE_S,
        repeatable=False,
    )


def rollback_strategy(scene: str, to_version: int) -> Call[results.Strategy]:
    """Put an earlier version into effect again, as a new version."""
    return Call(
        Part.MEMORY,
        "/yiku.strategy.v1.StrategyService/Rollback",
        strategy_pb2.RollbackRequest(scene=scene, to_version=to_version),
        strategy_pb2.RollbackResponse,
        lambda answer: parsing.strategy(answer.strategy),
        WRITE_S,
        repeatable=False,
    )


def get_trace(trace_id: str) -> Call[results.Trace]:
    """The decision record of one ingest or recall."""
    return Call(
        Part.MEMORY,
        "/yiku.trace.v1.TraceService/Get",
        trace_pb2.GetRequest(trace_id=trace_id),
        trace_pb2.GetResponse,
        lambda answer: parsing.trace(answer.trace),
        READ_S,
    )


def list_traces(*, user_id: str = "", kind: str = "", limit: int = 0) -> Call[tuple[results.Trace, ...]]:
    """Decision records, newest first."""
    return Call(
        Part.MEMORY,
        "/yiku.trace.v1.TraceService/List",
        trace_pb2.ListRequest(user_id=user_id, kind=kind, limit=limit),
        trace_pb2.ListResponse,
        lambda answer: tuple(parsing.trace(t) for t in answer.traces),
        READ_S,
    )


def check(store: str = "") -> Call[results.Check]:
    """Compare the indexes with Postgres: "milvus", "graph", "cache", or all."""
    return Call(
        Part.MEMORY,
        "/yiku.admin.v1.AdminService/Check",
        admin_pb2.CheckRequest(store=store),
        admin_pb2.CheckResponse,
        parsing.check,
        ADMIN_S,
    )


def repair(store: str = "") -> Call[int]:
    """Send again whatever differs; how many events that is."""
    return Call(
        Part.MEMORY,
        "/yiku.admin.v1.AdminService/Repair",
        admin_pb2.RepairRequest(store=store),
        admin_pb2.RepairResponse,
        lambda answer: int(answer.resent),
        ADMIN_S,
        repeatable=False,
    )


def rebuild(store: str) -> Call[int]:
    """Empty an index and fill it from Postgres; how many events were sent."""
    return Call(
        Part.MEMORY,
        "/yiku.admin.v1.AdminService/Rebuild",
        admin_pb2.RebuildRequest(store=store),
        admin_pb2.RebuildResponse,
        lambda answer: int(answer.resent),
        REBUILD_S,
        repeatable=False,
    )


def lag() -> Call[results.Lag]:
    """How far each sink is behind."""
    return Call(
        Part.MEMORY,
        "/yiku.admin.v1.AdminService/Lag",
        admin_pb2.LagRequest(),
        admin_pb2.LagResponse,
        parsing.lag,
        READ_S,
    )


def list_dead_letters(limit: int = 100) -> Call[tuple[results.DeadLetter, ...]]:
    """Events that a sink refused, newest first."""
    return Call(
        Part.MEMORY,
        "/yiku.admin.v1.AdminService/ListDeadLetters",
        admin_pb2.ListDeadLettersRequest(limit=limit),
        admin_pb2.ListDeadLettersResponse,
        parsing.dead_letters,
        READ_S,
    )


def redrive_dead_letters(sink: str = "") -> Call[int]:
    """Send refused events again; how many."""
    return Call(
        Part.MEMORY,
        "/yiku.admin.v1.AdminService/RedriveDeadLetters",
        admin_pb2.RedriveDeadLettersRequest(sink=sink),
        admin_pb2.RedriveDeadLettersResponse,
        lambda answer: int(answer.resent),
        ADMIN_S,
        repeatable=False,
    )


def _new_key() -> str:
    return f"client-{uuid.uuid4().hex}"


def _mode(dry_run: bool) -> extractor_pb2.Mode:
    return extractor_pb2.MODE_DRY_RUN if dry_run else extractor_pb2.MODE_COMMIT


def _wait(indexed: bool) -> extractor_pb2.Wait:
    return extractor_pb2.WAIT_INDEXED if indexed else extractor_pb2.WAIT_COMMITTED
