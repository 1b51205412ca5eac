"""Drawing lots, the sheet that is marked, and what the marks come to."""

import csv
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uuid_utils.compat import uuid7
from yiku_cli.app import UsageProblem
from yiku_cli.sampling.accuracy import Marked, accuracy, by_kind, by_source, wilson
from yiku_cli.sampling.lots import fair_counts, weights
from yiku_cli.sampling.sheet import read_sheet, write_sheet
from yiku_domain.ids import MemoryId, Scope, TenantId, TraceId, UserId
from yiku_domain.memory import Kind, Memory, Nature, Source, SourceKind, Status
from yiku_domain.review import SourceTurn
from yiku_stores.postgres.sampling import DrawnMemory, Stratum

NOW = datetime(2026, 6, 1, tzinfo=UTC)
FACTS = Stratum(Kind.FACT, SourceKind.DIALOGUE)
EVENTS = Stratum(Kind.EVENT, SourceKind.ORDER)
PETS = Stratum(Kind.PREFERENCE, SourceKind.BEHAVIOUR)
MEMORY = Memory(
    scope=Scope(TenantId("t"), UserId("u")),
    memory_id=MemoryId(uuid7()),
    kind=Kind.FACT,
    nature=Nature.STATE,
    content="我住望京",
    attribute="home_address",
    value={"address": "望京"},
    entities=(),
    relations=(),
    confidence=0.9,
    explicit=True,
    event_time=None,
    event_precision=None,
    valid_from=NOW,
    valid_to=None,
    recorded_at=NOW,
    updated_at=NOW,
    expires_at=None,
    energy=1.0,
    evidence_count=1,
    status=Status.ACTIVE,
    superseded_by=None,
    source=Source(SourceKind.DIALOGUE, "s", "", (2, 6)),
    trace_id=TraceId("t"),
    version=1,
)
DRAWN = DrawnMemory(MEMORY, "嗯，我住望京", (SourceTurn("assistant", "您\u2028住哪？"), SourceTurn("user", "啊？")))


def test_shares_are_even_and_small_strata_whole() -> None:
    assert fair_counts({FACTS: 1000, EVENTS: 500, PETS: 3}, 100) == {PETS: 3, EVENTS: 48, FACTS: 49}


def test_where_there_are_fewer_than_strata_the_larger_come_first() -> None:
    assert fair_counts({FACTS: 9, EVENTS: 5, PETS: 3}, 2) == {EVENTS: 1, FACTS: 1}


@given(
    st.dictionaries(st.builds(Stratum, st.sampled_from(Kind), st.sampled_from(SourceKind)), st.integers(1, 50)),
    st.integers(1, 200),
)
def test_nothing_is_shared_out_twice_or_kept_back(live: dict[Stratum, int], count: int) -> None:
    shares = fair_counts(live, count)
    assert all(0 < share <= live[stratum] for stratum, share in shares.items())
    assert sum(shares.values()) == min(count, sum(live.values()))


def test_a_drawn_memory_stands_for_its_part_of_the_stratum() -> None:
    event = replace(DRAWN, memory=replace(MEMORY, kind=Kind.EVENT))
    assert weights({FACTS: 10, event.stratum: 1}, [DRAWN, DRAWN, event]) == [5.0, 5.0, 1.0]


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    # Figures of the interval by hand: (p + z²/2n ± z√(p(1-p)/n + z²/4n²)) / (1 + z²/n).
    [(0.9, 100, 0.8256, 0.9448), (1.0, 10, 0.7225, 1.0), (0.0, 10, 0.0, 0.2775), (0.5, 1, 0.0546, 0.9454)],
)
def test_wilson(share: float, count: float, low: float, high: float) -> None:
    assert wilson(share, count) == (pytest.approx(low, abs=5e-4), pytest.approx(high, abs=5e-4))


def test_accuracy_weighs_what_memories_stand_for() -> None:
    equal = [Marked("fact", "dialogue", right=i < 9) for i in range(10)]
    assert accuracy("all", equal).share == pytest.approx(0.9)
    assert (accuracy("all", equal).low, accuracy("all", equal).high) == wilson(0.9, 10)
    uneven = [Marked("fact", "dialogue", right=True, weight=9.0), Marked("event", "order", right=False, weight=1.0)]
    found = accuracy("all", uneven)
    assert found.share == pytest.approx(0.9)
    assert (found.low, found.high) == wilson(0.9, 100 / 82)
    assert [(a.name, a.share) for a in by_kind(uneven)] == [("event", 0.0), ("fact", 1.0)]
    assert [(a.name, a.marked, a.right) for a in by_source(uneven)] == [("dialogue", 1, 1), ("order", 1, 0)]


@pytest.mark.parametrize("name", ["sheet.jsonl", "sheet.csv"])
def test_a_sheet_is_written_marked_and_read(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    write_sheet(file, [DRAWN] * 4, [2.5] * 4)
    assert read_sheet(file) == ([], 4)
    rows = list(rows_of(file))
    assert (rows[0]["said"], rows[0]["turn"]) == ("我住望京", "嗯，我住望京")
    assert rows[0]["before"] == "assistant: 您\u2028住哪？\nuser: 啊？"
    for row, mark in zip(rows, ("right", "WRONG ", "对", ""), strict=True):
        row["mark"] = mark
    put(file, rows)
    marked, blank = read_sheet(file)
    assert ([m.right for m in marked], blank) == ([True, False, True], 1)
    assert marked[0] == Marked("fact", "dialogue", right=True, weight=2.5)


def rows_of(file: Path) -> list[dict[str, str]]:
    if file.suffix == ".csv":
        with file.open(encoding="utf-8-sig", newline="") as sheet:
            return list(csv.DictReader(sheet))
    return [json.loads(line) for line in file.read_text("utf-8").split("\n") if line]


def put(file: Path, rows: list[dict[str, str]]) -> None:
    if file.suffix == ".csv":
        with file.open("w", encoding="utf-8", newline="") as sheet:
            writer = csv.DictWriter(sheet, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    else:
        file.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")


def test_a_customers_words_are_no_formula(tmp_path: Path) -> None:
    file = tmp_path / "sheet.csv"
    write_sheet(file, [replace(DRAWN, memory=replace(MEMORY, content='=HYPERLINK("x")'))], [1.0])
    assert rows_of(file)[0]["content"] == '\'=HYPERLINK("x")'


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"mark": "maybe"}, "the mark is 'maybe'"),
        ({"stands_for": "x"}, "as they were drawn"),
        ({"stands_for": "-1"}, "positive"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, change: dict[str, str], problem: str) -> None:
    file = tmp_path / "sheet.jsonl"
    write_sheet(file, [DRAWN], [1.0])
    put(file, [{**rows_of(file)[0], "mark": "right", **change}])
    with pytest.raises(UsageProblem, match=rf"sheet.jsonl:1: .*{problem}"):
        read_sheet(file)
