"""What every memory graph promises."""

import asyncio
import time
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yiku_domain.errors import Unavailable
from yiku_domain.ids import Scope
from yiku_domain.memory import Entity, Memory, Relation, Status
from yiku_domain.plan import Mention
from yiku_domain.vocabulary import EntityType, Predicate, Role
from yiku_local.endpoints import Endpoints
from yiku_stores.graph.connect import memory_graph
from yiku_stores.graph.memory_graph import CypherMemoryGraph
from yiku_stores.protocols import MemoryGraph, Stamp

from tests.conformance.making import deletion, memory, new_id, new_scope, upsert
from tests.conformance.memory_graph.conftest import open_graph
from tests.conformance.memory_graph.looking import everything_about, names_of, things_called


def driver(name: str) -> Entity:
    return Entity(EntityType.DRIVER, name)


def vehicle(name: str) -> Entity:
    return Entity(EntityType.VEHICLE_TYPE, name)


def praised(name: str) -> Relation:
    return Relation(Predicate.PRAISED, EntityType.DRIVER, name)


async def put(graph: MemoryGraph, *held: Memory) -> None:
    await graph.apply([upsert(m) for m in held])


async def ask(graph: MemoryGraph, scope: Scope, *mentions: Mention, limit: int = 20) -> dict[object, float]:
    """Scores by memory, checked to be in order."""
    hits = await graph.related(scope, mentions, limit=limit, timeout_s=20.0)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    return {hit.memory_id: hit.score for hit in hits}


async def held_by(graph: MemoryGraph, scope: Scope) -> list[Stamp]:
    return [stamp for stamp in await graph.stamps([scope.bucket]) if stamp.scope == scope]


async def test_direct_ties_and_shared_things(graph: MemoryGraph) -> None:
    """The driver's memories, then those that share his van; nobody else's."""
    scope, stranger = new_scope(), new_scope()
    both = memory(scope, entities=(driver("李师傅"), vehicle("面包车")))
    by_relation = memory(scope, relations=(praised("李师傅"),))
    van_only, neither = memory(scope, entities=(vehicle("面包车"),)), memory(scope)
    theirs = memory(stranger, entities=(driver("李师傅"), vehicle("面包车")))
    await put(graph, both, by_relation, van_only, neither, theirs)
    asked = Mention(EntityType.DRIVER, "李师傅")
    assert await ask(graph, scope, asked) == {
        both.memory_id: 1.0,
        by_relation.memory_id: 1.0,
        van_only.memory_id: 0.5,
    }
    assert await ask(graph, stranger, asked) == {theirs.memory_id: 1.0}
    assert len(await ask(graph, scope, asked, limit=2)) == 2
    assert await ask(graph, scope) == {}


@pytest.mark.parametrize(
    ("stored", "asked", "matches"),
    [
        ("李师傅", Mention(EntityType.DRIVER, "李"), True),
        ("李", Mention(EntityType.DRIVER, "李师傅"), True),
        ("Mike", Mention(EntityType.DRIVER, "mike"), True),
        ("李师傅", Mention(EntityType.PERSON, "李师傅"), True),
        ("李师傅", Mention(EntityType.PERSON, "李"), False),
        ("李师傅", Mention(EntityType.DRIVER, "王"), False),
        ("李师傅", Mention(EntityType.DRIVER, ""), False),
        ("李师傅", Mention(EntityType.DRIVER, " "), False),
        ("李师傅", Mention(EntityType.DRIVER, "\x00"), False),
    ],
)
async def test_how_names_match(graph: MemoryGraph, stored: str, asked: Mention, matches: bool) -> None:
    """The same name whatever the type; within one type also a part of it."""
    scope = new_scope()
    held = memory(scope, entities=(driver(stored),))
    await put(graph, held)
    assert (held.memory_id in await ask(graph, scope, asked)) == matches


async def test_another_tenants_customer_of_the_same_name(graph: MemoryGraph) -> None:
    """Is another customer."""
    scope = new_scope()
    twin = Scope(type(scope.tenant_id)("other"), scope.user_id)
    mine, theirs = memory(scope, entities=(driver("李"),)), memory(twin, entities=(driver("李"),))
    await put(graph, mine, theirs)
    assert await ask(graph, scope, Mention(EntityType.DRIVER, "李")) == {mine.memory_id: 1.0}


async def test_superseded_ones_come_last_in_their_class(graph: MemoryGraph) -> None:
    """They answer questions about the past."""
    scope = new_scope()
    old = memory(scope, status=Status.SUPERSEDED, entities=(driver("李"),))
    new = memory(scope, entities=(driver("李"),))
    await put(graph, old, new)
    assert list(await ask(graph, scope, Mention(EntityType.DRIVER, "李"))) == [new.memory_id, old.memory_id]


async def test_a_higher_version_wins(graph: MemoryGraph, other_process: MemoryGraph) -> None:
    """A memory is replaced whole; an older state is ignored, unless it is a repair."""
    scope, memory_id = new_scope(), new_id()
    of_li = memory(scope, memory_id, version=2, entities=(driver("李"),), relations=(praised("李"),))
    of_wang = replace(of_li, version=3, entities=(driver("王"),), relations=(praised("王"),))
    await put(graph, of_li)
    await put(graph, of_wang)
    for writer in (graph, other_process):
        await writer.apply([upsert(of_li), deletion(scope, memory_id, 1)])
    assert await ask(graph, scope, Mention(EntityType.DRIVER, "李")) == {}
    assert await ask(graph, scope, Mention(EntityType.DRIVER, "王")) == {memory_id: 1.0}
    await graph.apply([upsert(of_li, repair=True)])
    assert await ask(graph, scope, Mention(EntityType.DRIVER, "李")) == {memory_id: 1.0}
    assert await held_by(graph, scope) == [Stamp(scope, memory_id, 2)]


async def test_applying_again_changes_nothing(graph: CypherMemoryGraph) -> None:
    """Also within one batch; neither nodes nor edges are doubled."""
    scope = new_scope()
    held = [
        memory(
            scope, entities=(driver("李"), Entity(EntityType.ADDRESS, "望京", Role.ORIGIN)), relations=(praised("李"),)
        )
        for _ in range(10)
    ]
    await graph.apply([upsert(m) for m in held])
    before = await everything_about(graph, scope)
    await graph.apply([upsert(m) for m in held + held])
    assert await everything_about(graph, scope) == before
    assert sorted(stamp.memory_id for stamp in await held_by(graph, scope)) == sorted(m.memory_id for m in held)


async def test_nothing_stays_behind(graph: CypherMemoryGraph) -> None:
    """After the last memory neither the customer nor a thing that only he knew; things of others stay."""
    scope, other = new_scope(), new_scope()
    address = Entity(EntityType.ADDRESS, f"望京 {scope.user_id}")
    mine = memory(scope, entities=(driver("李"), address), relations=(praised("李"),))
    theirs = memory(other, entities=(driver("李"),))
    await put(graph, mine, theirs)
    expired = replace(mine, version=2, status=Status.EXPIRED)
    await graph.apply([upsert(expired), deletion(scope, new_id(), 4)])
    assert await everything_about(graph, scope) == []
    assert await things_called(graph, address.name) == 0
    assert await ask(graph, other, Mention(EntityType.DRIVER, "李")) == {theirs.memory_id: 1.0}


async def test_every_edge_names_its_memory(graph: CypherMemoryGraph) -> None:
    """So that it can be removed with it."""
    scope = new_scope()
    held = memory(
        scope,
        entities=(driver("李"),),
        relations=(praised("李"), Relation(Predicate.LIVES_AT, EntityType.ADDRESS, "望京")),
    )
    await put(graph, held)
    edges = await everything_about(graph, scope)
    assert sorted(edge[0] for edge in edges) == ["HAS", "LIVES_AT", "MENTIONS", "MENTIONS", "PRAISED"]
    assert {edge[1] for edge in edges} == {str(held.memory_id)}


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=60) | st.sampled_from(
    [
        '"',
        "'",
        "\\",
        '\\"',
        "a\nb",
        "a\r\n\tb",
        "$name",
        "{x: 1}",
        "`",
        "//",
        "/* */",
        "\u2028",
        "🚚",
        "长" * 6000,
        '\\"' * 3000,
    ]
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=NAMES, user=NAMES)
async def test_any_text_is_stored_as_it_is(endpoints: Endpoints, graph_name: str, name: str, user: str) -> None:
    """Quotes, backslashes, line ends and long ones, as a thing's and as a customer's name."""
    graph = open_graph(endpoints, graph_name)
    scope = new_scope(suffix=user[:200])
    held = memory(scope, entities=(driver(name),), relations=(praised(name),))
    await put(graph, held)
    assert await names_of(graph, scope) == {name}
    assert await held_by(graph, scope) == [Stamp(scope, held.memory_id, 1)]
    if name.strip():
        assert await ask(graph, scope, Mention(EntityType.DRIVER, name)) == {held.memory_id: 1.0}
    await graph.apply([deletion(scope, held.memory_id, 2)])
    assert await everything_about(graph, scope) == []
    await graph.close()


async def test_two_writers_of_the_same_things(graph: MemoryGraph, other_process: MemoryGraph) -> None:
    """Different customers, the same driver, at the same time."""
    scopes = [new_scope() for _ in range(8)]
    held = [
        memory(scope, entities=(driver("共同"), vehicle("共同车")), relations=(praised("共同"),)) for scope in scopes
    ]
    for version in (1, 2, 3):
        changes = [upsert(replace(m, version=version)) for m in held]
        await asyncio.gather(graph.apply(changes[:4]), other_process.apply(changes[4:]))
    for scope, m in zip(scopes, held, strict=True):
        assert await held_by(graph, scope) == [Stamp(scope, m.memory_id, 3)]


async def test_drop_all(endpoints: Endpoints, graph_name: str) -> None:
    """And go on at once."""
    graph = open_graph(endpoints, f"{graph_name}_emptied")
    await graph.ensure()
    scope = new_scope()
    await put(graph, memory(scope, entities=(driver("李"),)))
    await graph.drop_all()
    assert await graph.stamps(range(256)) == []
    again = memory(scope, entities=(driver("李"),))
    await put(graph, again)
    assert await ask(graph, scope, Mention(EntityType.DRIVER, "李")) == {again.memory_id: 1.0}
    await graph.close()


@pytest.mark.parametrize("url", ["falkordb://127.0.0.1:9", "bolt://127.0.0.1:9"])
async def test_a_server_that_is_away(url: str) -> None:
    """Says so in time."""
    graph = memory_graph(url)
    started = time.monotonic()
    with pytest.raises(Unavailable):
        await graph.related(new_scope(), [Mention(EntityType.DRIVER, "李")], limit=1, timeout_s=0.3)
    assert time.monotonic() - started < 3.0
    with pytest.raises(Unavailable):
        await graph.apply([deletion(new_scope(), new_id(), 1)])
    await graph.close()
