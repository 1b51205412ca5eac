"""Lines to requests: every format, bad lines by number, and the same packs at every reading."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from protovalidate import Validator
from yiku.extractor.v1.extractor_pb2 import IngestRequest
from yiku.results import Behaviour, Dialogue, Order, Review
from yiku_cli.offline.packing import SEGMENTS, Pack, packs
from yiku_cli.offline.reading import Chunk, Event, Reader
from yiku_runtime.user_ids import UserIdCheck
from yiku_runtime.validation import RequestValidator
from yiku_text.user_ids import looks_like

SHANGHAI = ZoneInfo("Asia/Shanghai")
AT = datetime(2025, 3, 1, 9, 0, tzinfo=SHANGHAI)


def reader(lines: int = 2000) -> Reader:
    validator = RequestValidator(IngestRequest.DESCRIPTOR, Validator(), UserIdCheck(looks_like), "items")
    return Reader(validator, SHANGHAI, lines=lines)


def chunks(tmp_path: Path, rows: Sequence[object], *, lines: int = 2000) -> list[Chunk]:
    path = tmp_path / "told.jsonl"
    texts = [row if isinstance(row, bytes) else json.dumps(row, ensure_ascii=False).encode() for row in rows]
    path.write_bytes(b"\n".join(texts) + b"\n")
    return list(reader(lines).chunks(path))


def turn(text: str, *, user: str = "u_1", role: str = "user", minute: float = 0, **more: str) -> dict[str, object]:
    at = (AT + timedelta(minutes=minute)).isoformat()
    return {"user_id": user, "role": role, "text": text, "at": at, **more}


def packed(tmp_path: Path, rows: Sequence[object]) -> list[Pack]:
    return [pack for chunk in chunks(tmp_path, rows) for pack in packs(chunk.events)]


def test_every_kind_of_line_is_read(tmp_path: Path) -> None:
    rows = [
        {
            "type": "dialogue",
            "user_id": "u_1",
            "session_id": "s",
            "at": "2025-03-01T09:00:00+08:00",
            "turns": [{"role": "user", "text": "我住望京"}],
        },
        {"type": "order", "user_id": "u_1", "order_id": "1", "vehicle_type": "小面"},
        {"type": "review", "user_id": "u_1", "order_id": "1", "rating": 5, "text": "好"},
        {"type": "behaviour", "user_id": "u_1", "action": "chose_vehicle", "properties": {"vehicle_type": "小面"}},
        turn("我对猫毛过敏"),
    ]
    (chunk,) = chunks(tmp_path, rows)
    assert chunk.bad == ()
    assert [type(event.item) for event in chunk.events] == [Dialogue, Order, Review, Behaviour, Dialogue]
    assert (chunk.lines, chunk.read) == (5, (tmp_path / "told.jsonl").stat().st_size)


def test_times_without_an_offset_are_those_of_the_zone(tmp_path: Path) -> None:
    rows = [{"user_id": "u_1", "text": "我住望京", "at": "2025-03-01T09:00:00"}]
    ((event,),) = [chunk.events for chunk in chunks(tmp_path, rows)]
    assert isinstance(event.item, Dialogue)
    assert event.item.turns[0].at == datetime(2025, 3, 1, 1, tzinfo=UTC)


def test_bad_lines_are_told_by_number_and_say_nothing_of_what_they_hold(tmp_path: Path) -> None:
    rows: list[object] = [
        turn("我住望京"),
        b"{not json 13800138000",
        b"",
        {"user_id": "u_1", "role": "user"},
        {"type": "parcel", "user_id": "u_1"},
        {"role": "user", "text": "我住望京"},
        turn("我住望京", user="13800138000"),
        turn("x" * 9000),
        {"user_id": "u_1", "text": "我住望京", "at": "gestern 13800138000"},
        b'{"user_id": "u_1", "text": "\xff\xfe"}',
        {"user_id": 7, "text": "我住望京"},
        {"type": "review", "user_id": "u_1", "rating": 9},
        {"type": "order", "user_id": "u_1", "order_id": "1", "amount_yuan": "free"},
        [1, 2],
        turn("我对猫毛过敏"),
    ]
    (chunk,) = chunks(tmp_path, rows)
    assert [event.number for event in chunk.events] == [1, 15]
    assert [bad.number for bad in chunk.bad] == [2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
    assert "13800138000" not in repr(chunk.bad)
    problems = {bad.number: bad.problem for bad in chunk.bad}
    assert problems[10] == "not valid UTF-8"
    assert "mobile" in problems[7]
    assert "text" in problems[8]
    assert "rating" in problems[12]


def test_turns_of_a_session_become_one_dialogue(tmp_path: Path) -> None:
    rows = [
        turn("你好", session_id="a"),
        turn("您常从哪发货？", role="assistant", session_id="a", minute=1),
        turn("望京那边", session_id="a", minute=1),
        turn("我对猫毛过敏", session_id="b", minute=2),
    ]
    (pack,) = packed(tmp_path, rows)
    assert [len(item.turns) for item in pack.items if isinstance(item, Dialogue)] == [3, 1]
    assert (pack.numbers, pack.turns) == ((1, 2, 3, 4), 4)
    request = pack.request("Asia/Shanghai")
    assert [t.text for t in request.items[0].dialogue.turns] == ["你好", "您常从哪发货？", "望京那边"]
    assert (request.items[0].dialogue.session_id, request.time_zone) == ("a", "Asia/Shanghai")


def test_without_a_session_turns_belong_together_for_half_an_hour(tmp_path: Path) -> None:
    (pack,) = packed(tmp_path, [turn("一"), turn("二", minute=20), turn("三", minute=60)])
    assert [len(item.turns) for item in pack.items if isinstance(item, Dialogue)] == [2, 1]


def test_customers_are_kept_apart_and_in_order(tmp_path: Path) -> None:
    rows = [turn(f"第{n}句", user=f"u_{n % 3}", minute=n) for n in range(30)]
    found = packed(tmp_path, rows)
    assert {pack.user_id: pack.numbers for pack in found} == {f"u_{u}": tuple(range(u + 1, 31, 3)) for u in range(3)}


def test_packs_are_not_cut_between_a_question_and_its_answer(tmp_path: Path) -> None:
    rows = [turn(f"第{n}句", role="assistant" if n % 2 else "user", minute=n / 10) for n in range(SEGMENTS * 3)]
    found = packed(tmp_path, rows)
    assert sum(pack.turns for pack in found) == len(rows)
    assert all(SEGMENTS <= pack.turns <= SEGMENTS + 1 for pack in found[:-1])
    firsts = [pack.items[0].turns[0] for pack in found if isinstance(pack.items[0], Dialogue)]
    assert all(first.role == "assistant" for first in firsts[1:])


def test_an_order_told_twice_is_two_requests(tmp_path: Path) -> None:
    rows = [
        {"type": "order", "user_id": "u_1", "order_id": number, "vehicle_type": vehicle}
        for number, vehicle in (("1", "小面"), ("2", "小面"), ("1", "平板"))
    ]
    assert [pack.numbers for pack in packed(tmp_path, rows)] == [(1, 2), (3,)]


def test_a_second_reading_gives_the_same_keys_wherever_the_first_was_stopped(tmp_path: Path) -> None:
    rows = [turn(f"第{n}句", user=f"u_{n % 7}", minute=n) for n in range(100)]
    first, second = ([p.key for c in chunks(tmp_path, rows, lines=40) for p in packs(c.events)] for _ in range(2))
    assert first == second
    assert len(set(first)) == len(first)
    grown = [p.key for c in chunks(tmp_path, [*rows, turn("再来")], lines=40) for p in packs(c.events)]
    assert len(set(first) & set(grown)) >= 14


@pytest.mark.parametrize("count", [0, 1, 40, 41])
def test_chunks_hold_so_many_lines(tmp_path: Path, count: int) -> None:
    rows = [turn(f"第{n}句") for n in range(count)]
    if not count:
        (tmp_path / "empty").write_bytes(b"")
        assert list(reader().chunks(tmp_path / "empty")) == []
        return
    assert [chunk.lines for chunk in chunks(tmp_path, rows, lines=40)] == [40] * (count // 40) + [count % 40] * (
        count % 40 > 0
    )


def events(tmp_path: Path, rows: Sequence[object]) -> list[Event]:
    return [event for chunk in chunks(tmp_path, rows) for event in chunk.events]


def test_long_turns_are_not_piled_up(tmp_path: Path) -> None:
    found = list(packs(events(tmp_path, [turn("长" * 7000, minute=n) for n in range(30)])))
    assert max(pack.request("").ByteSize() for pack in found) < 512 * 1024
