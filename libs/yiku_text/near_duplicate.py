"""Near-duplicates: characters propose, and numbers, dates, negation and names veto.

By characters alone 喜欢/不喜欢 or 5月3日/5月8日 are closer than true paraphrases.
"""

import re
from collections import Counter

from yiku_text.normal import fold

THRESHOLD = 0.85
_ORDER_THRESHOLD = 0.6
"""Below this overlap of character pairs the same characters tell another story (A to B, B to A)."""

_NUMBER = re.compile(
    r"\d+(?:[.,:/-]\d+)*|[零〇一二两三四五六七八九十百千万半]+(?=[个台辆部箱件号月日点时分块元米吨楼层次天年周斤趟车人%])"
)
_NEGATION = re.compile(
    r"不|没|别|莫|勿|未|无|非|禁|拒|冇|唔|n['’]t\b|\b(?:no|not|never|none|without|cannot|nor|don|doesn|stop|avoid)\b"
)
_WORD = re.compile(r"<[a-z]+:[a-z2-7]{8}>|[a-z][a-z0-9'’\-]*")
_PERSON = re.compile(
    r"[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文][一-龥]?(?:师傅|司机|先生|女士|小姐|总|老板|经理|阿姨|叔)"
)
_TIME_WORD = re.compile(
    r"上午|下午|早上|中午|晚上|凌晨|夜间|夜里|周[一二三四五六日末天]|礼拜[一二三四五六日天]|星期[一二三四五六日天]|今天|昨天|明天|前天|后天|工作日|平日"
)
_SPACE = re.compile(r"[\s。，、,.!?！？~；;：:\"'“”()（）]+")


def jaccard(left: str, right: str) -> float:
    """Shared characters over all characters, 0..1, on the folded texts without spaces and marks."""
    return _overlap(set(_bare(left)), set(_bare(right)))


def veto(left: str, right: str) -> str | None:
    """Why two texts must not be merged however alike they look; None where nothing speaks against it.

    One of "numbers", "negation", "words", "names", "times", "order".
    """
    a, b = fold(left), fold(right)
    if Counter(_NUMBER.findall(a)) != Counter(_NUMBER.findall(b)):
        return "numbers"
    if len(_NEGATION.findall(a)) != len(_NEGATION.findall(b)):
        return "negation"
    for reason, pattern in (("words", _WORD), ("names", _PERSON), ("times", _TIME_WORD)):
        if set(pattern.findall(a)) != set(pattern.findall(b)):
            return reason
    return "order" if _overlap(_pairs(a), _pairs(b)) < _ORDER_THRESHOLD else None


def near_duplicate(left: str, right: str, threshold: float = THRESHOLD) -> bool:
    """Whether two texts say the same in almost the same characters."""
    return jaccard(left, right) >= threshold and veto(left, right) is None


def _bare(text: str) -> str:
    return _SPACE.sub("", fold(text))


def _pairs(folded: str) -> set[str]:
    bare = _SPACE.sub("", folded)
    return {bare[i : i + 2] for i in range(max(1, len(bare) - 1))}


def _overlap(left: set[str], right: set[str]) -> float:
    together = left | right
    return len(left & right) / len(together) if together else 1.0
