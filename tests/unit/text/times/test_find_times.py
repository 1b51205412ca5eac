"""The moment of speaking: zones, lean, month and year ends; places in the text; whatever it is given."""

from datetime import UTC, datetime, timedelta, timezone
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_domain.memory import Precision
from yiku_text.times import Lean, find_times

from tests.unit.text.times.reading import NOW, SHANGHAI, expressions, windows

PAST, FUTURE, NEAREST = Lean.PAST, Lean.FUTURE, Lean.NEAREST


def test_yesterday_is_the_speakers_yesterday() -> None:
    after_midnight = datetime(2026, 11, 18, 16, 30, tzinfo=UTC).astimezone(SHANGHAI)
    (found,) = find_times("昨天", after_midnight)
    assert found.since == datetime(2026, 11, 18, tzinfo=SHANGHAI)
    assert found.since.utcoffset() == timedelta(hours=8)


def test_a_fixed_offset_will_do() -> None:
    zone = timezone(timedelta(hours=-5))
    (found,) = find_times("last night", datetime(2026, 3, 1, 9, tzinfo=zone))
    assert (found.since, found.until) == (
        datetime(2026, 2, 28, 18, tzinfo=zone),
        datetime(2026, 3, 1, 6, tzinfo=zone),
    )


def test_a_naive_moment_is_refused() -> None:
    with pytest.raises(ValueError, match="offset-aware"):
        find_times("昨天", datetime(2026, 11, 18))


@pytest.mark.parametrize(
    ("text", "lean", "expected"),
    [
        ("周五", NEAREST, "2026-11-20/2026-11-21"),
        ("周五", PAST, "2026-11-13/2026-11-14"),
        ("周一", FUTURE, "2026-11-23/2026-11-24"),
        ("Monday", PAST, "2026-11-16/2026-11-17"),
        ("3月5号", NEAREST, "2026-03-05/2026-03-06"),
        ("3月5号", FUTURE, "2027-03-05/2027-03-06"),
        ("December 5", PAST, "2025-12-05/2025-12-06"),
        ("八点", NEAREST, "2026-11-18T08/2026-11-18T09"),
        ("八点", FUTURE, "2026-11-18T20/2026-11-18T21"),
        ("下午三点", FUTURE, "2026-11-19T15/2026-11-19T16"),
        ("下午四点", PAST, "2026-11-17T16/2026-11-17T17"),
        ("明天三点", NEAREST, "2026-11-19T03/2026-11-19T04"),
        ("明天三点", FUTURE, "2026-11-19T15/2026-11-19T16"),
        ("20号", PAST, "2026-10-20/2026-10-21"),
        ("31号", FUTURE, "2026-12-31/2027-01-01"),
        ("2月29号", PAST, "2024-02-29/2024-03-01"),
        ("国庆", FUTURE, "2027-10-01/2027-10-02"),
        ("夏天", PAST, "2026-06-01/2026-09-01"),
        ("三天内", PAST, "2026-11-15T15:30/2026-11-18T15:30"),
        ("within 2 weeks", PAST, "2026-11-04/2026-11-18T15:30"),
    ],
)
def test_lean(text: str, lean: Lean, expected: str) -> None:
    assert windows(text, lean=lean) == [expected]


@pytest.mark.parametrize(
    ("now", "text", "expected"),
    [
        ("2024-01-31T10:00", "上个月", "2023-12-01/2024-01-01"),
        ("2024-01-31T10:00", "一个月后", "2024-02-01/2024-03-01"),
        ("2024-03-31T10:00", "最近一个月", "2024-02-29/2024-03-31T10"),
        ("2024-02-29T10:00", "明天", "2024-03-01/2024-03-02"),
        ("2024-02-29T10:00", "去年", "2023-01-01/2024-01-01"),
        ("2023-02-28T10:00", "后天", "2023-03-02/2023-03-03"),
        ("2025-12-31T23:30", "明年", "2026-01-01/2027-01-01"),
        ("2025-12-31T23:30", "半小时后", "2026-01-01/2026-01-01T00:01"),
        ("2026-01-01T00:30", "昨天", "2025-12-31/2026-01-01"),
        ("2026-01-01T00:30", "上周", "2025-12-22/2025-12-29"),
        ("2026-01-01T00:30", "这周", "2025-12-29/2026-01-05"),
        ("2026-01-05T09:00", "12月20号", "2025-12-20/2025-12-21"),
        ("2026-01-05T09:00", "next Monday", "2026-01-12/2026-01-13"),
        ("2026-03-01T09:00", "上周日", "2026-02-22/2026-02-23"),
        ("2026-03-01T09:00", "本周一", "2026-02-23/2026-02-24"),
        ("2026-03-01T09:00", "last Sunday", "2026-02-22/2026-02-23"),
        ("2026-01-20T09:00", "今年腊月", "2026-01-19/2026-02-17"),
        ("2026-01-20T09:00", "今年中秋", "2026-09-25/2026-09-26"),
        ("2026-02-20T09:00", "除夕", "2026-02-16/2026-02-17"),
        ("2026-10-31T09:00", "月底前", "2026-10-31T09/2026-11-01"),
        ("2026-05-31T09:00", "三个月前", "2026-02-01/2026-03-01"),
    ],
)
def test_at_the_ends_of_months_and_years(now: str, text: str, expected: str) -> None:
    assert windows(text, datetime.fromisoformat(now).replace(tzinfo=SHANGHAI)) == [expected]


@pytest.mark.parametrize(
    ("text", "precision"),
    [
        ("去年", Precision.YEAR),
        ("90年代", Precision.YEAR),
        ("上个月", Precision.MONTH),
        ("年底", Precision.MONTH),
        ("last summer", Precision.MONTH),
        ("上周", Precision.DAY),
        ("月初", Precision.DAY),
        ("周五", Precision.DAY),
        ("昨晚", Precision.HOUR),
        ("下午三点", Precision.HOUR),
        ("三点二十", Precision.MINUTE),
        ("5:45 pm", Precision.MINUTE),
    ],
)
def test_precision(text: str, precision: Precision) -> None:
    assert expressions(text)[0].precision is precision


def test_places_are_those_of_the_given_text() -> None:
    text = "①我２０２４年３月５号　下午３：３０下单，ｎｅｘｔ ｗｅｅｋ 再来"
    found = expressions(text)
    assert [one.text for one in found] == ["２０２４年３月５号　下午３：３０", "ｎｅｘｔ ｗｅｅｋ"]
    assert all(text[one.start : one.end] == one.text for one in found)


def test_several_in_one_sentence() -> None:
    text = "上周三下午下的单，师傅八点半才到，以后每周五上午送，three days ago I called"
    assert [one.text for one in expressions(text)] == ["上周三下午", "八点半", "每周五上午", "three days ago"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("昨天下午三点叫的车，师傅四点才到", "2026-11-17T16/2026-11-17T17"),
        ("上周三下午下的单，师傅八点半才到", "2026-11-11T20:30/2026-11-11T20:31"),
        ("明天上午十点装货，下午三点到", "2026-11-19T15/2026-11-19T16"),
        ("yesterday at 2 pm we called and at 5 pm he came", "2026-11-17T17/2026-11-17T18"),
        ("昨天下午三点叫的车。师傅四点到", "2026-11-18T04/2026-11-18T05"),
        ("前天下的单，下午三点到", "2026-11-18T15/2026-11-18T16"),
    ],
)
def test_an_hour_takes_the_day_of_an_hour_before_it_in_the_sentence(text: str, expected: str) -> None:
    assert windows(text)[1] == expected


def test_masked_values_titles_and_links_tell_none() -> None:
    assert expressions("见 https://example.com/2024/03/05 和《明天》") == ()
    assert [one.text for one in expressions("<mobile:abcdefgh> 明天联系")] == ["明天"]


WORDS = """
上 下 个 周 三 五 月 年 日 号 点 半 前 后 内 到 和 的 每 第 最后 一 十 2024 15 3:30 - / . , 晚上 春节 之间 初 底 九 千 万 亿 零 世纪
last next week on the of March 5 pm to from every ago until may second half 's 9999
"""
FRAGMENTS = st.lists(st.sampled_from(WORDS.split()), max_size=14)


@given(FRAGMENTS, st.sampled_from(Lean))
def test_any_words_give_ordered_stretches_or_nothing(parts: list[str], lean: Lean) -> None:
    for text in ("".join(parts), " ".join(parts)):
        end = 0
        for one in expressions(text, lean=lean):
            assert end <= one.start < one.end <= len(text)
            assert text[one.start : one.end] == one.text
            assert one.since is None or one.until is None or one.since < one.until
            end = one.end


@given(st.text(max_size=60), st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30)))
def test_any_text_at_any_moment(text: str, now: datetime) -> None:
    find_times(f"昨天{text} last year 上世纪", now.replace(tzinfo=UTC))


def test_a_sentence_costs_less_than_a_millisecond() -> None:
    text = "我上周三下午在望京下了一单，师傅八点半才到，能不能帮我查一下上个月16号的投诉"
    find_times(text, NOW)
    start = process_time()
    for _ in range(200):
        find_times(text, NOW)
    assert (process_time() - start) / 200 < 1e-3
