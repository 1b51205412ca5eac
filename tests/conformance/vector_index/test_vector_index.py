"""What every vector index promises."""

import asyncio
import time

import numpy as np
import pytest
from yiku_domain.errors import Rejected, Unavailable
from yiku_domain.events import MemoryEvent
from yiku_domain.ids import MemoryId, Scope
from yiku_domain.memory import Kind, Status
from yiku_stores.milvus.connection import MilvusConnection
from yiku_stores.milvus.vector_index import MilvusVectorIndex
from yiku_stores.protocols import Stamp, VectorIndex

from tests.conformance.making import deletion, eventually, memory, new_id, new_scope, upsert
from tests.conformance.vector_index.conftest import DIM, NewIndex, vector

ASKED = vector(1.0)


async def put(index: VectorIndex, *changes: MemoryEvent) -> None:
    """Apply with the same vector for all that is held."""
    vectors = [ASKED if e.memory is not None and e.memory.indexed else None for e in changes]
    await index.apply(changes, vectors)


async def versions(index: VectorIndex, scope: Scope) -> dict[MemoryId, list[int]]:
    """What the index holds of a customer, row by row."""
    held: dict[MemoryId, list[int]] = {}
    for stamp in await index.stamps([scope.bucket]):
        if stamp.scope == scope:
            held.setdefault(stamp.memory_id, []).append(stamp.version)
    return held


async def found(index: VectorIndex, scope: Scope, **options: object) -> set[MemoryId]:
    """The ids that a search gives."""
    hits = await index.search(scope, ASKED, limit=50, timeout_s=2.0, **options)  # type: ignore[arg-type]
    return {hit.memory_id for hit in hits}


async def test_the_nearest_come_first(index: VectorIndex) -> None:
    """With their cosine and their rank."""
    scope = new_scope()
    held = [memory(scope) for _ in range(3)]
    vectors = [vector(1.0, 0.2), vector(1.0, 1.0), vector(0.0, 1.0)]
    await index.apply([upsert(m) for m in held], vectors)

    async def all_there() -> bool:
        return len(await found(index, scope)) == 3

    await eventually(all_there)
    hits = await index.search(scope, ASKED, limit=2, timeout_s=2.0)
    assert [hit.memory_id for hit in hits] == [held[0].memory_id, held[1].memory_id]
    assert [hit.rank for hit in hits] == [1, 2]
    assert [hit.score for hit in hits] == pytest.approx([float(v @ ASKED) for v in vectors[:2]], abs=1e-4)


async def test_all_of_a_customer_can_be_had_for_exact_comparison(index: VectorIndex) -> None:
    scope, other = new_scope(), new_scope()
    held = [memory(scope, kind=Kind.FACT), memory(scope, kind=Kind.EVENT, status=Status.SUPERSEDED)]
    vectors = [vector(1.0, 0.2), vector(0.0, 1.0)]
    await index.apply([upsert(m) for m in [*held, memory(other)]], [*vectors, ASKED])

    async def all_there() -> bool:
        return len(await found(index, scope, include_superseded=True)) == 2

    await eventually(all_there)
    had = await index.vectors(scope, limit=2, timeout_s=2.0)
    assert had is not None
    assert had.matrix.dtype == np.float32
    by_id = {i: (k, bool(s), row) for i, k, s, row in zip(had.ids, had.kinds, had.superseded, had.matrix, strict=True)}
    assert set(by_id) == {m.memory_id for m in held}
    for one, expected in zip(held, vectors, strict=True):
        kind, superseded, row = by_id[one.memory_id]
        assert (kind, superseded) == (one.kind, one.status is Status.SUPERSEDED)
        assert row == pytest.approx(expected, abs=1e-6)
    assert await index.vectors(scope, limit=1, timeout_s=2.0) is None
    nobody = await index.vectors(new_scope(), limit=5, timeout_s=2.0)
    assert nobody is not None
    assert nobody.matrix.shape == (0, DIM)


@pytest.mark.parametrize("suffix", ["", '"', "'", "\\", '\\"', '" or scope != "', "中文🚚", "%_", "\\n"])
async def test_only_the_customers_own(index: VectorIndex, suffix: str) -> None:
    """Whatever the name holds, and whatever another tenant's customer is called."""
    scope = new_scope(suffix=suffix)
    twin = Scope(type(scope.tenant_id)("other"), scope.user_id)
    mine, theirs = memory(scope), memory(twin)
    await put(index, upsert(mine), upsert(theirs))

    async def both_there() -> bool:
        return bool(await found(index, scope)) and bool(await found(index, twin))

    await eventually(both_there)
    assert await found(index, scope) == {mine.memory_id}
    assert await versions(index, scope) == {mine.memory_id: [1]}


async def test_filters(index: VectorIndex) -> None:
    """By kind; superseded ones only when asked for; other statuses never."""
    scope = new_scope()
    fact, preference = memory(scope), memory(scope, kind=Kind.PREFERENCE)
    old, retracted = memory(scope, status=Status.SUPERSEDED), memory(scope, status=Status.RETRACTED)
    await put(index, *(upsert(m) for m in (fact, preference, old, retracted)))

    async def all_there() -> bool:
        return len(await found(index, scope, include_superseded=True)) == 3

    await eventually(all_there)
    assert await found(index, scope) == {fact.memory_id, preference.memory_id}
    assert await found(index, scope, kinds=frozenset({Kind.PREFERENCE})) == {preference.memory_id}
    assert await found(index, scope, kinds=frozenset({Kind.EVENT})) == set()
    assert old.memory_id in await found(index, scope, include_superseded=True)


@pytest.mark.parametrize("same_process", [True, False])
async def test_a_higher_version_wins(
    index: VectorIndex, new_index: NewIndex, shared_name: str, same_process: bool
) -> None:
    """At once, and also for a process that did not write it; a repair wins over all."""
    scope, memory_id = new_scope(), new_id()
    await put(index, upsert(memory(scope, memory_id, version=5)))
    other = index if same_process else await new_index(shared_name)
    await put(other, upsert(memory(scope, memory_id, version=4)), deletion(scope, memory_id, 3))
    assert await versions(other, scope) == {memory_id: [5]}
    await put(other, upsert(memory(scope, memory_id, version=2), repair=True))
    assert await versions(other, scope) == {memory_id: [2]}
    await put(other, deletion(scope, memory_id, 1, repair=True))
    assert await versions(other, scope) == {}


async def test_applying_again_changes_nothing(index: VectorIndex, new_index: NewIndex, shared_name: str) -> None:
    """One row a memory, however often and by whomever it is written."""
    scope = new_scope()
    changes = [upsert(memory(scope)) for _ in range(20)]
    other = await new_index(shared_name)
    for writer in (index, index, other, other):
        await put(writer, *changes)
    assert await versions(index, scope) == {e.memory_id: [1] for e in changes}


async def test_many_changes_of_one_memory(index: VectorIndex) -> None:
    """In one batch, and in batches close on each other's heels."""
    scope, memory_id = new_scope(), new_id()
    await put(index, *(upsert(memory(scope, memory_id, version=n)) for n in range(1, 6)))
    for n in range(6, 16):
        await put(index, upsert(memory(scope, memory_id, version=n)))
    assert await versions(index, scope) == {memory_id: [15]}


async def test_taking_out(index: VectorIndex) -> None:
    """By a deletion, or by a status that is not indexed; of what is not there too; and back in again."""
    scope = new_scope()
    one, two, three = memory(scope), memory(scope), memory(scope)
    await put(index, upsert(one), upsert(two), upsert(three))
    expired = upsert(memory(scope, two.memory_id, version=2, status=Status.EXPIRED))
    await put(index, deletion(scope, one.memory_id, 2), expired, deletion(scope, new_id(), 7))
    assert await versions(index, scope) == {three.memory_id: [1]}

    async def gone() -> bool:
        return await found(index, scope) == {three.memory_id}

    await eventually(gone)
    await put(index, upsert(memory(scope, one.memory_id, version=3)))
    assert await versions(index, scope) == {one.memory_id: [3], three.memory_id: [1]}


async def test_stamps_are_by_bucket(index: VectorIndex) -> None:
    """Each with its scope; several buckets at once."""
    scopes = [new_scope() for _ in range(4)]
    held = [memory(scope, version=n) for n, scope in enumerate(scopes, start=1)]
    await put(index, *(upsert(m) for m in held))
    wanted = {Stamp(m.scope, m.memory_id, m.version) for m in held}
    assert wanted <= set(await index.stamps([scope.bucket for scope in scopes]))
    first = await index.stamps([scopes[0].bucket])
    assert {stamp.scope.bucket for stamp in first} == {scopes[0].bucket}


@pytest.mark.parametrize("bad", [None, np.zeros(DIM + 1, dtype=np.float32), np.full(DIM, np.nan, dtype=np.float32)])
async def test_a_vector_that_is_none_is_rejected(index: VectorIndex, bad: "np.ndarray | None") -> None:
    """Before anything of the batch is written."""
    scope = new_scope()
    good, poison = upsert(memory(scope)), upsert(memory(scope))
    with pytest.raises(Rejected):
        await index.apply([good, poison], [ASKED, bad])
    assert await versions(index, scope) == {}


async def test_ensure_by_many_and_drop_all(new_index: NewIndex, own_name: str) -> None:
    """Several processes start at once; one empties the index; all go on with it."""
    indexes = [await new_index(own_name) for _ in range(3)]
    await asyncio.gather(*(i.ensure() for i in indexes))
    scope = new_scope()
    await put(indexes[0], upsert(memory(scope)), upsert(memory(scope)))
    assert len(await versions(indexes[1], scope)) == 2
    await indexes[1].drop_all()
    assert await versions(indexes[1], scope) == {}
    again = memory(scope)
    await put(indexes[0], upsert(again))
    await put(indexes[2], upsert(memory(scope)))
    assert len(await versions(indexes[0], scope)) == 2


async def test_a_server_that_is_away() -> None:
    """Says so in time."""
    connection = MilvusConnection("http://127.0.0.1:9")
    absent = MilvusVectorIndex(connection, "nowhere", dim=DIM)
    started = time.monotonic()
    with pytest.raises(Unavailable):
        await absent.search(new_scope(), ASKED, limit=1, timeout_s=0.2)
    assert time.monotonic() - started < 3.0
    await connection.close()
