"""How to be served: loading help, calls, messages, packing, insurance, and single wishes."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re

from yiku_domain.memory import JsonValue, Kind
from yiku_text import vehicle
from yiku_text.numbers import ENGLISH_NUMBER, NUMBER, whole_number

from yiku_extractor.pipeline.patterns.rule import WISHES, Finding, Read, Rule, Sight, Topic, rx
from yiku_extractor.pipeline.patterns.words import STANDING
from yiku_extractor.pipeline.utterance import Guard, Statement

_NEED = r"(?:要|需要|得|必须|带|加|配|安排|叫|请|帮忙|麻烦|有|想要|来|都|给我|务必)"
_NO_NEED = r"(?:不(?:用|要|需要|必)|无需|别|莫)"
_HELP = r"(?:搬运(?:工|服务|师傅)?|搬货(?:工|的)?|装卸(?:工|服务)?|搬家师傅|装车工|卸货工|人手|小工|帮忙?(?:装|搬|卸|抬)|上下货)"
_HELP_EN = r"(?:(?:un)?loading (?:help|service|assistance|crew)|(?:help|hand|assistance) (?:with )?(?:the )?(?:un)?loading|helpers?(?: to (?:carry|load|lift)\w*)?|help (?:to |with )?(?:the )?(?:carry|load|unload|lift|moving|heavy)\w*|movers?|porters?|carrying (?:help|service))"


def _wish(attribute: str, **value: JsonValue) -> Read:
    def read(match: re.Match[str], sight: Sight) -> Finding | None:
        found = dict(value)
        if sight.statement.condition:
            found["condition"] = sight.statement.condition
        return Finding(Kind.PREFERENCE, attribute, found)

    return read


def _call(match: re.Match[str], sight: Sight) -> Finding | None:
    if _NO_CALL.search(sight.text):
        return Finding(Kind.PREFERENCE, "call_before_arrival", {"call": False})
    value: dict[str, JsonValue] = {"call": True}
    minutes = _minutes(sight.text)
    if minutes:
        value["minutes"] = minutes
    by = next((code for words, code in _BY if words in sight.text), None)
    if by:
        value["by"] = by
    return Finding(Kind.PREFERENCE, "call_before_arrival", value)


_NO_CALL = rx(
    rf"{_NO_NEED}(?:再|提前|先)*(?:打|给我打|通知|联系)|\bno need to (?:call|phone|ring|notify)|\b(?:don['’]t|do not) (?:need to )?(?:call|phone|ring)\b"
)
_BY = (("微信", "wechat"), ("短信", "sms"))
_LEAD = rx(
    rf"(?P<half>半)(?:个)?(?:小时|钟头)|(?P<n>{NUMBER}|{ENGLISH_NUMBER})\s?(?:个)?(?:(?P<minutes>分钟|min(?:ute)?s?)|(?P<hours>小时|钟头|hours?|hrs?)(?P<and_half>半)?)|(?P<en_half>half an hour)|(?P<an>an hour)"
)


def _minutes(text: str) -> int:
    match = _LEAD.search(text)
    if match is None:
        return 0
    if match["half"] or match["en_half"]:
        return 30
    if match["an"]:
        return 60
    number = whole_number(match["n"]) or 0
    return number if match["minutes"] else number * 60 + (30 if match["and_half"] else 0)


_PACKING: tuple[tuple[str, str], ...] = (
    ("thick_wrap", r"包(?:装)?(?:得)?厚|裹厚|多(?:包|裹|垫)(?:几|两)?层|厚(?:一)?点|wrap(?:ped)? (?:it |them |everything )?(?:well|thick|carefully|properly)|extra (?:wrap|padding)|double[- ]?wrap"),
    ("blanket", r"毯子|毛毯|棉被|棉毯|blankets?"),
    ("bubble_wrap", r"气泡(?:膜|垫|纸)|泡泡纸|bubble[- ]?wrap"),
    ("foam", r"泡沫|珍珠棉|foam"),
    ("wooden_frame", r"木架|木箱|打木|wooden (?:frame|crate)s?"),
    ("shockproof", r"防震|减震|shock[- ]?proof|怕震"),
    ("moisture_proof", r"防潮|防水|防雨|怕潮|雨布|waterproof|moisture|tarp"),
    ("upright", r"别(?:倒放|放倒|侧放)|不(?:要|能)(?:倒放|放倒|侧放|倒)|立着放|竖着放|(?:keep|stay|stand) upright|别倒"),
    ("flat", r"平放|lay flat|lie flat"),
    ("nothing_on_top", r"怕压|不能压|别压|(?:不要|别)(?:叠|摞|堆)|上面别放|do not stack|don['’]t stack|nothing on top"),
    ("separate", r"单独(?:放|码放|装)|分开(?:放|装|码)|别跟.{1,8}放一起|不(?:要|能)混(?:装|放)|separate(?:ly)?"),
    ("cartons", r"纸箱|(?:打包)?箱子|cartons?|cardboard"),
)  # fmt: skip
_PACK = re.compile("|".join(f"(?P<{code}>{words})" for code, words in _PACKING), re.IGNORECASE)
_SHORT = 6
_PACK_ASK = rx(
    r"[厚轻]一?[点些]|要|得|请|麻烦|记得|务必|必须|千万|一定|以后|每次|都|帮我|怕|别|不能|易碎|please|always|must|need|should|make sure|don['’]t|do not|have to|prefer"
)


def _packing(match: re.Match[str], sight: Sight) -> Finding | None:
    if not _PACK_ASK.search(sight.text):
        return None
    needs = sorted({found.lastgroup or "" for found in _PACK.finditer(sight.text)})
    value: dict[str, JsonValue] = {"needs": list[JsonValue](needs)}
    return Finding(Kind.PREFERENCE, "packing", value, first=_thing(sight))


def _thing(sight: Sight) -> Statement | None:
    """怕压 alone says nothing: the clause before it names the thing."""
    sentence = sight.utterance.sentence(sight.statement)
    at = sentence.index(sight.statement)
    return sentence[at - 1] if at and len(sight.text) <= _SHORT else None


_WISHES: tuple[tuple[str, str], ...] = (
    ("non_smoking_driver", r"(?:不(?:要)?抽烟|别抽烟|不准抽烟|无烟|禁烟)(?:的)?(?:师傅|司机|车厢?)?|non[- ]smok\w+|no smok\w+|don['’]t smoke|not smoke"),
    ("slow_driving", r"开(?:得)?慢(?:一?点|些)?|慢(?:慢|点)(?:地)?开|开(?:得)?稳(?:一?点|些)?|平稳(?:驾驶)?|drive (?:slow|slower|slowly|carefully|gently)"),
    ("pet_friendly", r"(?:能|可以)(?:带|拉|坐)宠物|宠物友好|pet[- ]friendly|(?:fine|ok|okay|good) with (?:dogs|cats|pets)"),
    ("air_conditioning", r"(?:要|得)?开空调|(?:要|得)(?:有|带)空调|(?:with|turn on|needs?) (?:the )?(?:ac|air[- ]?con\w*)\b"),
    ("clean_vehicle", r"(?:车(?:里|厢|上)?.{0,6}(?:干净|清洁|卫生)|干净(?:点|一点)?的车|别有(?:猫|狗)?毛|不要有(?:猫|狗)?毛)|clean (?:truck|van|vehicle|car)"),
    ("to_the_door", r"送(?:货)?上(?:楼|门)|搬上楼|搬到家里|(?:carry|bring|deliver)(?: \w+)? (?:upstairs|to (?:my|the) door)"),
    ("back_door", r"(?:走|从|到)?后门(?:卸货|进|走|送|停)?|(?:use|at) the (?:back|rear) (?:door|entrance)"),
    ("tail_lift", r"(?:要|得|需要|都要|必须|记得)?带尾板|(?:need|with|want|have|require)s?(?: \w+)? tail[- ]?(?:lift|gate)"),
    ("no_carpool", r"(?:不|别|莫|不要|不想)(?:要)?(?:拼车|拼单)|no (?:car)?pool\w*|don['’]t (?:share|pool)"),
    ("no_advertising", r"(?:别|不要|莫)(?:再)?(?:给我)?(?:推|发)(?:送)?(?:广告|优惠|推送|营销)|(?:stop|no|don['’]t) (?:sending )?(?:ads|promotions|marketing)"),
    ("no_doorbell", r"(?:别|不要|莫)(?:敲门|按(?:门)?铃)|(?:don['’]t|do not|no|please not) (?:ring|knock)\w*"),
    ("no_night_calls", r"(?:半夜|晚上|夜里|午睡)[^,，]{0,4}(?:别|不要|莫)(?:给我)?打(?:扰|电话)"),
    ("english_support", r"(?:会|能)(?:说|讲)英(?:语|文)的?(?:师傅|司机|客服)?|english[- ]speaking"),
    ("cantonese_support", r"(?:会|能|识)(?:说|讲)(?:粤语|广东话|白话)"),
)  # fmt: skip
_WISH = re.compile("|".join(f"(?P<{code}>{words})" for code, words in _WISHES), re.IGNORECASE)
_WISH_ASK = rx(
    rf"{STANDING}|要|得|请|麻烦|记得|务必|必须|千万|一定|帮我|别|不要|莫|不能|一点|找|希望|最好|please|pls|always|must|need|want|should|make sure|only|don['’]t|prefer|would be|no smok|no (?:car)?pool|not smoke"
)
_PAST = rx(r"昨天|上次|刚才|今天(?:的|那)|之前那|了没|了吗|一路|\b(?:yesterday|last time|was|were|did|had)\b")


def _service_wish(match: re.Match[str], sight: Sight) -> Finding | None:
    if not _WISH_ASK.search(sight.text) or _PAST.search(sight.text):
        return None
    if match.lastgroup == "tail_lift" and _of_a_vehicle(sight):
        return None
    value: dict[str, JsonValue] = {"wish": match.lastgroup or ""}
    if sight.statement.condition:
        value["condition"] = sight.statement.condition
    return Finding(Kind.PREFERENCE, "service_wish", value)


def _of_a_vehicle(sight: Sight) -> bool:
    """The equipment belongs to a vehicle that the customer names, and is kept with it."""
    sentence = sight.utterance.sentence(sight.statement)
    near = [s for s in sentence if 0 <= sight.statement.index - s.index <= 1]
    return any(vehicle.find(statement.text) for statement in near)


_CHANNELS: tuple[tuple[str, str, str], ...] = (
    ("sms", r"(?:发|用)?(?:个)?短信", r"(?:text|sms)"),
    ("wechat", r"(?:加|发|用|打)?(?:我)?微信(?!付|支|转|退)", r"wechat"),
    ("phone", r"(?:打|用)(?:我)?(?:电话|手机)", r"(?:call|phone)"),
    ("email", r"(?:发)?(?:邮件|邮箱联系)", r"e-?mail"),
    ("app", r"(?:在)?(?:app|平台)(?:里|上)?(?:留言|消息)", r"in[- ]app"),
)  # fmt: skip
_CHANNEL_RULES = tuple(
    Rule(f"channel_{code}", rx(rf"(?:(?:以后|一律|尽量|最好|都|只|直接|请|麻烦|优先|有事|联系我?|先|给我|还是|改)+{zh}(?:就行|联系|通知|就好|给我|吧|说)?|(?:别|不要|莫|不方便|不喜欢)(?:再|给我)*打电话[^。]{{0,6}}{zh}|{zh}(?:上)?(?:联系|通知|告诉我?|沟通|说)(?:就行|我|即可|吧)?)"), _wish("contact_channel", channel=code), 0.88, WISHES - {Guard.THIRD_PARTY})
    for code, zh, _ in _CHANNELS if code != "phone"
)  # fmt: skip

CONTACT_RULES = (
    *_CHANNEL_RULES,
    Rule("channel_sms_no_call", rx(r"(?:别|不要|莫|甭|不方便|不喜欢|不能)(?:再|给我|老|接)*(?:打|接)?电话"), lambda m, s: None if re.search(r"前|晚上|夜|中午|睡", s.text) else Finding(Kind.PREFERENCE, "contact_channel", {"channel": "sms" if re.search("短信", _rest(s)) else "wechat" if "微信" in _rest(s) else "not_phone"}, last=s.following[0] if s.following and re.search("短信|微信", s.following[0].text) else None), 0.85, WISHES),
    Rule("channel_phone", rx(r"(?:可以|还是|直接|以后|尽量|最好|现在能|都|有事|请)(?:就|都|直接|给我)*打(?:我)?(?:电话|手机)(?!前)"), _wish("contact_channel", channel="phone"), 0.82, WISHES),
    Rule("en_channel_sms", rx(r"\b(?:text|sms|message)\b[^.;]{0,30}\b(?:don['’]?t|do not|not|instead of|rather than|no)\b[^.;]{0,10}\bcall|\b(?:don['’]?t|do not|never|no|rather than)\b[^.;]{0,10}\bcall(?:s|ing)?\b[^.;]{0,20}\b(?:text|sms|message)|\b(?:prefer|only|always|please|just|better to|by)\b[^.;]{0,12}\b(?:text|sms|text messages?)\b(?! is| was)"), _wish("contact_channel", channel="sms"), 0.9, WISHES),
    Rule("en_channel_email", rx(r"\b(?:contact|reach|reply to|write to|notify|update) me (?:only )?(?:by|via|through|on) e-?mail|\bprefer e-?mails?\b|\be-?mail me instead"), _wish("contact_channel", channel="email"), 0.88, WISHES),
    Rule("en_channel_wechat", rx(r"\b(?:contact|reach|message|ping|add|text) me (?:only )?(?:by|via|through|on) wechat|\bprefer wechat\b|\bwechat is (?:better|best|easier)\b"), _wish("contact_channel", channel="wechat"), 0.88, WISHES),
    Rule("en_channel_phone", rx(r"\bprefer (?:phone )?calls?\b|\b(?:contact|reach) me by phone|\bjust call me\b"), _wish("contact_channel", channel="phone"), 0.85, WISHES),
    Rule("en_channel_no_call", rx(r"^(?:please )?(?:don['’]?t|do not|never) call(?: me)?$"), _wish("contact_channel", channel="not_phone"), 0.8, WISHES),
)  # fmt: skip


def _rest(sight: Sight) -> str:
    last = sight.following[0] if sight.following else sight.statement
    return sight.utterance.through(sight.statement, last)


CALL_RULES = (
    Rule("call_before", rx(r"(?:提前|事先|到之?前|来之?前|送之?前|出发前|上门前|快到(?:了|时|的时候)?|到了|到(?:楼下|门口|小区)了?).{0,14}?(?:打(?:个|一?个)?电话|来电|电话(?:联系|通知|说|我|$)|通知我?|联系我?|说一声|讲一声|知会|告诉我|打给我|打我|发(?:个|条)?(?:微信|短信))"), _call, 0.92, WISHES),
    Rule("call_before_first", rx(r"先(?:给我)?(?:打(?:个)?电话|联系我?|电话联系)(?:再来|再送)?"), _call, 0.82, WISHES),
    Rule("en_call_before", rx(r"\b(?:call|phone|ring|notify|text|give (?:me|us) a (?:call|ring|heads[- ]?up|shout|buzz))\b[^.;]{0,24}?\b(?:before|ahead|when you(?:['’]re| are)|in advance|prior to|when you are close|on (?:the )?way)\b"), _call, 0.92, WISHES),
)  # fmt: skip

HELP_RULES = (
    Rule("help_no", rx(rf"{_NO_NEED}(?:再|每次|都|总是)*(?:带|叫|派|安排|加)?{_HELP}|\b(?:don['’]?t need|no need for|without|no)\s+(?:any )?{_HELP_EN}"), _wish("loading_help", needed=False), 0.85, WISHES),
    Rule("help_yes", rx(rf"{_NEED}(?:(?:一|两|二|三|四|\d)[个名位])?{_HELP}"), _wish("loading_help", needed=True), 0.85, WISHES),
    Rule("help_me_carry", rx(r"(?:要|需要|得|让|麻烦|请)(?:你们?|师傅|司机)?(?:都)?帮(?:我|忙)(?:搬|抬|装|卸)"), _wish("loading_help", needed=True), 0.82, WISHES),
    Rule("en_help", rx(rf"\b(?:need|want|require|always|please|must|get|add|include|book|with)\b[^.,;]{{0,20}}?\b{_HELP_EN}\b|\b{_HELP_EN}\b[^.,;]{{0,8}}?\b(?:is|are) (?:a must|needed|required|necessary|essential)\b"), _wish("loading_help", needed=True), 0.82, WISHES),
)  # fmt: skip

INSURANCE_RULES = (
    Rule("insurance_no", rx(r"(?:不(?:用|要|需要)|别)(?:再)?(?:给我)?(?:买)?保(?:价|险)|\b(?:don['’]?t need|no|without|skip) (?:the )?insurance\b"), _wish("insurance", insured=False), 0.85, WISHES),
    Rule("insurance", rx(r"(?:都|每次|以后|默认|一律|必须|全部)[^,，]{0,6}?保(?:价|险)|保(?:价|险)(?:都|每次|必须)|\b(?:always|every|all|please|default)\b[^.;]{0,20}?\binsur\w+|\binsure (?:every|all|each)\b"), _wish("insurance", insured=True), 0.85, WISHES),
)  # fmt: skip

PACKING_RULES = (Rule("packing", _PACK, _packing, 0.82, WISHES),)
WISH_RULES = (Rule("service_wish", _WISH, _service_wish, 0.82, WISHES - {Guard.THIRD_PARTY}),)

CONTACT = Topic(
    "contact", rx(r"短信|微信|电话|邮件|留言|手机|\b(?:text|sms|message|call|e-?mail|wechat|phone)"), CONTACT_RULES
)
CALLS = Topic(
    "calls",
    rx(r"电话|联系|通知|微信|短信|说一声|讲一声|告诉我|打给|打我|来电|知会|\b(?:call|phone|ring|notify|give)\b"),
    CALL_RULES,
)
LOADING_HELP = Topic(
    "loading_help", rx(r"搬|装卸|装车|卸货|人手|小工|帮|上下货|\b(?:load|unload|help|mover|porter|carry)"), HELP_RULES
)
INSURANCE = Topic("insurance", rx(r"保价|保险|insur"), INSURANCE_RULES)
PACKING = Topic("packing", _PACK, PACKING_RULES)
SERVICE_WISHES = Topic("service_wishes", _WISH, WISH_RULES)
