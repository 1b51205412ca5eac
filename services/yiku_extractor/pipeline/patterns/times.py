"""When to come: night delivery and preferred times."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re

from yiku_domain.memory import JsonValue, Kind

from yiku_extractor.pipeline import time_wish
from yiku_extractor.pipeline.patterns.rule import WISHES, Finding, Read, Rule, Sight, Topic, rx
from yiku_extractor.pipeline.time_wish import NIGHT
from yiku_extractor.pipeline.utterance import Guard, Statement

_DELIVER = (
    r"(?:送货|配送|派送|送(?:过?来|到|上门)?|收货|发货|装货|卸货|取货|上门|施工|进场|派车|来(?:送|取|拉)?|敲门|作业)"
)
_NO = r"(?:不(?:太|怎么|是很|大)?喜欢|不要|(?<![特个])别|不接受|不想要?|不方便|不能|不可以|不行|莫|拒绝|讨厌|受不了|不许|不让|禁止|不准|没法|不用|最好不要|最好别|尽量别|尽量不要|不收|不希望|甭|勿)"
_YES = (
    r"(?:可以|能|接受|行|没问题|方便|默认|支持|就要|都行|改成|改为|改到|放开|恢复|喜欢|想要|希望|最好|优先|要求|只能)"
)
_NIGHT_EN = r"(?:night(?:[- ]?time)?|evening|late[- ]night|after dark|at night|overnight)"
_DELIVERY_EN = r"(?:deliver(?:y|ies)|drop[- ]?offs?|pick[- ]?ups?|slots?|shipments?)"

_ONE_OFF = rx(
    r"今天|今晚|明天|明晚|后天|大后天|昨天|这周|这个?(?:周|星期|礼拜)|下周|下个?(?:周|星期|礼拜)|这次|这单|本周|\d+月\d*|\d+号|那天|(?<!每)(?<!每个)周[一二三四五六日天](?:想|要|能|上午|下午|早上|晚上)?$"
    r"|\b(?:today|tonight|tomorrow|tmrw|yesterday|this (?:week|weekend|time|saturday|sunday|monday|tuesday|wednesday|thursday|friday)|next (?:week|weekend|saturday|sunday|monday|tuesday|wednesday|thursday|friday))\b"
)
_TIME = rx(
    r"上午|早上|早晨|清早|中午|下午|晚上|傍晚|凌晨|夜间|白天|周末|工作日|平日|双休|每?个?(?:周|星期|礼拜)[一二三四五六日天]|[0-9一二三四五六七八九十]{1,3}[点:：]"
    r"|\b(?:mornings?|afternoons?|evenings?|weekdays?|weekends?|noon|daytime|mon|tues?|wed(?:nes)?|thurs?|fri|satur|sun)(?:days?)?\b|\b(?:after|before|between)\s+\d"
)
_WANT = rx(
    r"(?:一般|都|只|喜欢|最好|以后|默认|习惯|平时|尽量|希望|只能|才|改成|改为|改到|固定|每次|通常|必须|要求|方便|优先|首选|必需|记得|请|麻烦|每个?(?:周|星期|礼拜)|每天|天天|也(?:可以|行|能)|都(?:可以|行|能))"
    r"|\b(?:prefer|only|always|usually|like|best|please|from now on|normally|better|must|need|want|works? (?:best|better|well|for))\b"
)
_SERVE = rx(
    r"送|来|取|收|拉|配送|有空|方便|在家|派|到|约|发|接|上门|装|卸|可以|行|deliver|\bship|pick[- ]?up|\bcome\b|\bavailable|\b(?:i['’]m|at|be) (?:free|home)|\bonly (?:free|home)|\bslots?\b|\bworks? (?:best|better|well|for)|\barriv"
    r"|^(?:i |we )?(?:only |always )?(?:prefer |would prefer |best |please )?(?:the |early |late )*(?:mornings?|afternoons?|evenings?|weekdays?|weekends?|daytime)\b(?: only| please| best| is fine| are (?:fine|best))*[\s\w,:]{0,16}$"
)
_BUSY = rx(r"\b(?:at work|busy|asleep|sleep|in (?:a )?meetings?|away)\b|上班(?!后|以后)|午睡|睡觉|开会|在忙")
_NEGATIVE = rx(
    r"^(?:我们?)?(?:以后)?(?:别|不要|莫|不喜欢|不方便|不能|没空)|(?:不行|不方便|没空|不在|没人|不要|别(?:送|来|约))|\b(?:don['’]t|not|no|never|can['’]t)\b"
)
_HOURS = rx(
    r"[点半分](?:钟)?(?:以?后|之?后|以?前|之?前)(?:再)?(?:送|来|到|收|取)|[点半](?:到|至)[^,，]{1,6}[点半](?:再)?(?:送|来|收|取)"
)
_ALSO = rx(r"也(?:可以|行|能)|\b(?:too|as well|also (?:fine|ok|okay|possible))\b")
_LONGEST_HOURS = 18


def _night(allowed: bool) -> Read:
    def read(match: re.Match[str], sight: Sight) -> Finding | None:
        if _ONE_OFF.search(sight.text):
            return None
        value: dict[str, JsonValue] = {"allowed": allowed}
        if sight.statement.condition and not re.search(NIGHT, sight.statement.condition):
            value["condition"] = sight.statement.condition
        last = _extended(sight)
        return Finding(Kind.PREFERENCE, "night_delivery", value, last=last)

    return read


def _extended(sight: Sight) -> Statement | None:
    following = sight.following
    if not following or len(following[0].text) > _LONGEST_HOURS:
        return None
    alone = set(time_wish.parse(sight.text))
    together = set(time_wish.parse(sight.utterance.through(sight.statement, following[0])))
    return following[0] if (together - alone) & {"from", "to"} else None


def _wish(match: re.Match[str], sight: Sight) -> Finding | None:
    if _ONE_OFF.search(sight.text) or _NEGATIVE.search(sight.text):
        return None
    if _BUSY.search(sight.text) or not _SERVE.search(sight.text):
        return None
    if not (_WANT.search(sight.text) or _HOURS.search(sight.text)):
        return None
    last = _extended(sight)
    text = sight.utterance.through(sight.statement, last or sight.statement)
    value = time_wish.parse(text)
    if _ALSO.search(sight.text) and value:
        value["also"] = True
    if not value or (set(value) <= {"parts", "also"} and _about_nights(sight.text)):
        return None
    if sight.statement.condition and not _TIME.search(sight.statement.condition):
        value["condition"] = sight.statement.condition
    return Finding(Kind.PREFERENCE, "preferred_time", value, last=last)


def _about_nights(text: str) -> bool:
    """Told by the rules for night delivery already."""
    return any(rule.pattern.search(text) for rule in NIGHT_RULES)


NIGHT_RULES = (
    Rule("night_no", rx(rf"{_NO}[^,，]{{0,6}}?{NIGHT}[^,，]{{0,4}}?{_DELIVER}"), _night(False), 0.95, WISHES),
    Rule("night_no_after", rx(rf"{NIGHT}(?:里|的?时候)?(?:的)?(?:{_DELIVER})?(?:我们?|就|都|也|还是|一律|真的|实在)*(?:{_NO})(?:再)?(?:{_DELIVER}|$|了|打扰|打电话)"), _night(False), 0.93, WISHES),
    Rule("night_yes", rx(rf"{_YES}[^,，不没别]{{0,6}}?{NIGHT}[^,，不没别]{{0,4}}?{_DELIVER}"), _night(True), 0.95, WISHES),
    Rule("night_yes_after", rx(rf"{NIGHT}(?:[0-9一二三四五六七八九十]+点多?)?(?:到货)?(?:以后|之后|后)?(?:的)?(?:{_DELIVER})?(?:现在|也|都|就|是)*(?:可以|没问题|行(?!不)|OK|方便|接受|能)(?:了|的)?(?:{_DELIVER})?"), _night(True), 0.9, WISHES),
    Rule("night_no_en", rx(rf"\b(?:don['’]?t|do not|no|never|hate|dislike|avoid|not|can['’]?t|cannot|stop)\b[^.,;]{{0,24}}?\b{_NIGHT_EN}\b(?:[^.,;]{{0,12}}?\b{_DELIVERY_EN}|$)"), _night(False), 0.93, WISHES),
    Rule("night_no_en_deliver", rx(rf"\b(?:don['’]?t|do not|never|can['’]?t|cannot|please not)\b[^.,;]{{0,16}}?\b(?:deliver|come|ship|drop|send)\b[^.,;]{{0,16}}?\b{_NIGHT_EN}\b"), _night(False), 0.93, WISHES),
    Rule("night_bad_en", rx(rf"\b{_NIGHT_EN}\s+{_DELIVERY_EN}\b[^.,;]{{0,20}}?\b(?:not|n['’]t|no longer|never|bad|annoying|impossible|a problem)\b"), _night(False), 0.88, WISHES),
    Rule("night_yes_en", rx(rf"\b{_NIGHT_EN}\s+{_DELIVERY_EN}\b[^.,;]{{0,12}}?\b(?:fine|ok|okay|possible|welcome|no problem|allowed|good|work)\b"), _night(True), 0.93, WISHES),
    Rule("night_yes_en_can", rx(rf"\b(?:can|may|fine to|okay to|ok to|happy to|feel free to)\b[^.,;]{{0,20}}?\b(?:deliver|ship|come|drop|receive|accept)\b[^.,;]{{0,16}}?\b{_NIGHT_EN}\b"), _night(True), 0.9, WISHES),
)  # fmt: skip


def _avoid(match: re.Match[str], sight: Sight) -> Finding | None:
    """When not to come: 周末别送, no deliveries after 8pm."""
    if _ONE_OFF.search(sight.text) or any(r.pattern.search(sight.text) for r in NIGHT_RULES):
        return None
    value = time_wish.parse(sight.text)
    return Finding(Kind.PREFERENCE, "avoided_time", value) if value else None


AVOID_RULES = (
    Rule("time_avoid", rx(rf"(?:{_TIME.pattern})[^,，]{{0,8}}?(?:别|不要|莫|不能|不方便|不用|不收)(?:{_DELIVER}|约|收|打扰|派)|(?:别|不要|莫)(?:在)?[^,，]{{0,4}}?(?:{_TIME.pattern})[^,，]{{0,4}}?(?:{_DELIVER})"), _avoid, 0.85, WISHES),
    Rule("time_avoid_en", rx(rf"\b(?:no|don['’]?t|do not|never|please not)\b[^.,;]{{0,12}}?\b(?:deliver\w*|pick[- ]?ups?|come|send|ship\w*|slots?)\b[^.,;]{{0,12}}?(?:{_TIME.pattern})"), _avoid, 0.85, WISHES),
)  # fmt: skip

WISH_RULES = (Rule("time_wish", _TIME, _wish, 0.88, WISHES - {Guard.HYPOTHETICAL}),)

NIGHT_DELIVERY = Topic("night_delivery", rx(rf"{NIGHT}|{_NIGHT_EN}"), NIGHT_RULES)
AVOIDED_TIME = Topic("avoided_time", _TIME, AVOID_RULES)
PREFERRED_TIME = Topic("preferred_time", _TIME, WISH_RULES)
