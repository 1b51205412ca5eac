"""Identifiers, and the scope that every row, event, cache entry and index entry belongs to."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import NewType
from uuid import UUID

TenantId = NewType("TenantId", str)
UserId = NewType("UserId", str)
MemoryId = NewType("MemoryId", UUID)
EpisodeId = NewType("EpisodeId", UUID)
ClarificationId = NewType("ClarificationId", UUID)
TraceId = NewType("TraceId", str)

BUCKETS = 256
"""Users are spread over this many buckets: the unit of reconciliation."""

PARTITIONS = 16
"""Outbox and Kafka partitions. Changing it needs a drained outbox and a new topic."""


@dataclass(frozen=True)
class Scope:
    """One customer of one tenant. Immutable for the life of a memory."""

    tenant_id: TenantId
    user_id: UserId

    @cached_property
    def key(self) -> str:
        """`tenant/user`: the Kafka key, Milvus partition key and cache prefix."""
        return f"{self.tenant_id}/{self.user_id}"

    @cached_property
    def bucket(self) -> int:
        """A stable hash of the scope in [0, BUCKETS)."""
        return hashlib.sha256(self.key.encode()).digest()[0]

    @property
    def partition(self) -> int:
        """The outbox and Kafka partition in [0, PARTITIONS); a bucket lies in one partition."""
        return self.bucket % PARTITIONS
