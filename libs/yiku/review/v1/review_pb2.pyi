import datetime

from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from yiku.common.v1 import common_pb2 as _common_pb2
from yiku.recall.v1 import recall_pb2 as _recall_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Answer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ANSWER_UNSPECIFIED: _ClassVar[Answer]
    ANSWER_SAID: _ClassVar[Answer]
    ANSWER_INFERRED: _ClassVar[Answer]
ANSWER_UNSPECIFIED: Answer
ANSWER_SAID: Answer
ANSWER_INFERRED: Answer

class ListRequest(_message.Message):
    __slots__ = ("user_id", "reason", "kind", "decided", "page_size", "page_token")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    DECIDED_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    reason: str
    kind: str
    decided: bool
    page_size: int
    page_token: str
    def __init__(self, user_id: _Optional[str] = ..., reason: _Optional[str] = ..., kind: _Optional[str] = ..., decided: _Optional[bool] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ReviewItem(_message.Message):
    __slots__ = ("memory", "reason", "opened_at", "text", "before", "decision", "decided_at", "actor", "edited")
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    OPENED_AT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    DECIDED_AT_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    EDITED_FIELD_NUMBER: _ClassVar[int]
    memory: _common_pb2.Memory
    reason: str
    opened_at: _timestamp_pb2.Timestamp
    text: str
    before: _containers.RepeatedCompositeFieldContainer[_common_pb2.Turn]
    decision: str
    decided_at: _timestamp_pb2.Timestamp
    actor: str
    edited: Edit
    def __init__(self, memory: _Optional[_Union[_common_pb2.Memory, _Mapping]] = ..., reason: _Optional[str] = ..., opened_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., text: _Optional[str] = ..., before: _Optional[_Iterable[_Union[_common_pb2.Turn, _Mapping]]] = ..., decision: _Optional[str] = ..., decided_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., actor: _Optional[str] = ..., edited: _Optional[_Union[Edit, _Mapping]] = ...) -> None: ...

class ListResponse(_message.Message):
    __slots__ = ("items", "next_page_token")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[ReviewItem]
    next_page_token: str
    def __init__(self, items: _Optional[_Iterable[_Union[ReviewItem, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Approve(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Reject(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...

class Edit(_message.Message):
    __slots__ = ("content", "kind", "attribute", "value")
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    content: str
    kind: str
    attribute: str
    value: _struct_pb2.Struct
    def __init__(self, content: _Optional[str] = ..., kind: _Optional[str] = ..., attribute: _Optional[str] = ..., value: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...

class ResolveRequest(_message.Message):
    __slots__ = ("user_id", "memory_id", "approve", "reject", "edit")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    MEMORY_ID_FIELD_NUMBER: _ClassVar[int]
    APPROVE_FIELD_NUMBER: _ClassVar[int]
    REJECT_FIELD_NUMBER: _ClassVar[int]
    EDIT_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    memory_id: str
    approve: Approve
    reject: Reject
    edit: Edit
    def __init__(self, user_id: _Optional[str] = ..., memory_id: _Optional[str] = ..., approve: _Optional[_Union[Approve, _Mapping]] = ..., reject: _Optional[_Union[Reject, _Mapping]] = ..., edit: _Optional[_Union[Edit, _Mapping]] = ...) -> None: ...

class ResolveResponse(_message.Message):
    __slots__ = ("outcome", "memory", "superseded_ids", "clarification_id")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDED_IDS_FIELD_NUMBER: _ClassVar[int]
    CLARIFICATION_ID_FIELD_NUMBER: _ClassVar[int]
    outcome: str
    memory: _common_pb2.Memory
    superseded_ids: _containers.RepeatedScalarFieldContainer[str]
    clarification_id: str
    def __init__(self, outcome: _Optional[str] = ..., memory: _Optional[_Union[_common_pb2.Memory, _Mapping]] = ..., superseded_ids: _Optional[_Iterable[str]] = ..., clarification_id: _Optional[str] = ...) -> None: ...

class ListClarificationsRequest(_message.Message):
    __slots__ = ("user_id", "page_size", "page_token")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    page_size: int
    page_token: str
    def __init__(self, user_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class OpenClarification(_message.Message):
    __slots__ = ("user_id", "clarification")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    CLARIFICATION_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    clarification: _recall_pb2.Clarification
    def __init__(self, user_id: _Optional[str] = ..., clarification: _Optional[_Union[_recall_pb2.Clarification, _Mapping]] = ...) -> None: ...

class ListClarificationsResponse(_message.Message):
    __slots__ = ("clarifications", "next_page_token")
    CLARIFICATIONS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    clarifications: _containers.RepeatedCompositeFieldContainer[OpenClarification]
    next_page_token: str
    def __init__(self, clarifications: _Optional[_Iterable[_Union[OpenClarification, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ResolveClarificationRequest(_message.Message):
    __slots__ = ("user_id", "clarification_id", "answer")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    CLARIFICATION_ID_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    clarification_id: str
    answer: Answer
    def __init__(self, user_id: _Optional[str] = ..., clarification_id: _Optional[str] = ..., answer: _Optional[_Union[Answer, str]] = ...) -> None: ...

class ResolveClarificationResponse(_message.Message):
    __slots__ = ("memory",)
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    memory: _common_pb2.Memory
    def __init__(self, memory: _Optional[_Union[_common_pb2.Memory, _Mapping]] = ...) -> None: ...
