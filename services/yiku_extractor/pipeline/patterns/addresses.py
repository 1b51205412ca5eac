"""Where the customer lives, works, stores and ships; moves told as done."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re

from yiku_domain.memory import JsonValue, Kind, Nature
from yiku_domain.vocabulary import EntityType, Role

from yiku_extractor.pipeline.extraction import Named
from yiku_extractor.pipeline.patterns.rule import FACTUAL, Finding, Read, Rule, Sight, Topic, rx
from yiku_extractor.pipeline.patterns.words import ADVERB, SELF
from yiku_extractor.pipeline.utterance import Guard, Statement

PLACES: dict[str, str] = {
    "home_address": "家",
    "work_address": "公司",
    "warehouse_address": "仓库",
    "usual_pickup_address": "取货地址",
    "usual_delivery_address": "送货地址",
}

SUBJECTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("warehouse_address", rx(r"仓|库房|warehouse")),
    ("work_address", rx(r"公司|单位|店|工作室|工厂|厂|办公|office|shop|studio|factory")),
    ("home_address", rx(r"搬家|家|住|新房|地址|house|home|moved|moving|flat|apartment")),
)
"""The slot that words are about, the first that fits."""

_HAN = re.compile("[\u4e00-\u9fff]")
_CUT = rx(
    r"(?:[,，]?\s*(?:没多久|不久|好几?年|[一二三四五两几\d]+个?(?:月|年|天|周)(?:了|$)|往|想(?:要|拉|搬|送|问|叫)|要(?:拉|搬|送|叫|去)|可以|怎么|请问|麻烦|能不能|能(?:到|送|来|上|派)|离.{1,10}(?:远|近)|有没有|比较|方便|(?:别|不要)搞混|不住|所以|因为))"
)
_CUT_EN = rx(
    r"(?:,?\s+(?:last (?:week|month|year|summer|spring|fall|winter)|this (?:week|month|year)|recently|since|yesterday|(?:a|two|three|\d+) (?:weeks?|months?|years?|days?) ago|so|and (?:i|we|my|the|it|need|want)|but|because|since|which|where|please|need|can|could|do you|i need|i want|not|with|for|until|from (?:monday|next)|moving)\b"
    r"|,\s+(?:i|we|it|it's|that|the|my|very|quite)\b|\s-\s|;|\s\()"
)
_IMPLAUSIBLE = rx(
    r"^(?:得|不|了|校|院|的(?!是)|酒店|宾馆|旅馆|几|哪|这么|那么|太|很|楼|\d+楼|[一二三四五六七八九十]+楼|后厨|门口|车|这[里儿边]|那[里儿边]|这$|那$|着|忙|找|寻|筹备|准备|装修|开会|停业|关门|放假|搬家|扩建|招人|盘点|营业|倒闭|考虑|犹豫|学习?|过|惯|多久|一起|你|他|她|啥|个|满|几天|新(?:家|房|地方)?$|别的|其他|外地|郊区$|附近|隔壁|老地方|家里|进去|出去|过去|回|完|走|上去|下来|工作|上班)"
    r"|什么|多少|哪里|哪儿|怎么|how|where|what"
)
_IMPLAUSIBLE_EN = rx(
    r"^(?:a|an|with|alone|here|there|far|on (?:my|the)|it|this|that|my own|together|by|for|next|last|too|very|closed|open|empty|full|great|fine|ok|fire|sale|hold|vacation|holiday|time|track|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|on the \d|the \d|abroad)\b|[?]"
)
_GENERIC = rx(r"(?:医院|学校|银行|工厂|公司|工地|超市|外企|国企|政府|机关|单位|网上|线上|仓库|家)$")
"""No place by itself; as a pickup it says which of the known ones."""
_ADDRESS_LIKE = re.compile(
    r"(?:(?:具体|详细地址|地址|位置)?(?:是|就?在|[:：])*)?(?P<a>(?:[一-龥A-Za-z0-9 ·()（）\-]|<door:[a-z2-7]{8}>){2,36})$"
)
_ADDRESS_SIGN = re.compile(
    r"<door:|路|街|大道|胡同|小区|花园|苑|大厦|广场|[东西南北]里|商务区|工业园|产业园|科技园|开发区|市场|镇|[一-龥]{2}区|中心|家园|公寓|SOHO|城$|村|弄"
)
_VERBS = re.compile(
    r"我|跟|一个|同|你|要|想|能|请|没|不|怎么|送|拉|叫|给|车|限高|电话|手机|现在|以后|近|远|方便|师傅|门卫|后门|租|退|货"
)
_EN_STREET = re.compile(r"\b(?:Road|Street|Avenue|Lane|Boulevard|Park|Tower|Plaza)\b")
_EN_PIECE = re.compile(
    r"(?:near |next to |by |opposite |the |in |at )?(?:<door:[a-z2-7]{8}>|[A-Z0-9][\w'’\-]*)(?:\s(?:<door:[a-z2-7]{8}>|[A-Z0-9][\w'’\-]*|of|town|district|street|road|area|port|park))*"
)

_HOUSE = r"(?:租的房子?|租房|出租屋|新?家里?|老?房子|新房|住处|住址)"
_WORK = r"(?:总?公司|单位|办公室|办公地点|写字楼|店铺?|门店|店面|商店|饭店|餐馆|工作室|工厂|厂(?:子|房)?|铺(?:子|面)|档口|摊位|诊所|车间|[一-龥]{1,4}店|餐厅|摄影棚|实验室)"
_STORE = r"(?:仓库|库房|货仓|发货仓|分仓|总仓|仓(?=[在搬]))"
_BE = (
    r"(?:的?(?:地址|位置|地点)"
    + ADVERB
    + r"(?:是|[:：])|(?:的?(?:地址|位置|地点))?"
    + ADVERB
    + r"(?:就?(?:在|位于|设在|开在|定在|[:：])|(?:搬家|搬|迁|换|挪|改)(?:到|去|至|来|在)了?|(?:改|换)成))"
)
_MOVED = r"(?:搬家|搬|迁|挪)(?:到|去|至|来)了?"
_END = r"(?P<a>.+?)(?:了|啦|住了?|来了|去了|那[边里]了)?$"
_PLANNED = rx(
    r"新家|新房|下周|下个?(?:月|礼拜)|明天|后天|明年|next (?:week|month|saturday|sunday|monday|year)|(?:准备|打算|要|will|going to)\s*(?:搬|move)|\d+号搬|\bmoving\b"
)


_OWNED = rx(r"^(?:our|my|the)\s+(?=\w+ (?:warehouse|factory|office|shop|store|depot))")


def _clean(raw: str) -> str:
    cut = (_CUT if _HAN.search(raw) else _CUT_EN).search(raw)
    found = (raw[: cut.start()] if cut and cut.start() >= 2 else raw).strip(" ,，.。:：")
    return _OWNED.sub("", found)


def plausible(address: str) -> bool:
    """Whether words in the place of an address can be one."""
    if not 2 <= len(address) <= 90 or _IMPLAUSIBLE.search(address):
        return False
    return bool(_HAN.search(address)) or _IMPLAUSIBLE_EN.search(address) is None


def _continued(address: str, sight: Sight) -> tuple[str, Statement]:
    """The address with the clauses after it that only go on describing it."""
    last = sight.statement
    for statement in sight.following:
        piece = _piece(statement.text, chinese=_HAN.search(address) is not None)
        if piece is None or Guard.QUESTION in statement.guards:
            break
        address = _joined(address, piece)
        last = statement
    return address, last


def _piece(text: str, *, chinese: bool) -> str | None:
    if not chinese:
        match = _EN_PIECE.match(text)
        whole = match is not None and not _CUT_EN.sub("", text[match.end() :]).strip(" .")
        return match[0] if match and (whole or text[match.end() :].startswith(" now")) else None
    found = _ADDRESS_LIKE.fullmatch(text)
    sure = found is not None and _ADDRESS_SIGN.search(text) and not _VERBS.search(found["a"])
    return found["a"].strip() if found and sure else None


def _joined(address: str, piece: str) -> str:
    if not _HAN.search(address):
        return f"{address}, {piece}"
    head = address.rstrip("区市县镇")
    return piece if head and piece.startswith(head) else address + piece


def is_bare_address(text: str) -> bool:
    """The clause is an address and nothing else."""
    if not _HAN.search(text):
        named = _EN_PIECE.fullmatch(text.split(",", maxsplit=1)[0].strip()) is not None
        return named and ("<door:" in text or _EN_STREET.search(text) is not None)
    found = _ADDRESS_LIKE.fullmatch(text)
    return bool(found and _ADDRESS_SIGN.search(text) and not _VERBS.search(found["a"]))


_TEMPORARY = rx(
    r"今晚|明[天晚]|后天|昨晚|这几天|暂时|临时|出差|旅游|度假|\b(?:tonight|tomorrow|for (?:a|the|two|three) (?:night|week|weekend|few|days)|on (?:vacation|holiday)|visiting|business trip)\b"
)


def place(attribute: str) -> Read:
    """Read group `a` as the address of a slot; where somebody stays for some days is none."""

    def read(match: re.Match[str], sight: Sight) -> Finding | None:
        raw = match["a"]
        address = _clean(raw)
        vague = not attribute.startswith("usual_") and _GENERIC.match(address) is not None
        if vague or not plausible(address) or _TEMPORARY.search(sight.text):
            return None
        last = sight.statement
        if len(_clean(raw)) == len(raw.strip(" ,，.。:：")):
            address, last = _continued(address, sight)
        return Finding(Kind.FACT, attribute, {"address": address}, last=last)

    return read


def _planned_move(match: re.Match[str], sight: Sight) -> Finding | None:
    """A move that is still to come: kept as an event, the address in force stays."""
    address = _clean(match["a"])
    sentence = sight.utterance.sentence(sight.statement)
    told = sight.utterance.through(sentence[0], sight.statement)
    if not plausible(address) or not _PLANNED.search(told):
        return None
    named = (Named(EntityType.ADDRESS, address, Role.DESTINATION),)
    value: dict[str, JsonValue] = {"plan": "move", "address": address}
    return Finding(Kind.EVENT, None, value, Nature.EVENT, named, sight.statement, sentence[0], timed=False)


_CHANGED = rx(r"换|搬|改|变|挪|退|moved|changed|new")


def _now_at(match: re.Match[str], sight: Sight) -> Finding | None:
    """现在在… after a clause that says whose address changed."""
    before = [s for s in sight.utterance.statements if s.index == sight.statement.index - 1]
    told = before[0].text if before else ""
    slot = next((name for name, subject in SUBJECTS if subject.search(told)), None)
    return place(slot)(match, sight) if slot and _CHANGED.search(told) else None


_EN_OWN = r"(?:my|our)"
_EN_MOVED = r"(?:(?:has|have|had|['’]ve|['’]s)\s+)?(?:just |already |now |recently )*(?:moved|relocated)(?: house| home| office)?(?: over)? to"
_EN_AT = r"(?:is|are|['’]s)?\s*(?:now |currently |still )*(?:located |based )?(?:in|at|on|near|:)"
_EN_END = r"\s+(?P<a>.+?)(?:\s+(?:now|already|these days|currently))?$"

RULES = (
    Rule("home_planned", rx(r"^(?:我们?)?(?:的)?(?:新家|新房子?|新地址|(?:要|准备|打算|下周|下个?月).{0,6}搬(?:家)?到)(?:就)?(?:在|是)?(?P<a>.+)$"), _planned_move, 0.8, FACTUAL - {Guard.HYPOTHETICAL}),
    Rule("home_moved", rx(rf"^{SELF}{ADVERB}{_MOVED}{_END}"), place("home_address"), 0.93),
    Rule("home_lives", rx(rf"^(?:我(?:和|跟|与|同)我?[一-龥]{{1,3}}?(?:一起|都)?|{SELF}){ADVERB}(?:住(?!的|院|校)(?:在|的是)?|家住)了?(?P<a>.+)$"), place("home_address"), 0.95),
    Rule("home_lives_later", rx(r"(?:我|人)(?:现在|目前|就|还|一直|都)*住(?!的|院|校)在?(?P<a>.+)$"), place("home_address"), 0.9),
    Rule("home_lives_in", rx(rf"^{SELF}{ADVERB}(?:是)?在(?P<a>.{{2,20}}?)(?:附近|那边|这边)?住(?:的|着)?$"), place("home_address"), 0.9),
    Rule("now_at", rx(r"^(?:现在|目前|新的?|新地址)(?:就)?(?:在|是|搬到|到)了?(?P<a>.+?)(?:了)?$"), _now_at, 0.88),
    Rule("home_house", rx(rf"^{SELF}{ADVERB}{_HOUSE}{_BE}{_END}"), place("home_address"), 0.93),
    Rule("home_is", rx(rf"^{SELF}(?:的)?(?:家庭|住宅|居住|家里?的?|常住|住的)地(?:址|方)?{ADVERB}(?:是|在|改成|换成|改为|[:：])(?P<a>.+)$"), place("home_address"), 0.93),
    Rule("home_my_address", rx(rf"^我(?:们)?(?:家)?的?(?:新)?地址{ADVERB}(?:是|在|改成|换成|改为|[:：])(?P<a>.+)$"), place("home_address"), 0.9),
    Rule("warehouse", rx(rf"^{SELF}(?:公司)?(?:的)?(?:新|老)?{_STORE}{_BE}{_END}"), place("warehouse_address"), 0.93),
    Rule("warehouse_put", rx(rf"^{SELF}{ADVERB}把{_STORE}{_MOVED}{_END}"), place("warehouse_address"), 0.93),
    Rule("work", rx(rf"^{SELF}(?:的|家)?(?:新|老)?{_WORK}{_BE}{_END}"), place("work_address"), 0.93),
    Rule("work_put", rx(rf"^{SELF}{ADVERB}把{_WORK}{_MOVED}{_END}"), place("work_address"), 0.93),
    Rule("work_at", rx(rf"^{SELF}{ADVERB}在(?P<a>.{{2,20}}?)(?:那边|这边)?(?:上班|办公|工作(?![室人台量日])|开(?:了|的)?(?:一?[家间]|个)?[一-龥]{0,4}店|开(?:了)?(?:一?家)?公司|做生意)"), place("work_address"), 0.9),
    Rule("work_place", rx(rf"^{SELF}{ADVERB}(?:上班|办公)(?:的?地[点方])?(?:就)?(?:在|是)(?P<a>.+)$"), place("work_address"), 0.92),
    Rule("pickup_is", rx(r"^(?:我们?)?(?:的)?(?:常用|默认|平时|一般|固定|以后)*(?:的)?(?:取货|发货|装货|提货|起运|揽收|寄件|上门取件)(?:的?(?:地址|地点|点|地))?(?:一般|都|通常|默认|就|以后|改成|改到|改|现在)*(?:在|是|为|[:：]|到|(?<=默认)|(?<=一般)|(?<=都))(?P<a>.+)$"), place("usual_pickup_address"), 0.9),
    Rule("pickup_from", rx(r"(?:一般|通常|平时|经常|常|都|每次|老是?|总是?|固定|以后|每天|每周|长期|默认)(?:[^,，从在]{0,8}?)(?:从|在)(?P<a>[^,，从在]{2,24}?)(?:那边|这边|里)?(?:发货|取货|装货|提货|出货|出发|拉货|拿货|发车|上货|装车|起运|进货|发|拉|装)(?!票)"), place("usual_pickup_address"), 0.88),
    Rule("pickup_comes", rx(r"(?:取件|取货|提货|装货|揽收)(?:都|一般|默认|基本|就|直接)+(?:来|到|去|在)(?P<a>[^,，]{2,24})$"), place("usual_pickup_address"), 0.85),
    Rule("delivery_at", rx(r"^(?:我们?)?(?:收货|卸货|送货)(?:都|一般|默认|基本|就|通常)+(?:来|到|去|在)(?P<a>[^,，]{2,24})$"), place("usual_delivery_address"), 0.85),
    Rule("delivery_is", rx(r"^(?:我们?)?(?:的)?(?:常用|默认|平时|一般|固定|以后)*(?:的)?(?:收货|送货|卸货|收件|目的)(?:的?(?:地址|地点|点|地))(?:一般|都|通常|默认|就|以后|改成|改到|改|现在)*(?:在|是|为|[:：]|到)(?P<a>.+)$"), place("usual_delivery_address"), 0.9),
    Rule("delivery_to", rx(r"(?:一般|通常|平时|经常|常|都|每次|老是?|总是?|固定|以后|每天|每周|每个?(?:礼拜|星期|月)|长期|默认)[^,，]{0,12}?(?:送到|送去|送往|发往|发到|送货(?:去|到)|拉到|拉去|运到|运往|寄到|寄往|发去)(?P<a>[^,，]{2,24}?)(?:那边|这边)?$"), place("usual_delivery_address"), 0.85),
    Rule("en_home", rx(rf"^(?:i|we)(?:['’]m|['’]re| am| are)?\s+(?:now |currently |still |actually |just )*(?:live|living|stay(?:ing)?|reside|residing|based)\s+(?:now |currently )?(?:in|at|on|near){_EN_END}"), place("home_address"), 0.95),
    Rule("en_home_planned", rx(rf"^(?:i|we)(?:['’]m|['’]re|['’]ll| am| are| will)?\s+(?:be |soon |going to |planning to |about to )*mov(?:e|ing)(?: house)? to{_EN_END}"), _planned_move, 0.8, FACTUAL - {Guard.HYPOTHETICAL}),
    Rule("en_home_rent", rx(rf"^(?:i|we)\s+(?:rent|own|bought|have)\s+(?:a|an|the)\s+(?:\w+ )?(?:flat|apartment|house|place|room)\s+(?:in|near|at|on){_EN_END}"), place("home_address"), 0.85),
    Rule("en_home_moved", rx(rf"^(?:i|we)\s*{_EN_MOVED}{_EN_END}"), place("home_address"), 0.93),
    Rule("en_home_is", rx(rf"^{_EN_OWN}\s+(?:new |current )?(?:home|house|apartment|flat|place|home address|address)\s*(?:{_EN_AT}|is){_EN_END}"), place("home_address"), 0.93),
    Rule("en_warehouse", rx(rf"^(?:(?:{_EN_OWN}|the)\s+)?(?:new |main |current )?(?:warehouse|storehouse|depot|storage)(?: address| door)?\s*(?:{_EN_MOVED}|{_EN_AT}|is){_EN_END}"), place("warehouse_address"), 0.93),
    Rule("en_work", rx(rf"^{_EN_OWN}\s+(?:new |main |current )?(?:office|company|workplace|work|shop|store|studio|factory|workshop|restaurant|cafe|clinic|business)(?: address)?\s*(?:{_EN_MOVED}|{_EN_AT}|is (?:in|at)){_EN_END}"), place("work_address"), 0.93),
    Rule("en_work_at", rx(rf"^i\s+(?:now |currently )?work\s+(?:in|at|near|out of){_EN_END}"), place("work_address"), 0.88),
    Rule("en_pickup", rx(rf"\b(?:i|we)\s+(?:usually|normally|always|mostly|generally|regularly|often)\s+(?:ship|send|pick up|load|dispatch)(?:\s+\w+)?\s+(?:out of|from|at){_EN_END}"), place("usual_pickup_address"), 0.9),
    Rule("en_pickup_is", rx(rf"\b(?:work |usual |regular |my |our |all )*(?:pick[- ]?ups?|collections?|loading)(?: address| point| location)?\s+(?:is|are|will be)\s+(?:now |usually |always |normally )*(?:from|at|in){_EN_END}"), place("usual_pickup_address"), 0.9),
    Rule("en_delivery", rx(rf"\b(?:i|we)\s+(?:usually|normally|always|mostly|generally|regularly|often)\s+(?:ship|send|deliver)(?:\s+\w+)?\s+to{_EN_END}"), place("usual_delivery_address"), 0.9),
    Rule("en_delivery_all", rx(rf"\b(?:everything|all (?:of it|goods|cargo|shipments))\s+(?:usually |always )?(?:goes|go|ships?|is sent)\s+to{_EN_END}"), place("usual_delivery_address"), 0.85),
    Rule("en_delivery_is", rx(rf"\b(?:usual |regular |my |our |all )+(?:deliver(?:y|ies)|drop[- ]?offs?|trucks?)(?: address| point| location)?\s+(?:is |are |go |goes )?(?:now |usually |always |normally )*(?:to|at|in){_EN_END}"), place("usual_delivery_address"), 0.85),
)  # fmt: skip

ADDRESSES = Topic(
    "addresses",
    rx(
        r"住|家|房|现在|目前|搬|迁|挪|公司|单位|办公|店|工作室|厂|仓|铺|档口|上班|地址|地点|取货|发货|装货|提货|收货|送货|从|送到|发到|发往|拉到|运到|寄到|新房|摊|诊所|餐"
        r"|\b(?:live|living|stay|reside|based|moved|relocated|home|house|apartment|flat|place|office|company|warehouse|shop|store|studio|factory|work|ship|pick|collection|deliver|address|trucks?|drop|everything|all|rent|own|bought)"
    ),
    RULES,
)
