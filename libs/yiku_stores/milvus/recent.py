"""What this process wrote in the last seconds, which a stale read may not show yet."""

import time
from collections import OrderedDict
from collections.abc import Callable

from yiku_domain.ids import MemoryId


class RecentWrites:
    """Versions by memory, for `seconds` after the write; deleted memories are among them."""

    def __init__(self, seconds: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._writes: OrderedDict[MemoryId, tuple[int, float]] = OrderedDict()

    def note(self, memory_id: MemoryId, version: int) -> None:
        """Remember a write that was acknowledged."""
        self._forget_old()
        self._writes.pop(memory_id, None)
        self._writes[memory_id] = (version, self._clock() + self._seconds)

    def version(self, memory_id: MemoryId) -> int | None:
        """The version last written, or None where nothing was written lately."""
        self._forget_old()
        found = self._writes.get(memory_id)
        return found[0] if found else None

    def clear(self) -> None:
        """The index was emptied."""
        self._writes.clear()

    def _forget_old(self) -> None:
        """Writes are in the order of their time, so the old ones are in front."""
        now = self._clock()
        while self._writes:
            memory_id = next(iter(self._writes))
            if self._writes[memory_id][1] > now:
                return
            del self._writes[memory_id]
