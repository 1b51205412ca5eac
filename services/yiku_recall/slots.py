"""Which slots of the profile a question asks for, by cue words of both languages."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Cue:
    """Words that ask for `attributes`, in folded (NFKC, case-folded) text."""

    attributes: tuple[str, ...]
    pattern: re.Pattern[str]


def _cue(attributes: str, *patterns: str) -> Cue:
    return Cue(tuple(attributes.split()), re.compile("|".join(patterns)))


_CUES: tuple[Cue, ...] = (
    _cue(
        "home_address",
        r"住(?:在|的)?(?:哪|什么|何处|地址|城市)|住址|(?:现在|目前).{0,4}住",
        r"(?:我|他|她|客户|阿姨|叔叔)家|家(?:里|庭|的|现在|在).{0,6}(?:地址|哪|接|取|送)",
        r"回家|到家|搬(?:到|去)?(?:哪|家)",
        r"\blives?\b|\bhome\b|\breside|\bmove[ds]?\b",
    ),
    _cue(
        "work_address warehouse_address usual_pickup_address usual_delivery_address",
        r"(?:公司|单位|办公室|工作室|仓库|厂|店|铺).{0,8}(?:哪|地址|区|位置|取|送|接)",
        r"(?:去|到)(?:我|他|她)?(?:们)?(?:公司|单位|店里|仓库|工作室)|上班.{0,4}(?:哪|地)",
        r"\boffice\b|\bwork(?:place|shop| address)?\b|\bcompany\b|\bwarehouse\b|\bstudio\b|\bshop\b",
    ),
    _cue(
        "usual_pickup_address warehouse_address work_address",
        r"(?:取|装|提|发)货.{0,6}(?:地|哪|址|点)|从哪.{0,4}(?:发|取|装)|\bpick.?up\b",
    ),
    _cue(
        "usual_delivery_address",
        r"(?:送|卸|收)(?:货|到|去).{0,6}(?:地|哪|址)|送什么地",
        r"\bdeliver(?:y|ed)? (?:address|to)\b|\bdrop.?off\b",
    ),
    _cue(
        "preferred_vehicle_type avoided_vehicle_type",
        r"车型|(?:什么|哪种|哪个|啥|怎样的?)(?:样的)?(?:货)?车(?!费)",
        r"(?:叫|派|用|订|约|推荐|换).{0,4}(?:货)?车",
        r"\bvehicles?\b|\btrucks?\b|\bvan\b|\blorr",
    ),
    _cue(
        "fleet_size",
        r"(?:几|多少)(?:台|辆|部)|(?:台|辆)数|车队",
        r"\bhow many (?:trucks|vans|vehicles|cars)|\bfleet\b",
    ),
    _cue("driver_opinion", r"司机|师傅|\bdrivers?\b"),
    _cue("night_delivery preferred_time", r"夜(?:间|里|晚)|晚上|半夜|凌晨|深夜|\bnights?\b|\bafter dark\b"),
    _cue(
        "preferred_time night_delivery avoided_time",
        r"几点|(?:什么|啥)时(?:候|间)|时间段|时段|(?:上|下)午|早上|中午|周末|工作日",
        r"\bwhat time\b|\btime slots?\b|\bmornings?\b|\bafternoons?\b|\bweekends?\b",
        r"\bwhen (?:should|can|do|does|is)\b",
    ),
    _cue(
        "loading_help health_limit",
        r"搬(?:运|货|东西|得动|不动|上|下)|装卸|卸货|装货|抬|帮忙搬",
        r"\bload(?:ing)?\b|\bunload|\bcarry|\blift",
    ),
    _cue(
        "call_before_arrival",
        r"提前.{0,4}(?:电话|打|联系|通知)|到.{0,4}前.{0,4}电话|\bcall (?:before|ahead|first)",
    ),
    _cue(
        "contact_channel call_before_arrival",
        r"(?:怎么|如何|哪).{0,4}联系|联系方式|(?:打|接|通)电话|短信|微信",
        r"\bcontact\b|\breach\b|\btext (?:me|her|him)\b",
    ),
    _cue(
        "invoice invoice_title",
        r"发票|开票|专票|普票|抬头|税号|报销|\binvoices?\b|\bvat\b|\breceipts?\b|\bfapiao\b",
    ),
    _cue(
        "payment_method",
        r"付款|支付|结账|现金|月结|怎么付|\bpay(?:s|ment|ing)?\b|\bcash\b|\bmonthly settlement\b",
    ),
    _cue("insurance", r"保险|保价|投保|\binsur|\bdeclared value\b"),
    _cue(
        "service_wish",
        r"(?:什么|哪些|啥|特殊|特别).{0,4}(?:要求|注意|讲究|偏好|习惯)|要注意|备注|\bspecial (?:request|need|care)",
        r"\b(?:mind|watch out|keep in mind|preferences?)\b",
    ),
    _cue("packing", r"打包|包装|易碎|缠膜|木架|\bpack(?:ing|aging|ed)?\b|\bwrap|\bfragile\b"),
    _cue("insurance", r"保价|保险|\binsur(?:e|ed|ance)\b"),
    _cue("service_wish", r"备注|要求|注意(?:什么|事项)|特殊|\bspecial (?:request|instruction)s?\b|\bnotes?\b"),
    _cue("allergy", r"过敏|忌口|\ballerg"),
    _cue(
        "health_limit allergy",
        r"身体|健康|腰|腿脚|膝盖|听力|助听|怀孕|孕|残疾|不方便|照顾",
        r"\bhealth|\bpregnan|\bknees?\b|\bhearing\b|\bdisab|\bback (?:pain|problem|injury)|\bcondition\b",
    ),
    _cue(
        "usual_goods",
        r"(?:运|拉|寄|送|装)(?:的)?(?:是)?(?:什么|啥|哪些)|什么(?:货|东西)|货物|货品",
        r"\bgoods\b|\bcargo\b|\bwhat (?:does|do) .{0,20}(?:ship|send|haul)",
    ),
    _cue("pet allergy", r"宠物|养(?:的|了)?(?:什么|猫|狗)|猫|狗|\bpets?\b|\bdogs?\b|\bcats?\b"),
    _cue(
        "name",
        r"(?:叫|姓)什么|姓名|称呼|贵姓|名字|\b(?:customer|my|her|his|their)(?:'s)? name\b",
        r"\bwho (?:is|am) (?:the customer|i)\b",
    ),
    _cue("phone", r"(?:电话|手机|联系)号|号码|\bphone(?: number)?\b|\bmobile\b"),
    _cue("email", r"邮箱|邮件地址|\be-?mail\b"),
    _cue(
        "occupation",
        r"职业|(?:做|干|从事)什么(?:工作|的|生意|行业)",
        r"\boccupation\b|\bjob\b|\bfor a living\b|\bprofession\b",
    ),
)


def asked_attributes(folded: str) -> tuple[str, ...]:
    """The attributes a folded text asks for, in order of the cues, without repeats."""
    found = (name for cue in _CUES if cue.pattern.search(folded) for name in cue.attributes)
    return tuple(dict.fromkeys(found))
