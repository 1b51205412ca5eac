"""Read the table of divisions and the history of their names into one gazetteer."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import resources

from yiku_text.addresses.gazetteer import Division, Gazetteer, Level, Name, short_name, short_town
from yiku_text.addresses.history import Former, former_names

_KINDS = ("省", "市", "区", "县", "州", "盟", "旗")
_SEVERAL = "*"
_ISLANDS = frozenset({"台湾省", "香港特别行政区", "澳门特别行政区"})


@cache
def gazetteer() -> Gazetteer:
    """Read once per process, about 0.2 s and 15 MB."""
    reader = _Reader()
    reader.read()
    for former in former_names():
        reader.remember(former)
    return reader.gazetteer()


def _lines() -> Iterator[tuple[int, list[str]]]:
    """Depth and fields of each line of the table."""
    table = resources.files("yiku_text.addresses").joinpath("divisions.txt").read_text(encoding="utf-8")
    for line in table.splitlines():
        if not line.startswith("#"):
            fields = line.lstrip("\t")
            yield len(line) - len(fields), fields.split("\t")


def _half_short(official: str, short: str) -> tuple[str, ...]:
    """恩施州, 长阳县, 广西省: the people left out, the kind of division kept or mistaken."""
    if official.endswith("自治州"):
        return f"{short}州", f"{short}洲"
    if official.endswith(("自治县", "自治旗")):
        return (short + official[-1],)
    return (f"{short}省",) if official.endswith("自治区") else ()


class _Reader:
    """Divisions by what they are called; first the table, then what history adds to it."""

    def __init__(self) -> None:
        self._names: dict[str, dict[Division, bool]] = defaultdict(dict)
        self._codes: dict[str, Division] = {}
        self._provinces: dict[str, str] = {}
        self._inside: dict[str, list[Division]] = defaultdict(list)
        self._town_homes: dict[str, str] = {}
        self._lone_towns: dict[str, str] = {}

    def read(self) -> None:
        """Take in the table."""
        province = city = ""
        for depth, fields in _lines():
            if depth == 0:
                province = fields[0]
                self._provinces[fields[1]] = province
            elif depth == 1:
                city = "" if fields[0] == "-" else fields[0]
                self._city(province, city, fields)
            else:
                self._district(province, city, fields)
        official = {division.name for division in self._codes.values()}
        for name in self._provinces.values():
            if name not in self._inside:
                self._call(Division(name, Level.PROVINCE, name), shorten=short_name(name) not in official)

    def _city(self, province: str, city: str, fields: list[str]) -> None:
        if city:
            division = Division(city, Level.CITY, province, city)
            self._codes[fields[1]] = division
            self._call(division)

    def _district(self, province: str, city: str, fields: list[str]) -> None:
        name, short, towns = fields
        division = Division(name, Level.DISTRICT, province, city, f" {towns} ")
        self._inside[city].append(division)
        for town in towns.split():
            self._town(short_town(town), town, city)
        if name == "-":
            return
        self._call(division, shorten=province not in _ISLANDS)
        if short:
            self._names[short][division] = True

    def _town(self, short: str, town: str, city: str) -> None:
        known = self._town_homes.setdefault(short, city)
        if known != city:
            self._town_homes[short] = _SEVERAL
        self._lone_towns[short] = "" if short in self._lone_towns else town

    def _call(self, division: Division, shorten: bool = True) -> None:
        short = short_name(division.name)
        if shorten and short != division.name:
            for written in (short, *_half_short(division.name, short)):
                self._names[written].setdefault(division, True)
        self._names[division.name][division] = not division.name.endswith(_KINDS)

    def remember(self, former: Former) -> None:
        """A name of the past means what has taken its place, or still itself where that was merged or split."""
        province = self._provinces[former.code[:2]]
        city = self._codes.get(former.code[:4]) or self._codes.get(f"{former.code[:2]}00")
        if len(former.code) == 4:
            heir = self._heir_of_city(former, province)
            if heir is not None:
                self._also(former.name, heir)
        elif city is not None or former.successor:
            home = city.name if city else ""
            division = self._heir(former, province, home) or Division(former.name, Level.DISTRICT, province, home)
            self._also(former.name, division)

    def _heir_of_city(self, former: Former, province: str) -> Division | None:
        now = self._codes.get(former.code)
        if now is not None and now.name == former.successor:
            return now
        same = [
            d for d in self._names.get(short_name(former.name), {}) if d.level is Level.CITY and d.province == province
        ]
        return Division(same[0].name, Level.CITY, province, same[0].city, rough=True) if same else None

    def _heir(self, former: Former, province: str, city: str) -> Division | None:
        short = short_name(former.name)
        near = [d for d in self._inside[city] if former.successor == d.name or short_name(d.name) == short]
        same = near or [d for d in self._names.get(short, {}) if d.level is Level.DISTRICT and d.province == province]
        return same[0] if len(same) == 1 else None

    def _also(self, name: str, division: Division) -> None:
        """Living bearers of a name come before dead ones."""
        if all(self._names[name].values()):
            self._names[name] = {division: False}
        short = short_name(name)
        if short != name and short not in self._names:
            self._names[short][division] = True

    def gazetteer(self) -> Gazetteer:
        """All of it."""
        cities = {
            name: division
            for name, meanings in self._names.items()
            for division in meanings
            if division.level is Level.CITY and not division.rough
        }
        return Gazetteer(
            {name: self._meanings(name, found) for name, found in self._names.items()},
            cities,
            {name: tuple(found) for name, found in self._inside.items()},
            {short: town for short, town in self._lone_towns.items() if short not in self._names},
        )

    def _meanings(self, name: str, found: dict[Division, bool]) -> tuple[Name, ...]:
        home = self._town_homes.get(name)
        return tuple(
            Name(division, short, short and home is not None and home != division.city)
            for division, short in sorted(found.items(), key=lambda item: item[0].level)
        )
