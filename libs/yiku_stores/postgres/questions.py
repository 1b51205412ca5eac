"""What ends the questions to a customer beside their answers."""

from yiku_domain.clarification import Ending
from yiku_domain.memory import Memory, Status

from yiku_stores.postgres.changes import Workspace, waits
from yiku_stores.postgres.drafting import draft_of, memory_slot


def expire(space: Workspace) -> None:
    """Nobody answered in time: what was said stands."""
    for asked in space.asking.open:
        if asked.expires_at <= space.now:
            space.withdraw(space.view[asked.inferred], "expire")
            space.asking.close(asked, Ending.EXPIRED, space.now)


def corrected(space: Workspace, memory: Memory) -> None:
    """A person made a memory say something, which answers what is asked about its slot."""
    if memory.status is not Status.ACTIVE:
        return
    for asked in space.asking.open:
        if memory_slot(memory) in (asked.slot, memory_slot(space.view[asked.said])):
            space.conclude(asked, draft_of(memory), memory)


def reconcile(space: Workspace) -> None:
    """The ground of a question has gone; what waited for a statement that is gone is resolved again."""
    for asked in space.asking.open:
        waiting = space.view[asked.inferred]
        if not waits(waiting):
            space.asking.close(asked, Ending.WITHDRAWN, space.now)
        elif space.view[asked.said].status is not Status.ACTIVE:
            space.asking.close(asked, Ending.REPLACED, space.now)
            space.admit(waiting, draft_of(waiting), "admit")
