"""When something happened, by the customer's own words."""

import re
from datetime import datetime

from yiku_domain.memory import Precision
from yiku_text.times import Lean, find_times

_AHEAD = re.compile(
    r"下(?:个|周|星期|礼拜|月|回)|明[天早晚儿年]|后[天年]|(?:要|准备|打算|计划|决定|约好?了?|定了?)(?:在|于)?.{0,6}(?:去|搬|回|来|办|开|考|结婚|出差|发货|装修)|即将|马上要|快要"
    r"|\bnext\b|\btomorrow\b|\bwill\b|\bgoing to\b|\bplan(?:ning|s)?\b|\bupcoming\b|\bdue\b|'ll\b",
    re.IGNORECASE,
)

_BEHIND = re.compile(
    r"上(?:个|周|星期|礼拜|月|回|次)|昨|前[天晚年几]|去年|刚才|刚刚|之前|以前|当时|那[天次回]|过(?!年|节|来|去)|了"
    r"|\b(?:last|ago|yesterday|was|were|had|did|since|previous(?:ly)?|earlier|back in|\w{3,}ed"
    r"|broke|came|went|got|lost|left|told|said)\b",
    re.IGNORECASE,
)


def told_time(words: str, at: datetime) -> tuple[datetime, Precision] | None:
    """The beginning of the first time that the words tell, and how exactly; None where they tell none.

    `at` is when they were said, in the customer's time zone: 昨天 is the day before in that zone.
    """
    lean = Lean.FUTURE if _AHEAD.search(words) else Lean.PAST if _BEHIND.search(words) else Lean.NEAREST
    for expression in find_times(words, at, lean=lean):
        if expression.since is not None and expression.duration is None and expression.recurrence is None:
            return expression.since, expression.precision
    return None
