"""Goods that a text names, and the class that decides how they travel."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from yiku_text.goods_words import WORDS, GoodsClass
from yiku_text.word_pattern import word_pattern

__all__ = ["Goods", "GoodsClass", "classes", "find"]


@dataclass(frozen=True)
class Goods:
    """A named good: [start, end) in the text, its words, and its class."""

    start: int
    end: int
    name: str
    goods_class: GoodsClass


def _by_word(lists: Iterable[tuple[GoodsClass, Iterable[str]]]) -> dict[str, GoodsClass]:
    """The first class that claims a word keeps it."""
    claimed: dict[str, GoodsClass] = {}
    for goods_class, words in lists:
        for word in words:
            claimed.setdefault(word, goods_class)
    return claimed


_CHINESE = _by_word((kind, chinese.split()) for kind, (chinese, _) in WORDS.items())
_ENGLISH = _by_word(
    (kind, (" ".join(word.lower().split()) for word in english.split(","))) for kind, (_, english) in WORDS.items()
)
_PLACE = r"(?:城|店|市场|批发市场|铺|馆|路|街|村|产业园|工业园|有限公司|公司)"
_HAN = re.compile(rf"(?:{word_pattern(_CHINESE)})(?!{_PLACE}|过敏|味)")
_LATIN = re.compile(rf"\b(?P<word>{word_pattern(_ENGLISH)})(?:e?s)?\b", re.IGNORECASE | re.ASCII)
_BEFORE = {
    "药": re.compile(r"[上下服吃喝中西农医火弹膏配开买]$"),
    "书": re.compile(r"[评听秘文证说读看图背教念写]$"),
    "鞋": re.compile(r"[拖穿]$"),
    "醋": re.compile(r"吃$"),
    "眼镜": re.compile("戴$"),
    "鸽子": re.compile("放$"),
    "发票": re.compile("[开要的张子用税]$"),
    "手机": re.compile(r"(?:打我?|我的?|看|玩|留|存|用|个)$"),
}
_AFTER = {
    "药": re.compile(r"[房物膏水监吃了]"),
    "书": re.compile(r"[包房记法面写号院名]"),
    "鞋": re.compile(r"[垫底业套子]"),
    "手机": re.compile(r"号|上|短信|里|尾号|没电|端|app|联系|打|是|收|接|[:：]|1", re.IGNORECASE),
    "文件": re.compile(r"[夹名]"),
    "资料": re.compile("费"),
    "电视": re.compile("[台塔剧]"),
    "空调": re.compile("[房车费开]|没开|坏了|太"),
    "机器": re.compile("人(?!手)"),
    "玻璃": re.compile("[心胶膜]|碎了"),
    "面包": re.compile("[车房]"),
    "地板": re.compile("[上脏]"),
    "外卖": re.compile("员|小哥|平台"),
    "苹果": re.compile("手机|系统|电脑|园"),
    "宠物": re.compile("友好|医院"),
    "监控": re.compile("[下里室拍]|显示|调"),
    "设备": re.compile("[间号]"),
    "电线": re.compile("杆"),
    "座椅": re.compile("[脏上下]"),
    "发票": re.compile("抬头|号|类型|怎么|什么|开|吗|已|还没|能|$"),
    "包裹": re.compile("(?:在哪|到哪|没到)"),
}
_SEVERAL = """
safe fan board drug counter orange rose drink mask boot meal door window paper book file toy bike tree coat dress phone
bench gear drawer machine motor engine pump pipe sink tire cable chip lens nut bird grape spice
"""
_ONLY_SEVERAL = frozenset(_SEVERAL.split())
"""English words that in the singular are too often something else (book a truck, at the door)."""


def find(text: str) -> tuple[Goods, ...]:
    """The goods a text names, in reading order."""
    found = [*_chinese(text), *_english(text)]
    return tuple(sorted(found, key=lambda goods: goods.start))


def classes(text: str) -> tuple[GoodsClass, ...]:
    """The classes of the goods a text names, each once, in the order of the names."""
    return tuple(dict.fromkeys(goods.goods_class for goods in find(text)))


def _chinese(text: str) -> Iterable[Goods]:
    for match in _HAN.finditer(text):
        word = match[0]
        before, after = _BEFORE.get(word), _AFTER.get(word)
        if before is not None and before.search(text, max(0, match.start() - 2), match.start()):
            continue
        if after is None or not after.match(text, match.end()):
            yield Goods(match.start(), match.end(), word, _CHINESE[word])


def _english(text: str) -> Iterable[Goods]:
    for match in _LATIN.finditer(text):
        word = match["word"].lower()
        if word not in _ONLY_SEVERAL or len(word) < len(match[0]):
            yield Goods(match.start(), match.end(), match[0], _ENGLISH[word])
