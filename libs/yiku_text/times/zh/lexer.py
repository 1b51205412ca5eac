"""Chinese text to tokens."""

import re
from collections.abc import Iterable, Iterator

from yiku_text.times import numeric
from yiku_text.times.tokens import Kind, Token
from yiku_text.times.zh.numerals import NUMERAL
from yiku_text.times.zh.words import vocabulary

_WORDS = vocabulary()
_NUMERALS = "零〇一二两三四五六七八九十百千廿卅几0-9"

_GREETING = "(?:早上|上午|中午|下午|晚上|大家)好(?![多几久像吃看玩忙累冷热])"
_STREET = (
    "(?:五一|六一|七一|八一|十一|三八|五四|国庆|建国|元旦|黎明|清晨|春天|中秋|上午|下午)"
    "(?=[东西南北中]?(?:路|街|道|大道|大街|广场|村|桥|巷|小区|公园|中|小学|新村))"
)
_NAME = (
    "(?<=[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭罗郑梁谢宋唐许韩冯邓曹彭曾田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔])国庆"
)
_WEEKDAY = (
    rf"(?:(?<![{_NUMERALS}半])|(?<=[周期拜][一二三四五六]))(?:周|星期|礼拜)"
    "(?:一(?![次趟回遍])|[二三四五六日天]|[1-7](?![0-9]))"
)
_LUNAR_DAY = (
    "(?:大年)?初(?:[一二三四五六七八九十]|[1-9](?![0-9])|10(?![0-9]))(?![中高级次])"
    "|(?<![一二三四五六七八九十])廿[一二三四五六七八九]?"
)
_NUMERIC_FEAST = (
    rf"(?<![{_NUMERALS}周期拜初第月])"
    r"(?:(?:五一|十一|六一)(?=期间|假|放假|长假|小长假|黄金周|前|后|之|以|那|去|回|出|玩|的时候|打算|[,.!?，。！？]|$)"
    r"|(?:三八|五四|七一|八一|三一五|六一八|618)(?=期间|前后|那天|当天|放假|大促|活动|的时候))"
    rf"|(?<![{_NUMERALS}多今去明前后当那这每近半千万整些])年(?=[前后](?![几天两]))"
    r"|(?<=年)(?:五一|十一|六一|三八|五四|七一|八一|618|六一八)(?![年月日号点个路])"
)
_QUARTER = r"[Qq][1-4](?:季度)?(?![0-9A-Za-z])"
_NUMBER = rf"(?<![0-9A-Za-z.])(?:{NUMERAL})(?![0-9A-Za-z.]?[0-9A-Za-z])|元(?=年)"


def _listed(words: Iterable[str]) -> str:
    """An alternation that tries the longest word first, and only those that begin with the character at hand."""
    by_first: dict[str, list[str]] = {}
    for word in sorted(words, key=len, reverse=True):
        by_first.setdefault(word[0], []).append(re.escape(word[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rests)})" for first, rests in by_first.items())


def _firsts(words: Iterable[str]) -> str:
    return "".join(re.escape(first) for first in sorted({word[0] for word in words}))


_TOKEN = re.compile(
    rf"(?=[{_firsts(_WORDS)}{_NUMERALS}数仨俩元大公国建])(?:"
    + "|".join(
        (
            rf"(?P<{Kind.DATE}>{numeric.DATE})",
            rf"(?P<{Kind.CLOCK}>{numeric.CLOCK})",
            rf"(?P<{Kind.WEEKDAY}>{_WEEKDAY})",
            rf"(?P<{Kind.LUNAR_DAY}>{_LUNAR_DAY})",
            rf"(?P<{Kind.FEAST}>{_NUMERIC_FEAST})",
            rf"(?P<{Kind.QUARTER}>{_QUARTER})",
            rf"(?P<{Kind.OTHER}>公元前[{_NUMERALS}]+年?|{_GREETING}|{_STREET}|{_NAME}|(?<![点时差])十分(?!钟))",
            rf"(?P<{Kind.HALF}>半钟(?!头))",
            rf"(?P<{Kind.DAILY}>(?<![{_NUMERALS}半今昨明前后])(?:天天(?!向上)|年年(?!有余)))",
            rf"(?P<word>{_listed(_WORDS)})",
            rf"(?P<{Kind.NUMBER}>{_NUMBER})",
        )
    )
    + ")"
)


_GROUPS: dict[str | None, Kind] = {group: Kind(group) for group in _TOKEN.groupindex if group != "word"}


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens in order; one OTHER stands for everything between two that is not white space."""
    return tuple(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    end = 0
    for match in _TOKEN.finditer(text):
        start = match.start()
        if start > end and not _blank(text[end:start]):
            yield Token(Kind.OTHER, "", end, start)
        end = match.end()
        word = match[0]
        yield Token(_GROUPS.get(match.lastgroup) or _WORDS[word], word, start, end)


def _blank(gap: str) -> bool:
    return gap.isspace() and "\n" not in gap
