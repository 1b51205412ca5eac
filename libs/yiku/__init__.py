"""Yiku: a long-term memory for customer-service bots.

from yiku import Client, Turn

with Client.from_env() as memory:
    memory.ingest_dialogue("u_1001", [Turn("user", "我对猫毛过敏")], session_id="s1")
    print(memory.recall("u_1001", "帮我约个车").prompt_block)
"""

from yiku.client import AsyncClient, Client
from yiku.errors import (
    Conflict,
    DeadlineExceeded,
    FailedPrecondition,
    InternalError,
    InvalidRequest,
    NotConfigured,
    NotFound,
    PermissionDenied,
    ResourceExhausted,
    Unauthenticated,
    Unavailable,
    Violation,
    YikuError,
)
from yiku.results import (
    Behaviour,
    Clarification,
    Dialogue,
    Entity,
    Ingested,
    Item,
    Memory,
    Order,
    Recall,
    RecalledMemory,
    Relation,
    Resolution,
    Review,
    ReviewItem,
    Statement,
    TimeRange,
    Turn,
)

__all__ = [
    "AsyncClient",
    "Behaviour",
    "Clarification",
    "Client",
    "Conflict",
    "DeadlineExceeded",
    "Dialogue",
    "Entity",
    "FailedPrecondition",
    "Ingested",
    "InternalError",
    "InvalidRequest",
    "Item",
    "Memory",
    "NotConfigured",
    "NotFound",
    "Order",
    "PermissionDenied",
    "Recall",
    "RecalledMemory",
    "Relation",
    "Resolution",
    "ResourceExhausted",
    "Review",
    "ReviewItem",
    "Statement",
    "TimeRange",
    "Turn",
    "Unauthenticated",
    "Unavailable",
    "Violation",
    "YikuError",
]
