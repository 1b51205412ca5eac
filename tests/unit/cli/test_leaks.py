"""What the scan for personal data sees in a record, and what it knows to be none."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf.struct_pb2 import Struct
from yiku.common.v1 import common_pb2
from yiku_cli.leaks import files
from yiku_cli.leaks.command import finding_table, scan, scan_table
from yiku_cli.leaks.examine import examine
from yiku_cli.leaks.record import Record, Source, Value

PHONE = "13800138000"


def types(value: Value) -> list[str]:
    return [finding.type for finding in examine(Record("part", "where", value))]


def turn(text: str) -> bytes:
    return common_pb2.Turn(role="user", text=text).SerializeToString()


@pytest.mark.parametrize(
    "value",
    [
        PHONE,
        f"打{PHONE}吧",
        int(PHONE),
        float(PHONE),
        [["x", PHONE]],
        {"a": {"b": ["138 0013 8000"]}},
        {PHONE: 1},
        json.dumps({"a": ["幺三八零零幺三八零零零"]}, ensure_ascii=False),
        {"phone": 62345678},
        PHONE.encode(),
        turn(PHONE),
        turn(PHONE + "好" * 12 + "ok"),
        b"\x41\xff\x00" + turn(PHONE + "好" * 12 + "ok"),
        b"\x00\x01" + turn(PHONE),
    ],
)
def test_a_number_is_found_in_whatever_it_is_wrapped(value: Value) -> None:
    assert types(value)


def test_numbers_of_a_struct_are_seen() -> None:
    struct = Struct()
    struct.update({"n": float(PHONE)})
    assert types(struct.SerializeToString()) == ["mobile"]


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        1718000000000,
        0.13800138000,
        "<mobile:abcdefgh> <door:abcdefgh>",
        {"trace_id": "2304661425334685", "parent_id": "15379437287efafd"},
        {"memory_id": "13800138-0013-4390-8139-001390013900", "version": 13},
        {"content": f"订单号{PHONE}", "tokens": [PHONE, "订单"]},
        {"type": "order", "name": PHONE},
        {"order_id": PHONE},
        '[INFO] ["collectionID=440301198501010014"] [ts=440301198501010014]',
        "listening on 127.0.0.1:7701, peer 10.1.2.3, 192.168.1.100",
        bytes(range(256)),
        [156, 172, 188, 204, 220, 236],
    ],
)
def test_our_own_ids_and_what_the_record_explains_are_none(value: Value) -> None:
    assert types(value) == []


def test_a_finding_never_says_what_was_found() -> None:
    record = Record("session", f"session:turns:{PHONE}", {"key": f"session:turns:{PHONE}", "value": [PHONE]})
    found = examine(record)
    assert found
    assert PHONE not in str(found)


def test_lines_of_logs_and_spans_are_read(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "spans").mkdir()
    (tmp_path / "logs" / "recall.log").write_text(f'fine\n{{"event": "电话{PHONE}"}}\n', "utf-8")
    (tmp_path / "spans" / "recall.jsonl").write_text('{"span_id": "2304661425334685"}\n', "utf-8")
    done = scan(Source("logs", lambda: files.logs(tmp_path)), lambda _: None)
    assert (done.scanned, [(f.where, f.type) for f in done.findings]) == (
        {"recall.log": 2},
        [("line 2 event", "mobile")],
    )
    assert scan(Source("spans", lambda: files.spans(tmp_path)), lambda _: None).clean


def test_a_store_that_breaks_off_is_not_clean() -> None:
    def broken() -> Iterator[Record]:
        yield Record("rows", "1", "x")
        raise ConnectionError(PHONE)

    done = scan(Source("milvus", broken), lambda _: None)
    assert not done.clean
    assert PHONE not in done.error
    assert scan_table([done]).row_count == 2
    assert finding_table([done]).row_count == 0


def test_a_digest_says_nothing_and_text_in_its_place_is_read() -> None:
    digest = "3号楼2单元501".encode() + bytes(range(128, 160))
    assert types({"content_key": digest}) == []
    assert types({"content_key": f"手机{PHONE}，请在下午打给我".encode()}) == ["mobile"]
