"""The graph's server is killed and comes back."""

import asyncio

import pytest
from yiku_cli.local import LocalYiku
from yiku_domain.errors import Unavailable
from yiku_domain.plan import Mention
from yiku_domain.vocabulary import EntityType
from yiku_stores.graph.memory_graph import CypherMemoryGraph

from tests.conformance.making import eventually, memory, new_scope, upsert
from tests.conformance.memory_graph.test_memory_graph import ask, driver, put

pytestmark = pytest.mark.chaos


async def test_the_same_object_goes_on(graph: CypherMemoryGraph, local_yiku: LocalYiku) -> None:
    """What was written a second before the kill is there; writing and asking work again."""
    scope = new_scope()
    before = memory(scope, entities=(driver("李师傅"),))
    await put(graph, before)
    await asyncio.sleep(1.5)
    await asyncio.to_thread(local_yiku.stack.kill, "graph")
    after = memory(scope, entities=(driver("李师傅"),))

    async def written() -> bool:
        try:
            await graph.apply([upsert(after)])
        except Unavailable:
            return False
        return True

    await eventually(written, within_s=40.0)
    asked = Mention(EntityType.DRIVER, "李")
    assert set(await ask(graph, scope, asked)) == {before.memory_id, after.memory_id}
