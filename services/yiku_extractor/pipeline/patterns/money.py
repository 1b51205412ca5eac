"""Invoices and payment."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re

from yiku_domain.memory import JsonValue, Kind
from yiku_domain.vocabulary import EntityType

from yiku_extractor.pipeline.extraction import Named
from yiku_extractor.pipeline.patterns.rule import WISHES, Finding, Rule, Sight, Topic, rx
from yiku_extractor.pipeline.patterns.words import STANDING
from yiku_extractor.pipeline.utterance import Guard

_INVOICE = r"(?:增值税)?(?:专用|普通|电子|纸质|专|普)*(?:发票|专票|普票|电子票|纸质票)"
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("vat_special", rx(r"增值税专用|专用发票|专票|\bvat special\b|\bspecial (?:vat )?invoice")),
    ("vat_ordinary", rx(r"增值税普通|普通发票|普票|\bordinary (?:vat )?invoice|\bregular invoice")),
    ("vat", rx(r"增值税|\bvat\b")),
)
_MEDIA = (("electronic", rx(r"电子|electronic|e-invoice")), ("paper", rx(r"纸质|\bpaper\b")))
_NO_INVOICE = rx(
    r"(?:不(?:用|要|需要)|无需|别)(?:再)?(?:给我)?(?:开)?(?:发票|票)|\b(?:don['’]?t need|no need for|without|no)\b[^.,;]{0,8}\binvoices?\b"
)
_EACH = rx(r"每次|都|以后|每单|每个?月|月底|默认|every|always|each|monthly")
_TITLE = rx(
    r"抬头(?:就|还)?(?:是|写|开|填|用|改成|改为|换成|[:：]|\s)*(?P<t>[^,，。;；!！是写开填改]{2,40}?)(?=$|[,，。;；!！]|就行|即可|吧|，)"
    r"|\b(?:invoice )?title\s+(?:is|should be|to|:)\s*(?P<e>[A-Z][^;!?]{2,60}?)(?=$|[.;]\s|[.;]$)"
    r"|\b(?:company|invoices?\s+(?:under|to))\s+(?:name\s+(?:is\s+)?)?(?P<c>[A-Z][\w&().' -]{2,60}?(?:Ltd|Inc|LLC|Limited|Corp|GmbH|Co)\b\.?)"
)
_PERSONAL = rx(r"个人抬头|(?:发票|票)(?:就)?开(?:给)?个人|抬头(?:是|写|开)?(?:个人)|personal invoice")

_PAY: tuple[tuple[str, str], ...] = (
    ("monthly", r"月结|按月结|月底(?:一起)?结|账期|monthly (?:settlement|billing|payment)|pay monthly|billed monthly"),
    ("cash", r"现金|\bcash\b"),
    ("wechat", r"微信(?=付|支付|转|给|结|$|吧)|wechat(?: pay)?"),
    ("alipay", r"支付宝|alipay"),
    ("cash_on_delivery", r"货到付款|到付|收货人付|cash on delivery|freight collect"),
    ("bank_transfer", r"对公(?:转账|账户|付款)?|公对公|银行转账|(?:bank|wire) transfer"),
    ("card", r"刷卡|信用卡|(?:credit|debit|bank) card|\bby card\b"),
)  # fmt: skip
_PAYMENT = re.compile("|".join(f"(?P<{code}>{words})" for code, words in _PAY), re.IGNORECASE)
_PAY_ASK = rx(
    rf"{STANDING}|想(?:改|用|要)|改|换|只(?:用|能|会)|我(?:们)?(?:都)?(?:用|付|走|要)|付|结算|\b(?:i|we) (?:always |usually |only |prefer to )?(?:pay|prefer|use)\b|\bplease\b|\bfrom now on\b|\bprefer\b"
)
_FIRM = frozenset({"monthly", "bank_transfer"})
"""Ways of paying that nobody uses once."""
_ASKING = rx(r"能不能|可不可以|能否|可以.{0,8}吗|\b(?:can|could|may) (?:i|we)\b")
_NOT_PAY = rx(
    r"退|报销|付了|付过|已付|怎么付|押金|保证金|\brefund|\basked me\b|\bcash \"|\bcoupon|不(?:用|要|收|付|接受)现金|cashback"
)


def _invoice(match: re.Match[str], sight: Sight) -> Finding | None:
    sentence = sight.utterance.sentence(sight.statement)
    near = [s for s in sentence if s.index in {sight.statement.index, sight.statement.index + 1}]
    text = sight.utterance.through(sight.statement, near[-1])
    if _NO_INVOICE.search(sight.text):
        return Finding(Kind.PREFERENCE, "invoice", {"wanted": False})
    value: dict[str, JsonValue] = {"wanted": True}
    for name, options in (("type", _KINDS), ("medium", _MEDIA)):
        found = next((code for code, pattern in options if pattern.search(text)), None)
        if found:
            value[name] = found
    last = near[-1] if len(near) > 1 and rx(rf"^{_INVOICE}$").match(near[-1].text) else None
    return Finding(Kind.PREFERENCE, "invoice", value, last=last)


def _title(match: re.Match[str], sight: Sight) -> Finding | None:
    if _PERSONAL.search(sight.text):
        return Finding(Kind.FACT, "invoice_title", {"title": "个人"})
    groups = match.groupdict()
    title = next((t for t in (groups["t"], groups["e"], groups["c"]) if t), "").strip(" .,，:：")
    if len(title) < 2 or rx(r"什么|怎么|多少|一样|不变|信息|有误|错|上次|之前|那个|and |的|要|\bis\b").search(title):
        return None
    named = (Named(EntityType.ORGANISATION, title),)
    return Finding(Kind.FACT, "invoice_title", {"title": title}, named=named)


def _payment(match: re.Match[str], sight: Sight) -> Finding | None:
    firm = match.lastgroup in _FIRM
    if not (firm or _PAY_ASK.search(sight.text)) or _NOT_PAY.search(sight.text) or _ASKING.search(sight.text):
        return None
    return Finding(Kind.PREFERENCE, "payment_method", {"method": match.lastgroup or ""})


INVOICE_RULES = (
    Rule("invoice", rx(rf"(?:要|需要|开|得|都|必须|改成|改开|一律|给我|想要|帮我)(?:[^,，不没]{{0,6}}?){_INVOICE}|^{_INVOICE}(?:就行|就可以了?|即可|发我|寄)|{_NO_INVOICE.pattern}"), _invoice, 0.86, WISHES),
    Rule("invoice_en", rx(rf"\b(?:need|want|require|issue|send me|give me|prefer|always|get|like)\b[^.;]{{0,24}}?\binvoices?\b|\binvoices?\s+(?:every|each|monthly)|{_NO_INVOICE.pattern}"), _invoice, 0.86, WISHES),
)  # fmt: skip
TITLE_RULES = (
    Rule("title_personal", _PERSONAL, _title, 0.85, WISHES),
    Rule("title", _TITLE, _title, 0.9, WISHES),
)
PAYMENT_RULES = (Rule("payment", _PAYMENT, _payment, 0.84, WISHES - {Guard.THIRD_PARTY}),)

INVOICES = Topic("invoices", rx(r"票|\binvoice"), INVOICE_RULES)
INVOICE_TITLES = Topic("invoice_titles", rx(r"抬头|个人|\btitle|\bcompany|personal|\binvoices? under"), TITLE_RULES)
PAYMENT = Topic("payment", _PAYMENT, PAYMENT_RULES)
