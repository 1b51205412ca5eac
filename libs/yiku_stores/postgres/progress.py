"""How far a sink has come in each partition of the outbox, and what it could not take."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from yiku_domain.events import Sink
from yiku_domain.ids import MemoryId, Scope

from yiku_stores.postgres.database import Database
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import scope_params

SQL = queries("progress")


@dataclass(frozen=True)
class Run:
    """Positions [first, last] of a partition, applied without a gap between them."""

    partition: int
    first: int
    last: int


@dataclass(frozen=True)
class DeadLetter:
    """An event that a sink refuses. `error` says why without a customer's words."""

    scope: Scope
    memory_id: MemoryId
    version: int
    error: str


def runs(places: Iterable[tuple[int, int]]) -> list[Run]:
    """(partition, position) pairs in the order of application, joined where the next follows the last.

    By partition, and within one in their order: a run that was delivered again comes after the one
    that it repairs.
    """
    found: dict[int, list[Run]] = {}
    for partition, position in places:
        mine = found.setdefault(partition, [])
        if mine and position == mine[-1].last + 1:
            mine[-1] = Run(partition, mine[-1].first, position)
        else:
            mine.append(Run(partition, position, position))
    return [run for partition in sorted(found) for run in found[partition]]


class SinkProgress:
    """The rows of one sink in `sink_progress` and `dead_letter`. Raises `Unavailable` without Postgres."""

    def __init__(self, database: Database, sink: Sink) -> None:
        self._database = database
        self._sink = sink

    async def advance(self, applied: Sequence[Run], refused: Sequence[DeadLetter] = ()) -> None:
        """Move on over `applied`, and keep what was refused on the way, in one transaction.

        A run counts only where it begins at most one past the stored position: after a gap the
        position stays, and the relay sends again from there.
        """
        async with self._database.worker() as conn, conn.cursor() as cursor:
            if refused:
                await cursor.executemany(SQL["bury"], [self._letter(letter) for letter in refused])
            await cursor.executemany(SQL["advance"], [self._run(run) for run in applied])

    async def drained(self, partitions: Iterable[int]) -> None:
        """Note that just now there was nothing more to read in these partitions."""
        async with self._database.worker() as conn:
            await conn.execute(SQL["drained"], {"sink": self._sink.value, "partitions": sorted(partitions)})

    async def positions(self) -> dict[int, int]:
        """The last position applied, by partition."""
        async with self._database.worker() as conn:
            cursor = await conn.execute(SQL["positions"], {"sink": self._sink.value})
            return {row["partition"]: row["position"] for row in await cursor.fetchall()}

    def _run(self, run: Run) -> dict[str, object]:
        return {
            "sink": self._sink.value,
            "partition": run.partition,
            "first": run.first,
            "last": run.last,
        }

    def _letter(self, letter: DeadLetter) -> dict[str, object]:
        return {
            **scope_params(letter.scope),
            "sink": self._sink.value,
            "memory_id": letter.memory_id,
            "version": letter.version,
            "error": letter.error,
        }
