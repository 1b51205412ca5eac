"""Bytes that are no message say which field is to blame."""

import pytest
from yiku.common.v1 import common_pb2
from yiku.extractor.v1 import extractor_pb2 as pb
from yiku_domain.errors import InvalidRequest
from yiku_runtime.wire import parse

MARK = "zzzz"


def broken(request: pb.IngestRequest) -> bytes:
    """MARK becomes the bytes of a lone surrogate and one more that is not UTF-8."""
    return request.SerializeToString().replace(MARK.encode(), b"\xed\xa0\x80\xff")


def test_a_string_that_is_not_utf8_is_named_by_its_path() -> None:
    turns = [common_pb2.Turn(role="user", text="好"), common_pb2.Turn(role="user", text=MARK)]
    request = pb.IngestRequest(
        user_id=MARK,
        items=[pb.SourceItem(), pb.SourceItem(dialogue=pb.Dialogue(turns=turns))],
    )
    with pytest.raises(InvalidRequest) as caught:
        parse(broken(request), pb.IngestRequest)
    assert [v.field for v in caught.value.violations] == ["user_id", "items[1].dialogue.turns[1].text"]


@pytest.mark.parametrize("raw", [b"\xff\xff\xff", b"\x0a\x05ab", b"\x00"])
def test_bytes_that_are_no_message_are_refused(raw: bytes) -> None:
    with pytest.raises(InvalidRequest, match="not a valid protobuf"):
        parse(raw, pb.IngestRequest)


def test_unknown_fields_are_taken() -> None:
    assert parse(b"\xf8\x07\x01", pb.IngestRequest) is not None


def test_json_values_are_looked_into() -> None:
    request = pb.IngestRequest(items=[pb.SourceItem(behaviour=pb.Behaviour(action="a"))])
    request.items[0].behaviour.properties["k"] = MARK
    with pytest.raises(InvalidRequest) as caught:
        parse(broken(request), pb.IngestRequest)
    assert caught.value.violations[0].field.startswith("items[0].behaviour.properties")
