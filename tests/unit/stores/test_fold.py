"""Several changes of a memory in one batch come down to the one that decides."""

from uuid import UUID

import pytest
from yiku_domain.events import MemoryEvent, Op
from yiku_domain.ids import MemoryId, Scope, TenantId, UserId
from yiku_stores.fold import last_changes

SCOPE = Scope(TenantId("t"), UserId("u"))
A, B = MemoryId(UUID(int=1)), MemoryId(UUID(int=2))


def change(memory_id: MemoryId, version: int, repair: bool = False) -> MemoryEvent:
    """A deletion will do: the fold looks at versions only."""
    return MemoryEvent(Op.DELETE, SCOPE, memory_id, version, None, repair)


@pytest.mark.parametrize(
    ("events", "decides"),
    [
        ([], {}),
        ([change(A, 1), change(A, 2)], {A: 1}),
        ([change(A, 2), change(A, 1)], {A: 0}),
        ([change(A, 2), change(A, 2)], {A: 1}),
        ([change(A, 5), change(A, 1, repair=True)], {A: 1}),
        ([change(A, 5), change(A, 1, repair=True), change(A, 2)], {A: 2}),
        ([change(A, 1), change(B, 1), change(A, 2)], {A: 2, B: 1}),
    ],
)
def test_the_deciding_change(events: list[MemoryEvent], decides: dict[MemoryId, int]) -> None:
    """The last wins unless an earlier one has a higher version; a repair always wins over what came before."""
    assert last_changes(events) == decides
