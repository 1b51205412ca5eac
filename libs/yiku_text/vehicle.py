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
    VehicleType("reefer_truck", "冷藏车", "refrigerated truck", r"冷藏(?:厢?货?车|的(?![货东海]))|冷链(?:货?车)?|冷冻车|冷车|保温车|reefers?(?: trucks?)?|refrigerated (?:trucks?|vans?)|(?:cold[- ]chain|chilled) (?:trucks?|vans?)"),
    VehicleType("box_truck", "厢式货车", "box truck", r"[厢箱]式(?:货?车)?|厢货车?|(?<![一二三四五六七八九十几整每0-9这那大小多两])箱货车?|[厢箱]车|box(?:ed)?[- ]?trucks?|box vans?|closed trucks?"),
    VehicleType("stake_truck", "高栏车", "high-sided truck", r"高栏(?:货?车)?|仓栅(?:式货?车)?|stake(?:[- ]bed)?(?: trucks?)|high[- ](?:sided?|rail) trucks?"),
    VehicleType("flatbed_truck", "平板车", "flatbed truck", r"平板(?!电脑|电视)(?:货?车)?|flat[- ]?beds?(?: trucks?| lorry)?"),
    VehicleType("wing_truck", "飞翼车", "wing-opening truck", r"飞翼(?:货?车)?|wing (?:span )?trucks?"),
    VehicleType("air_suspension_truck", "气垫车", "air-suspension truck", r"气垫车|air[- ](?:suspension|ride) trucks?"),
    VehicleType("semi_trailer", "半挂车", "semi-trailer", r"半挂(?:车)?|挂车|semi[- ]trailers?|trailers?"),
    VehicleType("medium_van", "中面", "medium van", r"(?<!其)中(?:型面(?:包车?)?|面(?:包车)?)(?![积试])|金杯(?:车)?|(?:medium|mid[- ]?sized?) (?:mini)?vans?"),
    VehicleType("small_van", "小面", "small van", r"小(?:型面(?:包车?)?|面(?:包车?)?)(?![积条馆])|微面|small (?:mini)?vans?"),
    VehicleType("iveco", "依维柯", "Iveco van", r"依维柯|iveco(?: vans?)?"),
    VehicleType("van", "面包车", "minivan", r"面包车|mini[- ]?vans?|(?<!moving )\bvans?\b"),
    VehicleType("pickup_truck", "皮卡", "pickup truck", r"皮卡车?|pick[- ]?up trucks?"),
    VehicleType("mpv", "商务车", "MPV", r"商务车|MPV"),
    VehicleType("tricycle", "三轮车", "cargo tricycle", r"三轮车?|tricycles?"),
    VehicleType("small_truck", "小货车", "small truck", r"小货车?(?!架)|微货|小卡车?|small trucks?"),
    VehicleType("large_truck", "大货车", "large truck", r"大货车|大卡车?|(?:large|big) trucks?"),
    VehicleType("truck", "货车", "truck", r"货车|卡车|\btrucks?\b|\blorr(?:y|ies)\b"),
)  # fmt: skip

BY_CODE = {vehicle.code: vehicle for vehicle in VEHICLE_TYPES}
_BY_GROUP = {f"v{index}": vehicle for index, vehicle in enumerate(VEHICLE_TYPES)}
_ANY = "|".join(f"(?P<v{i}>{vehicle.pattern})" for i, vehicle in enumerate(VEHICLE_TYPES))
_HAN_METRES = "一二三四五六七八九十"
_LENGTH = (
    r"(?:(?P<metres>\d{1,2}(?:\.\d{1,2})?)\s*(?:米(?!\d)|m\b|meters?|metres?|-?\s?meter)"
    rf"|(?P<whole>[{_HAN_METRES}]{{1,3}}|\d{{1,2}})米(?P<tenth>[{_HAN_METRES}\d]?))"
)
_BEFORE = re.compile(rf"{_LENGTH}\s*长?的?\s*(?:普通|大|小)?$", re.IGNORECASE)
_AFTER = re.compile(rf"\s*[(（]?\s*(?:长)?{_LENGTH}", re.IGNORECASE)
_VEHICLE = re.compile(_ANY, re.IGNORECASE)
_FEATURES = (
    ("tail_lift", re.compile(r"尾板|tail[- ]?(?:lift|gate)", re.IGNORECASE)),
    ("air_suspension", re.compile(r"气垫|air[- ](?:suspension|ride)", re.IGNORECASE)),
    ("air_conditioning", re.compile(r"空调|air[- ]con", re.IGNORECASE)),
    ("new_energy", re.compile(r"新能源|电动(?:货车|车)|electric", re.IGNORECASE)),
)

VEHICLE = rf"(?:{'|'.join(vehicle.pattern for vehicle in VEHICLE_TYPES)})"
"""Matches the name of any vehicle type, for use inside larger patterns (ignore case)."""


def find(text: str) -> tuple[Vehicle, ...]:
    """The vehicles a text names, in reading order, each with a length that stands beside it."""
    return tuple(_vehicle(text, match) for match in _VEHICLE.finditer(text))


def canonical(text: str) -> Vehicle | None:
    """The first vehicle a text names; a length of 4.2 m with a bare 货车 stays a truck."""
    found = find(text)
    return found[0] if found else None


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
    if match["metres"]:
        return float(match["metres"])
    tenth = whole_number(match["tenth"]) if match["tenth"] else 0
    return float(f"{whole_number(match['whole'])}.{tenth}")
