"""Amounts that a text names: money, lengths, weights, volumes, areas, floors and counts, in one unit a kind."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from yiku_text.numbers import QUANTITY, quantity, whole_number


class AmountKind(StrEnum):
    """What is measured."""

    MONEY = "money"
    LENGTH = "length"
    DISTANCE = "distance"
    WEIGHT = "weight"
    VOLUME = "volume"
    AREA = "area"
    FLOOR = "floor"
    COUNT = "count"


@dataclass(frozen=True)
class Amount:
    """One amount: `text` is [start, end) of what was searched.

    `value` is in `unit`: CNY or USD; m for lengths, km for distances; kg; m3; m2; floor, below ground negative; for
    counts the counting word as written. `high` is the upper end where a range is named (三四百块), else None.
    """

    text: str
    start: int
    end: int
    value: float
    unit: str
    kind: AmountKind
    high: float | None = None


@dataclass(frozen=True)
class _Unit:
    kind: AmountKind
    unit: str
    pattern: str
    factor: float = 1


_UNITS = (
    _Unit(AmountKind.MONEY, "CNY", r"元(?![旦宵素件器])|块钱|人民币|圆(?![通形桌])|(?:yuan|rmb|cny|kuai)\b|块(?=$|[\s,，。.!！?？;；、)）0-9一二三四五六七八九半]|[的就吧以左上不也还行够可太贵呗啊呢嘛了起都到差给每多能封搞运小之][^板玻])"),
    _Unit(AmountKind.MONEY, "CNY", r"毛(?:钱)?(?=$|[\s,，。.!！?？的就钱]|[0-9一二三四五六七八九])|角钱", 0.1),
    _Unit(AmountKind.MONEY, "USD", r"美元|美金|刀(?=$|[\s,，。.!！])|(?:us\s?)?dollars?\b|usd\b|bucks?\b"),
    _Unit(AmountKind.AREA, "m2", r"平方米?|平米|㎡|平(?=$|[\s,，。.!！?？的左大多])|m2\b|m²|(?:square|sq\.?)\s?(?:met(?:er|re)s?|m)\b"),
    _Unit(AmountKind.AREA, "m2", r"亩(?=$|[\s,，。的地])", 666.667),
    _Unit(AmountKind.AREA, "m2", r"(?:square|sq\.?)\s?(?:feet|foot|ft)\b|sqft\b", 0.092903),
    _Unit(AmountKind.VOLUME, "m3", r"立方米?|个?方(?=$|[\s,，。.!！?？的左多货以吧])|m3\b|m³|(?:cubic|cu\.?)\s?(?:met(?:er|re)s?|m)\b|cbm\b"),
    _Unit(AmountKind.VOLUME, "m3", r"(?:cubic|cu\.?)\s?(?:feet|foot|ft)\b", 0.0283168),
    _Unit(AmountKind.DISTANCE, "km", r"公里|千米|km\b|kms\b|kilomet(?:er|re)s?\b"),
    _Unit(AmountKind.DISTANCE, "km", r"里(?:地|路)", 0.5),
    _Unit(AmountKind.DISTANCE, "km", r"miles?\b", 1.60934),
    _Unit(AmountKind.LENGTH, "m", r"厘米|公分|cm\b|centimet(?:er|re)s?\b", 0.01),
    _Unit(AmountKind.LENGTH, "m", r"毫米|mm\b|millimet(?:er|re)s?\b", 0.001),
    _Unit(AmountKind.LENGTH, "m", r"米(?![粉线饭面色粒其])|m(?![a-z0-9²³])|met(?:er|re)s?\b"),
    _Unit(AmountKind.LENGTH, "m", r"[-\s]?(?:ft|foot|feet)\b|英尺", 0.3048),
    _Unit(AmountKind.LENGTH, "m", r"inch(?:es)?\b|英寸|寸(?=$|[\s,，。的屏电显])", 0.0254),
    _Unit(AmountKind.WEIGHT, "kg", r"吨|t(?![a-z0-9])|(?:metric\s)?ton(?:ne)?s?\b", 1000),
    _Unit(AmountKind.WEIGHT, "kg", r"公斤|千克|kgs?\b|kilo(?:gram)?s?\b"),
    _Unit(AmountKind.WEIGHT, "kg", r"斤", 0.5),
    _Unit(AmountKind.WEIGHT, "kg", r"lbs?\b|pounds?\b", 0.453592),
    _Unit(AmountKind.WEIGHT, "kg", r"克(?![拉隆服])|grams?\b", 0.001),
    _Unit(AmountKind.FLOOR, "floor", r"(?:楼|层楼?)(?!架|板|高|下|上|纸|膜|皮|柜|毯|篷|布|塑|棉|泡|胶|[的]?(?:书柜|货架|柜子|抽屉|气泡|包装|架子|蛋糕))|f\b"),
)  # fmt: skip
_FLAGS = re.IGNORECASE | re.ASCII
"""ASCII: a word in Latin letters ends where Chinese begins."""

_COUNTERS = "台辆部箱件张把只袋包桶瓶套组盆棵匹卷条根托捆筐趟单位名盒批架扇幅册本双顶床片副对筒罐串盘车吨袋板人次个"
_COUNT_EN = r"boxes|cartons|pallets|bags|pieces|pcs|items|trucks|vans|vehicles|lorries|people|helpers|movers|workers|trips|orders|loads|crates|sets|packages|parcels|suitcases|drums|bundles|rolls|units"
_COUNTED = re.compile(
    rf"[多来]?\s?(?:(?P<zh>托盘|车皮|[{_COUNTERS}])(?!月|小时|钟头|礼拜|星期|周|半|[些样点]|(?<=单)元|(?<=车)[间型厢]|(?<=次)[元日]|(?<=件)套|(?<=顶)[天多]|(?<=人)组|(?<=对)[吧吗])|(?P<en>{_COUNT_EN})\b)",
    _FLAGS,
)
_BY_GROUP = {f"u{index}": unit for index, unit in enumerate(_UNITS)}
_UNIT = re.compile(
    r"(?:多|来|几)?\s?(?:" + "|".join(f"(?P<u{i}>{unit.pattern})" for i, unit in enumerate(_UNITS)) + ")", _FLAGS
)
_ENGLISH = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty)"
_NUMBER = re.compile(
    rf"(?<![A-Za-z0-9.:：<第几数老])(?P<below>负|地下|[Bb])?(?P<q>{QUANTITY}|\b{_ENGLISH}\b)(?:\s?(?:-|—|~|～|到|至|或|to)\s?(?P<to>{QUANTITY}))?",
    _FLAGS,
)
_TAIL = re.compile(
    r"(?P<digit>[0-9一二三四五六七八九])(?:毛)?(?:(?=一(?:公里|千米|里|小时|天|个|斤|公斤|吨|方|趟|箱|件|次|米|位|车))|(?![0-9一二三四五六七八九十百千万点米块元个台层楼号吨斤箱件袋月日]))|(?P<half>半)"
)
_DIGIT = "一二两三四五六七八九"
_NEIGHBOURS = re.compile(rf"(?P<low>[{_DIGIT}])(?P<high>[{_DIGIT}])(?P<scale>[十百千万]*)")
_CURRENCY = re.compile(r"(?P<cny>[¥￥]|(?:RMB|CNY)\s?)$|(?P<usd>(?:US)?\$\s?|USD\s?)$", _FLAGS)
_PRICED = re.compile(
    r"(?:价格?|运费|费用?|报价|收[了我你您]{0,2}|要[价了]?|给[了我他]?|付了?|花了?|一共|总共|保价|加|押金|预算|不超过|不能超过|最多|低于|小费|成|砍到|便宜|贵了?|赔[了我偿]?)\s?[是为到:：]?\s?$"
)
_PRICE_ENDS = re.compile(r"(?=$|[,，。.!！?？;；吧呢了啊嘛就行可]|以[内下上]|左右|搞定|成交|封顶)")
_ORDINAL = re.compile(
    r"\b(?P<n>[1-9][0-9]?)(?:st|nd|rd|th)[- ]?(?:floor|fl\b)|\b(?P<word>ground|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)[- ]floor|\b(?:floor|level)\s(?P<after>[1-9][0-9]?)\b|\b(?P<below>basement)\b",
    _FLAGS,
)
_ORDINAL_WORDS = """
ground first second third fourth fifth sixth seventh eighth ninth tenth
"""
_ORDINALS = {word: value for value, word in enumerate(_ORDINAL_WORDS.split())}
_NO_LIFT = re.compile(
    r"(?:没有?|无|不带|未装)(?:装)?(?:电梯|货梯)|步梯|楼梯房|(?:走|爬)楼梯?|电梯(?:坏|停|用不了)|walk[- ]?up|no (?:elevator|lift)|without (?:an? )?(?:elevator|lift)|stairs only",
    _FLAGS,
)
_LIFT = re.compile(
    r"(?:有|带|坐|走|用)(?:客|货)?(?:电梯|货梯)|电梯房|(?:has|have|with|there is) (?:an? )?(?:elevator|lift)",
    _FLAGS,
)


def find_amounts(text: str) -> tuple[Amount, ...]:
    """The amounts a text names, in reading order; ordinals, dates and numbers without a unit are none."""
    found = [*_measured(text), *_ordinal_floors(text)]
    return tuple(sorted(found, key=lambda amount: amount.start))


def lift(text: str) -> bool | None:
    """Whether there is a lift, where the text says so."""
    if _NO_LIFT.search(text):
        return False
    return True if _LIFT.search(text) else None


def _measured(text: str) -> Iterator[Amount]:
    last = 0
    for match in _NUMBER.finditer(text):
        if match.start() >= last:
            amount = _amount(text, match)
            if amount is not None:
                last = amount.end
                yield amount


def _amount(text: str, match: re.Match[str]) -> Amount | None:
    low, high = _values(match)
    if low is None:
        return None
    currency = _CURRENCY.search(text, max(0, match.start() - 4), match.start())
    unit = _UNIT.match(text, match.end())
    if currency:
        end = unit.end() if unit and _BY_GROUP[unit.lastgroup or ""].kind is AmountKind.MONEY else match.end()
        code = "CNY" if currency["cny"] else "USD"
        return _made(text, currency.start(), end, low, _Unit(AmountKind.MONEY, code, ""), high)
    if match["below"] and not (unit and _BY_GROUP[unit.lastgroup or ""].kind is AmountKind.FLOOR):
        return None
    if unit:
        if unit["u0"] == "块" and match["q"] in {"一", "半"} and not _TAIL.match(text, unit.end()):
            return None
        return _with_unit(text, match, unit, low, high)
    return _counted(text, match, low, high) or _spoken_price(text, match, low, high)


def _values(match: re.Match[str]) -> tuple[float | None, float | None]:
    near = _NEIGHBOURS.fullmatch(match["q"])
    if near and whole_number(near["high"]) == (whole_number(near["low"]) or 0) + 1:
        return quantity(near["low"] + near["scale"]), quantity(near["high"] + near["scale"])
    value = quantity(match["q"])
    if value is None:
        whole = whole_number(match["q"])
        value = None if whole is None else float(whole)
    return value, quantity(match["to"]) if match["to"] else None


def _with_unit(text: str, match: re.Match[str], found: re.Match[str], low: float, high: float | None) -> Amount:
    unit, end = _BY_GROUP[found.lastgroup or ""], found.end()
    tail = None if unit.kind is AmountKind.FLOOR else _TAIL.match(text, end)
    if tail and text[end - 1] in "米块吨毛斤":
        low += 0.5 if tail["half"] else (whole_number(tail["digit"]) or 0) / 10
        end = tail.end()
    if match["below"]:
        return _made(text, match.start(), end, -low, unit, None)
    return _made(text, match.start(), end, low, unit, high)


def _made(text: str, start: int, end: int, low: float, unit: _Unit, high: float | None) -> Amount:
    top = None if high is None else round(high * unit.factor, 6)
    return Amount(text[start:end], start, end, round(low * unit.factor, 6), unit.unit, unit.kind, top)


def _counted(text: str, match: re.Match[str], low: float, high: float | None) -> Amount | None:
    found = _COUNTED.match(text, match.end())
    if (
        found is None
        or low == 0
        or (match["q"] == "一" and found["zh"] in {"个", "次", "人", "位", "件", "批", "些", "把", "下"})
    ):
        return None
    unit = _Unit(AmountKind.COUNT, (found["zh"] or found["en"]).lower(), "")
    return _made(text, match.start(), found.end(), low, unit, high)


def _spoken_price(text: str, match: re.Match[str], low: float, high: float | None) -> Amount | None:
    """A bare number is a price where what stands before it speaks of one (运费三百八, 收我1200)."""
    priced = _PRICED.search(text, max(0, match.start() - 8), match.start())
    if not 10 <= low < 1_000_000 or not priced or not _PRICE_ENDS.match(text, match.end()):
        return None
    return _made(text, match.start(), match.end(), low, _Unit(AmountKind.MONEY, "CNY", ""), high)


def _ordinal_floors(text: str) -> Iterator[Amount]:
    for match in _ORDINAL.finditer(text):
        number = match["n"] or match["after"]
        value = float(number) if number else -1.0 if match["below"] else float(_ORDINALS[match["word"].lower()] or 1)
        yield Amount(match[0], match.start(), match.end(), value, "floor", AmountKind.FLOOR)
