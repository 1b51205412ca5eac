import datetime

from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from yiku.common.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Mode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MODE_UNSPECIFIED: _ClassVar[Mode]
    MODE_COMMIT: _ClassVar[Mode]
    MODE_DRY_RUN: _ClassVar[Mode]

class Wait(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WAIT_UNSPECIFIED: _ClassVar[Wait]
    WAIT_COMMITTED: _ClassVar[Wait]
    WAIT_INDEXED: _ClassVar[Wait]

class Outcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OUTCOME_UNSPECIFIED: _ClassVar[Outcome]
    OUTCOME_STORED: _ClassVar[Outcome]
    OUTCOME_MERGED: _ClassVar[Outcome]
    OUTCOME_SUPERSEDED: _ClassVar[Outcome]
    OUTCOME_REVIEW: _ClassVar[Outcome]
    OUTCOME_CLARIFICATION: _ClassVar[Outcome]
    OUTCOME_DROPPED: _ClassVar[Outcome]
    OUTCOME_FAILED: _ClassVar[Outcome]
MODE_UNSPECIFIED: Mode
MODE_COMMIT: Mode
MODE_DRY_RUN: Mode
WAIT_UNSPECIFIED: Wait
WAIT_COMMITTED: Wait
WAIT_INDEXED: Wait
OUTCOME_UNSPECIFIED: Outcome
OUTCOME_STORED: Outcome
OUTCOME_MERGED: Outcome
OUTCOME_SUPERSEDED: Outcome
OUTCOME_REVIEW: Outcome
OUTCOME_CLARIFICATION: Outcome
OUTCOME_DROPPED: Outcome
OUTCOME_FAILED: Outcome

class Dialogue(_message.Message):
    __slots__ = ("session_id", "turns")
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    turns: _containers.RepeatedCompositeFieldContainer[_common_pb2.Turn]
    def __init__(self, session_id: _Optional[str] = ..., turns: _Optional[_Iterable[_Union[_common_pb2.Turn, _Mapping]]] = ...) -> None: ...

class Order(_message.Message):
    __slots__ = ("order_id", "vehicle_type", "pickup", "dropoff", "goods", "amount_yuan", "driver")
    ORDER_ID_FIELD_NUMBER: _ClassVar[int]
    VEHICLE_TYPE_FIELD_NUMBER: _ClassVar[int]
    PICKUP_FIELD_NUMBER: _ClassVar[int]
    DROPOFF_FIELD_NUMBER: _ClassVar[int]
    GOODS_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_YUAN_FIELD_NUMBER: _ClassVar[int]
    DRIVER_FIELD_NUMBER: _ClassVar[int]
    order_id: str
    vehicle_type: str
    pickup: str
    dropoff: str
    goods: str
    amount_yuan: float
    driver: str
    def __init__(self, order_id: _Optional[str] = ..., vehicle_type: _Optional[str] = ..., pickup: _Optional[str] = ..., dropoff: _Optional[str] = ..., goods: _Optional[str] = ..., amount_yuan: _Optional[float] = ..., driver: _Optional[str] = ...) -> None: ...

class Review(_message.Message):
    __slots__ = ("order_id", "driver", "rating", "text")
    ORDER_ID_FIELD_NUMBER: _ClassVar[int]
    DRIVER_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    order_id: str
    driver: str
    rating: int
    text: str
    def __init__(self, order_id: _Optional[str] = ..., driver: _Optional[str] = ..., rating: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class Behaviour(_message.Message):
    __slots__ = ("action", "properties")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    PROPERTIES_FIELD_NUMBER: _ClassVar[int]
    action: str
    properties: _struct_pb2.Struct
    def __init__(self, action: _Optional[str] = ..., properties: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...

class SourceItem(_message.Message):
    __slots__ = ("at", "dialogue", "order", "review", "behaviour")
    AT_FIELD_NUMBER: _ClassVar[int]
    DIALOGUE_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    REVIEW_FIELD_NUMBER: _ClassVar[int]
    BEHAVIOUR_FIELD_NUMBER: _ClassVar[int]
    at: _timestamp_pb2.Timestamp
    dialogue: Dialogue
    order: Order
    review: Review
    behaviour: Behaviour
    def __init__(self, at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., dialogue: _Optional[_Union[Dialogue, _Mapping]] = ..., order: _Optional[_Union[Order, _Mapping]] = ..., review: _Optional[_Union[Review, _Mapping]] = ..., behaviour: _Optional[_Union[Behaviour, _Mapping]] = ...) -> None: ...

class IngestRequest(_message.Message):
    __slots__ = ("user_id", "idempotency_key", "items", "mode", "wait", "time_zone")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    IDEMPOTENCY_KEY_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    WAIT_FIELD_NUMBER: _ClassVar[int]
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    idempotency_key: str
    items: _containers.RepeatedCompositeFieldContainer[SourceItem]
    mode: Mode
    wait: Wait
    time_zone: str
    def __init__(self, user_id: _Optional[str] = ..., idempotency_key: _Optional[str] = ..., items: _Optional[_Iterable[_Union[SourceItem, _Mapping]]] = ..., mode: _Optional[_Union[Mode, str]] = ..., wait: _Optional[_Union[Wait, str]] = ..., time_zone: _Optional[str] = ...) -> None: ...

class ItemResult(_message.Message):
    __slots__ = ("item", "turn", "outcome", "memory_id", "superseded_ids", "reason", "detail", "content", "kind", "attribute", "field", "clarification_id", "question")
    ITEM_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    MEMORY_ID_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDED_IDS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    CLARIFICATION_ID_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    item: int
    turn: int
    outcome: Outcome
    memory_id: str
    superseded_ids: _containers.RepeatedScalarFieldContainer[str]
    reason: str
    detail: str
    content: str
    kind: str
    attribute: str
    field: str
    clarification_id: str
    question: str
    def __init__(self, item: _Optional[int] = ..., turn: _Optional[int] = ..., outcome: _Optional[_Union[Outcome, str]] = ..., memory_id: _Optional[str] = ..., superseded_ids: _Optional[_Iterable[str]] = ..., reason: _Optional[str] = ..., detail: _Optional[str] = ..., content: _Optional[str] = ..., kind: _Optional[str] = ..., attribute: _Optional[str] = ..., field: _Optional[str] = ..., clarification_id: _Optional[str] = ..., question: _Optional[str] = ...) -> None: ...

class IngestResponse(_message.Message):
    __slots__ = ("results", "stored", "trace_id", "indexed", "replayed")
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    STORED_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    INDEXED_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[ItemResult]
    stored: int
    trace_id: str
    indexed: bool
    replayed: bool
    def __init__(self, results: _Optional[_Iterable[_Union[ItemResult, _Mapping]]] = ..., stored: _Optional[int] = ..., trace_id: _Optional[str] = ..., indexed: _Optional[bool] = ..., replayed: _Optional[bool] = ...) -> None: ...

class Statement(_message.Message):
    __slots__ = ("content", "kind", "attribute", "value", "entities", "relations", "confidence", "inferred", "event_time", "event_precision", "valid_from", "expires_at", "source_ref")
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    ENTITIES_FIELD_NUMBER: _ClassVar[int]
    RELATIONS_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    INFERRED_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    EVENT_PRECISION_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    SOURCE_REF_FIELD_NUMBER: _ClassVar[int]
    content: str
    kind: str
    attribute: str
    value: _struct_pb2.Struct
    entities: _containers.RepeatedCompositeFieldContainer[_common_pb2.Entity]
    relations: _containers.RepeatedCompositeFieldContainer[_common_pb2.Relation]
    confidence: float
    inferred: bool
    event_time: _timestamp_pb2.Timestamp
    event_precision: str
    valid_from: _timestamp_pb2.Timestamp
    expires_at: _timestamp_pb2.Timestamp
    source_ref: str
    def __init__(self, content: _Optional[str] = ..., kind: _Optional[str] = ..., attribute: _Optional[str] = ..., value: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., entities: _Optional[_Iterable[_Union[_common_pb2.Entity, _Mapping]]] = ..., relations: _Optional[_Iterable[_Union[_common_pb2.Relation, _Mapping]]] = ..., confidence: _Optional[float] = ..., inferred: _Optional[bool] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., event_precision: _Optional[str] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., source_ref: _Optional[str] = ...) -> None: ...

class RememberRequest(_message.Message):
    __slots__ = ("user_id", "idempotency_key", "statements", "mode", "wait")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    IDEMPOTENCY_KEY_FIELD_NUMBER: _ClassVar[int]
    STATEMENTS_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    WAIT_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    idempotency_key: str
    statements: _containers.RepeatedCompositeFieldContainer[Statement]
    mode: Mode
    wait: Wait
    def __init__(self, user_id: _Optional[str] = ..., idempotency_key: _Optional[str] = ..., statements: _Optional[_Iterable[_Union[Statement, _Mapping]]] = ..., mode: _Optional[_Union[Mode, str]] = ..., wait: _Optional[_Union[Wait, str]] = ...) -> None: ...

class RememberResponse(_message.Message):
    __slots__ = ("results", "stored", "trace_id", "indexed", "replayed")
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    STORED_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    INDEXED_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[ItemResult]
    stored: int
    trace_id: str
    indexed: bool
    replayed: bool
    def __init__(self, results: _Optional[_Iterable[_Union[ItemResult, _Mapping]]] = ..., stored: _Optional[int] = ..., trace_id: _Optional[str] = ..., indexed: _Optional[bool] = ..., replayed: _Optional[bool] = ...) -> None: ...
