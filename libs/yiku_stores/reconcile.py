"""Compare every index with Postgres, and send again what differs: digests by bucket, then rows."""

import asyncio
import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from yiku_domain.events import MemoryEvent, Op, Sink
from yiku_domain.ids import BUCKETS, PARTITIONS, MemoryId, Scope, TenantId, UserId

from yiku_stores.postgres.database import Connection, Database
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import memory_from_row, scope_params
from yiku_stores.postgres.write_rows import event_of, outbox_row
from yiku_stores.protocols import InspectableIndex, Stamp

SQL = queries("reconcile")
OUTBOX = queries("outbox")
WRITE = queries("write")

_SETTLE_S = 0.5


@dataclass(frozen=True)
class Difference:
    """A memory that an index lacks, holds in another version or twice, or should not hold."""

    kind: str
    stamp: Stamp


@dataclass(frozen=True)
class Comparison:
    """An index beside Postgres over some buckets; `pending` changes are on their way and not counted."""

    expected: int
    held: int
    pending: int
    differences: tuple[Difference, ...]

    def count(self, kind: str) -> int:
        """How many differences are of a kind: missing, stale or extra."""
        return sum(1 for d in self.differences if d.kind == kind)


@dataclass(frozen=True)
class Totals:
    """What Postgres holds: active memories, log lines, outbox rows."""

    memories: int
    log_lines: int
    outbox: int


class Reconciler:
    """Compares and repairs. Repairs go through the outbox, so that they keep each customer's order."""

    def __init__(
        self,
        database: Database,
        indexes: Mapping[Sink, InspectableIndex],
        *,
        encode: Callable[[MemoryEvent], bytes],
        new_id: Callable[[], UUID],
    ) -> None:
        self._database = database
        self._indexes = indexes
        self._encode = encode
        self._new_id = new_id

    @property
    def sinks(self) -> tuple[Sink, ...]:
        """The sinks that can be compared."""
        return tuple(self._indexes)

    async def compare(self, sink: Sink, buckets: Sequence[int]) -> Comparison:
        """Compare some buckets; a difference counts only when two looks in a row agree on it.

        The second look is what tells divergence from a change that passed between two reads.
        Raises `Unavailable` where the index or Postgres is away.
        """
        first = await self._look(sink, buckets)
        if not first.differences:
            return first
        await asyncio.sleep(_SETTLE_S)
        second = await self._look(sink, buckets)
        seen = Counter(first.differences)
        lasting = Counter(second.differences) & seen
        return replace(second, differences=tuple(lasting.elements()))

    async def compare_all(self, sink: Sink) -> Comparison:
        """Compare every bucket."""
        parts = [await self.compare(sink, chunk) for chunk in bucket_chunks()]
        return Comparison(
            sum(p.expected for p in parts),
            sum(p.held for p in parts),
            sum(p.pending for p in parts),
            tuple(d for p in parts for d in p.differences),
        )

    async def repair(self, sink: Sink, buckets: Sequence[int]) -> int:
        """Send again whatever differs in the buckets; returns how many events that is.

        What the sink has refused for good is left to the dead letters: it would be refused again.
        """
        comparison = await self.compare(sink, buckets)
        stamps = [d.stamp for d in comparison.differences]
        buried = await self._buried(sink, [s.memory_id for s in stamps]) if stamps else set()
        return await self.resend(s for s in stamps if (s.memory_id, s.version) not in buried)

    async def rebuild(self, sink: Sink) -> int:
        """Empty an index and send everything again; recall goes on from Postgres meanwhile."""
        await self._indexes[sink].drop_all()
        async with self._database.worker() as conn:
            rows = await (await conn.execute(SQL["all_indexed"])).fetchall()
        scopes = [Scope(TenantId(r["tenant_id"]), UserId(r["user_id"])) for r in rows]
        sent = 0
        for scope in scopes:
            async with self._database.worker() as conn:
                ids = await (await conn.execute(SQL["ids_of_user"], scope_params(scope))).fetchall()
            sent += await self.resend(Stamp(scope, MemoryId(r["memory_id"]), 0) for r in ids)
        return sent

    async def totals(self) -> Totals:
        """Count what Postgres holds."""
        async with self._database.worker() as conn:
            row = await (await conn.execute(SQL["counts"])).fetchone()
        assert row is not None
        return Totals(row["memories"], row["log_lines"], row["outbox"])

    async def resend(self, stamps: Iterable[Stamp]) -> int:
        """Put the present state of these memories into the outbox, marked as a repair."""
        by_scope: dict[Scope, dict[MemoryId, int]] = defaultdict(dict)
        for stamp in stamps:
            by_scope[stamp.scope][stamp.memory_id] = stamp.version
        for scope, versions in by_scope.items():
            async with self._database.worker() as conn:
                await self._resend_user(conn, scope, versions)
        return sum(len(v) for v in by_scope.values())

    async def _buried(self, sink: Sink, ids: list[MemoryId]) -> set[tuple[MemoryId, int]]:
        async with self._database.worker() as conn:
            cursor = await conn.execute(SQL["buried"], {"sink": sink.value, "ids": ids})
            return {(MemoryId(r["memory_id"]), int(r["version"])) for r in await cursor.fetchall()}

    async def _resend_user(self, conn: Connection, scope: Scope, versions: dict[MemoryId, int]) -> None:
        """Under the customer's lock, so that no newer event can come before this one."""
        await conn.execute(OUTBOX["lock_scope"], scope_params(scope))
        cursor = await conn.execute(SQL["memories"], {**scope_params(scope), "ids": list(versions)})
        known = {m.memory_id: m for m in map(memory_from_row, await cursor.fetchall())}
        for memory_id, version in versions.items():
            memory = known.get(memory_id)
            event = event_of(memory) if memory else MemoryEvent(Op.DELETE, scope, memory_id, version)
            repair = replace(event, repair=True)
            await conn.execute(WRITE["put_outbox"], outbox_row(repair, self._encode(repair), self._new_id()))

    async def _look(self, sink: Sink, buckets: Sequence[int]) -> Comparison:
        held = await self._indexes[sink].stamps(buckets)
        async with self._database.worker() as conn:
            digests = await _digests(conn, buckets)
            pending = await _pending(conn, sink, buckets)
            if digests == _held_digests(held):
                return Comparison(len(held), len(held), len(pending), ())
            expected = await _expected(conn, buckets)
        differences = _differences(held, expected, pending)
        return Comparison(len(expected), len(held), len(pending), tuple(differences))


def bucket_chunks() -> list[range]:
    """All buckets, those of one outbox partition at a time."""
    return [range(partition, BUCKETS, PARTITIONS) for partition in range(PARTITIONS)]


async def _digests(conn: Connection, buckets: Sequence[int]) -> dict[int, tuple[int, int]]:
    cursor = await conn.execute(SQL["digests"], {"buckets": list(buckets)})
    return {r["bucket"]: (r["held"], int(r["digest"])) for r in await cursor.fetchall()}


def _held_digests(held: Iterable[Stamp]) -> dict[int, tuple[int, int]]:
    """The same sums that Postgres makes: per bucket, the count and the sum of 60-bit hashes."""
    sums: dict[int, tuple[int, int]] = {}
    for stamp in held:
        count, total = sums.get(stamp.scope.bucket, (0, 0))
        sums[stamp.scope.bucket] = (count + 1, total + _stamp_hash(stamp))
    return sums


def _stamp_hash(stamp: Stamp) -> int:
    text = f"{stamp.memory_id}:{stamp.version}"
    return int(hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()[:15], 16)


async def _pending(conn: Connection, sink: Sink, buckets: Sequence[int]) -> set[MemoryId]:
    partitions = sorted({bucket % PARTITIONS for bucket in buckets})
    cursor = await conn.execute(SQL["pending"], {"sink": sink.value, "partitions": partitions})
    return {MemoryId(r["memory_id"]) for r in await cursor.fetchall()}


async def _expected(conn: Connection, buckets: Sequence[int]) -> dict[MemoryId, Stamp]:
    cursor = await conn.execute(SQL["expected"], {"buckets": list(buckets)})
    return {
        MemoryId(r["memory_id"]): Stamp(
            Scope(TenantId(r["tenant_id"]), UserId(r["user_id"])), MemoryId(r["memory_id"]), r["version"]
        )
        for r in await cursor.fetchall()
        if r["indexed"]
    }


def _differences(held: Sequence[Stamp], expected: Mapping[MemoryId, Stamp], pending: set[MemoryId]) -> list[Difference]:
    found: list[Difference] = []
    copies = Counter(stamp.memory_id for stamp in held)
    for stamp in held:
        wanted = expected.get(stamp.memory_id)
        if stamp.memory_id in pending:
            continue
        if wanted is None or wanted.scope != stamp.scope:
            found.append(Difference("extra", stamp))
        elif wanted.version != stamp.version or copies[stamp.memory_id] > 1:
            found.append(Difference("stale", wanted))
    missing = expected.keys() - copies.keys() - pending
    return found + [Difference("missing", expected[i]) for i in missing]
