import datetime

from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CheckRequest(_message.Message):
    __slots__ = ("store",)
    STORE_FIELD_NUMBER: _ClassVar[int]
    store: str
    def __init__(self, store: _Optional[str] = ...) -> None: ...

class StoreReport(_message.Message):
    __slots__ = ("store", "expected", "held", "missing", "stale", "extra", "pending", "agree", "error")
    STORE_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_FIELD_NUMBER: _ClassVar[int]
    HELD_FIELD_NUMBER: _ClassVar[int]
    MISSING_FIELD_NUMBER: _ClassVar[int]
    STALE_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    AGREE_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    store: str
    expected: int
    held: int
    missing: int
    stale: int
    extra: int
    pending: int
    agree: bool
    error: str
    def __init__(self, store: _Optional[str] = ..., expected: _Optional[int] = ..., held: _Optional[int] = ..., missing: _Optional[int] = ..., stale: _Optional[int] = ..., extra: _Optional[int] = ..., pending: _Optional[int] = ..., agree: _Optional[bool] = ..., error: _Optional[str] = ...) -> None: ...

class CheckResponse(_message.Message):
    __slots__ = ("stores", "memories", "log_lines", "outbox", "agree")
    STORES_FIELD_NUMBER: _ClassVar[int]
    MEMORIES_FIELD_NUMBER: _ClassVar[int]
    LOG_LINES_FIELD_NUMBER: _ClassVar[int]
    OUTBOX_FIELD_NUMBER: _ClassVar[int]
    AGREE_FIELD_NUMBER: _ClassVar[int]
    stores: _containers.RepeatedCompositeFieldContainer[StoreReport]
    memories: int
    log_lines: int
    outbox: int
    agree: bool
    def __init__(self, stores: _Optional[_Iterable[_Union[StoreReport, _Mapping]]] = ..., memories: _Optional[int] = ..., log_lines: _Optional[int] = ..., outbox: _Optional[int] = ..., agree: _Optional[bool] = ...) -> None: ...

class RepairRequest(_message.Message):
    __slots__ = ("store",)
    STORE_FIELD_NUMBER: _ClassVar[int]
    store: str
    def __init__(self, store: _Optional[str] = ...) -> None: ...

class RepairResponse(_message.Message):
    __slots__ = ("resent",)
    RESENT_FIELD_NUMBER: _ClassVar[int]
    resent: int
    def __init__(self, resent: _Optional[int] = ...) -> None: ...

class RebuildRequest(_message.Message):
    __slots__ = ("store",)
    STORE_FIELD_NUMBER: _ClassVar[int]
    store: str
    def __init__(self, store: _Optional[str] = ...) -> None: ...

class RebuildResponse(_message.Message):
    __slots__ = ("resent",)
    RESENT_FIELD_NUMBER: _ClassVar[int]
    resent: int
    def __init__(self, resent: _Optional[int] = ...) -> None: ...

class LagRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SinkLag(_message.Message):
    __slots__ = ("sink", "pending", "oldest_seconds", "last_applied_at", "dead_letters")
    SINK_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    OLDEST_SECONDS_FIELD_NUMBER: _ClassVar[int]
    LAST_APPLIED_AT_FIELD_NUMBER: _ClassVar[int]
    DEAD_LETTERS_FIELD_NUMBER: _ClassVar[int]
    sink: str
    pending: int
    oldest_seconds: float
    last_applied_at: _timestamp_pb2.Timestamp
    dead_letters: int
    def __init__(self, sink: _Optional[str] = ..., pending: _Optional[int] = ..., oldest_seconds: _Optional[float] = ..., last_applied_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., dead_letters: _Optional[int] = ...) -> None: ...

class LagResponse(_message.Message):
    __slots__ = ("sinks", "unpublished")
    SINKS_FIELD_NUMBER: _ClassVar[int]
    UNPUBLISHED_FIELD_NUMBER: _ClassVar[int]
    sinks: _containers.RepeatedCompositeFieldContainer[SinkLag]
    unpublished: int
    def __init__(self, sinks: _Optional[_Iterable[_Union[SinkLag, _Mapping]]] = ..., unpublished: _Optional[int] = ...) -> None: ...

class DeadLetter(_message.Message):
    __slots__ = ("id", "sink", "tenant_id", "user_id", "memory_id", "version", "error", "at")
    ID_FIELD_NUMBER: _ClassVar[int]
    SINK_FIELD_NUMBER: _ClassVar[int]
    TENANT_ID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    MEMORY_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    id: int
    sink: str
    tenant_id: str
    user_id: str
    memory_id: str
    version: int
    error: str
    at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[int] = ..., sink: _Optional[str] = ..., tenant_id: _Optional[str] = ..., user_id: _Optional[str] = ..., memory_id: _Optional[str] = ..., version: _Optional[int] = ..., error: _Optional[str] = ..., at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListDeadLettersRequest(_message.Message):
    __slots__ = ("limit",)
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    limit: int
    def __init__(self, limit: _Optional[int] = ...) -> None: ...

class ListDeadLettersResponse(_message.Message):
    __slots__ = ("dead_letters",)
    DEAD_LETTERS_FIELD_NUMBER: _ClassVar[int]
    dead_letters: _containers.RepeatedCompositeFieldContainer[DeadLetter]
    def __init__(self, dead_letters: _Optional[_Iterable[_Union[DeadLetter, _Mapping]]] = ...) -> None: ...

class RedriveDeadLettersRequest(_message.Message):
    __slots__ = ("sink",)
    SINK_FIELD_NUMBER: _ClassVar[int]
    sink: str
    def __init__(self, sink: _Optional[str] = ...) -> None: ...

class RedriveDeadLettersResponse(_message.Message):
    __slots__ = ("resent",)
    RESENT_FIELD_NUMBER: _ClassVar[int]
    resent: int
    def __init__(self, resent: _Optional[int] = ...) -> None: ...
