"""When a customer likes to be served, as a canonical value: parts of the day, weekdays, hours.

Only wishes that recur: 上午, 周末, 每周二四六, 七点到九点, mornings 9 to 11. Dates are not read here.
"""

import re

from yiku_domain.memory import JsonValue
from yiku_text.numbers import ENGLISH_NUMBER, NUMBER, whole_number

_PARTS: tuple[tuple[str, str], ...] = (
    ("small_hours", r"凌晨|半夜|后半夜|small hours|before dawn"),
    ("morning", r"上午|早上|早晨|清早|一早|清晨|大早上?|\bmornings?\b"),
    ("noon", r"中午|午间|\bnoon\b|\bmidday\b|\blunch ?time\b"),
    ("afternoon", r"下午|午后|\bafternoons?\b"),
    ("evening", r"晚上|傍晚|晚间|下班后|下班以后|\bevenings?\b|\bafter work\b"),
    ("night", r"夜间|夜里|深夜|\bnights?\b|\bnight[- ]?time\b"),
    ("daytime", r"白天|\bday ?time\b"),
)
_PART = re.compile("|".join(f"(?P<{code}>{words})" for code, words in _PARTS), re.IGNORECASE)
_WEEKEND = re.compile(r"周末|星期六日|双休|礼拜六礼拜天|\bweekends?\b", re.IGNORECASE)
_WORKDAY = re.compile(
    r"工作日|平日|上班日|\bweekdays?\b|\bworking days?\b|\bmon(?:day)? ?(?:to|-|through) ?fri(?:day)?\b", re.IGNORECASE
)
_DAYS = re.compile(r"(?:每?个?(?:周|星期|礼拜))(?P<days>[一二三四五六日天、和跟,，\s]*[一二三四五六日天])(?![点个])")
_DAY_RANGE = re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])(?:到|至|-|~)(?:周|星期|礼拜)?([一二三四五六日天])")
_EN_DAY = re.compile(r"\b(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sat|sun)(?:day)?s?\b", re.IGNORECASE)
_EN_DAYS = {"mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6, "sun": 7}
_HAN_DAYS = {day: index for index, day in enumerate("一二三四五六", start=1)} | {"日": 7, "天": 7}

_CLOCK = (
    rf"(?P<{{h}}>{NUMBER})(?:点钟?|时|:|：)(?P<{{m}}>半|[0-5][0-9]|[一二三四五]?十[一二三四五六七八九]?|一刻|三刻)?分?"
)
_FROM_TO = re.compile(
    _CLOCK.format(h="h1", m="m1")
    + r"\s*(?:到|至|-|~|～|—|和)\s*"
    + r"(?:上午|下午|晚上|中午|早上)?"
    + _CLOCK.format(h="h2", m="m2")
)
_AFTER = re.compile(_CLOCK.format(h="h", m="m") + r"(?:钟)?(?:以后|之后|过后|往后|后|起)")
_BEFORE = re.compile(_CLOCK.format(h="h", m="m") + r"(?:钟)?(?:以前|之前|前)")
_EN_CLOCK = r"(?P<{h}>\d{{1,2}}|" + ENGLISH_NUMBER + r")(?::(?P<{m}>[0-5]\d))?\s*(?P<{p}>am|pm|a\.m\.|p\.m\.)?"
_EN_FROM_TO = re.compile(
    r"\b(?:from |between )?"
    + _EN_CLOCK.format(h="h1", m="m1", p="p1")
    + r"\s*(?:to|-|–|and|until|till)\s*"
    + _EN_CLOCK.format(h="h2", m="m2", p="p2")
    + r"\b(?!\s*(?:pallets|boxes|tons|trucks|kg|people))",
    re.IGNORECASE,
)
_EN_AFTER = re.compile(r"\bafter\s+" + _EN_CLOCK.format(h="h", m="m", p="p") + r"(?![\w:])", re.IGNORECASE)
_EN_BEFORE = re.compile(
    r"\b(?:before|by|until)\s+" + _EN_CLOCK.format(h="h", m="m", p="p") + r"(?![\w:])", re.IGNORECASE
)
_MINUTES = {"半": 30, "一刻": 15, "三刻": 45}

NIGHT = r"(?:夜间|夜里|夜晚|半夜|深夜|大晚上|晚上|晚间|凌晨)"
"""Words that mean delivery at night."""


def parse(text: str) -> dict[str, JsonValue]:
    """`parts` (codes), `days` (1 Monday to 7 Sunday), `from` and `to` (HH:MM); empty for none."""
    parts = [match.lastgroup or "" for match in _PART.finditer(text)]
    value: dict[str, JsonValue] = {}
    if parts:
        value["parts"] = list[JsonValue](dict.fromkeys(parts))
    days = _days(text)
    if days:
        value["days"] = list[JsonValue](days)
    return value | _hours(text, parts)


def _days(text: str) -> list[int]:
    found: set[int] = set()
    if _WEEKEND.search(text):
        found |= {6, 7}
    if _WORKDAY.search(text):
        found |= {1, 2, 3, 4, 5}
    for match in _DAY_RANGE.finditer(text):
        found |= set(range(_HAN_DAYS[match[1]], _HAN_DAYS[match[2]] + 1))
    for match in _DAYS.finditer(text):
        found |= {_HAN_DAYS[day] for day in match["days"] if day in _HAN_DAYS}
    for match in _EN_DAY.finditer(text):
        found.add(_EN_DAYS[match[1][:3].lower()])
    return sorted(found)


def _hours(text: str, parts: list[str]) -> dict[str, JsonValue]:
    for pattern in (_FROM_TO, _EN_FROM_TO):
        match = pattern.search(text)
        if match and _timely(match, parts):
            later = _clock(match, "2", parts)
            return {"from": _clock(match, "1", parts, before=later), "to": later}
    value: dict[str, JsonValue] = {}
    for name, patterns in (("from", (_AFTER, _EN_AFTER)), ("to", (_BEFORE, _EN_BEFORE))):
        match = next((m for p in patterns if (m := p.search(text)) and _timely(m, parts)), None)
        if match:
            value[name] = _clock(match, "", parts)
    return value


def _timely(match: re.Match[str], parts: list[str]) -> bool:
    """An English range of bare numbers counts only beside a part of the day or am/pm."""
    groups = match.groupdict()
    spoken = "点" in match[0] or ":" in match[0] or "：" in match[0] or "时" in match[0]
    marked = any(groups.get(name) for name in ("p", "p1", "p2"))
    return spoken or marked or bool(parts)


def _clock(match: re.Match[str], suffix: str, parts: list[str], before: str = "") -> str:
    groups = match.groupdict()
    hour = whole_number(groups[f"h{suffix}"] or "") or 0
    raw = groups.get(f"m{suffix}") or ""
    minute = _MINUTES.get(raw) or whole_number(raw) or 0
    half = (groups.get(f"p{suffix}") or groups.get("p2") or "").lower()
    late = {"afternoon", "evening", "night"} & set(parts)
    afternoon = half.startswith("p") or (not half and late and "morning" not in parts)
    if afternoon and hour < 12 and not (before and f"{hour + 12:02d}:{minute:02d}" > before):
        hour += 12
    return f"{hour % 24:02d}:{minute:02d}"
