"""Write `libs/yiku_text/addresses/divisions.txt` from two published tables of administrative divisions.

    python tools/divisions.py china_location.txt HK-MO-TW.json > libs/yiku_text/addresses/divisions.txt

The first file lies zipped in the dictionary folder of jionlp (PyPI, Apache-2.0), the second in the dist folder of
china-division (npm, MIT). Only names and codes are taken.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_TOWN = re.compile(r"(?:街道|镇|乡|苏木|地区|农场|林场|牧场)$")
_OFFICE = re.compile(r"(?:街道)?办事处$")
_ZONES = ("开发区", "园区", "行政委员会", "海域")
_BY_PROVINCE = "省直辖行政区划"
_HEADER = """\
# Administrative divisions of China: province, city, district, and behind each district its towns.
# Fields are parted by tabs: name, first digits of its code (GB/T 2260), usual short name where no rule gives it, towns.
# "-" stands for what is no division of its own: a zone whose towns belong to the city, or no city in between.
# Made by tools/divisions.py from jionlp (Apache-2.0) and china-division (MIT).
"""


@dataclass
class Node:
    """A division with what lies in it, in the order of the source."""

    name: str
    code: str = ""
    short: str = ""
    inside: list["Node"] = field(default_factory=list)


def main(table: Path, islands: Path) -> None:
    """Print the file."""
    provinces = _tree(table.read_text(encoding="utf-8"))
    _replace(provinces, json.loads(islands.read_text(encoding="utf-8")))
    sys.stdout.write(_HEADER + "\n".join(line for province in provinces for line in _province(province)) + "\n")


def _tree(text: str) -> list[Node]:
    roots: list[Node] = []
    open_nodes: list[Node] = []
    for line in text.splitlines():
        depth = len(line) - len(line.lstrip("\t"))
        if depth > 3:
            continue
        node = Node(*line.strip().split("\t")[:3])
        del open_nodes[depth:]
        (open_nodes[-1].inside if open_nodes else roots).append(node)
        open_nodes.append(node)
    return roots


def _without_leftovers(districts: list[Node]) -> list[Node]:
    """Without the counties that the source lists beside the cities they were raised to; their towns move over."""
    cities = [place for place in districts if place.name.endswith("市") and not place.inside]
    raised = {city.name.removesuffix("市"): city for city in cities}
    kept = []
    for place in districts:
        city = raised.get(place.name.removesuffix("县"))
        if city is None:
            kept.append(place)
        else:
            city.inside = place.inside
    return kept


def _replace(provinces: list[Node], islands: dict[str, dict[str, list[str]]]) -> None:
    """The first source is wrong about the districts of Taiwan's cities."""
    taiwan = next(province for province in provinces if province.name == "台湾省")
    for city in taiwan.inside:
        if city.name in islands["台湾省"]:
            city.inside = [Node(name) for name in islands["台湾省"][city.name]]


def _province(province: Node) -> Iterator[str]:
    yield f"{province.name}\t{province.code[:2]}"
    for city in province.inside:
        if city.name == _BY_PROVINCE:
            yield from _governed_by_province(city)
        else:
            yield f"\t{city.name}\t{city.code[:4]}"
            yield from (line for district in _without_leftovers(city.inside) for line in _district(district))


def _governed_by_province(group: Node) -> Iterator[str]:
    """A 市 right under the province counts as a city, a county as a county without one."""
    for place in sorted(group.inside, key=lambda node: node.name.endswith("市"), reverse=True):
        if place.name.endswith("市"):
            yield f"\t{place.name}\t{place.code}"
            yield f"\t\t-\t\t{_towns(place)}"
    yield "\t-"
    yield from (line for place in group.inside if not place.name.endswith("市") for line in _district(place))


def _district(district: Node) -> Iterator[str]:
    zone = district.code[4:5] == "7" or district.code.endswith("00") or district.name.endswith(_ZONES)
    name = "-" if zone else district.name
    short = "" if zone or district.name.startswith(district.short) else district.short
    yield f"\t\t{name}\t{short}\t{_towns(district)}"


def _towns(district: Node) -> str:
    names = (_OFFICE.sub("街道", town.name) for town in district.inside)
    return " ".join(name for name in dict.fromkeys(names) if _TOWN.search(name))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
