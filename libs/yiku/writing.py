"""Calls that store: what was said and done, and memories as stated."""

import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime

from yiku import messages, parsing, results
from yiku.call import INGEST_S, WRITE_S, Call, Part
from yiku.extractor.v1 import extractor_pb2
from yiku.results import Json


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


def _new_key() -> str:
    return f"client-{uuid.uuid4().hex}"


def _mode(dry_run: bool) -> extractor_pb2.Mode:
    return extractor_pb2.MODE_DRY_RUN if dry_run else extractor_pb2.MODE_COMMIT


def _wait(indexed: bool) -> extractor_pb2.Wait:
    return extractor_pb2.WAIT_INDEXED if indexed else extractor_pb2.WAIT_COMMITTED
