"""The words just before or after a number that say what it is."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re

_REACH = 24
_LINK = r"(?:\s|号码|号|码|是|为|有|的|写|填|留|改成|换成|改为|就|[:=#.,(]|no\.?|nr\.?|number|id|is|at|on|to|was){0,6}$"

_REFERENCE = re.compile(
    r"(?:订单|运单|单号|单子|编号|流水|快递|工单|物流|票号|保单|保险单|税号|时间戳|交易|货号|批次|追踪|预订|发票|序列|版本|型号|尾号后"
    r"|\border|\btracking|\bwaybill|\btxn|\btransaction|\binvoice|\bref(?:erence)?|\bsku|\bticket|\bclaim"
    r"|\bparcel|\bshipment|\bserial|\btimestamp|\bbooking)" + _LINK,
    re.IGNORECASE,
)
_PHONE = re.compile(
    r"(?:电话|手机|座机|固话|联系方式|联系我|打给我|拨打|传真|微信|\b(?:call|reach|text|ring)(?: me| us)?|\bdial|\bcontact|\btel(?:ephone)?|\bphone|\bmobile|\bcell|\bfax|\bwhatsapp|\bwechat)"
    + _LINK,
    re.IGNORECASE,
)
_CARD = re.compile(
    r"(?:卡号|银行卡|储蓄卡|信用卡|收款卡|退款卡|账号|账户|帐号|打到卡|张卡|(?:bank|credit|debit)?\s?card|\baccount)"
    + _LINK,
    re.IGNORECASE,
)
_ID = re.compile(r"(?:身份证|证件|实名|公民身份|\bid(?: card)?|\bidentity(?: card)?)" + _LINK, re.IGNORECASE)
_PLATE = re.compile(
    r"(?:车牌|牌照|车号|\b(?:licen[cs]e )?plates?)" + _LINK,
    re.IGNORECASE,
)
_REFERENCE_AFTER = re.compile(
    r"\s*(?:这个|这|那个|那)?(?:也|就|都)?(?:是|叫)?(?:你们的?|什么|我的|哪个|不是)?(?:订单|单号|运单|快递|物流|保单|时间戳|退款单)"
)


def before(text: str, start: int) -> str:
    """The few characters in front of `start`."""
    return text[max(0, start - _REACH) : start]


def says_reference(text: str, start: int, end: int) -> bool:
    """An order, tracking, invoice or serial number, by the words around it."""
    ahead = _REFERENCE.search(before(text, start)) is not None
    return ahead or _REFERENCE_AFTER.match(text, end) is not None


def says_phone(text: str, start: int) -> bool:
    """The words in front call it a phone number."""
    return _PHONE.search(before(text, start)) is not None


def says_card(text: str, start: int) -> bool:
    """The words in front call it a bank card or account."""
    return _CARD.search(before(text, start)) is not None


def says_id(text: str, start: int) -> bool:
    """The words in front call it an identity document."""
    return _ID.search(before(text, start)) is not None


def says_plate(text: str, start: int) -> bool:
    """The words in front call it a number plate."""
    return _PLATE.search(before(text, start)) is not None
