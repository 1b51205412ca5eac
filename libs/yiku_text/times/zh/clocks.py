"""Times of day in Chinese: 下午三点, 8点一刻, 差五分九点, 今晚十一点半, 早八点."""

from yiku_text.times import numeric
from yiku_text.times.hours import ClockTime, DayPart, clock, part_of_day
from yiku_text.times.span import Scale
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.units import Unit
from yiku_text.times.zh.numerals import number
from yiku_text.times.zh.words import PARTS, SHORT_PARTS

_COUNTED = "有这那第共列几"
"""Before 三点 they count points of an argument."""
_TOLD = "说讲提充"
_ARGUMENTS = (
    "要求",
    "意见",
    "建议",
    "原因",
    "问题",
    "理由",
    "说明",
    "不同",
    "不足",
    "共识",
    "想法",
    "体会",
    "好处",
    "优势",
    "水",
    "式",
)
_CLOSING = "，。；：！？,.;:!?\n"
_AFTER_ONE = frozenset(
    {Kind.HALF, Kind.TO, Kind.ABOUT, Kind.BEFORE, Kind.AFTER, Kind.FORE, Kind.HIND, Kind.MORE, Kind.AND, Kind.NUMBER}
)
_BEFORE_ONE = frozenset({Kind.TO, Kind.FROM, Kind.UNTIL, Kind.AND})


def part(r: Reader, at: int) -> Parsed[Unit]:
    """下午, or 下午三点."""
    return _within(r, at + 1, PARTS[r.word(at)])


def short_part(r: Reader, at: int) -> Parsed[Unit]:
    """早, 晚: only before an hour; after a day `after_day` says so."""
    said = clock_time(r, at + 1, sure=True)
    return said and (clock(said[0], SHORT_PARTS[r.word(at)]), said[1])


def after_day(r: Reader, at: int, of: DayPart) -> tuple[Unit, int]:
    """The evening of a day that was said (周五晚), with or without an hour."""
    return _within(r, at, of)


def bare_clock(r: Reader, at: int, *, after_a_day: bool) -> Parsed[Unit]:
    """三点, 17:30, without a part of the day."""
    said = clock_time(r, at, sure=after_a_day)
    return said and (clock(said[0]), said[1])


def _within(r: Reader, at: int, of: DayPart) -> tuple[Unit, int]:
    said = clock_time(r, r.skip(at, Kind.OF), sure=True)
    return (clock(said[0], of), said[1]) if said else (part_of_day(of), at)


def clock_time(r: Reader, at: int, *, sure: bool) -> Parsed[ClockTime]:
    """A time by the clock; unless `sure` (a day or a part of it went before) 一点 and 三点 must look like one."""
    if r.kind(at) is Kind.CLOCK:
        return numeric.clock_time(r.word(at)), r.skip(at + 1, Kind.POINT)
    if r.kind(at) is Kind.LACK:
        return _lacking(r, at)
    hours = number(r.word(at)) if r.kind(at) is Kind.NUMBER and r.kind(at + 1) is Kind.POINT else None
    if hours is None or hours.high > 24 or "几" in r.word(at) or not (sure or _looks_like_one(r, at)):
        return None
    twelve = 1 <= hours.low <= 12
    if hours.exact is None:
        width = (hours.high - hours.low + 1) * 60
        return ClockTime(hours.low * 60, Scale.HOUR, twelve, width), _past_more(r, at + 2)
    return _minutes(r, at + 2, hours.exact, twelve)


def _minutes(r: Reader, at: int, hour: int, twelve: bool) -> Parsed[ClockTime]:
    """What follows the hour."""
    if r.kind(at) is Kind.HALF:
        return ClockTime(hour * 60 + 30, Scale.MINUTE, twelve), r.skip(at + 1, Kind.ABOUT)
    after = r.skip(at, Kind.COMING) if r.word(at) == "过" else r.skip(at, Kind.LACK)
    sign = -1 if r.kind(at) is Kind.LACK else 1
    said = number(r.word(after)) if r.kind(after) is Kind.NUMBER else None
    if said is None or said.exact is None:
        return ClockTime(hour * 60, Scale.HOUR, twelve), _past_more(r, at)
    if r.kind(after + 1) is Kind.QUARTERS:
        return ClockTime(hour * 60 + sign * 15 * said.exact, Scale.MINUTE, twelve), after + 2
    if said.exact < 60 and r.word(after + 1) in ("分", "分钟"):
        return _seconds(r, after + 2, hour * 60 + sign * said.exact, twelve)
    return _bare_minutes(r, at, said.exact, hour, twelve)


def _past_more(r: Reader, at: int) -> int:
    """Past 多 and 左右; 来 is a verb there (3点来) unless 钟 follows."""
    return at if r.word(at) == "来" and r.after(at + 1) != "钟" else r.skip(at, Kind.MORE, Kind.ABOUT)


def _bare_minutes(r: Reader, at: int, minute: int, hour: int, twelve: bool) -> Parsed[ClockTime]:
    """9点20, 九点零九; 三点五 is a decimal, and after 八点 二十个 counts something."""
    if minute < 10 and r.word(at)[0] not in "0零〇":
        return (ClockTime(hour * 60, Scale.HOUR, twelve), at) if _opens_a_unit(r, at + 1) else None
    if minute >= 60 or r.kind(at) is not Kind.NUMBER or _opens_a_unit(r, at + 1) or r.after(at + 1) in _MEASURES:
        return ClockTime(hour * 60, Scale.HOUR, twelve), at
    return ClockTime(hour * 60 + minute, Scale.MINUTE, twelve), at + 1


_MEASURES = tuple("个件单吨箱辆人位块元斤公米次台套")


def _opens_a_unit(r: Reader, at: int) -> bool:
    return r.kind(at) in (Kind.UNIT, Kind.PIECE, Kind.POINT)


def _seconds(r: Reader, at: int, minutes: int, twelve: bool) -> Parsed[ClockTime]:
    said = number(r.word(at)) if r.kind(at) is Kind.NUMBER and r.word(at + 1) in ("秒", "秒钟") else None
    if said is None or said.exact is None or said.exact > 59:
        return ClockTime(minutes, Scale.MINUTE, twelve), r.skip(at, Kind.ABOUT)
    return ClockTime(minutes + said.exact / 60, Scale.SECOND, twelve), at + 2


def _lacking(r: Reader, at: int) -> Parsed[ClockTime]:
    """差五分九点, 差一刻八点."""
    said = number(r.word(at + 1)) if r.kind(at + 1) is Kind.NUMBER else None
    if said is None or said.exact is None or r.word(at + 2) not in ("分", "分钟", "刻"):
        return None
    hour = clock_time(r, at + 3, sure=True)
    minutes = said.exact * (15 if r.word(at + 2) == "刻" else 1)
    if hour is None or hour[0].scale is not Scale.HOUR:
        return None
    return ClockTime(hour[0].minutes - minutes, Scale.MINUTE, hour[0].twelve), hour[1]


def _looks_like_one(r: Reader, at: int) -> bool:
    """Not an idiom, a decimal or a point of an argument."""
    if r.word(at + 1) == "点钟":
        return True
    if r.word(at) in ("一", "1"):
        return r.kind(at + 2) in _AFTER_ONE or r.kind(at - 1) in _BEFORE_ONE
    before, rest = r.before(at), r.text[r.token(at + 1).end :]
    if rest.startswith(_ARGUMENTS) or (before and before in _COUNTED):
        return False
    return not (before and before in _TOLD and (not rest or rest[0] in _CLOSING))
