"""What comes again, and bare lengths."""

from datetime import time, timedelta

import pytest
from yiku_domain.memory import Precision
from yiku_text.times import Every, Recurrence

from tests.unit.text.times.reading import expressions

DAY, WEEK, MONTH, YEAR = Every.DAY, Every.WEEK, Every.MONTH, Every.YEAR
WORK_WEEK = (1, 2, 3, 4, 5)
AFTERNOON = {"start": time(12), "end": time(18)}

RECURRENCES = [
    ("每天都来", Recurrence(DAY)),
    ("天天堵车", Recurrence(DAY)),
    ("每天早上八点到十点", Recurrence(DAY, start=time(8), end=time(10))),
    ("每晚八点", Recurrence(DAY, start=time(20), end=time(21))),
    ("每隔一天", Recurrence(DAY, interval=2)),
    ("每三天", Recurrence(DAY, interval=3)),
    ("每周三下午", Recurrence(WEEK, weekdays=(3,), **AFTERNOON)),
    ("每周一三五晚上8点", Recurrence(WEEK, weekdays=(1, 3, 5), start=time(20), end=time(21))),
    ("每周一到周五", Recurrence(WEEK, weekdays=WORK_WEEK)),
    ("周一至周五9:00-18:00", Recurrence(WEEK, weekdays=WORK_WEEK, start=time(9), end=time(18))),
    ("每两周", Recurrence(WEEK, interval=2)),
    ("每周一次", Recurrence(WEEK)),
    ("工作日在公司", Recurrence(WEEK, weekdays=WORK_WEEK)),
    ("工作日晚上七点以后", Recurrence(WEEK, weekdays=WORK_WEEK, start=time(19))),
    ("周末一般上午", Recurrence(WEEK, weekdays=(6, 7), start=time(8), end=time(12))),
    ("一般周三下午", Recurrence(WEEK, weekdays=(3,), **AFTERNOON)),
    ("平时早上九点之前", Recurrence(DAY, end=time(9))),
    ("每月15号", Recurrence(MONTH, month_days=(15,))),
    ("每个月1号和15号", Recurrence(MONTH, month_days=(1, 15))),
    ("每月初", Recurrence(MONTH, month_days=(1, 2, 3, 4, 5))),
    ("每月最后一天", Recurrence(MONTH, month_days=(-1,))),
    ("每月最后一个周五", Recurrence(MONTH, weekdays=(5,), nth=-1)),
    ("每季度", Recurrence(MONTH, interval=3)),
    ("每年3月5号", Recurrence(YEAR, year_days=((3, 5),))),
    ("每年5月", Recurrence(YEAR, year_days=((5, 0),))),
    ("每年春节", Recurrence(YEAR, festival="春节")),
    ("每年夏天", Recurrence(YEAR, year_days=((6, 0), (7, 0), (8, 0)))),
    ("every day at 8am", Recurrence(DAY, start=time(8), end=time(9))),
    ("every night", Recurrence(DAY, start=time(20), end=time(4))),
    ("every Monday", Recurrence(WEEK, weekdays=(1,))),
    ("every other Friday", Recurrence(WEEK, interval=2, weekdays=(5,))),
    ("every Wednesday afternoon", Recurrence(WEEK, weekdays=(3,), **AFTERNOON)),
    ("every Monday, Wednesday, and Friday at 7 PM", Recurrence(WEEK, 1, (1, 3, 5), start=time(19), end=time(20))),
    ("on Mondays and Thursdays at 3pm", Recurrence(WEEK, weekdays=(1, 4), start=time(15), end=time(16))),
    ("weekdays from 9 to 5", Recurrence(WEEK, weekdays=WORK_WEEK, start=time(9), end=time(17))),
    ("weekdays after 7pm", Recurrence(WEEK, weekdays=WORK_WEEK, start=time(19))),
    ("on weekends", Recurrence(WEEK, weekdays=(6, 7))),
    ("Friday mornings", Recurrence(WEEK, weekdays=(5,), start=time(6), end=time(12))),
    ("every 3 months", Recurrence(MONTH, interval=3)),
    ("the 15th of every month", Recurrence(MONTH, month_days=(15,))),
    ("the last Friday of every month", Recurrence(MONTH, weekdays=(5,), nth=-1)),
    ("every March 5", Recurrence(YEAR, year_days=((3, 5),))),
    ("every Thanksgiving", Recurrence(YEAR, festival="Thanksgiving")),
]

LENGTHS = [
    ("等了三天", timedelta(days=3), Precision.DAY),
    ("两个半小时", timedelta(hours=2, minutes=30), Precision.MINUTE),
    ("半个小时", timedelta(minutes=30), Precision.MINUTE),
    ("1个小时20分钟", timedelta(minutes=80), Precision.MINUTE),
    ("一刻钟", timedelta(minutes=15), Precision.MINUTE),
    ("一年半", timedelta(days=365 + 180), Precision.MONTH),
    ("工作了20年", timedelta(days=7300), Precision.YEAR),
    ("5个工作日", timedelta(days=5), Precision.DAY),
    ("1.5小时", timedelta(minutes=90), Precision.MINUTE),
    ("for two and a half hours", timedelta(hours=2, minutes=30), Precision.MINUTE),
    ("an hour and a half", timedelta(minutes=90), Precision.MINUTE),
    ("a 3-day trip", timedelta(days=3), Precision.DAY),
    ("2 hrs 15 mins", timedelta(minutes=135), Precision.MINUTE),
    ("I have worked here for 20 years", timedelta(days=7300), Precision.YEAR),
]


@pytest.mark.parametrize(("text", "expected"), RECURRENCES)
def test_recurrences(text: str, expected: Recurrence) -> None:
    (found,) = expressions(text)
    assert found.recurrence == expected
    assert (found.since, found.until, found.duration) == (None, None, None)


@pytest.mark.parametrize(("text", "expected", "precision"), LENGTHS)
def test_lengths(text: str, expected: timedelta, precision: Precision) -> None:
    (found,) = expressions(text)
    assert (found.duration, found.precision) == (expected, precision)
    assert (found.since, found.until, found.recurrence) == (None, None, None)
