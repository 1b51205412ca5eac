"""Finds the time expressions of a text, Chinese and English."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, tzinfo

from yiku_domain.memory import Precision

from yiku_text.normal import Normalised, normalise
from yiku_text.times import en, zh
from yiku_text.times.choice import Reference
from yiku_text.times.model import Lean, Recurrence, TimeExpression
from yiku_text.times.reading import Amount
from yiku_text.times.scanning import Found
from yiku_text.times.span import Scale, Window

_HINT = re.compile(
    "[0-9A-Za-z一二三四五六七八九十两几半年月日号號天周週期拜季世时時点點分秒刻今昨明前后後早晚晨夜午昏"
    "节節夕旦庆慶春夏秋冬暑寒霜露雪蛰蟄种種龙龍宵阳陽腊臘双雙黑诞誕跨近去未来來过過每逢刚剛方现現目此眼]"
)
_NO_TIME = re.compile(r"《[^》]*》|<[a-z_]+:[a-z2-7]{8}>|https?://\S+")
"""Titles, masked values and links: what looks like a time in them tells none."""

_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_ORDINARY = re.compile("[\x00-\x7f\u2010-\u2027\u3001-\u3029\u4e00-\u9fff]*")

_PRECISION = {
    Scale.SECOND: Precision.MINUTE,
    Scale.MINUTE: Precision.MINUTE,
    Scale.HOUR: Precision.HOUR,
    Scale.PART: Precision.HOUR,
    Scale.DAY: Precision.DAY,
    Scale.DAYS: Precision.DAY,
    Scale.WEEK: Precision.DAY,
    Scale.MONTH: Precision.MONTH,
    Scale.MONTHS: Precision.MONTH,
    Scale.QUARTER: Precision.MONTH,
    Scale.HALF: Precision.MONTH,
}


def find_times(text: str, now: datetime, *, lean: Lean = Lean.NEAREST) -> tuple[TimeExpression, ...]:
    """The time expressions in reading order, none overlapping.

    `now` is the turn's own time, offset-aware: "yesterday" is the day before it in its zone. Raises ValueError
    when it is naive.
    """
    if now.tzinfo is None:
        raise ValueError("now must be offset-aware")
    if not _HINT.search(text):
        return ()
    normal = _normal(text)
    plain = _NO_TIME.sub(lambda match: "\ue000" * len(match[0]), normal.text)
    reference = Reference(now.replace(tzinfo=None), lean)
    found = _apart([*zh.scan(plain, reference), *en.scan(plain, reference)])
    return tuple(_expression(text, normal, one, now.tzinfo) for one in found)


def _normal(text: str) -> Normalised:
    """The normal form; where only full-width signs have to change, without the way back that they do not need."""
    narrow = text.translate(_NARROW)
    return Normalised(narrow) if _ORDINARY.fullmatch(narrow) else normalise(text)


def _apart(found: Iterable[Found]) -> Iterator[Found]:
    """In order, the longer of two that overlap."""
    end = 0
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if one.start >= end:
            yield one
            end = one.end


def _expression(text: str, normal: Normalised, found: Found, zone: tzinfo) -> TimeExpression:
    start, end = normal.span(found.start, found.end)
    read = found.reading
    since = until = duration = recurrence = None
    if isinstance(read, Window):
        since, until = _placed(read.since, zone), _placed(read.until, zone)
    elif isinstance(read, Recurrence):
        recurrence = read
    else:
        duration = read.low.timedelta
    return TimeExpression(text[start:end], start, end, since, until, _precision(read), recurrence, duration)


def _placed(at: datetime | None, zone: tzinfo) -> datetime | None:
    return at.replace(tzinfo=zone) if at else None


def _precision(read: Window | Amount | Recurrence) -> Precision:
    if isinstance(read, Recurrence):
        return Precision.DAY if read.start is None else Precision.MINUTE if read.start.minute else Precision.HOUR
    return _PRECISION.get(read.scale, Precision.YEAR)
