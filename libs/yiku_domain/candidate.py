"""What a retrieval path finds, before Postgres has had its say."""

from dataclasses import dataclass, field
from enum import StrEnum

from yiku_domain.ids import MemoryId
from yiku_domain.memory import Memory


class PathName(StrEnum):
    """The retrieval paths."""

    PROFILE = "profile"
    VECTOR = "vector"
    KEYWORD = "keyword"
    GRAPH = "graph"
    OVERLAY = "overlay"


@dataclass(frozen=True)
class Hit:
    """One memory found by one path: its rank from 1 and the path's own score, higher is better."""

    memory_id: MemoryId
    rank: int
    score: float


@dataclass(frozen=True)
class PathResult:
    """Hits in rank order. `failure` names why a path gave nothing ("timeout", "unavailable")."""

    path: PathName
    hits: tuple[Hit, ...]
    millis: float
    failure: str = ""


@dataclass(frozen=True)
class Candidate:
    """A memory id with what each path said of it, and its fused score in 0..1."""

    memory_id: MemoryId
    score: float
    by_path: dict[PathName, Hit] = field(default_factory=dict)


@dataclass(frozen=True)
class Recalled:
    """A memory that goes back to the caller."""

    memory: Memory
    score: float
    by_path: dict[PathName, Hit]
