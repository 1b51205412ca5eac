"""Provinces, cities and districts of China, from the table that python-stdnum ships."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

_LINE = re.compile(r'(\s*)(\d+) (?:province|county)="((?:\[[\d-]*\])*)([^"]+)"')
_ETHNIC = re.compile(r"(?:[一-龥]{1,3}族)+(?:自治[州县旗])$")
_SUFFIX = re.compile(r"(?:特别行政区|(?:维吾尔|壮族|回族)?自治区|地区|林区|新区|矿区|省|市|区|县|盟|旗)$")
_MUNICIPALITIES = frozenset({"北京市", "天津市", "上海市", "重庆市"})
_NO_PLACES = frozenset({"市辖区", "县", "城区", "郊区", "矿区", "省直辖县级行政区划"})


@dataclass(frozen=True)
class Gazetteer:
    """Names as people write them (广州, 广州市) to the official name.

    `homes` gives for each official district name the cities that have such a district.
    """

    provinces: Mapping[str, str]
    cities: Mapping[str, str]
    districts: Mapping[str, str]
    homes: Mapping[str, frozenset[str]]


@cache
def gazetteer() -> Gazetteer:
    """Read once per process, about 20 ms."""
    provinces: set[str] = set()
    cities: set[str] = set(_MUNICIPALITIES)
    homes: dict[str, set[str]] = defaultdict(set)
    province = city = ""
    for indented, code, name in _current_places():
        if not indented:
            province = city = name
            provinces.add(name)
        elif code.endswith("00"):
            city = province if province in _MUNICIPALITIES else name
            if name not in _NO_PLACES and not name.endswith(("省", "自治区")):
                cities.add(city)
        elif name not in _NO_PLACES:
            homes[name].add(city)
    return Gazetteer(
        _written(provinces - _MUNICIPALITIES),
        _written(cities),
        _written(homes),
        {name: frozenset(found) for name, found in homes.items()},
    )


def _current_places() -> Iterable[tuple[str, str, str]]:
    table = resources.files("stdnum").joinpath("cn/loc.dat").read_text(encoding="utf-8")
    for line in table.splitlines():
        match = _LINE.match(line)
        if match and (not match[3] or match[3].endswith("-]")):
            yield match[1], match[2], match[4]


def _written(official: Collection[str]) -> dict[str, str]:
    """Each official name under itself and, where that leaves two characters, without its suffix.

    A short form of several places (长宁: 长宁区, 长宁县) stays as it is.
    """
    written: dict[str, str] = {}
    for name in sorted(official):
        short = _short(name)
        if len(short) >= 2:
            written[short] = short if short in written else name
    return written | {name: name for name in official}


def _short(name: str) -> str:
    bare = _ETHNIC.sub("", name)
    return bare if bare != name else _SUFFIX.sub("", name)
