"""English time expressions, said on Wednesday, 18 November 2026, at 15:30 in Shanghai."""

import pytest

from tests.unit.text.times.reading import rows, windows

DAYS = """
yesterday I ordered a truck | 2026-11-17/2026-11-18
the day before yesterday | 2026-11-16/2026-11-17
tomorrow afternoon | 2026-11-19T12/2026-11-19T18
the day after tomorrow at noon | 2026-11-20T12/2026-11-20T13
tonight at 8 | 2026-11-18T20/2026-11-18T21
last night | 2026-11-17T18/2026-11-18T06
last night at 11 | 2026-11-17T23/2026-11-18
this morning | 2026-11-18T06/2026-11-18T12
early tomorrow morning | 2026-11-19T06/2026-11-19T12
the other day | 2026-11-11/2026-11-17
"""
WEEKS = """
I moved last Friday at 5:30 pm | 2026-11-13T17:30/2026-11-13T17:31
last Monday | 2026-11-16/2026-11-17
next Tuesday at 10 a.m. | 2026-11-24T10/2026-11-24T11
this Sunday morning | 2026-11-22T06/2026-11-22T12
Wednesday | 2026-11-18/2026-11-19
Friday next week | 2026-11-27/2026-11-28
on Friday at noon | 2026-11-20T12/2026-11-20T13
last week | 2026-11-09/2026-11-16
the week before last | 2026-11-02/2026-11-09
this weekend | 2026-11-21/2026-11-23
last weekend | 2026-11-14/2026-11-16
this past Friday | 2026-11-13/2026-11-14
Thursday, Nov 19 | 2026-11-19/2026-11-20
last Monday and Wednesday | 2026-11-16/2026-11-17; 2026-11-18/2026-11-19
"""
MONTHS_AND_YEARS = """
away 7 to 10 November | 2026-11-07/2026-11-11
7th-10th Nov | 2026-11-07/2026-11-11
between the 3rd and 5th of March 2024 | 2024-03-03/2024-03-06
next month | 2026-12-01/2027-01-01
last year | 2025-01-01/2026-01-01
last fall | 2025-09-01/2025-12-01
last summer | 2026-06-01/2026-09-01
this winter | 2026-12-01/2027-03-01
next spring | 2027-03-01/2027-06-01
summer 2023 | 2023-06-01/2023-09-01
in the winter of 2020 | 2020-12-01/2021-03-01
last March | 2026-03-01/2026-04-01
next October | 2027-10-01/2027-11-01
in May | 2026-05-01/2026-06-01
in 2019 | 2019-01-01/2020-01-01
since '98 I drive | 1998-01-01/2026-11-18T15:30
early March | 2026-03-01/2026-03-11
mid-May | 2026-05-11/2026-05-21
late 2023 | 2023-09-01/2024-01-01
the beginning of next month | 2026-12-01/2026-12-06
the end of the month | 2026-11-25/2026-12-01
year-end | 2026-11-01/2027-01-01
the first half of 2023 | 2023-01-01/2023-07-01
Q2 2024 | 2024-04-01/2024-07-01
the third quarter | 2026-07-01/2026-10-01
the 90s | 1990-01-01/2000-01-01
the early 1990s | 1990-01-01/1994-01-01
the nineties | 1990-01-01/2000-01-01
18th century | 1700-01-01/1800-01-01
"""
DATES = """
March 5, 2024 | 2024-03-05/2024-03-06
March 5th, 2024 at 3pm | 2024-03-05T15/2024-03-05T16
5 March 2024 | 2024-03-05/2024-03-06
the 5th of March | 2026-03-05/2026-03-06
Dec 24 | 2026-12-24/2026-12-25
Sept. 5 | 2026-09-05/2026-09-06
on the 15th | 2026-11-15/2026-11-16
the 3rd of next month | 2026-12-03/2026-12-04
July 4, 2022 at 9:15 in the morning | 2022-07-04T09:15/2022-07-04T09:16
Monday, March 9 | 2026-03-09/2026-03-10
delivered 12/25/2023 | 2023-12-25/2023-12-26
it was 2023-07-09 | 2023-07-09/2023-07-10
May 5 | 2026-05-05/2026-05-06
on Sat | 2026-11-21/2026-11-22
first week of October | 2026-10-05/2026-10-12
last Friday in June | 2026-06-26/2026-06-27
the second Sunday of May | 2026-05-10/2026-05-11
the last three days of June | 2026-06-28/2026-07-01
due on 3/14 | 2026-03-14/2026-03-15
"""
HOURS = """
half past five | 2026-11-18T05:30/2026-11-18T05:31
quarter to six | 2026-11-18T05:45/2026-11-18T05:46
twenty past eight | 2026-11-18T08:20/2026-11-18T08:21
at five thirty | 2026-11-18T05:30/2026-11-18T05:31
five o'clock | 2026-11-18T05/2026-11-18T06
at 7 | 2026-11-18T07/2026-11-18T08
5 in the morning | 2026-11-18T05/2026-11-18T06
8 in the evening | 2026-11-18T20/2026-11-18T21
at 3 at night | 2026-11-19T03/2026-11-19T04
midnight | 2026-11-19/2026-11-19T01
3:45 pm | 2026-11-18T15:45/2026-11-18T15:46
the morning of March 5 | 2026-03-05T06/2026-03-05T12
10 minutes before midnight | 2026-11-18T23:50/2026-11-18T23:51
"""
RANGES = """
from Monday to Friday | 2026-11-16/2026-11-21
between March 5 and March 10 | 2026-03-05/2026-03-11
between Monday and Wednesday | 2026-11-16/2026-11-19
between 2 and 4 pm | 2026-11-18T14/2026-11-18T16
from 9 to 5 | 2026-11-18T09/2026-11-18T17
2-4pm | 2026-11-18T14/2026-11-18T16
2 to 4 pm on Friday | 2026-11-20T14/2026-11-20T16
from 9am to 5pm tomorrow | 2026-11-19T09/2026-11-19T17
tomorrow from 2 to 4pm | 2026-11-19T14/2026-11-19T16
March 3-5 | 2026-03-03/2026-03-06
March 3 to 5, 2024 | 2024-03-03/2024-03-06
Jan-Mar 2024 | 2024-01-01/2024-04-01
from March 2024 to May 2025 | 2024-03-01/2025-06-01
2019-2021 in short | 2019-01-01/2022-01-01
from December 24 to January 3 | 2026-12-24/2027-01-04
from last Monday until yesterday | 2026-11-16/2026-11-18
"""
DISTANCES = """
three days ago | 2026-11-15/2026-11-16
two weeks ago | 2026-11-02/2026-11-09
a month ago | 2026-10-01/2026-11-01
a year ago | 2025-01-01/2026-01-01
half an hour ago | 2026-11-18T15/2026-11-18T15:01
a couple of days ago | 2026-11-16/2026-11-17
two or three weeks ago | 2026-10-26/2026-11-09
a few weeks ago | 2026-09-28/2026-11-09
a year and a half ago | 2025-05-01/2025-06-01
a fortnight ago | 2026-11-02/2026-11-09
in two weeks | 2026-11-30/2026-12-07
in 3 hours | 2026-11-18T18:30/2026-11-18T19:30
three years from now | 2029-01-01/2030-01-01
in the past month | 2026-10-18/2026-11-18T15:30
over the last two weeks | 2026-11-04/2026-11-18T15:30
the last 3 days | 2026-11-15T15:30/2026-11-18T15:30
the next 48 hours | 2026-11-18T15:30/2026-11-20T15:30
in the next few days | 2026-11-19/2026-11-26
in the coming weeks | 2026-11-18T15:30/2027-01-06
within 24 hours | 2026-11-18T15:30/2026-11-19T15:30
within a week | 2026-11-18T15:30/2026-11-26
in 2 business days | 2026-11-20/2026-11-21
"""
OPEN_ENDS = """
since 2019 | 2019-01-01/2026-11-18T15:30
since last Monday | 2026-11-16/2026-11-18T15:30
until Friday | 2026-11-18T15:30/2026-11-21
by Friday | 2026-11-18T15:30/2026-11-21
by tomorrow noon | 2026-11-18T15:30/2026-11-19T12
by the end of the year | 2026-11-18T15:30/2027-01-01
before Christmas | 2026-11-18T15:30/2026-12-25
after 5pm | 2026-11-18T17/
after Thanksgiving | 2026-11-27/
earlier today | 2026-11-18/2026-11-18T15:30
later this week | 2026-11-18T15:30/2026-11-23
from now on | 2026-11-18T15:30/
"""
FEASTS = """
Black Friday | 2026-11-27/2026-11-28
Thanksgiving last year | 2025-11-27/2025-11-28
this Thanksgiving | 2026-11-26/2026-11-27
last Christmas | 2025-12-25/2025-12-26
New Year's Eve | 2026-12-31/2027-01-01
Easter 2024 | 2024-03-31/2024-04-01
Mother's Day | 2026-05-10/2026-05-11
Labor Day weekend | 2026-09-05/2026-09-08
Spring Festival | 2027-02-06/2027-02-07
Mid-Autumn Festival 2025 | 2025-10-06/2025-10-07
during the Spring Festival | 2027-02-05/2027-02-13
over Christmas | 2026-12-24/2027-01-01
two weeks before Christmas | 2026-12-11/2026-12-12
the week before Christmas | 2026-12-18/2026-12-25
the day after Thanksgiving | 2026-11-27/2026-11-28
the night before Christmas | 2026-12-24T18/2026-12-25T06
the weekend before Christmas | 2026-12-19/2026-12-21
a week from Friday | 2026-11-27/2026-11-28
"""
TABLES = (DAYS, WEEKS, MONTHS_AND_YEARS, DATES, HOURS, RANGES, DISTANCES, OPEN_ENDS, FEASTS)


@pytest.mark.parametrize(("text", "expected"), [row for table in TABLES for row in rows(table)])
def test_reads(text: str, expected: list[str]) -> None:
    assert windows(text) == expected
