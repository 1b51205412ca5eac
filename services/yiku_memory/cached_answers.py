"""What a cached answer holds, for comparing it with Postgres."""

from uuid import UUID

from yiku.recall.v1.recall_pb2 import RecallResponse
from yiku_domain.ids import ClarificationId, MemoryId
from yiku_stores.reconcile_cache import Held

_HEAD_BYTES = 40
"""Recall puts before the message until when an answer stands (8) and the trace id of the call that made it (32)."""


def held(body: bytes) -> Held:
    """The ids and versions of the memories in an answer, and the questions, each with the memory that waits."""
    answer = RecallResponse.FromString(body[_HEAD_BYTES:])
    return Held(
        {MemoryId(UUID(one.memory.memory_id)): one.memory.version for one in answer.memories},
        {
            ClarificationId(UUID(one.clarification_id)): MemoryId(UUID(one.inferred_memory_id))
            for one in answer.clarifications
        },
    )
