"""Who the customer is: name, phone, e-mail, trade, pets, and what they usually ship."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re

from yiku_domain.memory import JsonValue, Kind
from yiku_domain.vocabulary import EntityType
from yiku_text import goods

from yiku_extractor.pipeline.extraction import Named
from yiku_extractor.pipeline.patterns.rule import Finding, Read, Rule, Sight, Topic, rx
from yiku_extractor.pipeline.patterns.words import ADVERB, SELF, SURNAMES

_PHONE = r"(?P<token><(?:mobile|phone):[a-z2-7]{8}>)"
_LANDLINE = r"(?P<token><(?:landline|phone):[a-z2-7]{8}>)"
_EMAIL = r"(?P<token><email:[a-z2-7]{8}>)"
_OLD = rx(
    r"(?:原来|之前|以前|旧)(?:的|那个)?(?:号|手机|电话)?(?:码)?(?:是|不用|停)|不用了|停机|作废|别(?:打|写|用)|old (?:number|phone)|no longer"
)


def _token(attribute: str | None, field: str) -> Read:
    def read(match: re.Match[str], sight: Sight) -> Finding | None:
        if _OLD.search(match[0]) or not _owned(sight.text[: match.start("token")]):
            return None
        return Finding(Kind.FACT, attribute, {field: match["token"]})

    return read


_CUE = rx(
    r"(?:联系|手机|电话|座机|固话|号码|新?号|邮箱|邮件|地址|微信|同号|联系方式|\b(?:phone|number|mobile|cell|contact|tel|e-?mail|mail|address|landline|whatsapp)\b)"
)
_OWN_WORDS = rx(
    r"(?:我们?|本人|俺|咱们?|自己|这边|的|现在|新|最新|常用|另一?个|备用|联系人?|收件|收货|取件|提货|发货|公司|办公|工作室?|店里?|仓库|个人|私人|企业|发到?|寄到?|发给|电子|发票|请|麻烦|打|留|填|写|用|改|把|换|成|为|了|以后|直接|给|可以|是|就|记|一?下|还有|在|那个|这个|吧|也|[,，\s:：.]"
    r"|\b(?:my|our|new|the|you|can|please|call|reach|text|me|us|at|on|to|is|it|send|invoices?|office|work|home|and|here|here's|use|use this|via|by|this|best|personal|business|current|s|ok|for|receipts?)\b|['’])*"
)


def _owned(ahead: str) -> bool:
    """The words in front of a number name nobody but the customer."""
    return _OWN_WORDS.fullmatch(_CUE.sub(" ", ahead)) is not None


_NAME_STOP = r"什么|啥|你|他|她|车|师傅|货|个|不|小面|厢货|想|要|了|新|做|开|去|来"


def _name(match: re.Match[str], sight: Sight) -> Finding | None:
    name = match["name"].strip()
    if rx(_NAME_STOP).match(name) or not name:
        return None
    named = (Named(EntityType.PERSON, name),)
    return Finding(Kind.FACT, "name", {"name": name}, named=named, content=match[0].strip(" ,，。"))


_TRADE_STOP = rx(
    r"^(?:了|过|好|完|到|出|起|个|一个|饭|梦|手术|主|什么|得|不|没|生意$|事|这个|那个|的|车|微创|慢|快|空调|门|会(?![展计所议])|票|单|发票|导航|检查|核酸|作业)|手术|吃的|一样|一下|什么|多少|错"
)


def _trade(match: re.Match[str], sight: Sight) -> Finding | None:
    trade = re.sub(r"(?:的|了|啦|这一?行|这块|生意)+$", "", match["t"].strip(" ,，"))
    if not 2 <= len(trade) <= 40 or _TRADE_STOP.search(trade):
        return None
    return Finding(Kind.FACT, "occupation", {"occupation": trade})


def _pet(match: re.Match[str], sight: Sight) -> Finding | None:
    value: dict[str, JsonValue] = {"pet": match["pet"].lower()}
    name = match.groupdict().get("name")
    if name:
        value["name"] = name
    return Finding(Kind.FACT, "pet", value)


_ADJECTIVE = rx(r"(?:very |quite |really |特别|非常|很)?(?:fragile|heavy|bulky|易碎|重|大件)(?:的|品)?")
_SHIPS_STOP = rx(
    r"^(?:什么|啥|这|那|从|到|去|你|车|得|的|个|完|了|多少|几|上午|下午|早上|晚上|凌晨|给|在|我|你|他|昨天|今天|刚|一样|对$)|多少|什么|怎么|师傅|钱"
)


def _ships(match: re.Match[str], sight: Sight) -> Finding | None:
    words = match["g"].strip(" ,，")
    more = sight.following[0] if sight.following else None
    described = _ADJECTIVE.fullmatch(words) is not None and more is not None and goods.find(more.text)
    if described and more is not None:
        words = more.text
    found = goods.find(words)
    unnamed = not found and words.endswith("的")
    if _SHIPS_STOP.search(words) or len(words) > 40 or not words or unnamed:
        return None
    name = "、".join(dict.fromkeys(item.name for item in found)) if found else words
    if not name.isascii() and found and re.search("[A-Za-z]", name) is None:
        name = name.lower()
    value: dict[str, JsonValue] = {"goods": name.lower() if name.isascii() else name}
    classes = goods.classes(sight.text)
    if classes:
        value["classes"] = list[JsonValue](kind.value for kind in classes)
    return Finding(Kind.FACT, "usual_goods", value, last=more if described else None)


_PET = r"(?P<pet>金毛|泰迪|柯基|哈士奇|拉布拉多|边牧|柴犬|比熊|博美|萨摩耶?|法斗|阿拉斯加|大狗|小狗|狗狗?|狗子|英短|美短|布偶猫?|橘猫|暹罗猫?|猫咪|小猫|猫|兔子|仓鼠|鹦鹉|乌龟)"
_PET_EN = r"(?P<pet>(?:golden retriever|labrador|poodle|corgi|husky|dog|puppy|cat|kitten|rabbit|hamster|parrot|bird|turtle)s?)"
_STANDING_SHIP = r"(?:一般|平时|主要|通常|经常|常|都|每次|大部分|基本|长期|大多|多半|大都|主要都?)"

NAME_RULES = (
    Rule("name_call", rx(rf"^(?:我|本人)(?:叫|名叫|的?名字(?:是|叫)|姓名(?:是|[:：]))(?:做)?\s?(?P<name>[{SURNAMES}][一-龥]{{1,2}}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?:$|[,，。的])"), _name, 0.93),
    Rule("name_surname", rx(rf"^(?:我|免贵|本人)姓(?P<name>[{SURNAMES}])(?:$|[,，。])"), _name, 0.85),
    Rule("name_title", rx(rf"^我是(?P<name>[{SURNAMES}][一-龥]{{0,2}}(?:阿姨|先生|女士|小姐|老师|经理|总))"), _name, 0.85),
    Rule("name_call_me", rx(rf"^叫我(?P<name>[老小]?[{SURNAMES}](?:哥|姐|先生|女士|小姐|总|老师|叔|阿姨)?)(?:就行|就好|吧|就可以)"), _name, 0.85),
    Rule("name_holder", rx(rf"户名(?:就)?是(?:我)?(?P<name>[{SURNAMES}][一-龥]{{1,2}})"), _name, 0.85),
    Rule("name_en", re.compile(r"(?i:\bmy name(?:['’]s| is)|^call me|^i am called)\s+(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2})"), _name, 0.93),
)  # fmt: skip
REACH_RULES = (
    Rule("phone", rx(rf"(?:电话|手机|号码|号|联系方式|联系)(?:号码?|号)?{ADVERB}(?:是|写|填|留|用|改成|换成|改为|打|就?写我|[:：,，\s])*{_PHONE}"), _token("phone", "phone"), 0.93),
    Rule("phone_en", rx(rf"\b(?:phone|number|mobile|cell|contact|call me|reach me|text me|tel)\b(?:\s+(?:number|no\.?))?(?:\s+(?:is|at|on|now|:|to))*[\s:,]*{_PHONE}"), _token("phone", "phone"), 0.93),
    Rule("phone_bare", rx(rf"^(?:我的?|打|写|是)?{_PHONE}(?:\s?(?:是)?我的?(?:手机|电话|号码?)?|\s[一-龥]{{2,4}})?$"), lambda m, s: None if not _asked_phone(s) else Finding(Kind.FACT, "phone", {"phone": m["token"]}), 0.85),
    Rule("landline", rx(rf"(?:座机|固话|电话|landline|office phone)[^<]{{0,12}}{_LANDLINE}"), _token(None, "landline"), 0.88),
)  # fmt: skip
EMAIL_RULES = (Rule("email", rx(_EMAIL), _token("email", "email"), 0.88),)

_ASKED = rx(r"电话|手机|号码|联系方式|联系人|phone|number|contact|reach")


def _asked_phone(sight: Sight) -> bool:
    """The bot had asked for it, or the clause before offers it."""
    last = sight.utterance.previous[-1:] if sight.utterance.previous else ()
    before = sight.utterance.text[: sight.statement.start][-24:]
    return bool(_ASKED.search(before) or any(_ASKED.search(turn.text) for turn in last))


TRADE_RULES = (
    Rule("trade", rx(rf"^{SELF}(?:家|公司|店)?(?:是|{ADVERB})?(?:专门|主要)?(?:做|搞|干|经营|从事)(?P<t>[^,，。吗?？]{{2,16}}?)(?:的(?:生意|工作|公司|小生意)?|生意|工作|这一?行|行业)$"), _trade, 0.88),
    Rule("trade_company", rx(r"^(?:我们?)?(?:公司|店|厂|工作室)(?:主要|专门|是)(?:做|搞|经营|从事)(?P<t>[^,，。吗?？]{2,12}?)(?:的)?$"), _trade, 0.85),
    Rule("trade_shop", rx(r"^(?:我|我们|俺)(?:是|现在|自己)*开(?:了|的)?(?:一?[家个间])?(?P<t>[^,，。吗?？]{1,12}?(?:店|馆|厂|公司|工作室|超市|民宿|诊所|摊|坊|餐厅|饭店|酒吧))(?:的)?$"), _trade, 0.88),
    Rule("trade_job", rx(r"^(?:我|本人)(?:是)?(?:一?[名个位])?(?:(?:在.{2,10})?(?:当|做)|是)(?:一?[名个位](?!体))?(?P<t>(?:[一-龥]{0,6})(?:老师|医生|护士|律师|会计|设计师|工程师|程序员|司机师傅|摄影师|厨师|教练|店长|采购|销售|装修工|木工|老板|个体户|电商|主播))(?:的)?$"), _trade, 0.86),
    Rule("trade_sell", rx(r"^(?:我们?|(?=.*的$))(?:的)?(?:主业|副业|平时|是|主要|就|兼职)*(?:在网上|在淘宝上?|在抖音上?|网上|在微信上?)?(?P<t>(?:卖|批发|零售|倒腾)[^,，。吗?？个]{2,14}?)(?:的)?$"), _trade, 0.84),
    Rule("trade_en", rx(r"^(?:i|we)(?:['’]m| am)?\s+(?:now |also |mostly |mainly )?(?P<t>(?:run|own|operate|manage|export|import|sell|make|manufacture|trade)\s+(?!out\b|into\b|sure\b|it\b|that\b|you\b|a lot\b|(?:a|an|the) (?:great|good|mistake|difference|lot|decision|team|choice)\b|my\b|our\b)[\w' &-]{3,40}?)(?=$|[,.;]|\s+(?:online|from home|in|and (?:i|we)))"), _trade, 0.86),
    Rule("trade_en_job", rx(r"^i(?:['’]m| am)\s+(?:a|an)\s+(?P<t>(?:\w+\s){0,2}(?:teacher|doctor|nurse|lawyer|accountant|designer|engineer|programmer|photographer|chef|trader|exporter|importer|wholesaler|retailer|manager|contractor|artist|musician|florist|baker|seller))\b"), _trade, 0.88),
)  # fmt: skip
PET_RULES = (
    Rule("pet", rx(rf"(?:^|[,，])(?:我|我家|我们家?|家里)(?:现在|还|也|就)*(?:养|有)(?:了|着)?(?:[一两三四几]?[只条个头])?(?:\w{{0,3}}?){_PET}(?:(?:,|，)?(?:名字)?叫(?P<name>[一-龥A-Za-z]{{1,6}}))?"), _pet, 0.88),
    Rule("pet_en", rx(rf"\b(?:i|we)\s+(?:have|['’]ve got|got|own|keep)\s+(?:a|an|two|three|\d)\s+(?:\w+\s)?{_PET_EN}(?:\s+(?:named|called)\s+(?P<name>[A-Za-z]+))?"), _pet, 0.88),
)  # fmt: skip
GOODS_RULES = (
    Rule("goods_ship", rx(rf"^{SELF}{ADVERB}{_STANDING_SHIP}(?:是|都是|在)?(?:就|都)*(?:拉|运|送|发|寄|搬)(?:点|些|一些)?的?(?:货)?(?:是|都是|就是)?(?P<g>[^,，。吗?？]{{2,20}})$"), _ships, 0.84),
    Rule("goods_are", rx(r"^(?:我们?|我的|我家)?(?:的)?(?:货物?|东西|样品|产品|商品|物料|发的货?|运的货?|拉的货?)(?:一般|主要|基本|平时|大部分|全部|全)*(?:都)?(?:是|为)(?P<g>[^,，。吗?？]{2,20})$"), _ships, 0.86),
    Rule("goods_en", rx(r"\b(?:i|we)\s+(?:usually|mostly|mainly|always|normally|generally|regularly|only|often)\s+(?:ship|send|move|transport|deliver|carry)\s+(?P<g>(?!from\b|to\b|out\b|on\b|in\b|at\b|with\b|before\b|after\b)[\w' -]{3,30}?)(?=$|[,.;]|\s+(?:from|to|and (?:i|we)|every|on|in))"), _ships, 0.85),
    Rule("goods_en_are", rx(r"\b(?:my|our|most of (?:my|our))\s+(?:goods|stuff|cargo|shipments?|products?|items|freight)\s+(?:is|are)\s+(?:mostly |usually |mainly |all |always )*(?P<g>[\w' -]{3,30}?)(?=$|[,.;])"), _ships, 0.85),
)  # fmt: skip

NAMES = Topic("names", rx(r"叫|姓|我是|户名|\bname|^call me|called"), NAME_RULES)
REACH = Topic("reach", rx(r"<(?:mobile|phone|landline):"), REACH_RULES)
EMAILS = Topic("emails", rx(r"<email:"), EMAIL_RULES)
TRADE = Topic(
    "trade",
    rx(
        r"做|搞|干|经营|从事|开|是|卖|批发|零售|倒腾|\b(?:run|own|operate|manage|export|import|sell|make|manufacture|trade|i['’]m an?|i am an?)\b"
    ),
    TRADE_RULES,
)
PETS = Topic("pets", rx(rf"养|有|{_PET_EN.replace('?P<pet>', '?:')}"), PET_RULES)
USUAL_GOODS = Topic(
    "usual_goods",
    rx(
        r"拉|运|送|发|寄|搬|货|东西|样品|产品|商品|物料|\b(?:ship|send|move|transport|deliver|carry|goods|stuff|cargo|products?|items|freight)"
    ),
    GOODS_RULES,
)
