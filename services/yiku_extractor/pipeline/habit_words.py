"""How habits are put in words, and the names of what they choose from, in both languages."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from collections.abc import Mapping
from dataclasses import dataclass

from yiku_domain.memory import JsonValue
from yiku_domain.resolution import normal_form
from yiku_text.goods import GoodsClass

_SENTENCES: Mapping[str, tuple[str, str]] = {
    "preferred_vehicle_type": ("常用{}", "Usually books a {}"),
    "usual_pickup_address": ("常在{}取货", "Usually has goods picked up at {}"),
    "usual_delivery_address": ("常送到{}", "Usually has goods delivered to {}"),
    "usual_goods": ("常运{}", "Usually ships {}"),
    "driver_opinion": ("常约{}", "Keeps booking driver {}"),
    "preferred_time": ("常在{}用车", "Usually books for the {}"),
}
_ADD_ON = ("常选{}", "Usually adds {}")

GOODS_NAMES: Mapping[GoodsClass, tuple[str, str]] = {
    GoodsClass.FRAGILE: ("易碎品", "fragile goods"),
    GoodsClass.FURNITURE: ("家具", "furniture"),
    GoodsClass.APPLIANCE: ("家电", "appliances"),
    GoodsClass.COLD: ("冷链货", "chilled goods"),
    GoodsClass.PET: ("宠物用品", "pet supplies"),
    GoodsClass.HAZARDOUS: ("危险品", "hazardous goods"),
    GoodsClass.CLOTHING: ("服装", "clothing"),
    GoodsClass.FOOD: ("食品", "food"),
    GoodsClass.PLANT: ("绿植", "plants"),
    GoodsClass.MACHINERY: ("机械设备", "machinery"),
    GoodsClass.ELECTRONICS: ("电子产品", "electronics"),
    GoodsClass.BUILDING_MATERIAL: ("建材", "building materials"),
    GoodsClass.INSTRUMENT: ("乐器", "musical instruments"),
    GoodsClass.DOCUMENTS: ("文件", "documents"),
    GoodsClass.WINE: ("酒水", "wine and spirits"),
    GoodsClass.MEDICINE: ("药品", "medicine"),
    GoodsClass.ARTWORK: ("艺术品", "artwork"),
    GoodsClass.AUTO_PARTS: ("汽配", "auto parts"),
    GoodsClass.SPORTS: ("运动器材", "sports gear"),
    GoodsClass.TOYS: ("玩具", "toys"),
    GoodsClass.DAILY_GOODS: ("日用品", "daily goods"),
}

PART_NAMES: Mapping[str, tuple[str, str, re.Pattern[str]]] = {
    "small_hours": ("凌晨", "small hours", re.compile(r"凌晨|small hours|before dawn", re.IGNORECASE)),
    "noon": ("中午", "middle of the day", re.compile(r"中午|\bnoon|midday", re.IGNORECASE)),
    "morning": ("上午", "morning", re.compile(r"上午|早上|早晨|清晨|\bmorning|^am$", re.IGNORECASE)),
    "afternoon": ("下午", "afternoon", re.compile(r"下午|\bafternoon|^pm$", re.IGNORECASE)),
    "evening": ("晚上", "evening", re.compile(r"晚上|傍晚|\bevening", re.IGNORECASE)),
    "night": ("夜间", "night", re.compile(r"夜间|夜里|深夜|\bnight", re.IGNORECASE)),
}
_PARTS = ((5, "small_hours"), (11, "morning"), (13, "noon"), (18, "afternoon"), (22, "evening"), (24, "night"))


@dataclass(frozen=True)
class AddOn:
    """A service that can be added to an order, as the slot and value that a wish for it has."""

    attribute: str
    value: Mapping[str, JsonValue]
    zh: str
    en: str


_ADD_ONS: tuple[tuple[re.Pattern[str], AddOn], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), AddOn(attribute, value, zh, en))
    for pattern, attribute, value, zh, en in (
        (r"上楼|送货上门|to the door|upstairs|stairs", "service_wish", {"wish": "to_the_door"}, "送货上门", "delivery to the door"),
        (r"搬运|装卸|搬货|搬家工|装车|卸货|\b(?:un)?loading|\bhelpers?\b|\bmovers?\b|\bporters?\b|\bcarry", "loading_help", {"needed": True}, "搬运服务", "loading help"),
        (r"保价|保险|insur", "insurance", {"insured": True}, "保价", "insurance"),
        (r"发票|开票|invoice", "invoice", {"wanted": True}, "发票", "an invoice"),
        (r"尾板|tail[ _-]?(?:lift|gate)", "service_wish", {"wish": "tail_lift"}, "带尾板的车", "a tail lift"),
        (r"打包|包装|packing|wrapping", "service_wish", {"wish": "packing_service"}, "打包服务", "packing"),
        (r"提前(?:电话|联系|通知)|call (?:before|ahead)", "call_before_arrival", {"call": True}, "到前电话", "a call before arrival"),
        (r"夜间(?:配送|送货)|night delivery", "night_delivery", {"allowed": True}, "夜间配送", "night delivery"),
    )
)  # fmt: skip


def habit_words(attribute: str, name: str, chinese: bool) -> str:
    """The sentence that a habit is remembered by; the same however often it was confirmed."""
    return _SENTENCES.get(attribute, _ADD_ON)[0 if chinese else 1].format(name)


def add_on(words: str, *, named: bool = True) -> AddOn | None:
    """The add-on that words name; one that is not known keeps its own name where the words are one (`named`)."""
    known = next((found for pattern, found in _ADD_ONS if pattern.search(words)), None)
    if known or not named or not normal_form(words):
        return known
    return AddOn("service_wish", {"wish": normal_form(words)}, words, words)


def part_of(hour: int) -> str:
    """The part of the day that an hour (0 to 23) belongs to."""
    return next(part for end, part in _PARTS if hour < end)


def part_named(words: str) -> str:
    """The part of the day that words name; empty for none."""
    return next((part for part, (_, _, pattern) in PART_NAMES.items() if pattern.search(words)), "")
