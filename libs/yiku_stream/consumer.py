"""Reads a topic in batches, through rebalances and losses of the broker, for ever."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import structlog
from confluent_kafka import KafkaException
from yiku_domain.errors import Unavailable

from yiku_stream.membership import Membership
from yiku_stream.record import Record
from yiku_stream.settings import KafkaSettings
from yiku_stream.topics import TOPICS, Topic, Topics

T = TypeVar("T")
log = structlog.get_logger()

_RETRY_S = 0.25
_LONGEST_IDLE_S = 30.0
"""Without partitions for so long, a member may have been forgotten; if it was not, it costs a rebalance."""


@dataclass(frozen=True)
class Batch:
    """Records, in order within each partition; or none, and the partitions that hold no more.

    `drained` can be late by the time that a record needs from the broker to here.
    """

    records: tuple[Record, ...] = ()
    drained: frozenset[int] = frozenset()


class BatchConsumer:
    """A member of a group that is made anew whenever the old one is of no more use.

    Starts at the committed offset, else at the earliest record. The caller commits what its sink
    has; what was not committed is read again. Topics that are missing are made, so that a first write
    does not wait for the group to form; where that is not allowed, they are waited for.
    """

    def __init__(
        self,
        settings: KafkaSettings,
        topic: str,
        group: str,
        *,
        topics: Sequence[Topic] = TOPICS,
        max_records: int = 256,
        wait_s: float = 0.5,
        gather_s: float = 0.01,
    ) -> None:
        self._settings = settings
        self._topic = topic
        self._group = group
        self._wanted = topics
        self._max_records = max_records
        self._wait_s = wait_s
        self._gather_s = gather_s
        self._topics = Topics(settings, timeout_s=1.0)
        self._member: Membership | None = None
        self._closed = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="kafka-consumer")

    async def poll(self) -> Batch:
        """The next records, or an empty batch after `wait_s`; never raises for a broker that is away."""
        return await self._run(self._poll)

    async def keep_alive(self) -> frozenset[int]:
        """The partitions still assigned. Call it while records are being retried.

        Records of a partition that is no longer assigned are another member's now.
        """
        return await self._run(self._keep_alive)

    async def commit(self, records: Sequence[Record]) -> None:
        """Say that the sink has these records, and all before them in their partitions."""
        await self._run(lambda: self._member.commit(records) if self._member else None)

    async def close(self) -> None:
        """Leave the group, so that others take over at once. Closing again does nothing."""
        if not self._closed:
            self._closed = True
            await self._run(self._leave)
            self._thread.shutdown(wait=False)

    async def _run(self, operation: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, operation)

    def _poll(self) -> Batch:
        member = self._join()
        if member is None:
            time.sleep(_RETRY_S)
            return Batch()
        try:
            records = member.read(self._max_records, self._wait_s, self._gather_s)
            batch = Batch(tuple(records)) if records else Batch(drained=member.drained)
        except (KafkaException, RuntimeError) as error:
            log.warning("cannot read", topic=self._topic, error=type(error).__name__)
            member.broken = True
            batch = Batch()
        if not batch.records and (member.broken or member.idle_s > _LONGEST_IDLE_S):
            log.warning("joins the group anew", topic=self._topic, group=self._group)
            self._leave()
        return batch

    def _join(self) -> Membership | None:
        """The present membership, or a new one if the topic can be read."""
        if self._member is None and (partitions := self._readable()):
            self._member = Membership(self._settings, self._topic, self._group, partitions)
        return self._member

    def _readable(self) -> int:
        """How many partitions the topic has; 0 while it cannot be read."""
        try:
            self._topics.ensure(self._wanted)
            return self._topics.partitions().get(self._topic, 0)
        except Unavailable:
            return 0

    def _keep_alive(self) -> frozenset[int]:
        member = self._member
        if member is None:
            return frozenset()
        member.keep_alive()
        return frozenset() if member.broken else member.assigned

    def _leave(self) -> None:
        if self._member is not None:
            self._member.close()
            self._member = None
