"""Days, weeks, and what still says something that was taken back."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from yiku_domain.memory import Entity, JsonValue, Memory, Status
from yiku_domain.summary import day_of, week_of
from yiku_domain.vocabulary import EntityType
from yiku_domain.withdrawal import Withdrawal, still_says, telling, withdrawal

from tests.conformance.making import memory, new_scope

NOW = datetime(2026, 10, 1, tzinfo=UTC)
SHANGHAI = ZoneInfo("Asia/Shanghai")


def saying(content: str, entity: str = "", **value: JsonValue) -> Memory:
    entities = (Entity(EntityType.ADDRESS, entity),) if entity else ()
    return replace(memory(new_scope(), entities=entities), content=content, value=value)


def test_days_and_weeks_are_those_of_the_zone() -> None:
    late = datetime(2026, 12, 31, 16, 30, tzinfo=UTC)
    day, week = day_of(late, SHANGHAI), week_of(late, SHANGHAI)
    assert (day.name, day.start) == ("2027-01-01", datetime(2027, 1, 1, tzinfo=SHANGHAI))
    assert (week.name, week.start) == ("2026-W53", datetime(2026, 12, 28, tzinfo=SHANGHAI))
    assert day_of(late, UTC).name == "2026-12-31"


def test_a_day_of_another_length_ends_where_the_next_begins() -> None:
    paris = ZoneInfo("Europe/Paris")
    day = day_of(datetime(2026, 10, 25, 12, tzinfo=UTC), paris)
    assert (day.end.astimezone(UTC) - day.start.astimezone(UTC)).total_seconds() == 25 * 3600
    assert day_of(day.end, paris).name == "2026-10-26"


def test_names_and_values_tell_what_a_memory_says() -> None:
    one = saying(
        "我住望京", "望京", address="朝阳区望京", door={"tokens": ["<door:abcdefgh>"]}, floor=3, far=True, x="东"
    )
    assert telling(one) == {"望京", "朝阳区望京", "<door:abcdefgh>"}


def test_what_was_corrected_keeps_telling_what_still_stands() -> None:
    before = saying("我住朝阳区望京", address="望京", district="朝阳区")
    after = saying("我住朝阳区国贸", address="国贸", district="朝阳区")
    assert withdrawal("correct", before, after, NOW).terms == {"望京"}
    assert withdrawal("retract", before, replace(before, status=Status.RETRACTED), NOW).terms == {"望京", "朝阳区"}
    assert withdrawal("reject", before, replace(before, status=Status.RETRACTED), NOW).terms == frozenset()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("东西都送望京吧", True),
        ("东西都送 ＷＡＮＧJING 吧", True),
        ("电话<mobile:abcdefgh>", True),
        ("上次不是说了嘛，我现在住在五道口那儿", True),
        ("搬家要厢货；我就住在五道口；下午来", True),
        ("五道口堵车", False),
        ("wangjinger 送货", False),
        ("要带搬运", False),
        ("", False),
    ],
)
def test_a_text_still_says_it_by_its_name_or_by_most_of_its_words(text: str, says: bool) -> None:
    gone = Withdrawal("我住在五道口", frozenset({"望京", "wangjing", "<mobile:abcdefgh>"}), NOW)
    assert still_says(text, gone) is says


def test_english_words_count_as_wholes() -> None:
    gone = Withdrawal("My cat is called Mimi", frozenset(), NOW)
    assert still_says("the cat called Mimi is my boss", gone)
    assert not still_says("categories of calls for mimicry are mine", gone)
