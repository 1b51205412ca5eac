"""Addresses taken apart; what the words do not say stays empty, a city is never guessed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from yiku_text.gazetteer import Gazetteer, gazetteer

_TOKEN = re.compile(r"<door:[a-z2-7]{8}>")
_HAN = re.compile("[\u4e00-\u9fff]")
_LONGEST_NAME = 12
_TRAILING = re.compile(
    r"(?:[\s,，。、.!！]|那边|这边|那儿|这儿|那里|这里|附近|那块儿?|这个?小区|这一?片|一带|这块|那头|啦|了|呀|啊|呢|吧|哈|嘛|哦|喔|滴|的)+$"
)
_LEADING = re.compile(r"^(?:[\s,，:：。]|在|到|是|了|去|于)+")
_ROADISH = re.compile(
    r"(?:[区县市镇乡省州]|[东西南北中]?[一二三四五六]?(?:路|街|大道|巷|道|环)|站|大厦|小区|新村|村|家园|花园|广场|[东西南北]?里|苑|酒店|饭店|学院|大学|医院|公园|山庄|大桥|门)"
)
_TOWN = re.compile(r"[一-龥]{1,6}?(?:街道|镇|乡|苏木)")
_ROAD = re.compile(
    r"[一-龥A-Za-z0-9]{1,9}?(?:大道|大街|胡同|路|街|巷|道|弄)(?:[东西南北中一二三四五六]段)?(?![一-龥]*(?:大道|大街|路|街|巷)(?:<|\d|$))"
)
_EN_ROAD = re.compile(r"(?:[A-Z][\w'’]*\s)+(?:Road|Rd|Street|St|Avenue|Ave|Lane|Boulevard|Highway|Lu|Jie)\b\.?")
_EN_CITY_NAMES = """
Beijing Shanghai Guangzhou Shenzhen Chengdu Hangzhou Wuhan Nanjing Tianjin Chongqing Suzhou Dongguan
Foshan Xiamen Qingdao Dalian Ningbo Changsha Zhengzhou Kunming Hefei Fuzhou Jinan Shenyang Wuxi
Zhuhai Harbin
"""
_EN_CITIES = frozenset(_EN_CITY_NAMES.split()) | {"Xi'an", "Xi’an"}
_EN_TRAILING = re.compile(
    r"(?:[\s,.;!]|\b(?:now|right now|already|these days|currently|please|too|btw|area|instead)\b)+$", re.IGNORECASE
)
_EN_LEADING = re.compile(r"^(?:[\s,.:]|\b(?:in|at|on|near|to|the|around|is)\b)+", re.IGNORECASE)
_SPACES = re.compile(r"(?<=[一-龥])\s+(?=[一-龥])")


@dataclass(frozen=True)
class Address:
    """Parts are empty where the text does not name them; `text` is the cleaned whole, masked.

    `door` is a masked token. Names of provinces, cities and districts are the official ones.
    """

    text: str
    province: str = ""
    city: str = ""
    district: str = ""
    town: str = ""
    road: str = ""
    door: str = ""
    poi: str = ""

    def parts(self) -> dict[str, str]:
        """The parts that are known, by name, with the whole under `address`."""
        named = {
            "address": self.text,
            "province": self.province,
            "city": self.city,
            "district": self.district,
            "town": self.town,
            "road": self.road,
            "door": self.door,
            "poi": self.poi,
        }
        return {name: part for name, part in named.items() if part}


def parse(text: str, city: str = "") -> Address:
    """Take a masked address apart.

    `city` is where the customer is known to be: it is filled in where the text names no city and
    does not name a district of another one.
    """
    if not _HAN.search(text):
        return _parse_english(text)
    whole = _SPACES.sub("", _TRAILING.sub("", _LEADING.sub("", text)))
    places = gazetteer()
    province, rest = _take(whole, places.provinces)
    named, rest = _take(rest, places.cities)
    district, rest = _take(rest, places.districts)
    if named == district:
        named = ""
    town, rest = _matched(_TOWN, rest)
    road, rest = _matched(_ROAD, rest)
    door = " ".join(_TOKEN.findall(rest))
    known_city = named or _context_city(places, district, province, city)
    poi = _TOKEN.sub("", rest).strip(" ,，、-")
    return Address(whole, province, known_city, district, town, road, door, poi)


def _take(text: str, names: Mapping[str, str]) -> tuple[str, str]:
    for length in range(min(_LONGEST_NAME, len(text)), 1, -1):
        official = names.get(text[:length])
        if official is None:
            continue
        bare = official != text[:length]
        if not (bare and _ROADISH.match(text, length)):
            return official, text[length:].lstrip(" ,，")
    return "", text


def _matched(pattern: re.Pattern[str], text: str) -> tuple[str, str]:
    match = pattern.match(text)
    return (match[0], text[match.end() :]) if match else ("", text)


def _context_city(places: Gazetteer, district: str, province: str, city: str) -> str:
    official = places.cities.get(city, city)
    homes = places.homes.get(district)
    elsewhere = homes is not None and official not in homes
    return "" if province or elsewhere else official


def _parse_english(text: str) -> Address:
    whole = _EN_TRAILING.sub("", _EN_LEADING.sub("", text)).strip()
    whole = re.sub(r"\s+", " ", whole)
    door = " ".join(_TOKEN.findall(whole))
    road = _EN_ROAD.search(whole)
    pieces = [piece.strip() for piece in _TOKEN.sub("", whole).split(",")]
    city = next((piece for piece in pieces if piece in _EN_CITIES), "")
    rest = [p for p in pieces if p and p != city and not (road and road[0].strip() in p)]
    return Address(whole, city=city, road=road[0].strip() if road else "", door=door, poi=", ".join(rest))
