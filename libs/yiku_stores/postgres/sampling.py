"""Live memories drawn by lot, with the words that they come from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from yiku_domain.ids import TenantId
from yiku_domain.memory import Kind, Memory, SourceKind
from yiku_domain.review import SourceTurn

from yiku_stores.postgres.database import Database
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import memory_from_row

SQL = queries("sampling")


@dataclass(frozen=True)
class Stratum:
    """Memories of one kind and from one kind of source."""

    kind: Kind
    source: SourceKind


@dataclass(frozen=True)
class DrawnMemory:
    """A live memory beside the masked words that it comes from: "" where it comes from none.

    `memory.source.span` lies in `text`; `before` holds the turns before it, oldest first.
    """

    memory: Memory
    text: str
    before: tuple[SourceTurn, ...]

    @property
    def stratum(self) -> Stratum:
        """What it was drawn from."""
        return Stratum(self.memory.kind, self.memory.source.kind)


class MemorySampling:
    """Reads of one tenant over all of its customers: they scan its memories. `Unavailable` without Postgres."""

    def __init__(self, database: Database, tenant_id: TenantId) -> None:
        self._database = database
        self._tenant_id = tenant_id

    async def strata(self, now: datetime) -> dict[Stratum, int]:
        """How many memories are live, by stratum."""
        params = {"tenant_id": self._tenant_id, "now": now}
        async with self._database.reader(self._tenant_id) as conn:
            rows = await (await conn.execute(SQL["strata"], params)).fetchall()
        return {Stratum(Kind(row["kind"]), SourceKind(row["source_kind"])): row["live"] for row in rows}

    async def draw(self, wanted: Mapping[Stratum, int], seed: str, now: datetime) -> Sequence[DrawnMemory]:
        """So many live memories of each stratum, fewer where there are fewer; by the same seed the same ones."""
        params = {
            "tenant_id": self._tenant_id,
            "now": now,
            "seed": seed,
            "kinds": [stratum.kind.value for stratum in wanted],
            "source_kinds": [stratum.source.value for stratum in wanted],
            "counts": list(wanted.values()),
        }
        async with self._database.reader(self._tenant_id) as conn:
            rows = await (await conn.execute(SQL["draw"], params)).fetchall()
        return [_drawn(row) for row in rows]


def _drawn(row: Mapping[str, Any]) -> DrawnMemory:
    before = tuple(SourceTurn(turn["role"], turn["text"]) for turn in row["before"])
    return DrawnMemory(memory_from_row(row), row["text"], before)
