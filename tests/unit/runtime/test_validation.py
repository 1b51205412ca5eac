"""What fails a request, and what fails one item of it."""

import math

import pytest
from google.protobuf.struct_pb2 import Struct
from google.protobuf.timestamp_pb2 import Timestamp
from protovalidate import Validator
from yiku.common.v1 import common_pb2
from yiku.extractor.v1 import extractor_pb2 as pb
from yiku.recall.v1 import recall_pb2
from yiku_domain.errors import InvalidRequest
from yiku_runtime.user_ids import UserIdCheck
from yiku_runtime.validation import RequestValidator
from yiku_text.user_ids import looks_like

RULES = Validator()


def ingest_validator() -> RequestValidator:
    return RequestValidator(pb.IngestRequest.DESCRIPTOR, RULES, UserIdCheck(looks_like), "items")


def recall_validator() -> RequestValidator:
    return RequestValidator(recall_pb2.RecallRequest.DESCRIPTOR, RULES, UserIdCheck(looks_like))


def said(text: str) -> pb.SourceItem:
    return pb.SourceItem(dialogue=pb.Dialogue(turns=[common_pb2.Turn(role="user", text=text)]))


def struct(value: object) -> Struct:
    made = Struct()
    made["x"] = value
    return made


def did(value: object) -> pb.SourceItem:
    return pb.SourceItem(behaviour=pb.Behaviour(action="chose", properties=struct(value)))


def test_one_bad_item_of_a_hundred_does_not_fail_the_request() -> None:
    items = [said("你好")] * 100
    items[37] = said("")
    found = ingest_validator().check(pb.IngestRequest(user_id="u_1", items=items))
    assert list(found) == [37]
    assert found[37][0].field == "items[37].dialogue.turns[0].text"


def test_every_violation_of_an_item_is_told() -> None:
    bad = pb.SourceItem(dialogue=pb.Dialogue(turns=[common_pb2.Turn(role="x", text="")]))
    found = ingest_validator().check(pb.IngestRequest(user_id="u_1", items=[said("a"), bad, pb.SourceItem()]))
    assert {index: len(violations) for index, violations in found.items()} == {1: 2, 2: 1}


def test_all_items_bad_fails_the_request_and_names_each_field() -> None:
    with pytest.raises(InvalidRequest) as caught:
        ingest_validator().check(pb.IngestRequest(user_id="u_1", items=[said(""), said("")]))
    assert [v.field for v in caught.value.violations] == [
        "items[0].dialogue.turns[0].text",
        "items[1].dialogue.turns[0].text",
    ]


def test_a_fault_outside_the_items_fails_the_request_with_all_violations() -> None:
    with pytest.raises(InvalidRequest) as caught:
        ingest_validator().check(pb.IngestRequest(user_id="", items=[said("a"), said("")]))
    assert {v.field for v in caught.value.violations} == {"user_id", "items[1].dialogue.turns[0].text"}


def test_no_items_at_all_is_a_fault_of_the_request() -> None:
    with pytest.raises(InvalidRequest, match="items"):
        ingest_validator().check(pb.IngestRequest(user_id="u_1"))


@pytest.mark.parametrize("value", ["a\0b", math.nan, math.inf, {"k\0": 1}, [[{"a": "\0"}]]])
def test_json_that_postgres_cannot_hold_fails_its_item(value: object) -> None:
    found = ingest_validator().check(pb.IngestRequest(user_id="u_1", items=[said("a"), did(value)]))
    assert [v.field for v in found[1]] == ["items[1].behaviour.properties"]


def test_sound_json_passes() -> None:
    value = {"a": [1, 2.5, None, True, "文"]}
    assert not ingest_validator().check(pb.IngestRequest(user_id="u_1", items=[did(value)]))


@pytest.mark.parametrize("stamp", [Timestamp(seconds=10**12), Timestamp(seconds=-(10**12)), Timestamp(nanos=-1)])
def test_a_time_off_the_calendar_is_named(stamp: Timestamp) -> None:
    with pytest.raises(InvalidRequest, match=r"time_range\.start: is not a time"):
        recall_validator().check(recall_pb2.RecallRequest(user_id="u_1", time_range=common_pb2.TimeRange(start=stamp)))
    with pytest.raises(InvalidRequest, match=r"turns\[0\]\.at"):
        turn = common_pb2.Turn(role="user", text="a", at=stamp)
        recall_validator().check(recall_pb2.RecallRequest(user_id="u_1", turns=[turn]))


@pytest.mark.parametrize("top_k", [-1, 101, 2**31 - 1])
def test_top_k_out_of_range_is_named(top_k: int) -> None:
    with pytest.raises(InvalidRequest, match="top_k"):
        recall_validator().check(recall_pb2.RecallRequest(user_id="u_1", top_k=top_k))


def test_no_violation_quotes_the_value() -> None:
    secret = "机密" * 5000
    with pytest.raises(InvalidRequest) as caught:
        recall_validator().check(recall_pb2.RecallRequest(user_id="u_1", query=secret))
    assert "机密" not in str(caught.value)


@pytest.mark.parametrize(
    "user_id",
    ["13800138000", "u_13800138000", "+8613800138000", "１３８００１３８０００", "11010519491231002X", "a@b.com"],
)
def test_a_user_id_that_says_who_someone_is_is_refused(user_id: str) -> None:
    with pytest.raises(InvalidRequest, match="user_id: looks like") as caught:
        recall_validator().check(recall_pb2.RecallRequest(user_id=user_id))
    assert user_id not in str(caught.value)


@pytest.mark.parametrize(
    "user_id",
    [
        "u_1001",
        "7f9c8a1e-0b1d-4c3e-9f00-13812345678a",
        "0123456789abcdef13800138000fffff",
        "1934567890123456789",
        "客户一",
        "ou_84aad35d084aa403a838cf73ee18467",
    ],
)
def test_an_opaque_user_id_is_sound(user_id: str) -> None:
    assert looks_like(user_id) == ""
    recall_validator().check(recall_pb2.RecallRequest(user_id=user_id))
