"""Allergies and what the customer's body does not allow."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re

from yiku_domain.memory import JsonValue, Kind

from yiku_extractor.pipeline.patterns.rule import Finding, Rule, Sight, Topic, rx
from yiku_extractor.pipeline.utterance import Guard, Statement

_LIMITS: tuple[tuple[str, str], ...] = (
    ("back", r"腰(?:椎)?(?:不(?:太)?好|不行|有(?:伤|问题|毛病|病)|疼|痛|伤|间盘|扭|(?:有点|很)?不舒服|肌劳损|做过手术)|闪了腰|腰闪|椎间盘突出|\b(?:bad|bum|weak|sore|injured) back\b|\bback (?:problem|pain|injury|issue|surgery)s?\b|\bmy back (?:is (?:bad|weak|injured)|hurts|aches)|\b(?:slipped|herniated) dis[ck]\b|\bhurt my back\b"),
    ("knee", r"膝盖.{0,4}(?:不(?:太)?好|不行|有(?:伤|问题)|疼|痛|伤|做了|手术)|\b(?:bad|sore|injured) knees?\b|\bknee (?:problem|pain|injury|surgery)s?\b"),
    ("legs", r"(?:腿脚?|脚)(?:不(?:太)?(?:好|方便|便|行|利索)|有(?:伤|问题)|受伤|骨折|崴)|走路不方便|拄拐|坐轮椅|\bwheelchair\b|\bcrutches\b|\bbroken (?:leg|foot|ankle)\b"),
    ("arm", r"(?:手臂|胳膊|手腕|肩膀?|肩周)(?:.{0,3}(?:不好|受伤|骨折|疼|痛|炎|使不上劲))|\b(?:broken|bad) (?:arm|wrist|shoulder)\b"),
    ("heart", r"(?<!把)心脏(?:病(?!都)|不(?:太)?好|有问题|搭桥|支架)|装了支架|\bheart (?:condition|disease|problem)s?\b|\bpacemaker\b"),
    ("hypertension", r"(?:有|得了)?高血压|血压(?:高|不稳)|\bhigh blood pressure\b|\bhypertension\b"),
    ("diabetes", r"糖尿病|血糖高|\bdiabet(?:es|ic)\b"),
    ("asthma", r"哮喘|会喘|\basthma(?:tic)?\b"),
    ("gout", r"痛风|\bgout\b"),
    ("pregnant", r"怀孕|怀着(?:孕|宝宝)|有(?:了)?身孕|孕妇|有喜了|\bpregnant\b|\bexpecting a baby\b"),
    ("motion_sickness", r"晕车|\b(?:car|motion)[- ]?sick(?:ness)?\b"),
    ("hearing", r"耳(?:朵)?(?:背|不好|聋)|听力(?:不(?:太|大)?好|差|有问题)|听不(?:清楚?|见)|\bhard of hearing\b|\bdeaf\b|\bhearing (?:problem|loss)\b"),
    ("eyesight", r"眼睛不(?:太)?好|视力(?:不好|差)|看不清|\b(?:bad|poor) (?:eyesight|vision)\b"),
    ("rhinitis", r"鼻炎|\brhinitis\b"),
    ("smoke", r"闻不(?:了|得)(?:.{0,2})?烟|受不了烟味|\bcan['’]?t (?:stand|bear|take)[^.,]{0,20}smok\w+|\bcan['’]?t (?:stand|bear)[^.,]{0,20}smoke\b|\bsensitive to smoke\b"),
    ("no_heavy_lifting", r"(?:不能|没法|没办法|不可以|不方便|无法|不敢)(?:自己)?(?:再)?(?:搬|抬|提|拿|扛)(?:重|东西|货|太重)?|(?:别|不让|不许|避免|少)(?:我)?(?:搬|提|抬|拿|扛)重|搬不(?:动|了)|抬不(?:动|了)|提不(?:动|了)|(?:can['’]?t|cannot|can not|not able to|unable to|shouldn['’]?t|not allowed to) (?:lift|carry)"),
    ("no_stairs", r"(?:不能|没法|没办法|不方便|无法)(?:爬|走|上下)(?:楼|楼梯)|爬不(?:动|了)楼?|(?:can['’]?t|cannot|not able to|unable to) (?:climb|take|use|do) (?:the )?stairs"),
    ("no_long_standing", r"(?:不能|没法)(?:久站|站太?久)|(?:can['’]?t|cannot) stand (?:for )?(?:long|too long)"),
    ("surgery", r"(?:刚)?(?:做了|做过|做完|动了|动过|动完)(?:.{0,8})手术|(?:had|after|recovering from) (?:\w+ )?(?:surgery|an operation)"),
)  # fmt: skip
_LIMIT = re.compile("|".join(f"(?P<{code}>{pattern})" for code, pattern in _LIMITS), re.IGNORECASE)
_CONSEQUENCES = frozenset({"no_heavy_lifting", "no_stairs", "no_long_standing", "surgery"})
_PHYSICAL_HELP = rx(r"一个人|太重|东西多|两个人|by myself|alone|too heavy")
_WELL = rx(
    r"(?:好|康复|恢复|没事|生)(?:了|啦)$|怀孕(?:的)?(?:时候|期间|那会)|不(?:再)?晕车|no longer|not any ?more|recovered|没有(?:高血压|心脏病|糖尿病)|not pregnant"
)
_OWN = rx(
    r"^(?:我|俺|咱|本人|最近|现在|平时|一直|从小|医生说|医生让|大夫说|腰|膝|腿|脚|耳|眼|心脏|高血压|有|怀|孕|晕|闻|受不|不能|没法|没办法|搬|抬|提|扛|拿|爬|听|坐车|痛风|哮喘|刚|做|前|去年|今年|上|手|肩|糖)"
    r"|\b(?:i|i['’]m|i['’]ve|my)\b|^(?:bad|can['’]?t|pregnant|had)"
)
_NOT_OWN = rx(r"车|师傅|司机|货|机器|箱")

_ALLERGEN_SAME = {
    "猫": "猫毛", "猫咪": "猫毛", "狗": "狗毛", "狗狗": "狗毛", "灰": "粉尘", "灰尘": "粉尘", "尘": "粉尘", "尘土": "粉尘",
    "虾": "海鲜", "虾蟹": "海鲜", "鱼虾": "海鲜", "花粉类": "花粉",
    "cat": "cats", "cat hair": "cats", "cat fur": "cats", "dog": "dogs", "dog hair": "dogs", "peanut": "peanuts", "nut": "nuts", "dusts": "dust", "shellfish and seafood": "seafood",
}  # fmt: skip
_ALLERGEN_FILLER = rx(
    r"^(?:这个|那个|各种|所有|任何|the |any |all |some |every kind of )|(?:这些|那些|之类的?|什么的|都|很|特别|严重|有点|比较|非常|会|是|超级?|也|一直)+$"
)
_NO_ALLERGEN = rx(r"^(?:什么|啥|哪|它|这|那|什么东西|what|anything|nothing|it|that|this)$")


def allergen(words: str) -> str:
    """The name under which equal allergens meet: 猫 and 猫毛, cat hair and cats."""
    bare = _ALLERGEN_FILLER.sub("", words.strip()).strip().lower()
    return _ALLERGEN_SAME.get(bare, bare)


def _allergy(match: re.Match[str], sight: Sight) -> Finding | None:
    name = allergen(match["a"])
    if not 1 <= len(name) <= 24 or _NO_ALLERGEN.match(name):
        return None
    cured = re.search(r"不(?:再|会)?过敏|not allergic|no longer|不对", match[0], re.IGNORECASE)
    value: dict[str, JsonValue] = {"allergen": name}
    if cured:
        value["allergic"] = False
    return Finding(Kind.FACT, "allergy", value)


def _limits_in(statement: Statement) -> list[str]:
    if Guard.QUESTION in statement.guards or _WELL.search(statement.text):
        return []
    return [match.lastgroup or "" for match in _LIMIT.finditer(statement.text)]


def _limit(match: re.Match[str], sight: Sight) -> Finding | None:
    if not _OWN.search(sight.text) or _NOT_OWN.search(sight.text[: match.start()]):
        return None
    codes = _limits_in(sight.statement)
    last = sight.statement
    for statement in sight.following:
        more = _limits_in(statement)
        if not more or statement.guards & {Guard.THIRD_PARTY, Guard.HYPOTHETICAL}:
            break
        codes, last = codes + more, statement
    if not codes or _too_heavy_only(codes, sight.text) or _only_today(codes, sight.text):
        return None
    main = next((code for code in codes if code not in _CONSEQUENCES), codes[0])
    others = sorted(set(codes) - {main, "surgery"})
    value: dict[str, JsonValue] = {"limit": main}
    if others:
        value["also"] = list[JsonValue](others)
    return Finding(Kind.FACT, "health_limit", value, last=last)


def _too_heavy_only(codes: list[str], text: str) -> bool:
    """我一个人抬不动 is about the load, not about the body."""
    return set(codes) == {"no_heavy_lifting"} and _PHYSICAL_HELP.search(text) is not None


def _only_today(codes: list[str], text: str) -> bool:
    return set(codes) <= _CONSEQUENCES and re.search(r"今天|\btoday\b", text) is not None


_ZH_SUBJECT = r"(?:^|(?<=[,，。]))(?:不好意思|提醒(?:你们?|一下)?|注意)?(?:我(?:和|跟|与)我?[一-龥]{1,3}?(?=都|也|对)|我(?:这个|本)?人?|俺|咱|本人|我家(?=对))?(?:从小|一直|天生|本来|其实|现在|真的|可能|还|也|就|是|会|,|，|\s|这人|有点|特别|严重|今年|最近)*"
_ADVERB = r"(?:会|是|都|也|很|特别|严重|有点|比较|非常|轻微|重度|超级?|真的|一直)*"

RULES = (
    Rule("allergy_not", rx(rf"{_ZH_SUBJECT}(?:不对|对)(?P<a>[^,，。对]{{1,14}}?)(?:已经|现在)*(?:不(?:再|会)?)过敏(?:了)?"), _allergy, 0.93),
    Rule("allergy_to", rx(rf"{_ZH_SUBJECT}对(?P<a>[^,，。对]{{1,16}}?){_ADVERB}过敏"), _allergy, 0.96),
    Rule("allergy_has", rx(r"(?:^|(?<=[,，。]))我(?:有|是)?(?:严重的?|轻微的?|点)?(?P<a>[^,，。我有是对不]{1,8}?)过敏(?:史|症|体质|者)?(?:$|[,，。的])"), _allergy, 0.92),
    Rule("allergy_en", rx(r"(?:^|[,;]\s*|\b)i(?:['’]m| am)\s+(?:also |really |very |severely |highly |quite |super |a bit |slightly |badly |deathly )*allergic to\s+(?P<a>[\w' -]{2,30}?)(?=\s+(?:so|and (?:i|my|the)|by the way|btw|please|too|as well|but)\b|$|[,.;])"), _allergy, 0.96),
    Rule("allergy_en_not", rx(r"\bi(?:['’]m| am)\s+(?:not|no longer)\s+allergic to\s+(?P<a>[\w' -]{2,30}?)(?:\s+any ?more)?(?=$|[,.;])"), _allergy, 0.93),
    Rule("allergy_en_has", rx(r"\bi(?:['’]ve got| have| got)\s+(?:a |an |really bad |bad |severe |serious |some )*(?P<a>[\w'-]{2,20}(?: [\w'-]{2,20})?)\s+allerg(?:y|ies)\b"), _allergy, 0.94),
    Rule("limit", _LIMIT, _limit, 0.92),
)  # fmt: skip

HEALTH = Topic(
    "health",
    rx(
        r"过敏|腰|椎|膝|腿|脚|轮椅|拐|手|肩|胳膊|心脏|支架|血压|糖|喘|痛风|孕|喜了|晕|耳|听|眼|视力|看不清|烟|鼻|rhinitis|搬|抬|提|扛|爬|站|allerg"
        r"|\b(?:back|knee|leg|foot|ankle|arm|wrist|shoulder|heart|blood|hypertension|diabet|asthma|gout|pregnant|expecting|sick|motion|car|hearing|deaf|hard of"
        r"|eyesight|vision|smok|lift|carry|stairs|stand|surgery|operation|wheelchair|crutches|slipped|herniated|pacemaker|sensitive)"
    ),
    RULES,
)
