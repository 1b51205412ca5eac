"""The words of Chinese time, by what they do in the grammar."""

from collections.abc import Iterable

from yiku_text.times.edges import Edge
from yiku_text.times.feasts import CHINESE_FEASTS
from yiku_text.times.hours import DayPart
from yiku_text.times.lunar import TERMS
from yiku_text.times.span import Scale
from yiku_text.times.tokens import Kind
from yiku_text.times.zh.sayings import NO_TIME

DAYS = {
    word: offset
    for words, offset in (
        ("今天 今日 今儿个 今儿 本日 当日 当天", 0),
        ("昨天 昨日 昨儿个 昨儿", -1),
        ("前天 前日 前儿个 前儿", -2),
        ("大前天 大前日", -3),
        ("大大前天", -4),
        ("明天 明日 明儿个 明儿 次日 翌日", 1),
        ("后天 后日 后儿个 后儿", 2),
        ("大后天 大后日", 3),
        ("大大后天", 4),
    )
    for word in words.split()
}

YEARS = {
    word: offset
    for words, offset in (
        ("今年 本年 今年度 本年度", 0),
        ("去年 上年 去年度 上年度", -1),
        ("前年", -2),
        ("大前年", -3),
        ("明年 来年 次年 翌年 下年度", 1),
        ("后年", 2),
        ("大后年", 3),
    )
    for word in words.split()
}

PARTS = {
    word: part
    for words, part in (
        ("凌晨", DayPart(0, 6, 0)),
        ("清晨 黎明 清早 大清早 天亮", DayPart(4, 7, 0)),
        ("早上 早晨 一大早 大早上 一早", DayPart(6, 10, 1)),
        ("上午 上半天 午前 早间", DayPart(8, 12, 1)),
        ("中午 正午 晌午 大中午 午间", DayPart(11, 13, 10)),
        ("午后", DayPart(13, 15, 12)),
        ("下午 下半天", DayPart(12, 18, 12)),
        ("傍晚 黄昏", DayPart(17, 19, 14)),
        ("晚上 晚间 大晚上 夜晚", DayPart(18, 24, 17)),
        ("夜里 夜间 夜晚间 入夜", DayPart(20, 30, 18)),
        ("深夜 半夜 大半夜 三更半夜 半夜三更 后半夜 下半夜", DayPart(23, 29, 18)),
        ("午夜", DayPart(24, 25, 18)),
        ("前半夜 上半夜", DayPart(18, 24, 17)),
        ("白天 大白天 日间", DayPart(6, 19, 6)),
        ("全天 整天 一整天", DayPart(0, 24, 0)),
        ("整晚 通宵", DayPart(20, 30, 18)),
    )
    for word in words.split()
}
WHOLE = frozenset({"整天", "一整天", "整晚", "通宵"})
"""Of a day that was said; alone they tell how long."""
SHORT_PARTS = {
    "早": PARTS["早间"],
    "晨": PARTS["凌晨"],
    "晚": PARTS["晚上"],
    "夜": PARTS["夜里"],
}
"""Parts in one character: after a day (周五晚, 6月3日早) or before an hour (早八点)."""

DAY_PARTS = {
    day + part: (offset, PARTS["早上"] if part == "早" else SHORT_PARTS[part])
    for day, offset in (
        ("今", 0),
        ("当", 0),
        ("昨", -1),
        ("明", 1),
        ("前", -2),
        ("后", 2),
        ("今儿", 0),
        ("明儿", 1),
        ("昨儿", -1),
    )
    for part in SHORT_PARTS
    if day + part not in ("前早", "前晨", "后早", "后晨", "后夜", "前夜", "当早", "当晨")
}

SHIFTED = {
    "上": -1,
    "上上": -2,
    "上上上": -3,
    "下": 1,
    "下下": 2,
    "下下下": 3,
    "本": 0,
    "这": 0,
    "当": 0,
    "同": 0,
    "该": 0,
}

UNITS = {
    word: scale
    for words, scale in (
        ("世纪", Scale.CENTURY),
        ("年 年度", Scale.YEAR),
        ("季度 季", Scale.QUARTER),
        ("月 月份", Scale.MONTH),
        ("周 星期 礼拜", Scale.WEEK),
        ("日 号 天", Scale.DAY),
        ("小时 钟头", Scale.HOUR),
        ("分钟 分", Scale.MINUTE),
        ("秒 秒钟", Scale.SECOND),
    )
    for word in words.split()
}

EDGES = {
    word: edge
    for words, edge in (
        ("初 初期 前期 早期", Edge.START),
        ("伊始", Edge.OUTSET),
        ("中 中期 中叶 中段", Edge.MIDDLE),
        ("底 末 末期 后期 尾 末尾 晚期", Edge.END),
        ("上旬", Edge.FIRST_THIRD),
        ("中旬", Edge.MIDDLE_THIRD),
        ("下旬", Edge.LAST_THIRD),
    )
    for word in words.split()
}
HALVES = {
    word: (scale, second)
    for words, scale, second in (
        ("上半年 前半年", Scale.YEAR, False),
        ("下半年 后半年", Scale.YEAR, True),
        ("上半月 前半月 上半个月 前半个月", Scale.MONTH, False),
        ("下半月 后半月 下半个月 后半个月", Scale.MONTH, True),
        ("上半周 前半周", Scale.WEEK, False),
        ("下半周 后半周", Scale.WEEK, True),
    )
    for word in words.split()
}
SEASONS = {
    word: number
    for words, number in (
        ("春天 春季 春", 1),
        ("夏天 夏季 夏日 夏", 2),
        ("秋天 秋季 秋", 3),
        ("冬天 冬季 冬", 4),
    )
    for word in words.split()
}
YEAR_SEASONS = {
    year + season: (offset, SEASONS[season])
    for year, offset in (("今", 0), ("去", -1), ("明", 1))
    for season in "春夏秋冬"
}
QUARTERS = {
    word: number
    for words, number in (
        ("一季度 1季度 首季度 首季 Q1季度 Q1 q1", 1),
        ("二季度 2季度 Q2季度 Q2 q2", 2),
        ("三季度 3季度 Q3季度 Q3 q3", 3),
        ("四季度 4季度 末季度 Q4季度 Q4 q4", 4),
    )
    for word in words.split()
}
LUNAR_MONTHS = {"正月": 1, "冬月": 11, "腊月": 12}
VACATIONS = {"暑假": (6, 8), "寒假": (0, 2)}
"""School holidays: from month to month (0 is January) of a year."""
WEATHER = frozenset({"雨水", "谷雨", "小满", "白露", "寒露", "霜降", "小雪", "大雪"})
"""Solar terms that are words for the weather as well."""
NUMERIC_FEASTS = frozenset({"年", "五一", "六一", "七一", "八一", "十一", "三八", "五四", "三一五", "六一八", "618"})
"""Holidays whose names are numbers or units as well; the lexer looks at their neighbours."""
BOTH = {"今明": (0, 1), "昨今": (-1, 0), "明后": (1, 2), "去今": (-1, 0)}

_KINDS: dict[Kind, str] = {
    Kind.WEEKEND: "周末 双休日",
    Kind.WORKDAY: "工作日 交易日 平日",
    Kind.HALF: "半",
    Kind.LUNAR: "农历 阴历 旧历",
    Kind.NOW: "现在 目前 此刻 眼下 当前 如今",
    Kind.JUST_NOW: "刚才 方才",
    Kind.PIECE: "个",
    Kind.FORE: "前",
    Kind.HIND: "后",
    Kind.PAST: "过去 最近 近",
    Kind.COMING: "未来 今后 接下来 往后 再过 过 再等 还剩",
    Kind.ORDINAL: "第",
    Kind.FIRST: "头 首",
    Kind.FINAL: "最后 最末",
    Kind.TO: "到 至 ~ - – — —— 直到 一直到",
    Kind.AND: "和 与 跟 及",
    Kind.BETWEEN: "之间 间",
    Kind.FROM: "从 自 自从 打从 打 始于 起自",
    Kind.UNTIL: "截止到 截止至 截至 截止 直至",
    Kind.BEFORE: "之前 以前 及以前 及之前 或之前 或以前",
    Kind.AFTER: "之后 以后 及以后 及之后 或之后 或以后",
    Kind.WITHIN: "内 以内 之内 里 期内",
    Kind.STARTING: "起 开始 起始 打头",
    Kind.EVER_SINCE: "以来 至今 到现在为止 迄今 到现在",
    Kind.STOPPING: "止 为止 截止",
    Kind.ABOUT: "左右 上下 许 附近 那会儿 整",
    Kind.DURING: "期间 的时候 时 假期 长假 小长假 黄金周 放假 那几天 那段时间",
    Kind.AROUND: "前后",
    Kind.THAT: "那",
    Kind.LACK: "差",
    Kind.EVE: "前夕 前夜 前一夜",
    Kind.EVERY: "每 每逢 逢 每隔 每个 每一个 每一 隔",
    Kind.HABIT: "一般 通常 平时 经常 常常 总是 往往 习惯 固定",
    Kind.OF: "的",
    Kind.QUARTERS: "刻 刻钟",
    Kind.POINT: "点 点钟 时",
    Kind.DECADE: "年代",
    Kind.MORE: "多 来 余 多钟",
}


def vocabulary() -> dict[str, Kind]:
    """Every word with its kind."""
    tables: tuple[tuple[Kind, Iterable[str]], ...] = (
        *((kind, words.split()) for kind, words in _KINDS.items()),
        (Kind.UNIT, UNITS),
        (Kind.EDGE, EDGES),
        (Kind.SEASON, SEASONS),
        (Kind.SEASON, YEAR_SEASONS),
        (Kind.QUARTER, QUARTERS),
        (Kind.VACATION, VACATIONS),
        (Kind.HALF_OF, HALVES),
        (Kind.TERM, TERMS),
        (Kind.FEAST, set(CHINESE_FEASTS) - NUMERIC_FEASTS),
        (Kind.LUNAR_MONTH, LUNAR_MONTHS),
        (Kind.BOTH, BOTH),
        (Kind.SHORT_PART, SHORT_PARTS),
        (Kind.PART, PARTS),
        (Kind.SHIFTED, SHIFTED),
        (Kind.DAY_PART, DAY_PARTS),
        (Kind.YEAR, YEARS),
        (Kind.DAY, DAYS),
        (Kind.OTHER, NO_TIME),
    )
    return {word: kind for kind, words in tables for word in words}
