"""Provinces, cities and districts of China under every name that people write, and the towns in them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache

_PEOPLES = (
    "蒙古|土家|维吾尔|布依|朝鲜|哈尼|哈萨克|傈僳|拉祜|东乡|纳西|景颇|柯尔克孜|达斡尔|仫佬|撒拉|毛南|仡佬|锡伯|塔吉克|"
    "鄂温克|保安|裕固|独龙|鄂伦春|布朗|普米|阿昌|回|藏|苗|彝|壮|满|侗|瑶|白|傣|黎|佤|畲|水|土|羌|怒|各"
)
_SELF_GOVERNED = re.compile(rf"(?:(?:{_PEOPLES})族|蒙古|哈萨克|柯尔克孜|塔吉克|锡伯|维吾尔)*自治[州县旗]$")
_SUFFIX = re.compile(r"(?:特别行政区|(?:维吾尔|壮族|回族)?自治区|地区|林区|新区|特区|省|市|区|县|盟|旗)$")
_TOWN_ENDS = ("街道", "镇", "乡", "地区", "苏木")


class Level(IntEnum):
    """From the largest to the smallest."""

    PROVINCE = 1
    CITY = 2
    DISTRICT = 3


@dataclass(frozen=True)
class Division:
    """A division under its official name.

    `city` is empty for a province and for a county that lies in none. A municipality (北京市) is a city
    whose province bears its name. `towns` are official names between spaces. `rough` marks a former
    prefecture: what it held may lie in another city today.
    """

    name: str
    level: Level
    province: str = ""
    city: str = ""
    towns: str = field(default="", compare=False, repr=False)
    rough: bool = False


@dataclass(frozen=True)
class Name:
    """What a written form may mean.

    `short`: the suffix is left out (广州 for 广州市). `shared`: towns elsewhere bear the same short name.
    """

    division: Division
    short: bool
    shared: bool = False


@dataclass(frozen=True)
class Gazetteer:
    """`names`: all that a written form may mean, the largest first. `cities` by official and short name.

    `inside`: the districts of a city. `lone_towns`: the official name behind the short name of a town, "" where
    several towns bear it.
    """

    names: Mapping[str, tuple[Name, ...]]
    cities: Mapping[str, Division]
    inside: Mapping[str, tuple[Division, ...]]
    lone_towns: Mapping[str, str]


def short_name(official: str) -> str:
    """The name as people shorten it: 杭州市 → 杭州, 阿坝藏族羌族自治州 → 阿坝; 沙县 and 东区 stay whole."""
    bare = _SELF_GOVERNED.sub("", official)
    bare = bare if bare != official else _SUFFIX.sub("", official)
    return bare if len(bare) >= 2 else official


def short_town(official: str) -> str:
    """梨园镇 → 梨园; a name of two characters stays whole."""
    for end in _TOWN_ENDS:
        if official.endswith(end) and len(official) - len(end) >= 2:
            return official[: -len(end)]
    return official


@cache
def towns_of(division: Division) -> Mapping[str, str]:
    """The towns of a district by full and short name; kept once asked for."""
    official = division.towns.split()
    return {short_town(town): town for town in official} | {town: town for town in official}
