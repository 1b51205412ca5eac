"""Drivers: praised, asked for, or not to be sent again."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re

from yiku_domain.memory import JsonValue, Kind, Nature
from yiku_domain.vocabulary import EntityType

from yiku_extractor.pipeline.extraction import Named
from yiku_extractor.pipeline.patterns.rule import ALL_GUARDS, FACTUAL, Finding, Read, Rule, Sight, Topic, rx
from yiku_extractor.pipeline.patterns.words import SURNAMES
from yiku_extractor.pipeline.utterance import Guard

_ZH = rf"(?:(?:司机|师傅)?(?:[{SURNAMES}]|欧阳|上官|司徒|诸葛)(?:(?![{SURNAMES}]|的)[一-龥](?=师傅|司机)|的(?=师傅|司机))?(?:师傅|师父|司机|师(?![一-龥]))|司机(?:小|老)?[{SURNAMES}])"
_EN_STOP = r"(?!(?:was|is|who|that|for|said|again|please|came|never|and|will|with|to|at|on|has|had|just|called|arrived|left|asked|did|didn|the|a|in|from|they|he|she|whenever|if|next|as|or|but|not|so|very|really|no|off|today|yesterday|this|last|smoked|late|broke|lost)\b)"
_EN = rf"(?:\b(?:driver|mr\.?|shifu|master)\s+{_EN_STOP}[a-z]{{2,14}}\b)"
DRIVER = rf"(?:{_ZH}|{_EN})"
"""Matches a named driver in either language (ignore case)."""

_DRIVER = rx(DRIVER)
_FAMILY = re.compile(rf"(?:欧阳|上官|司徒|诸葛|[{SURNAMES}])[一-龥]?(?=师|司机|$)")
_PRONOUN = r"(?:他|她|这个?(?:师傅|司机)|那个?(?:师傅|司机)|这位师傅|那位师傅|这种(?:人|司机|师傅))"
_EN_PRONOUN = (
    r"(?:\bhim\b|\bher\b|\bthat driver\b|\bthis driver\b|\bthe (?:same )?driver\b|\bthe (?:same )?guy\b|\bthat guy\b)"
)

_HIM, _EN_HIM = rx(_PRONOUN), rx(_EN_PRONOUN)

_GOOD = r"(?:细心|仔细|靠谱|准时|专业|负责|耐心|温柔|礼貌|给力|巴适|不错|没得说|满意|放心|稳当|稳(?!定)|热情|认真|厉害|贴心|轻拿轻放|懂行|周到|真可以|可以的|超好|很好|真好|太好|特别好|非常好|挺好|最好|蛮好|人好|很赞|点赞|表扬|帮.{0,4}搬|没磕|没碰|辛苦|nice|到点就到|小心|实在|麻利|利索|能干|好评|五星|有文化|开得稳|棒)"
_GOOD_EN = r"(?:great|good|excellent|amazing|awesome|careful|professional|punctual|on time|friendly|polite|helpful|kind|nice|wonderful|fantastic|the best|reliable|patient|super|brilliant|perfect|trust|hero(?:es)?|love|lovely|gentle|thorough|honest)"
_COMPARED = rx(rf"没有?(?:{_ZH})|不如|比不上")
_NEGATED = rx(
    r"(?:不|没|(?<!特)别|不太|不够|没那么|不怎么|一点[都也]不|不是很|谈不上|毫无)(?:是)?(?:很|太|那么|够|怎么)?(?:细心|仔细|靠谱|准时|专业|负责|耐心|礼貌|给力|满意|放心|稳|热情|认真|小心|好|行)|\b(?:not|never|isn['’]t|wasn['’]t|hardly|far from|less than|n['’]t)\b"
)
_BUT_GOOD = rx(r"没得说|不错|没磕|没碰|没(?:有)?(?:一点)?(?:损坏|破损)")
_REFUSE = r"(?:(?<![特个])别|不要|莫|不用|甭|勿|再也不(?:要|想)?|绝对不要?|不想|不准|不许|拒绝|千万别|唔要|不希望|不能)"
_SEND = r"(?:派|叫|安排|找|让|喊|分配|指派|要|用|见到?|碰到?|坐|约|送|接|发)"
_ASK = r"(?:认准|派|叫|安排|找|要|指定|约|让|喊|请|分配|用|选|点名要|预约|换成|还是|是|坐)"
_ASK_MARK = r"(?:以后|下次|下回|今后|每次|每回|优先|尽量|指定|固定|都|还(?:是|要|想|找|叫|派)|继续|只(?:要|认|信)|专门|一直|最好|默认|麻烦|希望|千万要|必须|一定|再|认准|只认|就认|就是?要)"


def driver_name(words: str) -> str:
    """One name for one driver: 李师父 and 李司机 are 李师傅, driver chen is Chen."""
    family = _FAMILY.search(words)
    if family:
        return f"{family[0].removesuffix('的')}师傅"
    return words.rsplit(maxsplit=1)[-1].capitalize() if words.isascii() and words.strip() else words


def _opinion(opinion: str) -> Read:
    def read(match: re.Match[str], sight: Sight) -> Finding | None:
        name = named_driver(match, sight)
        if name is None:
            return None
        value: dict[str, JsonValue] = {"driver": name, "opinion": opinion}
        content = "" if _DRIVER.search(sight.text) else _with_name(sight, name)
        return Finding(Kind.RELATION, "driver_opinion", value, content=content)

    return read


def named_driver(match: re.Match[str], sight: Sight) -> str | None:
    """The driver in the match, or the last one spoken of before a pronoun."""
    inside = _DRIVER.search(match[0])
    if inside:
        return driver_name(inside[0])
    before = [sight.utterance.text[: sight.statement.end]]
    before += [turn.text for turn in reversed(sight.utterance.previous[-2:])]
    for text in before:
        found = _DRIVER.findall(text)
        if found:
            return driver_name(found[-1])
    return None


def _with_name(sight: Sight, name: str) -> str:
    """The words, with the name in place of the pronoun."""
    pronoun, words = (_EN_HIM, f"driver {name}") if name.isascii() else (_HIM, name)
    return pronoun.sub(words, sight.text, count=1)


def _praised(match: re.Match[str], sight: Sight) -> Finding | None:
    if _COMPARED.search(sight.text):
        return None
    negated = _NEGATED.search(match[0])
    if negated and not _BUT_GOOD.search(match[0]):
        return None
    name = named_driver(match, sight)
    if name is None:
        return None
    value: dict[str, JsonValue] = {"about": "driver", "driver": name, "polarity": "positive"}
    content = "" if _DRIVER.search(sight.text) else _with_name(sight, name)
    return Finding(Kind.SENTIMENT, None, value, Nature.EVENT, (Named(EntityType.DRIVER, name),), content=content)


_OPINION = FACTUAL - {Guard.THIRD_PARTY, Guard.AFTER_OTHER}
_ASKED = _OPINION - {Guard.HYPOTHETICAL}
_PRAISE = ALL_GUARDS - {Guard.THIRD_PARTY, Guard.AFTER_OTHER}

BLOCKED = _opinion("blocked")
REQUESTED = _opinion("requested")

OPINIONS = (
    Rule("driver_block", rx(rf"{_REFUSE}(?:再|让|给我|给我们|帮我)*{_SEND}?(?:到|那个|这个|给我|我)*(?:{DRIVER}|{_PRONOUN})"), BLOCKED, 0.95, _OPINION),
    Rule("driver_block_after", rx(rf"(?:{DRIVER})(?:这个人|这人|他)?(?:我)?(?:就|以后|下次)*(?:算了|不要了|不要再|不用了|别(?:再)?(?:来|派|给我)|不派|免了|不想再|拉黑|屏蔽|换掉|要不得|坚决不)"), BLOCKED, 0.92, _OPINION),
    Rule("driver_block_verb", rx(rf"(?:拉黑|屏蔽|换掉|拒绝|封掉|不再要)(?:一下|了|那个|这个|掉)*(?:{DRIVER}|{_PRONOUN})|把(?:那个|这个)?(?:{DRIVER}|{_PRONOUN})(?:给我)?(?:拉黑|屏蔽|换掉|换了)"), BLOCKED, 0.93, _OPINION),
    Rule("en_driver_block", rx(rf"\b(?:don['’]?t|do not|never|no more|not|stop|avoid|no)\b(?:\s+(?:ever|please|want|send(?:ing)?|assign(?:ing)?|dispatch|give|me|us|get|book|see|have|need|the|that|to|with|use|again|any)){{0,6}}\s+(?:{_EN}|{_EN_PRONOUN}|{_ZH})"), BLOCKED, 0.93, _OPINION),
    Rule("en_driver_block_verb", rx(rf"\b(?:block|blacklist|ban|refuse)\s+(?:the\s+)?(?:{_EN}|{_EN_PRONOUN}|{_ZH})"), BLOCKED, 0.93, _OPINION),
    Rule("driver_request", rx(rf"{_ASK_MARK}[^,，不别莫没]{{0,14}}?{_ASK}?(?:到|那个|这个|上次那个|一下)*(?:{DRIVER})(?!说|讲|迟|晚|怎|到哪)"), REQUESTED, 0.9, _ASKED),
    Rule("driver_request_pronoun", rx(rf"(?:以后|下次|下回|优先|还要|还是|都|每次|指定|继续)[^,，不别莫没]{{0,8}}?{_ASK}(?:到)?{_PRONOUN}"), REQUESTED, 0.85, _ASKED),
    Rule("driver_first", rx(rf"(?:{DRIVER})(?:有空|在|能来|方便)?(?:的话|的时候)?(?:就)?(?:优先|固定|长期|专门给我|就我放心|我放心)"), REQUESTED, 0.85, _ASKED),
    Rule("en_driver_request", rx(rf"\b(?:send|ask for|request|assign|book|get|want|prefer|have|give me|use|stick with|keep)\s+(?:me\s+)?(?:{_EN}|{_ZH})"), REQUESTED, 0.9, _ASKED),
    Rule("en_driver_request_pronoun", rx(rf"\b(?:send|get|have|request|assign|book|want|keep)\s+(?:me\s+)?{_EN_PRONOUN}(?=.*\b(?:again|next time|always|every time|whenever|from now on|in (?:the )?future)\b)"), REQUESTED, 0.85, _OPINION - {Guard.QUESTION, Guard.HYPOTHETICAL}),
)  # fmt: skip

PRAISES = (
    Rule("driver_praise", rx(rf"(?:{_ZH})[^,，]{{0,20}}?{_GOOD}"), _praised, 0.9, _PRAISE),
    Rule("driver_praise_before", rx(rf"(?:表扬|感谢|夸夸?|好评给|谢谢|辛苦了?)(?:一下)?(?:[^,，]{{0,4}})(?:{_ZH})"), _praised, 0.85, _PRAISE),
    Rule("driver_praise_trust", rx(rf"(?:{_ZH})(?:来|在|开)?我(?:就|最)?放心"), _praised, 0.9, _PRAISE),
    Rule("en_driver_praise", rx(rf"(?:{_EN})[^.;]{{0,40}}?\b{_GOOD_EN}\b"), _praised, 0.9, _PRAISE),
    Rule("en_driver_praise_before", rx(rf"\b{_GOOD_EN}\b[^.;]{{0,20}}?(?:{_EN})"), _praised, 0.8, _PRAISE),
)  # fmt: skip

_HINT = rx(rf"师|司机|他|她|这种|\bdriver|\bmr\b|\bshifu|\bmaster|{_EN_PRONOUN}")
DRIVER_OPINIONS = Topic("driver_opinions", _HINT, OPINIONS)
DRIVER_PRAISE = Topic("driver_praise", _HINT, PRAISES)
