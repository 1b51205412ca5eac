"""A request on its way: where it goes, how its answer is read, and how long it may take."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

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
    """One call. Only a `repeatable` one is tried again when Yiku is unavailable."""

    part: Part
    path: str
    request: Message
    response_type: type[Message]
    parse: Callable[[Any], T]
    timeout_s: float
    repeatable: bool = True
