"""People as customers call them: 庞师傅, 老李, 王姐, 姓庞的那个师傅, driver Wang, Mr. Zhao."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """One person spoken of in [start, end) of the text.

    `name` is canonical: 李师父, 李司机 and 姓李的师傅 are all 李师傅, driver wang is Wang. `surname` is empty for
    a nickname (小胖). `driver` says that the words themselves call the person a driver.
    """

    start: int
    end: int
    text: str
    name: str
    surname: str
    driver: bool


SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱林何郭马罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田姜范石姚谭廖邹熊金陆郝孔崔康毛邱秦史顾侯邵孟龙钱汤尹黎易武乔贺赖龚文"
    "高江方任白万段雷常洪倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦柳邢路岳齐梅庄辛管祝左涂谷祁舒耿牟卜肖詹关苗凌费纪欧盛游阮裴于成庞樊兰施殷翟安颜霍童柴覃靳宁瞿闫曲佟仇鲍华连冉柯迟卓桑喻简蒙巫褚甘隋甄阳"
)
_FREQUENT = SURNAMES[:28]
_GIVEN_NAMES = "强军刚勇波涛明辉虎斌鹏飞亮宝峰杰伟东海平兵红芳丽霞燕娟梅兰英彬文贵福健志豪龙华荣发财生旺坤超浩俊"
_DOUBLE = r"欧阳|上官|司徒|诸葛|司马|夏侯|皇甫|尉迟|慕容|令狐|南宫|长孙|端木|轩辕"
_FAMILY = rf"(?:{_DOUBLE}|[{SURNAMES}])"
_DRIVER = r"(?:老?师[傅父付]|司机|驾驶员|师(?=$|[\s,，。.!！?？、的]))"
_TITLE = r"(?:大?哥|大?姐|大?叔|婶|阿?姨|伯伯?|爷爷?|大爷|大妈|大婶|嫂子?|队长?|工(?=$|[\s,，。.!！?？、的说在来])|总(?![是在共会算要之体监裁])|老板|经理|先生|女士|小姐|老师|主管|老弟|兄弟?|站长|班长|厂长|主任|医生|大夫|教练|同学|头儿(?=$|[\s,，。.!！?？、的说]))"
_GIVEN = r"(?![的是了在来这那个位家搬司说就也都给叫让找货车大小老先女师阿我你他她们和跟把被到去过还有没不很太真谢一看装苦用养又破]|哥|姐|叔|总|经|主)[一-龥]"
_NEXT = r"(?=$|[\s,，。.!！?？、：:;；的了呢吧啊嘛呀是在来去就说人很特非真态服送开搬拉装帮也都还没不好太最今明昨上下跟和给把电手这那挺又再到有要会能接打做比每一当从准干])"
_WORD_BEFORE = re.compile(
    r"(?:谢谢|感谢|多谢|答谢|由于|对于|关于|属于|等于|终于|至于|在于|经常|平常|非常|通常|时常|日常|正常|异常|照常|责任|信任|主任|担任|对方|地方|官方|双方|四方|前方|后方|警方|"
    r"我管|分钟|全程|过程|路程|行程|工程|里程|不管|尽管|保管|主管|只管|运费|小费|免费|消费|收费|付费|缴费|现金|押金|定金|奖金|佣金|资金|半路|一路|马路|公路|道路|顺路|带路|迷路|中文|英文|语文|作文|也许|允许|许许|容易|不易|交易|贸易|简易|"
    r"明白|空白|阶段|手段|时段|路段|一段|完成|变成|达成|换成|当成|做成|改成|组成|赞成|成成|平安|保安|公安|西安|不安|早安|晚安|欢乐|几乎|千万|几万|一万|两万|三万|提高|最高|很高|增高|"
    r"上车|下车|货车|叫车|用车|坐车|开车|打车|停车|堵车|装车|卸车|拉车|搬车|小车|大车|汽车|专车|拼车|整车|火车|厢车|面包车|三轮车|派车|租车|换车|车车|简单|订单|接连|一连|连连|中华|精华|盘石|钻石|大石|"
    r"跟随|管管|东方|西方|南方|北方|左左|时候|干洪|旅游|导游|下游|上游|水管|电梯|青田|申申|刚刚|家庄|石家庄|作业|毕毕|温温|水温|体温|室温|常温|降温|保温|不成|有成|大江|长江|珠江|浙江|镇江|丽江|九江|香江|江江|"
    r"大连|六安|广安|延安|泰安|雅安|吉安|淮安|河南|海南|云南|湖南|越南|重庆|海宁|南宁|咸宁|西宁|辽宁|济宁|遂宁|普宁|安宁|北海|商丘|内蒙|启蒙|兰兰|玉兰|中关|海关|有关|相关|机关|无关|开关)$"
)
_WORD = re.compile(
    "任何|常用|马上|方便|金牌|高级|高空|安全|白班|石材|钢琴|雷同|成都|江苏|江西|江浙|夏天|黄牌|蓝牌|高栏|金杯|王爷|路过|易碎|连夜|余下"
)
_NO_NICKNAME = (
    r"(?!小(?:方[桌块格巾凳案便]|石[头子块]|黄[车鱼鸭人花]|白[菜兔鼠领楼鞋车]|金[库额杯属鱼]|毛[病驴毯巾]|马[路达扎桶甲]|高[层峰一二三]|龙[虾坎潭]|汤[圆山]|季|雷达|车|石|康|单|易|游戏|温|曲|安全|任务|费|段|成本|申请|关|管|余额|舒|路|连|万))"
    r"(?!老(?:高[了兴]|白干|黄牛|方[法子]|安|石|龙|关|连|车|康|路|文|成|管))"
)
_BY_TITLE = re.compile(
    rf"(?P<family>{_FAMILY})(?:(?P<given>{_GIVEN}{{1,2}}?)(?={_DRIVER}|先生|女士|小姐))?的?(?:(?P<driver>{_DRIVER})|(?<!的)(?P<title>{_TITLE}))"
)
_BY_PREFIX = re.compile(
    rf"{_NO_NICKNAME}(?P<prefix>(?<![养父长变])老|(?<!大)小|阿|大(?=[{_FREQUENT}]))(?P<family>{_FAMILY})(?P<tail>头(?!疼|痛))?(?P<driver>师[傅父付])?{_NEXT}"
)
_BY_WORDS = re.compile(
    rf"(?:(?<![我叫])姓(?P<called>{_FAMILY})的(?:那[个位名]?)?(?:女|男|老)?(?P<driver>师[傅父付]|司机|小伙子?|大哥|小哥)?"
    rf"|(?:司机|师[傅父付]|驾驶员)(?:大?哥)?(?:姓|是姓)(?P<surname>{_FAMILY})(?![一-龥]?名)"
    rf"|(?:司机|驾驶员)(?:叫|名叫|是|名字[是叫])?(?:(?P<prefix>[老小])(?P<short>{_FAMILY})|(?P<family>{_FAMILY})(?P<given>{_GIVEN}{{1,2}}?)?){_NEXT})"
)
_NICKNAMES = re.compile(
    rf"(?:[小大阿老]胖(?:子|哥|师傅)?|胖(?:子|哥|师傅)|[小大]壮|光头(?:哥|师傅)?|眼镜(?:哥|师傅)|阿[{_GIVEN_NAMES}](?:哥|姐|师傅)?|[{_GIVEN_NAMES}](?:哥|姐|叔|子(?=师傅))){_NEXT}"
)
_PINYIN = """
wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu lin he guo ma luo liang song zheng xie han tang feng dong xiao cheng cao
yuan deng fu shen zeng peng lu su jiang cai jia ding wei xue ye yan yu pan du dai xia zhong tian ren fan fang shi yao tan liao zou
xiong jin hao kong bai cui kang mao qiu qin gu hou shao meng long wan duan qian yin yi chang qiao lai gong wen pang lim ong goh ng
teo lee wong chan cheung lau kwok lam
"""
_NOT_NAMES = """
the this that these my your our his her their who what when where why how and but or if as so then while because just also always
never again please now today yesterday tomorrow tonight still only very really too said says asked told came comes left called app
side seat no not is was has had will would can could should must may did does do with from for at in on to of by about after before
i i'm he she we they it's thanks thank sorry hi hello ok okay mr mrs ms miss
"""
_SURNAMES_EN, _NO_NAMES_EN = frozenset(_PINYIN.split()), frozenset(_NOT_NAMES.split())
_ENGLISH = re.compile(
    r"\b(?:(?P<driver>driver|shifu|master)\s+(?:(?:named|called)\s+)?(?:mr\.?\s+)?(?P<name>[a-z]{2,14})|(?P<title>mr|mrs|ms|miss|captain|uncle|auntie|aunt|lao|xiao)\.?\s+(?P<named>[a-z]{2,14})|(?P<before>[a-z]{2,14})\s+shifu)\b",
    re.IGNORECASE | re.ASCII,
)
_KEPT_TITLES = frozenset({"lao", "xiao", "uncle", "auntie", "aunt"})
_SPELLINGS = re.compile(r"老?师[傅父付]|司机|驾驶员|师$")


def find_people(text: str) -> tuple[Person, ...]:
    """The people whom a text calls by a name, in reading order; 师傅您 and 老板 name nobody."""
    found: list[Person] = []
    for pattern, read in _READERS:
        for match in pattern.finditer(text):
            person = read(match)
            if person is not None and all(person.end <= other.start or person.start >= other.end for other in found):
                found.append(person)
    return tuple(sorted(found, key=lambda person: person.start))


def canonical_name(words: str) -> str:
    """The canonical name of the first person in the words, or the words themselves."""
    people = find_people(words)
    return people[0].name if people else words


def _by_words(match: re.Match[str]) -> Person | None:
    surname = match["called"] or match["surname"] or match["short"] or match["family"]
    if match["called"] or match["surname"]:
        return _person(match, f"{surname}师傅", surname, driver=not match["called"] or match["driver"] is not None)
    given = match["given"] or ""
    name = f"{match['prefix']}{surname}" if match["prefix"] else f"{surname}{given}" if given else f"{surname}师傅"
    return _person(match, name, surname, driver=True)


def _by_title(match: re.Match[str]) -> Person | None:
    before = match.string[max(0, match.start() - 2) : match.end("family")]
    if _WORD_BEFORE.search(before) or _WORD.match(match[0]):
        return None
    title = _SPELLINGS.sub("师傅", match["driver"]) if match["driver"] else match["title"]
    return _person(
        match, f"{match['family']}{match['given'] or ''}{title}", match["family"], match["driver"] is not None
    )


def _by_prefix(match: re.Match[str]) -> Person | None:
    name = match["prefix"] + match["family"] + (match["tail"] or "")
    return _person(match, name, match["family"], match["driver"] is not None)


def _by_nickname(match: re.Match[str]) -> Person | None:
    return _person(match, match[0].removesuffix("师傅"), "", match[0].endswith("师傅"))


def _english(match: re.Match[str]) -> Person | None:
    written = match["name"] or match["named"] or match["before"]
    name = written.capitalize()
    if written.lower() in _NO_NAMES_EN or not (written[0].isupper() or written in _SURNAMES_EN):
        return None
    title = (match["title"] or "").lower()
    shown = f"{title.capitalize()} {name}" if title in _KEPT_TITLES else name
    return _person(match, shown, name, not title)


def _person(match: re.Match[str], name: str, surname: str, driver: bool) -> Person:
    return Person(match.start(), match.end(), match[0], name, surname, driver)


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Person | None]], ...] = (
    (_BY_WORDS, _by_words),
    (_BY_TITLE, _by_title),
    (_BY_PREFIX, _by_prefix),
    (_NICKNAMES, _by_nickname),
    (_ENGLISH, _english),
)
