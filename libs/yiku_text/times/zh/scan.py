"""Every time expression of a Chinese text."""

import re
from collections.abc import Iterator

from yiku_text.times.choice import Reference
from yiku_text.times.scanning import Found, Grammar, expressions
from yiku_text.times.tokens import reader
from yiku_text.times.zh.elided import restored
from yiku_text.times.zh.lexer import tokens
from yiku_text.times.zh.phrases import OPENERS, phrase

_SIMPLIFIED = str.maketrans(
    "個週後點鐘時號禮兩幾內來過間節歲聖從當開為現這剛農曆陰歷臘閏還剩終隔賓慶舊盡國勞動兒婦萬雙導師軍黨親聽說講對們給訂單貨車趕",
    "个周后点钟时号礼两几内来过间节岁圣从当开为现这刚农历阴历腊闰还剩终隔宾庆旧尽国劳动儿妇万双导师军党亲听说讲对们给订单货车赶",
)
_CHINESE = re.compile("[\u4e00-\u9fff]")
_LATIN = re.compile("[A-Za-z]")
_GRAMMAR = Grammar(OPENERS, phrase)


def scan(text: str, reference: Reference) -> Iterator[Found]:
    """What tells a time in the text (normal form), from left to right, without overlap; digits alone are Chinese."""
    if not _CHINESE.search(text) and _LATIN.search(text):
        return
    plain = text.translate(_SIMPLIFIED)
    yield from expressions(reader(plain, restored(plain, tokens(plain)), reference), _GRAMMAR)
