"""The feed: in order per customer, nothing twice, nothing lost, nothing raw in a letter."""

from collections import defaultdict
from datetime import timedelta

import pytest
from yiku.extractor.v1 import extractor_pb2 as pb
from yiku_domain.errors import Conflict
from yiku_domain.ids import Scope, TenantId, UserId
from yiku_extractor.pipeline.segments import DialogueSegment
from yiku_stores.postgres.told_sources import METHOD, key_hash

from tests.unit.extractor.sources.doubles import AT, Shelf, Topic, UseCase, feed, record, request

U1 = Scope(TenantId("acme"), UserId("u_1"))


async def test_each_customer_is_told_in_order_and_then_the_batch_is_committed() -> None:
    records = [record(n, request(f"u_{n % 3}", f"第{n}句")) for n in range(12)]
    topic, use_case, shelf = Topic(records), UseCase(), Shelf()
    await feed(topic, use_case, shelf).step()
    told = defaultdict(list)
    for user_id, text in use_case.told:
        told[user_id].append(text)
    assert told == {f"u_{u}": [f"第{n}句" for n in range(u, 12, 3)] for u in range(3)}
    assert topic.committed == records
    assert shelf.letters == []


async def test_what_is_committed_already_is_left_out() -> None:
    told = request("u_1", "我住望京", key="k1")
    topic, use_case, shelf = Topic([record(0, told)], [record(0, told)]), UseCase(), Shelf()
    carried = feed(topic, use_case, shelf)
    await carried.step()
    key = use_case.commands[0].options.key
    assert key is not None and key.method == METHOD
    shelf.committed[(TenantId("acme"), key_hash(TenantId("acme"), "k1"))] = key.request_hash
    await carried.step()
    assert len(use_case.told) == 1
    assert len(topic.committed) == 2


async def test_without_a_key_what_a_record_says_is_its_key() -> None:
    same = [record(n, request("u_1", "我住望京")) for n in range(2)]
    topic, use_case = Topic([*same, record(2, request("u_1", "搬家了"))]), UseCase()
    await feed(topic, use_case, Shelf()).step()
    keys = [c.options.key.key for c in use_case.commands if c.options.key]
    assert keys[0] == keys[1] != keys[2]


async def test_postgres_is_waited_for_and_the_order_holds() -> None:
    records = [record(n, request("u_1", f"第{n}句")) for n in range(4)]
    topic, use_case = Topic(records), UseCase(outages=3)
    await feed(topic, use_case, Shelf()).step()
    assert [text for _, text in use_case.told] == [f"第{n}句" for n in range(4)]
    assert topic.committed == records


async def test_another_members_partitions_are_left_to_it() -> None:
    records = [record(n, request(f"u_{n}", f"第{n}句")) for n in range(16)]
    mine = records[0].partition
    topic, use_case = Topic(records, owned=[mine]), UseCase(outages=16)
    await feed(topic, use_case, Shelf()).step()
    assert {text for _, text in use_case.told} == {f"第{r.offset}句" for r in records if r.partition == mine}


@pytest.mark.parametrize("error", [Conflict("the key was used for something else"), RuntimeError("电话13800138000")])
async def test_what_cannot_be_written_is_buried_and_the_rest_goes_through(error: Exception) -> None:
    texts = ["早", "坏", "晚"]
    topic = Topic([record(n, request("u_1", text, key=text)) for n, text in enumerate(texts)])
    use_case, shelf = UseCase(broken={"坏": error}), Shelf()
    await feed(topic, use_case, shelf).step()
    assert [text for _, text in use_case.told] == ["早", "晚"]
    (letter,) = shelf.letters
    assert (letter.scope, letter.position, letter.field) == (U1, 1, "")
    assert letter.key_hash == key_hash(TenantId("acme"), "坏")
    assert letter.reason.startswith(type(error).__name__) and "13800138000" not in letter.reason
    assert use_case.tries["坏"] == (1 if isinstance(error, Conflict) else 3)
    assert len(topic.committed) == 3


async def test_invalid_requests_are_buried_with_a_reason_and_without_words() -> None:
    requests = [
        request("u_1", ""),
        request("13800138000", "我住望京"),
        pb.IngestRequest(user_id="u_1", items=[pb.SourceItem()]),
        pb.IngestRequest(user_id="u_1", time_zone="Mars/Base", items=request("u_1", "我住望京").items),
        request("u_1", "x" * 9000 + "13800138000"),
    ]
    garbage = record(9, request("u_1", "好"))
    garbage = type(garbage)(garbage.partition, 9, b"acme/u_2", garbage.value, garbage.headers)
    topic, use_case, shelf = Topic([*(record(n, r) for n, r in enumerate(requests)), garbage]), UseCase(), Shelf()
    await feed(topic, use_case, shelf).step()
    assert use_case.told == []
    assert len(shelf.letters) == 6 == len({letter.key_hash for letter in shelf.letters})
    assert "13800138000" not in repr(shelf.letters)
    assert [letter.scope.user_id for letter in shelf.letters if "mobile" in letter.reason] == [""]
    assert len(topic.committed) == 6


async def test_a_part_that_is_wrong_is_buried_and_the_others_are_ingested() -> None:
    item = pb.SourceItem()
    for text in ("我住望京", "", "我对猫毛过敏"):
        item.dialogue.turns.add(role="user", text=text)
    topic, use_case, shelf = Topic([record(0, request("u_1", "", key="k", items=[item]))]), UseCase(), Shelf()
    await feed(topic, use_case, shelf).step()
    segments = use_case.commands[0].segments
    assert [s.text for s in segments if isinstance(s, DialogueSegment)] == ["我住望京", "我对猫毛过敏"]
    (letter,) = shelf.letters
    assert letter.field == "items[0].dialogue.turns[1].text"


async def test_what_was_told_before_an_erasure_does_not_bring_the_customer_back() -> None:
    records = [record(n, request("u_1", f"第{n}句")) for n in range(4)]
    topic, use_case = Topic(records), UseCase()
    shelf = Shelf({U1: AT + timedelta(seconds=1.5)})
    await feed(topic, use_case, shelf).step()
    assert [text for _, text in use_case.told] == ["第2句", "第3句"]
    assert shelf.letters == []
    assert topic.committed == records


async def test_times_of_long_ago_and_the_zone_are_those_of_the_source() -> None:
    item = pb.SourceItem()
    item.at.FromDatetime(AT - timedelta(days=400))
    item.dialogue.turns.add(role="user", text="我住望京")
    told = pb.IngestRequest(user_id="u_1", items=[item], time_zone="Europe/London")
    topic, use_case = Topic([record(0, told)]), UseCase()
    await feed(topic, use_case, Shelf()).step()
    (command,) = use_case.commands
    assert command.segments[0].at == AT - timedelta(days=400)
    assert str(command.options.zone) == "Europe/London"
    assert len(command.options.trace_id) == 32
