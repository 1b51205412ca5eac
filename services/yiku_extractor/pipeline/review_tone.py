"""Whether the words of a review praise or complain, clause by clause, in Chinese and English."""

# ruff: noqa: E501 (word lists are read and compared on one line)

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from yiku_text import guards
from yiku_text.sentences import clauses

from yiku_extractor.pipeline.patterns.complaints import complaint_kinds


class Tone(StrEnum):
    """What a clause or a review comes to."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    NEUTRAL = "neutral"
    MIXED = "mixed"


_GOOD = (
    r"好评|满意|靠谱|牢靠|可靠|巴适|温柔|温和|亲切|喜欢|省事|懂行|有经验|熟练|辛苦|帮(?:忙|我|着|我把)?(?:搬|抬|装|卸|扛|接|拿)|(?:办|弄|放|摆|搬|装|捆|绑|包|处理|安排)(?:得很?)?(?:好|妥|牢|结实)|妥当|稳稳|结实|扎实|公道|经验(?:足|丰富|老到)|(?:下次|以后|下回|肯定)?(?:还|会)(?:再)?(?:来|用(?!不)|找|叫|约|选)(?:你们|他|她|这家|师傅|的)?$|没(?:有)?(?:让(?:我|人))?(?:操心|喊累|抱怨|怨言)|二话不说|随叫随到|有求必应|准时|守时|准点|细心|仔细|耐心|热情|专业|负责|礼貌|客气|小心(?=翼翼|搬|点)|稳当|平稳|利索|麻利|高效|及时|迅速|干净|整洁|周到|贴心|给力|不错|(?:很|挺|真|太|非常|特别|蛮|超级?|都|也|最)好(?![贵坑差])|好(?:人|司机|师傅)|棒|点?赞|优秀|推荐|放心|舒服|感谢|多谢|谢谢|完好|轻拿轻放|[五5]星|惊喜|划算|实惠|值得|顺利|省心|友好|友善|健谈|速度快|(?<!开)(?<!开得)[很挺真太]快|(?:超|比)预期|没得说|无可挑剔"
    r"|\b(?:good|great|excellent|amazing|awesome|careful(?:ly)?|professional|punctual|on time|early|friendly|polite|helpful|kind|nice|wonderful|fantastic|perfect(?:ly)?|reliable|patient|super|brilliant|smooth(?:ly)?|quick(?:ly)?|fast|efficient|recommend(?:ed)?|thanks?|thank you|love[ds]?|happy|satisfied|impressed|pleasant|clean|gentle|thorough|honest|respectful|intact|flawless|spotless|best|heroes?|for free|pros?|helped|brought|went out of (?:his|her|their) way|use (?:them|him|it) again|book (?:them|him) again|properly|safely|survived|recommended|worth|cheap|affordable|easy|well)\b"
)
_BAD = (
    r"差(?!不多)|(?<!慢)慢(?![慢点走用])|开(?:车|得)?(?:太|好|特别|很|那么)(?:快|猛)|受不了|磨蹭|磨叽|拖拉|迟到|晚到|晚点|晚了|(?:等|耽误)了.{0,6}(?:分钟|小时|半天|钟头|天)|贵|坑(?!位)|乱收费|乱加价|加价|加钱|多收|态度恶劣|(?:摔|碰|磕|刮|压|弄|砸|淋|震|撞|蹭)(?:坏|碎|破|裂|湿|掉|花|烂|着|到|伤|瘪)|坏了|碎了|破了|丢了|少了|脏|臭|烟味|抽烟|骂|凶|不耐烦|黑脸|脾气(?:大|差|暴|冲)|嘴(?:巴)?(?:臭|不干净|碎)|脏话|划(?:了|伤|花|破|痕|一道|出)|(?:装|放|塞)不下|才(?:来|到|肯|接|发现)|非要(?:加|收|给|我)|推来推去|踢皮球|不会再(?:用|来|找|叫|约|选)|坑人|翻(?:了)?[一两]?倍|高(?:了|出)[一两几\d]?倍|加(?:了)?(?:我)?[一二两三五\d]+[百十块元]|爱理不理|打(?:不通|电话.{0,4}没人)|找不到(?:人|路)|迷路|超载|拖延|甩脸|摔|失望|后悔|糟糕|垃圾|恶心|投诉|难受|野蛮|暴力|粗鲁|粗暴|绕路|没人管|推卸|敷衍|爽约|放鸽子|无语|生气|气死|心累|闹心|吓人|离谱|差评|扔|有待(?:提高|改进)|美中不足"
    r"|\b(?:bad|late|too slow|so slow|slow (?:service|driver|reply)|rude(?:ly)?|broken|damaged?|damages|dirty|smelly|smoke[ds]?|smoking|expensive|overcharg\w+|overpriced|disappoint\w*|terrible|awful|horrible|worst|unprofessional|careless(?:ly)?|reckless|scratch\w*|dent(?:s|ed)?|crack(?:s|ed)?|lost|missing|waste|useless|unacceptable|annoying|annoyed|angry|impolite|unfriendly|lazy|yelled|shouted|refused|cancelled|no[- ]show|scam|ripped off|rip-?off|poor(?:ly)?|unreliable|mess|messy|regret|delay(?:s|ed)?|(?:waited|waiting) (?:for )?(?:\d+|over|more|an?|half|two|three|hours|ages|forever|so long)|kept (?:me|us) waiting|had to wait|never again|(?:not|never|won['’]?t|wouldn['’]?t) (?:be )?(?:us(?:e|ing)|book(?:ing)?)\b|in (?:\w+ )?pieces|in the rain|shame|nobody|no one|sloppy|shifted|(?:nearly|almost) (?:hit|crashed|dropped|fell|broke)|on (?:his|her|the) phone|asked (?:me )?for (?:more|extra|\d+)|twice|dropped|stained|ignored|argued?|threw|thrown|wrong|ghosted|hidden|extra (?:fee|charge|money|cash)s?|avoid)\b"
)
_NOT = r"(?:一点(?:儿)?[都也]?(?:不|没)|不(?:是)?(?:那么|怎么|太|够|很|大|算)?|没(?:有)?(?:那么|怎么|太|一点|任何)?(?:被)?|毫无|毫不|零|别|未|谈不上|算不上|称不上|缺乏|缺少|\b(?:not|never|no|isn['’]?t|wasn['’]?t|aren['’]?t|weren['’]?t|don['’]?t|didn['’]?t|doesn['’]?t|couldn['’]?t|can['’]?t|cannot|won['’]?t|wouldn['’]?t|hardly|barely|without|nothing|zero|far from|less than|lacks?)\b(?:\s+(?:a|an|the|any|so|very|really|too|that|all|at|be|been|even|was|is|single|exactly|get|got|have|anything|it|him|her|them|this|to|my)\b)*\s*)"
_STRONG_YES = r"不得不(?:说|赞|夸)|没(?:得说|话说|毛病)|(?:没有?|未|无|零|都没|也没)(?:一点|一件|任何)?(?:碎|化|少|坏|丢|漏|湿|散|倒|裂|磕|碰|撒|洒|破损|损坏|磕碰)(?:着|到)?|一点(?:儿)?事(?:都|也)?没有?|无可挑剔|不愧|can['’]?t (?:fault|complain|thank|recommend\w* (?:\w+ )?(?:enough|more))|couldn['’]?t (?:be happier|ask for)|not bad|no (?:complaints?|problems?|issues?)|nothing (?:was |got )?(?:broken|damaged|missing)"
_REGRET = r"(?:could|should) (?:be|have been) (?:better|faster|cleaner|cheaper|more|quicker)|expected (?:better|more)|希望.{0,8}(?:改进|改善|提高|加强)|但愿.{0,8}改"
_WORD = re.compile(rf"(?P<yes>{_STRONG_YES})|(?P<regret>{_REGRET})|(?P<no>{_NOT})?(?:(?P<good>{_GOOD})|(?P<bad>{_BAD}))", re.IGNORECASE)  # fmt: skip
_SHORT = 16
"""A long review that only praises is meant: irony is short."""

_TURN = re.compile(r"但是?|不过|可是|就是|只是|然而|可惜|唯一|\b(?:but|however|although|though|except|only|yet)\b", re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """Clauses of one tone, [start, end) in the review's words."""

    tone: Tone
    text: str
    start: int
    end: int


def tone_of(words: str, rating: int = 0) -> Tone:
    """The tone of a review: its rating (1 to 5) where that is clear, else its words; 0 where there is none."""
    if rating >= 4:
        return Tone.POSITIVE
    if rating and rating <= 2:
        return Tone.NEGATIVE
    tones = {part.tone for part in parts(words)}
    if tones == {Tone.POSITIVE} and len(words) <= _SHORT and guards.ironic(words):
        return Tone.NEGATIVE
    if len(tones) > 1:
        return Tone.MIXED
    return next(iter(tones), Tone.NEUTRAL)


def parts(words: str) -> tuple[Part, ...]:
    """The stretches of clauses that praise or complain, in order; what says neither goes with what it follows."""
    found: list[Part] = []
    for text, start in _pieces(words):
        tone = _clause_tone(text)
        end = start + len(text)
        last = found[-1] if found else None
        if last is not None and (tone is Tone.NEUTRAL or tone is last.tone):
            found[-1] = Part(last.tone, words[last.start : end], last.start, end)
        elif tone is not Tone.NEUTRAL:
            found.append(Part(tone, text, start, end))
    return tuple(found)


def of_tone(found: Sequence[Part], tone: Tone) -> str:
    """All the words of one tone."""
    return "，".join(part.text for part in found if part.tone is tone)


def _pieces(words: str) -> list[tuple[str, int]]:
    """Clauses, cut once more where the tone may turn within one: 人很好就是太慢."""
    pieces: list[tuple[str, int]] = []
    for clause in clauses(words):
        cuts = [m.start() for m in _TURN.finditer(clause.text) if m.start() > 0]
        edges = [0, *cuts, len(clause.text)]
        pieces += [(clause.text[left:right], clause.start + left) for left, right in pairwise(edges)]
    return [(text, start) for text, start in pieces if text.strip()]


def _clause_tone(text: str) -> Tone:
    score = 0
    for match in _WORD.finditer(text):
        if match["yes"]:
            score += 1
        elif match["regret"]:
            score -= 1
        else:
            score += (1 if match["good"] else -1) * (-1 if match["no"] else 1)
    if score == 0 and complaint_kinds(text):
        return Tone.NEGATIVE
    return Tone.POSITIVE if score > 0 else Tone.NEGATIVE if score < 0 else Tone.NEUTRAL
