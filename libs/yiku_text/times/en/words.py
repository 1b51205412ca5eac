"""The words of English time, by what they do in the grammar."""

from collections.abc import Iterable

from yiku_text.times.edges import Edge
from yiku_text.times.hours import DayPart
from yiku_text.times.span import Scale
from yiku_text.times.tokens import Kind

PHRASES: dict[Kind, str] = {
    Kind.DAY: "the day before yesterday|day before yesterday|the day after tomorrow|day after tomorrow",
    Kind.NOW: "right now|at the moment|at this moment",
    Kind.JUST_NOW: "just now|a moment ago|moments ago",
    Kind.OTHER_DAY: "the other day",
    Kind.FROM_NOW: "from now|from today",
    Kind.FROM_NOW_ON: "from now on|from today on",
    Kind.AND_A_HALF: "and a half|and one half",
    Kind.OCLOCK: "o'clock|oclock|o’clock",
    Kind.WORKDAY: "business days|business day|working days|working day|workdays|workday|work days|trading days",
    Kind.COUPLE: "a couple of|a couple|couple of|couple",
    Kind.FEW: "a few|few|several|a handful of|quite a few",
    Kind.UNTIL: "no later than|up until|up to|until|till|through to",
    Kind.SHIFTED: "the week before last|the month before last|the year before last|the night before last|"
    "the week after next|the month after next|the year after next",
}
"""Expressions of several words that act as one."""

DAYS = {
    "today": 0,
    "yesterday": -1,
    "tomorrow": 1,
    "tmrw": 1,
    "tmr": 1,
    "tomorow": 1,
    "the day before yesterday": -2,
    "day before yesterday": -2,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
}
PARTS = {
    "morning": DayPart(6, 12, 0),
    "dawn": DayPart(4, 7, 0),
    "lunchtime": DayPart(11, 14, 10),
    "lunch": DayPart(11, 14, 10),
    "afternoon": DayPart(12, 18, 12),
    "dusk": DayPart(17, 19, 14),
    "evening": DayPart(18, 22, 14),
    "night": DayPart(20, 28, 18),
    "overnight": DayPart(20, 30, 18),
}
TIMED_PARTS = {
    ("early", "morning"): DayPart(5, 8, 0),
    ("late", "morning"): DayPart(10, 12, 0),
    ("early", "afternoon"): DayPart(12, 15, 12),
    ("late", "afternoon"): DayPart(15, 18, 12),
    ("early", "evening"): DayPart(17, 19, 14),
    ("late", "evening"): DayPart(21, 24, 14),
    ("late", "night"): DayPart(22, 28, 18),
}
TONIGHT = DayPart(18, 24, 17)
ENDS_AFTER_MIDNIGHT = DayPart(18, 30, 18)
"""A night that is over, and the small hours with it."""
INSTANTS = {"noon": 12.0, "midday": 12.0, "midnight": 24.0}
"""Hours of the day they are said of."""

MONTHS = {
    word: number
    for number, words in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        1,
    )
    for word in words.split()
}
WEEKDAYS = {
    word: number
    for number, words in enumerate(
        (
            "monday mon",
            "tuesday tues tue",
            "wednesday weds wed",
            "thursday thurs thur thu",
            "friday fri",
            "saturday sat",
            "sunday sun",
        ),
        1,
    )
    for word in words.split()
}
PLURAL_DAYS = {f"{word}s": number for word, number in WEEKDAYS.items() if word.endswith("day")}
UNSURE = frozenset(
    {"may", "march", "mar", "jan", "jun", "mon", "wed", "fri", "sat", "sun", "dec", "sep", "tue", "thu", "oct", "nov"}
)
"""Words that mean something else as well, or names: they need a neighbour that makes them a time."""

SEASONS = {
    "spring": 1,
    "springtime": 1,
    "summer": 2,
    "summertime": 2,
    "autumn": 3,
    "fall": 3,
    "winter": 4,
    "wintertime": 4,
}
UNITS = {
    word: scale
    for words, scale in (
        ("seconds sec secs", Scale.SECOND),
        ("minute minutes min mins", Scale.MINUTE),
        ("hour hours hr hrs h", Scale.HOUR),
        ("day days", Scale.DAY),
        ("week weeks wk wks", Scale.WEEK),
        ("month months mth mths", Scale.MONTH),
        ("quarter quarters", Scale.QUARTER),
        ("year years yr yrs", Scale.YEAR),
        ("decade decades", Scale.DECADE),
        ("century centuries", Scale.CENTURY),
    )
    for word in words.split()
}
FORTNIGHT = frozenset({"fortnight", "fortnights"})
SHIFTS = {
    "last": -1,
    "previous": -1,
    "past": -1,
    "this": 0,
    "current": 0,
    "next": 1,
    "coming": 1,
    "following": 1,
    "upcoming": 1,
}
EDGES = {
    word: edge
    for words, edge in (
        ("early", Edge.FIRST_THIRD),
        ("beginning start", Edge.START),
        ("mid middle", Edge.MIDDLE_THIRD),
        ("late", Edge.LAST_THIRD),
        ("end", Edge.END),
    )
    for word in words.split()
}
CARDINALS = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}
TENS = {
    word: 10 * number
    for number, word in enumerate(["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 3)
} | {"twenty": 20}
ORDINALS = {
    word: number
    for number, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
        ],
        1,
    )
}
NAMED_DECADES = {"fifties": 1950, "sixties": 1960, "seventies": 1970, "eighties": 1980, "nineties": 1990}
PERIODICAL = {
    "daily": Scale.DAY,
    "nightly": Scale.DAY,
    "weekly": Scale.WEEK,
    "monthly": Scale.MONTH,
    "yearly": Scale.YEAR,
    "annually": Scale.YEAR,
}
PLURAL_PARTS = {"mornings": "morning", "afternoons": "afternoon", "evenings": "evening", "nights": "night"}

_KINDS: dict[Kind, str] = {
    Kind.TONIGHT: "tonight tonite",
    Kind.WEEKEND: "weekend weekends",
    Kind.WORKDAY: "weekday weekdays",
    Kind.ARTICLE: "a an",
    Kind.THE: "the",
    Kind.HALF: "half",
    Kind.AGO: "ago back earlier",
    Kind.LATER: "later hence",
    Kind.IN: "in",
    Kind.WITHIN: "within",
    Kind.ON: "on",
    Kind.AT: "at around about approximately roughly",
    Kind.BY: "by",
    Kind.OF: "of",
    Kind.FOR: "for",
    Kind.TO: "to through thru",
    Kind.AND: "and",
    Kind.OR: "or",
    Kind.BETWEEN: "between",
    Kind.FROM: "from",
    Kind.SINCE: "since",
    Kind.BEFORE: "before",
    Kind.AFTER: "after",
    Kind.DURING: "during over throughout",
    Kind.EVERY: "every each",
    Kind.OTHER_ONE: "other",
    Kind.HABIT: "usually normally typically generally always",
    Kind.OLD: "old",
    Kind.NOW_WORD: "now",
}


def vocabulary() -> dict[str, Kind]:
    """Every single word with its kind."""
    tables: tuple[tuple[Kind, Iterable[str]], ...] = (
        *((kind, words.split()) for kind, words in _KINDS.items()),
        (Kind.NUMBER, CARDINALS),
        (Kind.NUMBER, TENS),
        (Kind.DAY, DAYS),
        (Kind.PART, PARTS),
        (Kind.PARTS, PLURAL_PARTS),
        (Kind.INSTANT, INSTANTS),
        (Kind.MONTH, MONTHS),
        (Kind.WEEKDAY, WEEKDAYS),
        (Kind.WEEKDAYS, PLURAL_DAYS),
        (Kind.SEASON, SEASONS),
        (Kind.ORDINAL, ORDINALS),
        (Kind.UNIT, UNITS),
        (Kind.UNIT, FORTNIGHT),
        (Kind.SHIFTED, SHIFTS),
        (Kind.EDGE, EDGES),
        (Kind.DECADE, NAMED_DECADES),
        (Kind.DAILY, PERIODICAL),
    )
    return {word: kind for kind, words in tables for word in words}
