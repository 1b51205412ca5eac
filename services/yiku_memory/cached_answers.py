"""What a cached answer holds, for comparing it with Postgres."""

from uuid import UUID

from yiku.recall.v1.recall_pb2 import RecallResponse
from yiku_domain.ids import MemoryId

_UNTIL_BYTES = 8
"""Recall puts the time until which an answer stands before the message."""


def held_memories(body: bytes) -> list[tuple[MemoryId, int]]:
    """The ids and versions of the memories in an answer."""
    answer = RecallResponse.FromString(body[_UNTIL_BYTES:])
    return [(MemoryId(UUID(one.memory.memory_id)), one.memory.version) for one in answer.memories]
