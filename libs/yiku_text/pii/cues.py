"""The words around a number that say what it is."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re

_REACH = 24
_LINK = r"(?:\s|号码|号|码|是|为|有|的|写|填|留|改成|换成|改为|改|换|就|了|现在|目前|新|请|直接|[:=#,.'\"(\[【「]|no\.?|nr\.?|number|id|is|at|on|to|was|:){0,8}$"
_NOT = r"(?<!不是)(?<!不像)(?<!不像个)(?<!不是个)(?<!不是一个)"

_REFERENCE = re.compile(
    r"(?:订单|运单|单号|单子|编号|流水|快递单?|工单|物流|票号|保单|保险单|税号|信用代码|时间戳|交易|货号|批次|追踪|预订|发票|序列|版本|型号|设备|串号|尾号后|箱号|柜号|条码|合同"
    r"|(?<![A-Za-z])imei|(?<![A-Za-z])sn(?![A-Za-z])|(?<![A-Za-z])order|(?<![A-Za-z])tracking|(?<![A-Za-z])waybill|(?<![A-Za-z])txn|(?<![A-Za-z])transaction|(?<![A-Za-z])invoice|(?<![A-Za-z])ref(?:erence)?|(?<![A-Za-z])sku|(?<![A-Za-z])ticket|(?<![A-Za-z])claim"
    r"|(?<![A-Za-z])parcel|(?<![A-Za-z])shipment|(?<![A-Za-z])serial|(?<![A-Za-z])timestamp|(?<![A-Za-z])booking|(?<![A-Za-z])container|(?<![A-Za-z])contract|(?<![A-Za-z])model|(?<![A-Za-z])version|(?<![A-Za-z])trace|(?<![A-Za-z])span)"
    + _LINK,
    re.IGNORECASE,
)
_VAGUE_REFERENCE = re.compile(r"(?:快递|物流|交易|预订|设备|工单)\s?$")
_REFERENCE_NAMES = r"(?:订单|单号|运单|快递单?|物流|保单|时间戳|退款单|编号|流水|序列号)"
_IS_REFERENCE_AFTER = re.compile(
    rf"\s*(?:这个|这|那个|那)?(?:也|就|都)?(?:是|叫)(?:一?个|你们的?|什么|我的|哪个|不是)?{_REFERENCE_NAMES}"
)
_REFERENCE_AFTER = re.compile(
    rf"\s?(?:这个|那个)?的?{_REFERENCE_NAMES}|\s(?:is (?:the|my|your) )?(?:order|tracking)(?![A-Za-z])", re.IGNORECASE
)
_PHONE_WORDS = (
    r"(?:电话|手机|座机|固话|联系方式|联系我|联系他|联系她|打给我|打我|拨打|拨|致电|回电|呼我|传真|微信"
    r"|(?<![A-Za-z])(?:call|reach|text|ring)(?: me| us| him| her| at)?|(?<![A-Za-z])dial|(?<![A-Za-z])contact|(?<![A-Za-z])tel(?:ephone)?|(?<![A-Za-z])phone|(?<![A-Za-z])mobile|(?<![A-Za-z])cell(?:phone)?|(?<![A-Za-z])fax|(?<![A-Za-z])whatsapp|(?<![A-Za-z])wechat)"
)
_PHONE = re.compile(_NOT + _PHONE_WORDS + _LINK, re.IGNORECASE)
_PHONE_NEAR = re.compile(_NOT + rf"(?:{_PHONE_WORDS}|号码|(?<![A-Za-z])number)[^0-9]*$", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?:(?<!单)号码|本机|打|拨|找我|(?<![A-Za-z])(?:my|his|her|our|the) number)" + _LINK, re.IGNORECASE
)
_OWN = r"(?:我|他|她|俺|本人|我们)(?:自己|老婆|老公|家|家里|公司|单位|店里)?的?(?:新|旧|老|备用)?"
_PHONE_AFTER = re.compile(
    rf"[\s,)]{{0,2}}(?:这个?|那个?)?(?:就?是)?(?:{_OWN})?(?:座机|电话|手机|固话|号码|联系方式)"
    r"|[\s,]{0,2}(?:打|拨|联系)(?:这个|给我|我)|[\s,]{1,2}(?:is|that's) my (?:phone|number|mobile|cell)",
    re.IGNORECASE,
)
_OWN_AFTER = re.compile(rf"[\s,)]{{0,2}}(?:这个?|那个?)?(?:就?是)?{_OWN}(?:座机|电话|手机|固话|号码|联系方式)")
_NOT_PHONE_AFTER = re.compile(r"[^0-9]?\s?(?:看起来|看着|并|都|可)?(?:不是|不像)(?:是|一?个)?(?:电话|手机)")
_CARD_WORDS = r"(?:卡号|银行卡|储蓄卡|借记卡|信用卡|收款卡|退款卡|工资卡|账号|账户|帐号|帐户|打到卡|张卡|(?:bank|credit|debit)?\s?card|(?<![A-Za-z])account)"
_ID_WORDS = (
    r"(?:身份证|证件|实名|公民身份|驾驶?证|驾照|社保|(?<![A-Za-z])(?:id (?:card|number|no)|identity(?: card)?|sfz))"
)
_CARD = re.compile(_CARD_WORDS + _LINK, re.IGNORECASE)
_ID = re.compile(_ID_WORDS + _LINK, re.IGNORECASE)
_DOCUMENT = re.compile(f"{_CARD_WORDS}|{_ID_WORDS}", re.IGNORECASE)
_PLATE = re.compile(
    r"(?:车牌|牌照|车号|牌号|车子是|(?<![A-Za-z])(?:licen[cs]e |number )?plates?)" + _LINK, re.IGNORECASE
)
_AMOUNT_AFTER = re.compile(
    r"\s?(?:元|块(?!儿?码)|万|亿|千米|公里|米|毫米|厘米|公斤|千克|斤|吨|克|台|箱|件|个|人|名|年|天|小时|分钟|毫秒|微秒|字节|%|rmb|yuan|usd|dollars|kg|km|mm|cm|ms|bytes|tons?|pcs)(?![a-z])",
    re.IGNORECASE,
)
_COUNT_AFTER = re.compile(
    r"\s?(?:元|块(?!儿)|字节|毫秒|微秒|条(?:记录|数据|消息)|rmb|yuan|usd|dollars|bytes|ms|rows)(?![a-z])", re.IGNORECASE
)
_FIELD_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[\u4e00-\u9fff]+")
_TELLING_FIELD = re.compile(
    r"(?<![A-Za-z])(?:phone|mobile|tel(?:ephone)?|cell(?:phone)?|fax|whatsapp|wechat|weixin|qq|telegram|skype|id (?:card|number|no)|identity|sfz"
    r"|card|account|plate|passport|permit|licen[cs]e|ssn|order|tracking|waybill|invoice|ticket|serial|sku|imei|sn|trace|span|timestamp"
    r"|container|contract|booking|version|model)(?![A-Za-z])|[\u4e00-\u9fff]",
    re.IGNORECASE,
)
_MONEY_BEFORE = re.compile(r"(?:[¥$€£]|rmb|usd|cny)\s?$", re.IGNORECASE)


def before(text: str, start: int) -> str:
    """The few characters in front of `start`."""
    return text[max(0, start - _REACH) : start]


def says_reference(text: str, start: int, end: int) -> bool:
    """An order, tracking, invoice or serial number, by the words around it."""
    after = _IS_REFERENCE_AFTER.match(text, end) or _REFERENCE_AFTER.match(text, end)
    return after is not None or _REFERENCE.search(before(text, start)) is not None


def says_firm_reference(text: str, start: int, end: int) -> bool:
    """The same, but not where an order is only spoken of: 物流13800138000 may be the carrier's phone."""
    if _IS_REFERENCE_AFTER.match(text, end):
        return True
    ahead = before(text, start)
    return _REFERENCE.search(ahead) is not None and _VAGUE_REFERENCE.search(ahead) is None


def says_phone(text: str, start: int) -> bool:
    """The words in front call it a phone number."""
    return _PHONE.search(before(text, start)) is not None


def says_phone_near(text: str, start: int, end: int) -> bool:
    """A phone is spoken of in front, with no other number between, or right behind."""
    return _PHONE_NEAR.search(before(text, start)) is not None or _PHONE_AFTER.match(text, end) is not None


def says_number(text: str, start: int, end: int) -> bool:
    """It is somebody's number: no word for a phone, but none for anything else either."""
    said = _NUMBER.search(before(text, start)) is not None or _OWN_AFTER.match(text, end) is not None
    return said and not says_reference(text, start, end)


def says_no_phone(text: str, end: int) -> bool:
    """The words behind say that it is no phone number."""
    return _NOT_PHONE_AFTER.match(text, end) is not None


def names_document(text: str) -> bool:
    """A card or an identity document is spoken of somewhere in the text."""
    return _DOCUMENT.search(text) is not None


def says_card(text: str, start: int) -> bool:
    """The words in front call it a bank card or account."""
    return _CARD.search(before(text, start)) is not None


def says_id(text: str, start: int) -> bool:
    """The words in front call it an identity document."""
    return _ID.search(before(text, start)) is not None


def says_plate(text: str, start: int) -> bool:
    """The words in front call it a number plate."""
    return _PLATE.search(before(text, start)) is not None


def says_amount(text: str, start: int, end: int) -> bool:
    """A unit follows, or a sign of a currency stands in front."""
    return _AMOUNT_AFTER.match(text, end) is not None or _MONEY_BEFORE.search(before(text, start)) is not None


def says_count(text: str, start: int, end: int) -> bool:
    """Money, bytes or rows: the units that a number as long as a mobile may have."""
    return _COUNT_AFTER.match(text, end) is not None or _MONEY_BEFORE.search(before(text, start)) is not None


def cue_of(field: str) -> str:
    """The name of a field as words in front of its value; empty where it says nothing about numbers."""
    words = " ".join(_FIELD_WORDS.findall(field))
    return f"{words}: " if words and len(words) < _REACH and _TELLING_FIELD.search(words) else ""
