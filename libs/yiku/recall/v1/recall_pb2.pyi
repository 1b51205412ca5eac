import datetime

from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from yiku.common.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RecallRequest(_message.Message):
    __slots__ = ("user_id", "query", "turns", "scene", "now", "time_zone", "time_range", "as_of", "kinds", "top_k", "token_budget", "explain")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    SCENE_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    TIME_RANGE_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    TOP_K_FIELD_NUMBER: _ClassVar[int]
    TOKEN_BUDGET_FIELD_NUMBER: _ClassVar[int]
    EXPLAIN_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    query: str
    turns: _containers.RepeatedCompositeFieldContainer[_common_pb2.Turn]
    scene: str
    now: _timestamp_pb2.Timestamp
    time_zone: str
    time_range: _common_pb2.TimeRange
    as_of: _timestamp_pb2.Timestamp
    kinds: _containers.RepeatedScalarFieldContainer[str]
    top_k: int
    token_budget: int
    explain: bool
    def __init__(self, user_id: _Optional[str] = ..., query: _Optional[str] = ..., turns: _Optional[_Iterable[_Union[_common_pb2.Turn, _Mapping]]] = ..., scene: _Optional[str] = ..., now: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., time_zone: _Optional[str] = ..., time_range: _Optional[_Union[_common_pb2.TimeRange, _Mapping]] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., kinds: _Optional[_Iterable[str]] = ..., top_k: _Optional[int] = ..., token_budget: _Optional[int] = ..., explain: _Optional[bool] = ...) -> None: ...

class PathHit(_message.Message):
    __slots__ = ("path", "rank", "score")
    PATH_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    path: str
    rank: int
    score: float
    def __init__(self, path: _Optional[str] = ..., rank: _Optional[int] = ..., score: _Optional[float] = ...) -> None: ...

class RecalledMemory(_message.Message):
    __slots__ = ("memory", "score", "why")
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    WHY_FIELD_NUMBER: _ClassVar[int]
    memory: _common_pb2.Memory
    score: float
    why: _containers.RepeatedCompositeFieldContainer[PathHit]
    def __init__(self, memory: _Optional[_Union[_common_pb2.Memory, _Mapping]] = ..., score: _Optional[float] = ..., why: _Optional[_Iterable[_Union[PathHit, _Mapping]]] = ...) -> None: ...

class Clarification(_message.Message):
    __slots__ = ("clarification_id", "question", "attribute", "said_memory_id", "inferred_memory_id", "opened_at", "expires_at")
    CLARIFICATION_ID_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    SAID_MEMORY_ID_FIELD_NUMBER: _ClassVar[int]
    INFERRED_MEMORY_ID_FIELD_NUMBER: _ClassVar[int]
    OPENED_AT_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    clarification_id: str
    question: str
    attribute: str
    said_memory_id: str
    inferred_memory_id: str
    opened_at: _timestamp_pb2.Timestamp
    expires_at: _timestamp_pb2.Timestamp
    def __init__(self, clarification_id: _Optional[str] = ..., question: _Optional[str] = ..., attribute: _Optional[str] = ..., said_memory_id: _Optional[str] = ..., inferred_memory_id: _Optional[str] = ..., opened_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Degradation(_message.Message):
    __slots__ = ("part", "reason")
    PART_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    part: str
    reason: str
    def __init__(self, part: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class PathReport(_message.Message):
    __slots__ = ("path", "hits", "millis", "failure")
    PATH_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    MILLIS_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    path: str
    hits: int
    millis: float
    failure: str
    def __init__(self, path: _Optional[str] = ..., hits: _Optional[int] = ..., millis: _Optional[float] = ..., failure: _Optional[str] = ...) -> None: ...

class Plan(_message.Message):
    __slots__ = ("text", "tokens", "exact", "attributes", "mentions", "strategy", "strategy_version")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    EXACT_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    MENTIONS_FIELD_NUMBER: _ClassVar[int]
    STRATEGY_FIELD_NUMBER: _ClassVar[int]
    STRATEGY_VERSION_FIELD_NUMBER: _ClassVar[int]
    text: str
    tokens: _containers.RepeatedScalarFieldContainer[str]
    exact: _containers.RepeatedScalarFieldContainer[str]
    attributes: _containers.RepeatedScalarFieldContainer[str]
    mentions: _containers.RepeatedScalarFieldContainer[str]
    strategy: str
    strategy_version: int
    def __init__(self, text: _Optional[str] = ..., tokens: _Optional[_Iterable[str]] = ..., exact: _Optional[_Iterable[str]] = ..., attributes: _Optional[_Iterable[str]] = ..., mentions: _Optional[_Iterable[str]] = ..., strategy: _Optional[str] = ..., strategy_version: _Optional[int] = ...) -> None: ...

class RecallResponse(_message.Message):
    __slots__ = ("memories", "prompt_block", "clarifications", "plan", "degraded", "cache", "trace_id", "paths")
    MEMORIES_FIELD_NUMBER: _ClassVar[int]
    PROMPT_BLOCK_FIELD_NUMBER: _ClassVar[int]
    CLARIFICATIONS_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    DEGRADED_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    memories: _containers.RepeatedCompositeFieldContainer[RecalledMemory]
    prompt_block: str
    clarifications: _containers.RepeatedCompositeFieldContainer[Clarification]
    plan: Plan
    degraded: _containers.RepeatedCompositeFieldContainer[Degradation]
    cache: str
    trace_id: str
    paths: _containers.RepeatedCompositeFieldContainer[PathReport]
    def __init__(self, memories: _Optional[_Iterable[_Union[RecalledMemory, _Mapping]]] = ..., prompt_block: _Optional[str] = ..., clarifications: _Optional[_Iterable[_Union[Clarification, _Mapping]]] = ..., plan: _Optional[_Union[Plan, _Mapping]] = ..., degraded: _Optional[_Iterable[_Union[Degradation, _Mapping]]] = ..., cache: _Optional[str] = ..., trace_id: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[PathReport, _Mapping]]] = ...) -> None: ...
