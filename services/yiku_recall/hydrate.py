"""Postgres has the last word: what a path found is only kept if it is the customer's and true."""

from collections.abc import Sequence
from datetime import datetime

from yiku_domain.ids import MemoryId, Scope
from yiku_domain.memory import Kind, Nature
from yiku_domain.plan import QueryPlan
from yiku_stores.postgres.recall_reads import LeanMemory, RecallReads

from yiku_recall.deadline import Deadline, in_time

NOT_FOUND = "not_in_postgres"
NOT_READ = "not_read_in_time"


class Hydration:
    """The memories of one request, each read at most once.

    `timed_out` says that some could not be read in time: only what was read before can be returned.
    """

    def __init__(self, reads: RecallReads, scope: Scope, known: Sequence[LeanMemory]) -> None:
        self._reads = reads
        self._scope = scope
        self._memories = {memory.id: memory for memory in known}
        self.read_count = 0
        self.timed_out = False

    async def read(self, ids: Sequence[MemoryId], deadline: Deadline) -> None:
        """Read those that were not read yet. `Unavailable` where Postgres is away."""
        missing = [memory_id for memory_id in ids if memory_id not in self._memories]
        if not missing or self.timed_out:
            return
        try:
            found = await in_time(self._reads.hydrate(self._scope, missing), deadline.left())
        except TimeoutError:
            self.timed_out = True
            return
        self.read_count += len(found)
        self._memories.update((memory.id, memory) for memory in found)

    def get(self, memory_id: MemoryId) -> LeanMemory | None:
        """None where the customer has no such memory, or it was not read."""
        return self._memories.get(memory_id)


def objection(memory: LeanMemory | None, plan: QueryPlan, now: datetime) -> str:
    """Why a candidate must not be returned; empty if it may."""
    if memory is None:
        return NOT_FOUND
    if plan.kinds and Kind(memory.kind) not in plan.kinds:
        return "kind"
    unfit = memory.unfit(plan.as_of or now, as_of=plan.as_of is not None)
    if unfit:
        return unfit
    window = plan.time_range
    happened = memory.event_time or memory.valid_from
    outside = window is not None and memory.nature == Nature.EVENT and happened not in window
    return "outside_window" if outside else ""
