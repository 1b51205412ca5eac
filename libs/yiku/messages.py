"""Domain words to protobuf: what requests are made of."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from google.protobuf.struct_pb2 import Struct
from google.protobuf.timestamp_pb2 import Timestamp

from yiku.common.v1 import common_pb2
from yiku.errors import InvalidRequest
from yiku.extractor.v1 import extractor_pb2
from yiku.results import (
    Behaviour,
    Dialogue,
    Json,
    Order,
    Review,
    SourceItem,
    Statement,
    TimeRange,
    Turn,
)


def timestamp(moment: datetime | None, field: str) -> Timestamp | None:
    """`InvalidRequest` for a time without an offset: whose noon it is cannot be known."""
    if moment is None:
        return None
    if moment.utcoffset() is None:
        raise InvalidRequest.of(field, "must have a time zone")
    stamp = Timestamp()
    stamp.FromDatetime(moment)
    return stamp


def struct(value: Mapping[str, Json] | None) -> Struct | None:
    """None stays absent."""
    if value is None:
        return None
    made = Struct()
    made.update(value)
    return made


def turns(given: Iterable[Turn]) -> list[common_pb2.Turn]:
    """In the same order."""
    return [
        common_pb2.Turn(role=t.role, text=t.text, at=timestamp(t.at, f"turns[{i}].at")) for i, t in enumerate(given)
    ]


def time_range(given: TimeRange | None) -> common_pb2.TimeRange | None:
    """None stays absent."""
    if given is None:
        return None
    return common_pb2.TimeRange(
        start=timestamp(given.start, "time_range.start"), end=timestamp(given.end, "time_range.end")
    )


def source_item(source: SourceItem, index: int) -> extractor_pb2.SourceItem:
    """One source, with the time when it happened."""
    item = extractor_pb2.SourceItem(at=timestamp(source.at, f"items[{index}].at"))
    match source:
        case Dialogue():
            item.dialogue.session_id = source.session_id
            item.dialogue.turns.extend(turns(source.turns))
        case Order():
            item.order.CopyFrom(_order(source))
        case Review():
            item.review.CopyFrom(
                extractor_pb2.Review(
                    order_id=source.order_id,
                    driver=source.driver,
                    rating=source.rating,
                    text=source.text,
                )
            )
        case Behaviour():
            item.behaviour.action = source.action
            item.behaviour.properties.update(source.properties)
    return item


def statement(given: Statement, index: int) -> extractor_pb2.Statement:
    """One stated memory."""
    at = f"statements[{index}]."
    return extractor_pb2.Statement(
        content=given.content,
        kind=given.kind,
        attribute=given.attribute,
        value=struct(given.value),
        entities=[common_pb2.Entity(type=e.type, name=e.name, role=e.role) for e in given.entities],
        relations=[
            common_pb2.Relation(predicate=r.predicate, object_type=r.object_type, object=r.object)
            for r in given.relations
        ],
        confidence=given.confidence,
        inferred=given.inferred,
        event_time=timestamp(given.event_time, at + "event_time"),
        event_precision=given.event_precision,
        valid_from=timestamp(given.valid_from, at + "valid_from"),
        expires_at=timestamp(given.expires_at, at + "expires_at"),
        source_ref=given.source_ref,
    )


def _order(source: Order) -> extractor_pb2.Order:
    return extractor_pb2.Order(
        order_id=source.order_id,
        vehicle_type=source.vehicle_type,
        pickup=source.pickup,
        dropoff=source.dropoff,
        goods=source.goods,
        amount_yuan=source.amount_yuan,
        driver=source.driver,
    )
