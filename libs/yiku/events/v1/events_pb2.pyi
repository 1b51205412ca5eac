from yiku.common.v1 import common_pb2 as _common_pb2
from yiku.extractor.v1 import extractor_pb2 as _extractor_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MemoryEvent(_message.Message):
    __slots__ = ("op", "tenant_id", "user_id", "memory_id", "version", "memory", "repair")
    class Op(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        OP_UNSPECIFIED: _ClassVar[MemoryEvent.Op]
        OP_UPSERT: _ClassVar[MemoryEvent.Op]
        OP_DELETE: _ClassVar[MemoryEvent.Op]
    OP_UNSPECIFIED: MemoryEvent.Op
    OP_UPSERT: MemoryEvent.Op
    OP_DELETE: MemoryEvent.Op
    OP_FIELD_NUMBER: _ClassVar[int]
    TENANT_ID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    MEMORY_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    REPAIR_FIELD_NUMBER: _ClassVar[int]
    op: MemoryEvent.Op
    tenant_id: str
    user_id: str
    memory_id: str
    version: int
    memory: _common_pb2.Memory
    repair: bool
    def __init__(self, op: _Optional[_Union[MemoryEvent.Op, str]] = ..., tenant_id: _Optional[str] = ..., user_id: _Optional[str] = ..., memory_id: _Optional[str] = ..., version: _Optional[int] = ..., memory: _Optional[_Union[_common_pb2.Memory, _Mapping]] = ..., repair: _Optional[bool] = ...) -> None: ...

class SourceEvent(_message.Message):
    __slots__ = ("tenant_id", "request")
    TENANT_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    tenant_id: str
    request: _extractor_pb2.IngestRequest
    def __init__(self, tenant_id: _Optional[str] = ..., request: _Optional[_Union[_extractor_pb2.IngestRequest, _Mapping]] = ...) -> None: ...
