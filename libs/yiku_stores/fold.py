"""Several changes of one memory in a batch come down to the last."""

from collections.abc import Iterable

from yiku_domain.events import MemoryEvent
from yiku_domain.ids import MemoryId


def last_changes(events: Iterable[MemoryEvent]) -> dict[MemoryId, int]:
    """For each memory the index of the event that decides, in the order of first appearance.

    An event gives way to a later one unless that is of a lower version and no repair.
    """
    chosen: dict[MemoryId, int] = {}
    versions: dict[MemoryId, int] = {}
    for index, event in enumerate(events):
        if event.repair or event.version >= versions.get(event.memory_id, event.version):
            chosen[event.memory_id] = index
            versions[event.memory_id] = event.version
    return chosen
