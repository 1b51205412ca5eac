"""Vehicle types: every way of saying 厢货 or box truck gives one code."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from dataclasses import dataclass

from yiku_text.numbers import whole_number


@dataclass(frozen=True)
class VehicleType:
    """A canonical type: `code` for values, `zh` for names in the graph, `en` for English text."""

    code: str
    zh: str
    en: str
    pattern: str


@dataclass(frozen=True)
class Vehicle:
    """A vehicle as a text names it: [start, end) in the text, length of the bed in metres if said."""

    start: int
    end: int
    type: VehicleType
    length_m: float | None = None
    features: tuple[str, ...] = ()


VEHICLE_TYPES: tuple[VehicleType, ...] = (
    VehicleType("temperature_controlled_truck", "控温车", "temperature-controlled truck", r"控温(?:厢式?货?车?|车|的车)|恒温车|temperature[- ]controlled (?:truck|van)"),
    VehicleType("reefer_truck", "冷藏车", "refrigerated truck", r"冷藏(?:[厢箱]?货?车|的(?![货东海]))|冷链(?:[厢箱]?货?车)?|冷冻(?:[厢箱]?货)?车|冷车|冷柜车|保温车|reefers?(?: trucks?| vans?)?|(?:refrigerated|refer|freezer) (?:trucks?|vans?|lorr(?:y|ies))|(?:cold[- ]chain|chilled) (?:trucks?|vans?)"),
    VehicleType("dangerous_goods_truck", "危险品车", "dangerous-goods truck", r"危(?:化品?|险品|货)(?:专用)?(?:运输)?[厢箱]?货?车|危化车|(?:hazmat|dangerous[- ]goods) (?:trucks?|vans?|lorr(?:y|ies))"),
    VehicleType("lowbed_trailer", "低平板车", "lowbed trailer", r"低(?:平)?板(?:半?挂)?车?|爬梯车|low[- ]?(?:bed|boy)s?(?: (?:trucks?|trailers?))?"),
    VehicleType("crane_truck", "随车吊", "crane truck", r"随车吊|吊机车|(?:truck[- ]mounted crane|crane trucks?|hiab)"),
    VehicleType("dump_truck", "自卸车", "dump truck", r"自卸(?:货?车)|翻斗车|泥头车|渣土车|(?:dump|tipper) trucks?"),
    VehicleType("tanker", "罐车", "tanker truck", r"(?<!闷)(?:油|槽|液体|水泥)?罐车|槽车|tanker(?: trucks?|s)"),
    VehicleType("container_truck", "集装箱车", "container truck", r"集(?:装箱(?:货?车|卡车)|卡)|[柜箱]柜车|拖柜车|container (?:trucks?|lorr(?:y|ies))"),
    VehicleType("car_carrier", "轿运车", "car carrier", r"轿运车|板车托运|拖车(?=拉车|运车)|car carriers?"),
    VehicleType("box_truck", "厢式货车", "box truck", r"[厢箱](?:式|体)(?:小|大)?(?:货?车)?|厢货车?|相货车|(?<![一二三四五六七八九十几整每0-9这那大小多两冰纸木皮油烤风音])箱货车?|[厢箱]车|大厢货?|封闭(?:式)?货?车|全封闭货?车|box(?:ed)?[- ]?trucks?|box vans?|(?:closed|enclosed|luton) (?:trucks?|vans?)"),
    VehicleType("stake_truck", "高栏车", "high-sided truck", r"高栏(?:板?货?车)?|高[拦兰]板?货?车|[仓苍]栏(?:货?车)?|花栏车?|栏板车|仓栅(?:式货?车)?|stake(?:[- ]bed)?(?: trucks?)|high[- ](?:sided?|rail) trucks?"),
    VehicleType("flatbed_truck", "平板车", "flatbed truck", r"平板(?!电脑|电视|支撑|手机|拖把|锅)(?:货?车)?|敞车|flat[- ]?beds?(?: trucks?| lorry)?"),
    VehicleType("wing_truck", "飞翼车", "wing-opening truck", r"飞翼(?:货?车)?|翼展车|侧开门?[厢货]车|wing(?:[- ]?span|[- ]van|[- ]open(?:ing)?|[- ]body)? trucks?|curtain[- ]?siders?"),
    VehicleType("air_suspension_truck", "气垫车", "air-suspension truck", r"气垫车|air[- ](?:suspension|ride) trucks?"),
    VehicleType("semi_trailer", "半挂车", "semi-trailer", r"半挂(?:车)?|挂车|semi[- ]?(?:trailers?|trucks?)|semis?(?![- ]?(?:final|annual|auto|pro|retired|conductor|circle|detached|weekly|monthly))\b|(?:18|eighteen)[- ]wheelers?|(?:tractor[- ])?trailers?|big rigs?"),
    VehicleType("medium_van", "中面", "medium van", r"(?<!其)中(?:型面(?:包车?)?|面(?:包车)?)(?![积试])|金杯(?:车|面包)?|海狮(?:面包)?车?|(?:medium|mid[- ]?sized?) (?:mini)?vans?"),
    VehicleType("small_van", "小面", "small van", r"(?<![庆碗吃份])小(?:型面(?:包车?)?|[面棉](?:包车?(?![店房屋片渣]|[很真]?好吃))?)(?![积条馆袄签条店])|微(?:型)?面(?:包车?)?|五菱(?:宏光|之光|荣光)?(?:面包)?车?|small (?:mini|cargo )?vans?"),
    VehicleType("iveco", "依维柯", "Iveco van", r"依[维为][柯科克珂轲](?:车)?|iveco(?: vans?)?"),
    VehicleType("van", "面包车", "minivan", r"面包?车|大面(?=$|[，。,.!！?？的吧])|全顺(?:车)?|mini[- ]?vans?|(?:cargo|panel|transit|sprinter|delivery) vans?|(?<!moving )\bvans?\b"),
    VehicleType("pickup_truck", "皮卡", "pickup truck", r"皮卡车?|pick[- ]?up trucks?|(?:(?<=\ba )|(?<=\bthe )|(?<=\byour )|(?<=\bby ))pick[- ]?up(?=\s*(?:$|[.,!?]|is|was|will|instead|works|would|with))"),
    VehicleType("mpv", "商务车", "MPV", r"商务车|\bMPVs?\b|GL8"),
    VehicleType("tricycle", "三轮车", "cargo tricycle", r"(?:电动|电)?三轮(?:货?车)?|三蹦子|tricycles?|tuk[- ]?tuks?|three[- ]wheelers?"),
    VehicleType("small_truck", "小货车", "small truck", r"小货(?:车(?!架)|(?![架品物柜]))|微(?:型)?(?:货车?|卡车?)|小型货车|小卡车?|轻卡|(?:small|mini|light) (?:trucks?|lorr(?:y|ies))"),
    VehicleType("large_truck", "大货车", "large truck", r"大(?:型)?货车|大卡车?|重卡|(?:large|big|heavy) (?:trucks?|lorr(?:y|ies))"),
    VehicleType("medium_truck", "中型货车", "medium truck", r"中(?:型)?货车|中卡|medium (?:trucks?|lorr(?:y|ies))"),
    VehicleType("car", "轿车", "car", r"小?轿车|小汽车|\bsedans?\b|hatchbacks?"),
    VehicleType("motorcycle", "摩托车", "motorcycle", r"摩托车?|电瓶车|电驴|两轮车|motor(?:cycle|bike)s?|\bscooters?\b"),
    VehicleType("truck", "货车", "truck", r"货车|卡车|尾板车|\btrucks?\b|\blorr(?:y|ies)\b"),
)  # fmt: skip

BY_CODE = {vehicle.code: vehicle for vehicle in VEHICLE_TYPES}
_BY_GROUP = {f"v{index}": vehicle for index, vehicle in enumerate(VEHICLE_TYPES)}
_ANY = "|".join(f"(?P<v{i}>{vehicle.pattern})" for i, vehicle in enumerate(VEHICLE_TYPES))
_FLAGS = re.IGNORECASE | re.ASCII
"""ASCII: a word in Latin letters ends where Chinese begins."""

_HAN_METRES = "一二三四五六七八九十"
_LENGTH = (
    r"(?:(?P<metres>\d{1,2}(?:\.\d{1,2})?)\s*(?:米(?!\d)|m\b|meters?|metres?|-?\s?meter)"
    r"|(?P<feet>\d{1,2})\s?-?\s?(?:ft|foot|feet|['’])(?![a-z])"
    rf"|(?P<whole>[{_HAN_METRES}]{{1,3}}|\d{{1,2}})(?:米|点(?=[{_HAN_METRES}\d]))(?P<tenth>[{_HAN_METRES}\d]?)米?)"
)
_STANDARD = (
    2.7,
    3.3,
    3.8,
    4.2,
    5.2,
    5.4,
    5.8,
    6.2,
    6.8,
    7.2,
    7.6,
    7.7,
    7.8,
    8.2,
    8.6,
    8.7,
    9.6,
    11.7,
    12.5,
    13.0,
    13.5,
    13.7,
    14.6,
    15.0,
    16.0,
    16.5,
    17.5,
)
"""Bed lengths, in metres, that trucks are called by."""

_PLAIN = "|".join(str(metres).replace(".", r"\.") for metres in _STANDARD if metres % 1)
_BEFORE = re.compile(
    rf"(?:{_LENGTH}|(?<![\d.])(?P<plain>{_PLAIN}))\s*长?的?\s*(?:普通|大|小|蓝牌|黄牌|新能源|电动|封闭|尾板)?的?$",
    _FLAGS,
)
_AFTER = re.compile(
    rf"\s*[(（]?\s*(?:车?长)?{_LENGTH}|\s*[(（]?(?P<plain>{_PLAIN})(?![\d.%元块吨方万公])", re.IGNORECASE
)
_ORDERED = r"(?:(?:[叫来派要用订约找换配开]|(?<!沙)发|安排|预约|需要|坐)(?:[一二两三四五1-9]?[台辆部个]|过来|我)?|[一二两三四五六七八九十\d][台辆部]|车型[是:：]?|[换改]成)\s?(?:普通)?"
_BARE = re.compile(
    rf"(?P<all>^|{_ORDERED}){_LENGTH}(?:的?(?:货?车)?)(?=$|[\s,，。.!！?？;；吧就呢啊嘛行够也可装拉过来]|的(?:$|[,，。吧就行车]))",
    _FLAGS,
)
_VEHICLE = re.compile(_ANY, _FLAGS)
_FEATURES = (
    ("tail_lift", re.compile(r"尾板|tail[- ]?(?:lift|gate)", _FLAGS)),
    ("air_suspension", re.compile(r"气垫|air[- ](?:suspension|ride)", _FLAGS)),
    ("air_conditioning", re.compile(r"空调|air[- ]con", _FLAGS)),
    ("new_energy", re.compile(r"新能源|电动(?:货车|车)|electric", _FLAGS)),
)

VEHICLE = rf"(?:{'|'.join(vehicle.pattern for vehicle in VEHICLE_TYPES)})"
"""Matches the name of any vehicle type, for use inside larger patterns (ignore case)."""


def find(text: str) -> tuple[Vehicle, ...]:
    """The vehicles a text names, in reading order, each with a length that stands beside it."""
    return tuple(_vehicle(text, match) for match in _VEHICLE.finditer(text))


def canonical(text: str) -> Vehicle | None:
    """The first vehicle a text names; one that is called by its length alone (叫个4米2) is a truck."""
    found = find(text) or find_by_length(text)
    return found[0] if found else None


def find_by_length(text: str) -> tuple[Vehicle, ...]:
    """Trucks that are called by their length alone, where one is ordered or nothing else is said; no sofa of 4米2."""
    found = (match for match in _BARE.finditer(text) if match["all"] or match.end() == len(text))
    trucks = (
        Vehicle(match.start("all") + len(match["all"]), match.end(), BY_CODE["truck"], _metres(match))
        for match in found
    )
    return tuple(truck for truck in trucks if truck.length_m in _STANDARD)


def features(text: str) -> tuple[str, ...]:
    """Equipment codes that a text asks for, sorted: tail_lift, air_suspension, …"""
    return tuple(sorted(code for code, pattern in _FEATURES if pattern.search(text)))


def _vehicle(text: str, match: re.Match[str]) -> Vehicle:
    kind = _BY_GROUP[match.lastgroup or ""]
    before = _BEFORE.search(text, max(0, match.start() - 12), match.start())
    beside = before or _AFTER.match(text, match.end())
    start = before.start() if before else match.start()
    end = beside.end() if beside is not None and before is None else match.end()
    return Vehicle(start, end, kind, _metres(beside) if beside else None)


def _metres(match: re.Match[str]) -> float:
    named = match.groupdict()
    plain = named["metres"] or named.get("plain")
    if plain:
        return float(plain)
    if named["feet"]:
        return round(int(named["feet"]) * 0.3048, 1)
    tenth = whole_number(named["tenth"]) if named["tenth"] else 0
    return float(f"{whole_number(named['whole'])}.{tenth}")
