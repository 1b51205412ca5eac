"""Milvus is killed and comes back."""

import asyncio

import pytest
from yiku_cli.local import LocalYiku
from yiku_domain.errors import Unavailable
from yiku_stores.protocols import VectorIndex

from tests.conformance.making import eventually, memory, new_scope, upsert
from tests.conformance.vector_index.test_vector_index import found, put, versions

pytestmark = pytest.mark.chaos


async def test_what_was_acknowledged_is_there_again(index: VectorIndex, local_yiku: LocalYiku) -> None:
    """The same object goes on: writes, searches and stamps, with nothing lost or doubled."""
    scope = new_scope()
    before = [memory(scope) for _ in range(100)]
    for start in range(0, 100, 10):
        await put(index, *(upsert(m) for m in before[start : start + 10]))
    await asyncio.to_thread(local_yiku.stack.kill, "milvus")
    with pytest.raises(Unavailable):
        await put(index, upsert(memory(scope)))
    after = memory(scope)

    async def written() -> bool:
        try:
            await put(index, upsert(after))
        except Unavailable:
            return False
        return True

    async def searched() -> bool:
        try:
            return len(await found(index, scope)) == 50
        except Unavailable:
            return False

    await asyncio.gather(eventually(written, within_s=60.0), eventually(searched, within_s=60.0))
    assert await versions(index, scope) == {m.memory_id: [1] for m in [*before, after]}
