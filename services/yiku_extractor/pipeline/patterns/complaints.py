"""What went wrong for the customer: fees, lateness, damage, manners."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re

from yiku_domain.memory import JsonValue, Kind, Nature
from yiku_domain.vocabulary import EntityType
from yiku_text import goods

from yiku_extractor.pipeline.extraction import Named
from yiku_extractor.pipeline.patterns.drivers import DRIVER, driver_name
from yiku_extractor.pipeline.patterns.rule import FACTUAL, Finding, Rule, Sight, Topic, rx
from yiku_extractor.pipeline.utterance import Guard, Statement

_FEE = (
    r"(?:(?:雨天|恶劣天气|夜间|节假日|节日|高峰|春节|周末|临时|天气)?加(?:价|收|钱)|停车费|等候费|等待费|超里程费|里程费|搬运费|搬楼费|上楼费|起步价|高速费|过路费|包装费|手续费|押金|空驶费|取消费|保价费|罚款|服务费|附加费|运费|车费|收费|价格|报价|费用"
    r"|(?<![a-z])(?:(?:rain|weather|night|holiday|waiting|parking|toll|cleaning|cancell?ation|moving|service|extra|crane|fuel|peak|storage|handling)\s+)?(?:surcharges?|fees?|charges?)\b|(?<![a-z])(?:prices?|quotes?)\b)"
)
_BAD_FEE = r"(?:太?离谱|不合理|没道理|太黑|好黑|抢钱|去抢|坑(?!位)|太?狠|心黑|不认|太过分|凭什么|宰(?:客|人)|乱收|乱加|多收|重复收|(?:太|好|真|这么|那么|有点|死)贵|贵(?:了|死|得|上天)|高得|吓人|受不了|无语|不服|黑心|霸王|不值(?!钱)|ridiculous|unfair|unreasonable|too (?:high|much|expensive)|rip-?off|overcharg|not acceptable|outrageous|insane|absurd|crazy|no reason|not in (?:the )?contract|robbery)"
_FEE_NAME = rx(_FEE)
_DRIVER = rx(DRIVER)
_ABOUT: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("fee", rx(rf"{_FEE}.{{0,24}}?{_BAD_FEE}|{_BAD_FEE}.{{0,24}}?{_FEE}|抢钱|乱收费|(?:说|要|让我|非要|临时|还)(?:要|得|我)?(?:再|多)?(?:加|收|付|给)(?:我)?\s?\d+\s?(?:块|元)|(?:多收|收)了?我\s?\d+|\bovercharg\w+|\basked (?:me )?for\b.{{0,12}}\b(?:cash|extra|money)|\basked me (?:for )?\d+|\b(?:over)?charged (?:me )?(?:twice|extra|double|an extra|\d+ (?:yuan|rmb) extra)|倒贴")),
    ("lateness", rx(r"(?<!不)(?<!别)(?<!没)迟到|晚到|晚了(?:.{0,4})(?:分钟|小时|天|点)|等了.{0,8}(?:分钟|小时|半天|天)|等[一二两三四五六七八九十0-9]+(?:个)?(?:分钟|小时|钟头)|半天(?:都)?(?:没|不)来|放(?:了)?我鸽子|爽约|没来(?:接|拉)|\b(?:was|were|came|arrived|showed up)\b[^.]{0,12}\blate\b|\b\d+ (?:minutes|mins|hours?) late\b|\bnever (?:showed|came)|\bno[- ]show\b|\bkept (?:me|us) waiting\b|\bwaited\b.{0,12}\b(?:minutes|hours?)\b")),
    ("damage", rx(r"(?!.*(?:吓|累|乐|气|急|忙|高兴|开心|玩|想)坏)(?<![没不别零未怕])(?:被|给|都|全|又|把.{1,8})?(?<![没不别怕])(?:摔|碰|磕|刮|撞|压|砸|弄|泡|淋|颠|震)(?:坏|碎|花|破|烂|裂|湿|掉漆|瘪|变形|断)(?:了)?|(?:碎|裂|坏|烂|臭|化|漏|湿|丢|不见)了(?!怎么|怎|是不是|咋|赔)|少了.{0,4}[件箱包个]|(?<![没不])(?:磕|刮|碰|蹭)掉|掉(?:了)?(?:一?[大小]?[块点片])?漆|掉(?:进|到)?水坑|(?:货|东西|箱子).{0,6}(?:坏了|丢了|少了|碎)|(?<!no )(?<!not )(?<!n't )(?<!n’t )(?<!never )(?<!zero )(?<!without )(?<!nothing was )\b(?:damaged|broken|cracked|scratched|smashed|dented|ruined|soaked|shattered)\b|\b(?:lost|missing|broke|cracked)\b.{0,16}\b(?:box|boxes|item|items|frames?|crate|piece|my|our|the)\b")),
    ("attitude", rx(r"态度.{0,4}(?:差|恶劣|不好|有问题|很坏)|骂(?:人|我|了)|凶(?:我|得|巴巴|死)|说话.{0,3}(?:难听|冲(?!突))|黑脸|脸(?:很)?臭|不耐烦|甩脸|吼(?:我|人)|没礼貌|催命|不吭声|服务意识差|\brude\b|\bimpolite\b|\byell(?:ed|ing)\b|\bshout(?:ed|ing)\b|\bswore\b|\bunprofessional\b|\baggressive\b")),
    ("smoking", rx(r"(?<!不)(?<!别)(?<!不要)抽(?:了)?(?:一路)?烟(?!的)|一路抽烟|(?:全是|都是|有|一股|满|呛|大|熏|股)[^,，闻]{0,4}烟味|烟味(?:太|很|好|特别)?(?:大|重|呛)|\b(?:driver|he|she|they|guy|man|mover|who|was|cab|truck)\b[^.]{0,16}\bsmok(?:ed|ing)\b(?! drivers?| a cig)|\bcigarette smell\b")),
    ("driving", rx(r"开(?:车|得)?(?:太|特别|很|好)(?:快|猛|野)|开太快|超速|急刹|闯(?:红灯|到)|乱停|绕(?:路|了一圈|远)|\b(?:drove|driving) (?:too |so |way too )?(?:fast|recklessly|dangerously)|\bspeeding\b|\breckless\b")),
    ("service", rx(r"拒载|不拉(?:了|货)?$|取消我|冷机(?:根本)?(?:没|不)开|没(?:人|有人)(?:管|理)|服务.{0,4}(?:太差|差劲|不行|很差|垃圾)|(?:太差劲|差评|(?<![遭被])投诉)|不满意|(?:很|太|非常)失望|(?:terrible|awful|horrible|worst|bad) (?:service|experience|driver)|客服.{0,6}(?:没|不)(?:回|理|管)|踢皮球|推来推去|推卸|敷衍")),
    ("driver", rx(rf"(?:{DRIVER})(?:这个人|这人|他)?(?:真的?|太|很|实在|根本|就)?(?:不行|不好|不靠谱|不专业|不负责|不细心|不守时|不准时|太差|差劲|要不得|垃圾|坑人|不够细心|不太行|不怎么样|太磨叽)|(?:师傅|司机)(?:也|真是?|实在)?(?:太|很)?(?:不靠谱|不行|差劲|不专业|不负责|要不得|垃圾)|(?:{DRIVER})\s(?:was|is)\s(?:so |very |really |quite |pretty )?(?:awful|terrible|horrible|bad|careless|useless|the worst|unfriendly|slow)\b")),
)  # fmt: skip
_UNREAL = rx(
    r"如果|要是|假如|万一|会不会|怕|以免|免得|别(?:再)?(?:碰|磕|摔|迟到)|千万(?:别|不能)|不要(?:再)?(?:迟到|碰|磕|摔)|不能磕|小心|\bif\b|\bin case\b|\bmight\b|\bafraid\b|\bworried\b|\bwithout\b|\bno (?:damage|smoking)|\bnon-smoking|\bdon['’]t (?:be late|break|smoke|damage)|没(?:有)?(?:磕|碰|碎|坏|破损|迟到)|一点没|零破损|不抽烟|没化"
)


def _complaint(match: re.Match[str], sight: Sight) -> Finding | None:
    first, last = _extent(sight)
    text = sight.utterance.through(first, last)
    kinds = complaint_kinds(text)
    if not kinds:
        return None
    driver = _DRIVER.search(text)
    value: dict[str, JsonValue] = {"about": list[JsonValue](kinds), "polarity": "negative"}
    named: tuple[Named, ...] = ()
    if driver:
        value["driver"] = driver_name(driver[0])
        named = (Named(EntityType.DRIVER, driver_name(driver[0])),)
    fee = max(_FEE_NAME.findall(text), key=len, default="") if "fee" in kinds else ""
    if fee:
        value["fee"] = fee.lower()
        named += (Named(EntityType.FEE, fee.lower()),)
    if not named:
        named = (Named(EntityType.SERVICE, kinds[0]),)
    return Finding(Kind.SENTIMENT, None, value, Nature.EVENT, named, last, first)


def complaint_kinds(text: str) -> tuple[str, ...]:
    """What a text complains of, in a fixed order; empty where it complains of nothing."""
    if _UNREAL.search(text) and not _DRIVER.search(text):
        return ()
    real = _UNREAL.sub(" ", text)
    kinds = tuple(kind for kind, pattern in _ABOUT if pattern.search(real))
    hurt = _SHIPPED.search(text) is not None or bool(goods.find(text))
    kinds = kinds if hurt else tuple(kind for kind in kinds if kind != "damage")
    return () if _BARE.fullmatch(text) else kinds


def _extent(sight: Sight) -> tuple[Statement, Statement]:
    """The sentence around the complaint; only the clause itself where the turn is ironic."""
    sentence = [s for s in sight.utterance.sentence(sight.statement) if _joins(s)]
    if Guard.SARCASM in sight.statement.guards or sight.statement not in sentence:
        return sight.statement, sight.statement
    at = sentence.index(sight.statement)
    start = at
    while start > 0 and sentence[start - 1].index == sentence[start].index - 1:
        start -= 1
    end = at
    while end + 1 < len(sentence) and sentence[end + 1].index == sentence[end].index + 1:
        end += 1
    return sentence[start], sentence[end]


_BARE = rx(r"(?:我)?(?:要|想|得)?(?:投诉|差评)(?:你们|一下)?(?:了)?|bad (?:driver|service)")
_SHIPPED = rx(
    r"货|东西|箱|包裹|快递|[件袋包]|[一整]车|漆|屏|框|盘|杯|碗|师傅|司机|搬|卸|车厢|柜|琴|架|\b(?:order|driver|mover|box|crate|item|frame|truck|van|deliver\w*|arrived|pallet|goods|package|parcel|furniture|moved?)"
)
"""Only what was carried can be damaged on the way."""

_OTHER_TOPIC = rx(
    r"^(?:以后|下次|今后|别(?:再)?派|不要(?:再)?派|莫再|再也不)|必须|莫|默认|一般都|过敏|我住|搬到|please (?:never|don['’]t)|never send|don['’]t send"
)


def _joins(statement: Statement) -> bool:
    return not (_OTHER_TOPIC.search(statement.text) or {Guard.QUESTION, Guard.HYPOTHETICAL} & statement.guards)


_ANY = "|".join(f"(?:{pattern.pattern})" for _, pattern in _ABOUT)
_GUARDS = FACTUAL - {Guard.THIRD_PARTY, Guard.AFTER_OTHER, Guard.QUESTION}

COMPLAINTS = Topic(
    "complaints",
    rx(
        r"费|价|钱|收|加|块|贵|迟|晚|等|来|坏|碎|花|破|烂|裂|湿|臭|化|丢|少|掉|漏|货|东西|态度|骂|凶|说话|耐烦|吼|礼貌|催|吭声|意识|烟|快|猛|闯|停|绕|刹|超速|拒载|不拉|取消|冷机|没人|服务|差|投诉|客服|不行|不好|不靠谱|不专业|要不得|抢|贴|鸽"
        r"|\b(?:fee|charge|surcharge|price|quote|cash|late|waited|never|show|damage|broke|crack|scratch|smash|dent|ruin|soak|lost|missing|rude|yell|shout|swore|smok|cigarette|drove|driving|speeding|reckless|terrible|awful|horrible|worst|bad|unprofessional|impolite|aggressive|asked|overcharg|charged|kept|awful|careless|useless|unfriendly|slow|shattered)"
    ),
    (Rule("complaint", rx(_ANY), _complaint, 0.88, _GUARDS),),
)
