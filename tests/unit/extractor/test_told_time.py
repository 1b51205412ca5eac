"""When something happened: cases 15, 17 and 18, and the whole kinds behind them."""

import asyncio
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from yiku_domain.memory import Precision, Source, SourceKind
from yiku_extractor.pipeline.pipeline import Pipeline
from yiku_extractor.pipeline.segments import Context, DialogueSegment
from yiku_extractor.pipeline.told_time import told_time

from tests.unit.extractor.saying import SOURCE, TOKENISE

SHANGHAI = ZoneInfo("Asia/Shanghai")
NEW_YORK = ZoneInfo("America/New_York")


def day(year: int, month: int, date: int, zone: ZoneInfo = SHANGHAI) -> datetime:
    return datetime(year, month, date, tzinfo=zone)


@pytest.mark.parametrize(
    ("utc", "zone", "words", "expected"),
    [
        ("2026-03-09T16:30", SHANGHAI, "昨天柜子被磕坏了", day(2026, 3, 9)),
        ("2026-03-09T15:30", SHANGHAI, "昨天柜子被磕坏了", day(2026, 3, 8)),
        ("2025-12-31T16:10", SHANGHAI, "昨天柜子被磕坏了", day(2025, 12, 31)),
        ("2026-03-10T03:30", NEW_YORK, "they broke the wardrobe yesterday", day(2026, 3, 8, NEW_YORK)),
        ("2026-03-10T16:30", SHANGHAI, "大前天来的师傅态度很差", day(2026, 3, 8)),
    ],
)
def test_case_15_yesterday_is_the_day_before_where_the_customer_is(
    utc: str, zone: ZoneInfo, words: str, expected: datetime
) -> None:
    said = datetime.fromisoformat(utc).replace(tzinfo=UTC)
    assert told_time(words, said.astimezone(zone)) == (expected, Precision.DAY)


@pytest.mark.parametrize(
    ("words", "precision"),
    [
        ("2024年你们摔过我一台电视", Precision.YEAR),
        ("去年三月你们摔过我一台电视", Precision.MONTH),
        ("the mover scratched my floor in 2024", Precision.YEAR),
        ("the mover scratched my floor last March", Precision.MONTH),
    ],
)
def test_case_17_what_is_dated_coarsely_says_so(words: str, precision: Precision) -> None:
    told = told_time(words, datetime(2026, 6, 1, 12, tzinfo=SHANGHAI))
    assert told is not None
    assert told[1] is precision


@pytest.mark.parametrize(
    "words",
    [
        "一点都不好，师傅把我柜子磕了",
        "师傅半天不说话，柜子磕了也不吭声",
        "the driver may have scratched it, second rate service",
    ],
)
def test_an_idiom_tells_no_time(words: str) -> None:
    assert told_time(words, datetime(2026, 6, 1, 12, tzinfo=SHANGHAI)) is None


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("上周六李师傅特别细心", day(2023, 5, 13)),
        ("李师傅昨天特别细心", day(2023, 5, 17)),
    ],
)
def test_case_18_an_old_transcript_is_read_at_its_own_time(words: str, expected: datetime) -> None:
    at = datetime(2023, 5, 18, 9, tzinfo=SHANGHAI)
    segment = DialogueSegment(words, "user", at, SOURCE)
    (draft,) = asyncio.run(Pipeline().extract(segment, Context(TOKENISE))).drafts
    assert draft.valid_from == at
    assert draft.event_time == expected
    assert draft.source == Source(SourceKind.DIALOGUE, "s-1", span=draft.source.span)


def test_a_plan_without_a_past_is_not_put_into_last_year() -> None:
    said = datetime(2026, 10, 27, 12, tzinfo=SHANGHAI)
    assert told_time("For Diwali I'm away 7 to 10 November", said) == (day(2026, 11, 7), Precision.DAY)
