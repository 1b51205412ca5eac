"""The front of an address: province, city, district, zone and town, as far as the words settle them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from yiku_text.addresses import words
from yiku_text.addresses.divisions import gazetteer
from yiku_text.addresses.gazetteer import Division, Level, Name, towns_of


@dataclass(frozen=True)
class Front:
    """What the front of an address says; names of divisions are official.

    `bearers` are what the smallest of the named divisions may be. `sure` is False where a town elsewhere may be
    meant, or where it took the context to know which one is meant.
    """

    province: str = ""
    city: str = ""
    district: str = ""
    zone: str = ""
    town: str = ""
    bearers: tuple[Division, ...] = ()
    sure: bool = True


def read(text: str, context: Division | None) -> tuple[Front, str]:
    """What the front says, and the rest of the text.

    `context` is the city where the speaker is known to be; it settles what a name means, and adds nothing.
    """
    return _Reader(text, context).read()


class _Reader:
    """Walks over one text; `_at` is where the next name has to start."""

    def __init__(self, text: str, context: Division | None) -> None:
        self._text = text
        self._context = context
        self._places = gazetteer()
        self._at = 0
        self._front = Front()
        self._done = False
        self._leant = False

    def read(self) -> tuple[Front, str]:
        self._skip()
        readers = (self._division, self._letter, self._town, self._claimed, self._zone)
        while not self._done and any(reads() for reads in readers):
            self._skip()
        return self._front, self._text[self._at :]

    def _skip(self) -> None:
        while match := words.GAP.match(self._text, self._at) or words.NOISE.match(self._text, self._at):
            self._at = match.end()

    def _division(self) -> bool:
        for end in range(min(self._at + words.LONGEST, len(self._text)), self._at + 1, -1):
            names = self._places.names.get(self._text[self._at : end])
            if names and not words.INSIDE_A_WORD.match(self._text, end - 1):
                meant = self._meant(names, end)
                if meant:
                    self._enter(meant, end)
                    return True
        return False

    def _meant(self, names: Sequence[Name], end: int) -> tuple[Name, ...]:
        """What the words may mean here; nothing where they name no division. Only districts come in several."""
        possible = [name for name in names if self._fits(name, end)]
        if self._context is not None and not self._front.bearers:
            near = [name for name in possible if _agree(name.division, self._context)]
            self._leant = 0 < len(near) < len(possible)
            possible = near or possible
        if len(possible) > 1:
            possible = self._preferred(possible, end)
        return tuple(possible) if possible and self._trusted(possible[0], end) else ()

    def _fits(self, name: Name, end: int) -> bool:
        division, front = name.division, self._front
        if division.name in words.PLAIN_WORDS and not front.bearers:
            return False
        agrees = not front.bearers or any(_agree(division, bearer) for bearer in front.bearers)
        agrees = agrees or (not name.short and not front.town and self._is_seat(division))
        if not name.short:
            return agrees or division.level is not Level.DISTRICT
        if (front.town or front.zone) and (front.bearers or not self._leads_on(division, end)):
            return False
        if not agrees:
            return False
        known = max((bearer.level for bearer in front.bearers), default=0)
        return division.level > known or words.GAP.match(self._text, end) is not None or self._names_at(end)

    def _preferred(self, names: list[Name], end: int) -> list[Name]:
        """Of several meanings the one in which what follows lies, or else the largest if it is the usual one."""
        for name in names:
            if self._leads_on(name.division, end):
                return [name]
        level = names[0].division.level
        leaders = [name for name in names if name.division.level is level]
        if not self._front.bearers and self._text[self._at : end] in words.NO_LEADER:
            return [name for name in names if name.division.level is Level.DISTRICT and self._holds(name.division, end)]
        return leaders

    def _holds(self, division: Division, end: int) -> bool:
        """A town of the division is named next."""
        towns = towns_of(division)
        return any(self._text[end:stop] in towns for stop in range(end + 2, min(end + 6, len(self._text)) + 1))

    def _trusted(self, name: Name, end: int) -> bool:
        if not name.short or end == len(self._text) or self._leads_on(name.division, end):
            return True
        alone = name.division.level is Level.DISTRICT and not self._front.bearers and self._context is None
        if (words.ZONED if alone and name.shared else words.GOES_ON).match(self._text, end):
            return False
        return (
            not (alone and name.shared) or self._holds(name.division, end) or bool(words.PLACED.match(self._text, end))
        )

    def _leads_on(self, division: Division, end: int) -> bool:
        gap = words.GAP.match(self._text, end)
        start = gap.end() if gap else end
        for stop in range(min(start + words.LONGEST, len(self._text)), start + 1, -1):
            for name in self._places.names.get(self._text[start:stop], ()):
                inner = name.division
                if inner.level > division.level and _agree(inner, division):
                    return not (name.short and words.GOES_ON.match(self._text, stop))
        return False

    def _names_at(self, start: int) -> bool:
        ends = range(start + 2, min(start + words.LONGEST, len(self._text)) + 1)
        return any(self._text[start:end] in self._places.names for end in ends)

    def _enter(self, meant: Sequence[Name], end: int) -> None:
        division, front = meant[0].division, self._front
        found = tuple(name.division for name in meant)
        if self._is_seat(division):
            front = replace(front, bearers=tuple(self._places.cities[bearer.city] for bearer in front.bearers))
        elif front.bearers and not any(_agree(division, bearer) for bearer in front.bearers):
            front = Front()
        known = max((bearer.level for bearer in front.bearers), default=0)
        if division.level <= known:
            found = tuple(bearer for bearer in front.bearers if _agree(bearer, division))
        sure = front.sure and bool(front.bearers or (not self._leant and self._is_sure(meant[0], end)))
        names = {name.division.name for name in meant}
        said = division.name if len(names) == 1 else self._text[self._at : end]
        self._front = replace(front, bearers=found, sure=sure, **{_FIELDS[division.level]: said})
        if self._is_institution(end, meant[0]):
            self._done = True
        else:
            self._at = end

    def _is_sure(self, name: Name, end: int) -> bool:
        """No town elsewhere can be meant."""
        division = name.division
        if division.level is not Level.DISTRICT or not name.shared:
            return True
        return len(self._places.names.get(division.name, ())) == 1 and self._holds(division, end)

    def _is_seat(self, division: Division) -> bool:
        """A county-level city was named for the prefecture around it (阿克苏市新和县)."""
        bearers = self._front.bearers
        both = len(bearers) == 1 and bearers[0].level is division.level is Level.DISTRICT
        return (
            both
            and bearers[0].city == division.city != ""
            and bearers[0].name.endswith("市")
            and bearers[0] != division
        )

    def _is_institution(self, end: int, name: Name) -> bool:
        """The name is the first word of an institution's own (浙江大学, 潍坊市人民医院)."""
        if not name.short:
            return words.OFFICE.match(self._text, end) is not None
        match = None if self._names_at(end) else words.INSTITUTION.match(self._text, end)
        return match is not None and not words.STRUCTURE.search(match[0])

    def _letter(self) -> bool:
        province = words.LETTERS.get(self._text[self._at : self._at + 1])
        if province is None or self._front.bearers:
            return False
        division = self._places.names[province][0].division
        if self._leads_on(division, self._at + 1):
            self._enter((Name(division, short=False),), self._at + 1)
            return True
        return False

    def _town(self) -> bool:
        front = self._front
        known = self._known_towns()
        end, town = self._written_town(known) or self._short_town(known) or (0, "")
        if not town or front.town not in {"", town}:
            return False
        narrowed = tuple(bearer for bearer in front.bearers if f" {town} " in bearer.towns) or front.bearers
        self._front = replace(front, town=town, bearers=narrowed)
        self._at = end
        return True

    def _claimed(self) -> bool:
        """What is called a district of the named city and is in no table: it stays as it was said."""
        front = self._front
        known = front.city and len(front.bearers) == 1 and front.bearers[0].level is Level.CITY
        free = known and not (front.town or front.zone or front.district)
        match = words.CLAIMED.match(self._text, self._at) if free else None
        if match is None:
            return False
        self._front = replace(front, district=match[0])
        self._at = match.end()
        return True

    def _known_towns(self) -> tuple[Mapping[str, str], ...]:
        """Those of the named district, or else, as borders have moved, of its city."""
        bearers = self._front.bearers
        known = tuple(towns_of(bearer) for bearer in bearers if bearer.level is Level.DISTRICT)
        if len(bearers) == 1 and bearers[0].city:
            return (*known, _towns_in(bearers[0].city))
        return known if bearers else (self._places.lone_towns,)

    def _written_town(self, known: Sequence[Mapping[str, str]]) -> tuple[int, str] | None:
        for end in range(min(self._at + words.LONGEST, len(self._text)), self._at + 2, -1):
            written = self._text[self._at : end]
            if written[-1] in words.TOWN_LAST and any(towns.get(written) == written for towns in known):
                return end, written
        match = words.TOWN.match(self._text, self._at)
        if match is None or words.BEFORE_TOWN.search(words.TOWN_END.sub("", match[0])):
            return None
        return match.end(), match[0]

    def _short_town(self, known: Sequence[Mapping[str, str]]) -> tuple[int, str] | None:
        """A town named without its suffix counts where the place in it is named too."""
        for end in range(min(self._at + 6, len(self._text)), self._at + 1, -1):
            written = self._text[self._at : end]
            official = next((towns[written] for towns in known if written in towns), None)
            if official == "":
                return None
            if official and words.PLACED.match(self._text, end) and not words.ZONED.match(self._text, end):
                return end, official
        return None

    def _zone(self) -> bool:
        match = words.ZONE.match(self._text, self._at)
        if match is None or self._front.zone or words.STRUCTURE.search(match[0][:-3]):
            return False
        self._front = replace(self._front, zone=match[0])
        self._at = match.end()
        return True


@cache
def _towns_in(city: str) -> Mapping[str, str]:
    return {name: town for division in gazetteer().inside.get(city, ()) for name, town in towns_of(division).items()}


_FIELDS = {Level.PROVINCE: "province", Level.CITY: "city", Level.DISTRICT: "district"}


def _agree(one: Division, other: Division) -> bool:
    """Both can be said of one place."""
    if one.level > other.level:
        one, other = other, one
    if one.level is Level.PROVINCE or one.rough:
        return one.province == other.province
    if one.level is Level.CITY:
        return one.city == other.city or other.rough
    return one == other
