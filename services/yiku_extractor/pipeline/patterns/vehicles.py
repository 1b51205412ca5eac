"""Which vehicle the customer wants or refuses, and how many."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re

from yiku_domain.memory import JsonValue, Kind
from yiku_text import vehicle
from yiku_text.numbers import ENGLISH_NUMBER, NUMBER, whole_number
from yiku_text.vehicle import VEHICLE

from yiku_extractor.pipeline.patterns.rule import WISHES, Finding, Rule, Sight, Topic, rx
from yiku_extractor.pipeline.patterns.words import STANDING, STANDING_EN

_ACT = r"(?:叫|用|派|要|安排|发|选|坐|拉|换|订|约|来|配|走|开)"
_NOT = r"(?:不要|(?<![特个])别|不想要?|不用|不(?:太|怎么|是很|大)?喜欢|不爱|不坐|莫|拒绝|讨厌|再也不|不需要|不接受|受不了|不能用|不准|甭|唔要|勿)"
_ONE = r"(?:[一1]?[台辆部]|那种|普通|任何|什么|大|中型)*"
_SIZE = r"(?:\d{1,2}(?:\.\d)?\s?米(?:\d|[一二三四五六七八九])?长?的?|[一-十]{1,3}米[一-九]?的?)?"
_FIT = rx(r"^(?:要|得|必须|最好|记得|需要)?(?:是)?(?:都)?(?:要)?(?:带|有|配)?(?:尾板|空调|气垫)")
_ONE_OFF = rx(
    r"今天|明天|后天|这次|这回|这单|这趟|现在帮|周[一二三四五六日]想|\d+号(?:用|要)|\b(?:today|tomorrow|this time|tonight|for now|this order|just once)\b"
)

_NEGATED = rx(r"(?:不|没|(?<!特)别|莫)(?:太|怎么|是很|大|再|想|要|会)?$|\b(?:not|don['’]?t|never)\s+(?:really )?$")
_ANY_TRUCK = frozenset({"truck"})
"""Said of any truck, it chooses none."""

_NOT_EN = r"(?:don['’]?t|do not|never|no more|not|no|hate|avoid|can['’]?t (?:use|take)|stop (?:sending|using)|without|rather not|dislike)"


def _value(found: vehicle.Vehicle, sight: Sight, features: tuple[str, ...] = ()) -> dict[str, JsonValue]:
    value: dict[str, JsonValue] = {"vehicle_type": found.type.code}
    if found.length_m is not None:
        value["length_m"] = found.length_m
    wanted = sorted({*vehicle.features(sight.text), *features})
    if wanted:
        value["features"] = list[JsonValue](wanted)
    if sight.statement.condition:
        value["condition"] = sight.statement.condition
    return value


def _preferred(match: re.Match[str], sight: Sight) -> Finding | None:
    found = _vehicle_at(match, sight)
    if found is None or _ONE_OFF.search(sight.text):
        return None
    if _NEGATED.search(sight.text[: match.start()]):
        return None
    if found.type.code in _ANY_TRUCK and found.length_m is None:
        return None
    next_one = sight.following[0] if sight.following else None
    fits = next_one is not None and _FIT.match(next_one.text) is not None
    features = vehicle.features(next_one.text) if fits and next_one else ()
    value = _value(found, sight, features)
    return Finding(Kind.PREFERENCE, "preferred_vehicle_type", value, last=next_one if features else None)


def _vehicle_at(match: re.Match[str], sight: Sight) -> vehicle.Vehicle | None:
    """The vehicle the match ends in or at least holds, with a length beside it."""
    inside = [v for v in vehicle.find(sight.text) if v.end > match.start() and v.start < match.end()]
    return inside[-1] if inside else None


def _avoided(match: re.Match[str], sight: Sight) -> Finding | None:
    found = _vehicle_at(match, sight)
    if found is None or found.type.code in _ANY_TRUCK:
        return None
    return Finding(Kind.PREFERENCE, "avoided_vehicle_type", _value(found, sight))


def _fleet(match: re.Match[str], sight: Sight) -> Finding | None:
    count = whole_number(match["n"])
    if count is None or count < 2:
        return None
    sentence = sight.utterance.sentence(sight.statement)
    return Finding(Kind.FACT, "fleet_size", {"count": count}, first=sentence[0], last=sentence[-1])


RULES = (
    Rule("vehicle_avoid", rx(rf"{_NOT}(?:再)?(?:给我|帮我|让)?(?:派|叫|用|要|安排|发|坐|来|配|选|拉)?{_ONE}{_SIZE}(?:的)?{VEHICLE}(?!就行|以外|也行)"), _avoided, 0.92, WISHES),
    Rule("vehicle_avoid_after", rx(rf"{VEHICLE}(?:就|真的?|实在|也|都)*(?:算了|不要(?!紧)|不行|别来|免了|不用了|不考虑|别派|别叫|我不要)"), _avoided, 0.88, WISHES),
    Rule("vehicle_except", rx(rf"除了{_ONE}{VEHICLE}(?:以外|之外)?(?:都|其他|别的|什么)"), _avoided, 0.85, WISHES),
    Rule("vehicle_only_when", rx(rf"(?:才|就|都|必须|一定|得|要)(?:要|给我|帮我)?(?:{_ACT})?{_ONE}{_SIZE}(?:的)?{VEHICLE}"), lambda m, s: _preferred(m, s) if s.statement.condition else None, 0.9, WISHES),
    Rule("vehicle_prefer", rx(rf"{STANDING}[^,，不别没莫怎]{{0,14}}?{VEHICLE}"), _preferred, 0.92, WISHES),
    Rule("vehicle_best", rx(rf"{VEHICLE}(?:对我来说|对我们)?(?:就够用?了?|最(?:合适|方便|好用|合用)|优先|比较适合我|更适合我)"), lambda m, s: _preferred(m, s) if re.search(rf"{STANDING}|我", s.text) else None, 0.8, WISHES),
    Rule("en_vehicle_avoid", rx(rf"\b{_NOT_EN}\b(?:\s+(?:please|want|need|like|send|use|give|me|us|a|an|any|the|more|those|book|assign|want to|ever|again|another)){{0,6}}\s+(?:small |big |large |old )?{VEHICLE}"), _avoided, 0.9, WISHES),
    Rule("en_vehicle_unfit", rx(rf"\b{VEHICLE}\s+(?:won['’]?t|doesn['’]?t|don['’]?t|can['’]?t|will not|is no|are no)\s+(?:work|fit|do|good)"), _avoided, 0.82, WISHES),
    Rule("en_vehicle_only", rx(rf"\b{VEHICLE}\s+only\b"), _preferred, 0.85, WISHES),
    Rule("en_vehicle_prefer", rx(rf"\b{STANDING_EN}\b(?:[^.;]|\.(?=\d)){{0,40}}?\b{VEHICLE}"), lambda m, s: None if re.search(rf"\b{_NOT_EN}\b", m[0], re.IGNORECASE) or re.search(r"\b(?:would|looks?|sounds?|feel) like\b", m[0], re.IGNORECASE) else _preferred(m, s), 0.9, WISHES),
    Rule("en_vehicle_when", rx(rf"\b(?:need|want|use|send|book|get|please)\b(?:[^.;]|\.(?=\d)){{0,24}}?\b{VEHICLE}"), lambda m, s: _preferred(m, s) if s.statement.condition else None, 0.85, WISHES),
    Rule("fleet", rx(rf"(?:我们?|公司|一共|总共|现在|手[上里]|名下|共|要|改成|变成|增加到|加到|扩到|减到|减成|换成|有|就|还)(?:有|养了|要|用|得|共|了)*\s?(?P<n>{NUMBER})\s?(?:台|辆|部)(?!电|空|冰|洗|机|设)(?:[^,，。]{{0,6}}车|了|$|{VEHICLE})"), _fleet, 0.8, WISHES),
    Rule("en_fleet", rx(rf"\b(?:we|i|fleet|company|now)\b[^.,;]{{0,24}}?\b(?P<n>{ENGLISH_NUMBER})\s+(?:\w+\s+)?(?:trucks?|vans?|vehicles|lorries|{VEHICLE})\b"), lambda m, s: None if re.search(r"\b(?:rent|per|hours?|times)\b", m[0]) else _fleet(m, s), 0.8, WISHES),
    Rule("en_fleet_bare", rx(rf"^(?P<n>{ENGLISH_NUMBER})\s+(?:trucks|vans|vehicles)(?:\s+(?:now|in total|altogether))?$"), _fleet, 0.75, WISHES),
)  # fmt: skip

VEHICLES = Topic(
    "vehicles",
    rx(rf"[台辆部]|{VEHICLE}|\b(?:trucks?|vans?|vehicles|lorries|fleet)\b"),
    RULES,
    exclusive=False,
)
