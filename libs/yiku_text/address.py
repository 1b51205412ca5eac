"""Addresses taken apart; what the words do not say and do not settle stays empty, a city is never guessed."""

import re
from dataclasses import dataclass

from yiku_text.addresses import administrative, english, street
from yiku_text.addresses.administrative import Front
from yiku_text.addresses.divisions import gazetteer
from yiku_text.addresses.gazetteer import Division, Level
from yiku_text.addresses.street import Back

_HAN = re.compile("[\u4e00-\u9fff]")
_TRAILING = re.compile(
    r"(?:[\s,，。、.!！]|那边|这边|那儿|这儿|那里|这里|附近|那块儿?|这个?小区|这一?片|一带|这块|那头|啦|了|呀|啊|呢|吧|哈|嘛|哦|喔|滴|的)+$"
)
_LEADING = re.compile(r"^(?:[\s,，:：。]|我?家?住?在|我家|家住|位于|在|到|是|了|去|于)+")
_SPACES = re.compile(r"(?<=[一-龥])\s+(?=[一-龥])")
_FIELDS = (
    "province",
    "city",
    "district",
    "zone",
    "town",
    "community",
    "road",
    "number",
    "building",
    "room",
    "door",
    "poi",
)


@dataclass(frozen=True)
class Address:
    """Parts are empty where nothing is known; `text` is the cleaned whole, masked.

    Names of provinces, cities and districts are the official ones of today. `door` holds masked tokens.
    `inferred` names the fields that were not said but follow without doubt from what was (瑞安市 lies in
    温州市), `given` those that come from where the customer is known to be.
    """

    text: str
    province: str = ""
    city: str = ""
    district: str = ""
    zone: str = ""
    town: str = ""
    community: str = ""
    road: str = ""
    number: str = ""
    building: str = ""
    room: str = ""
    door: str = ""
    poi: str = ""
    inferred: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()

    def parts(self) -> dict[str, str]:
        """The parts that are known, by name, with the whole under `address`."""
        known = {name: str(getattr(self, name)) for name in _FIELDS}
        return {"address": self.text} | {name: part for name, part in known.items() if part}

    def said(self) -> dict[str, str]:
        """The parts that the words themselves name."""
        return {name: part for name, part in self.parts().items() if name not in self.inferred | self.given}


def parse(text: str, city: str = "") -> Address:
    """Take a masked address apart.

    `city` is where the customer is known to be: it is filled in where the text names no city and
    does not name a district of another one.
    """
    if not _HAN.search(text):
        return _of_english(text)
    whole = _SPACES.sub("", _TRAILING.sub("", _LEADING.sub("", text)))
    context = gazetteer().cities.get(city)
    front, rest = administrative.read(whole, context)
    back = street.read(rest)
    settled = _settled(front, city, context)
    community, poi = _place(front, back)
    return Address(
        whole,
        settled.province,
        settled.city,
        front.district,
        front.zone,
        front.town,
        community,
        back.road,
        back.number,
        back.building,
        back.room,
        " ".join(back.doors),
        poi,
        settled.inferred,
        settled.given,
    )


def _place(front: Front, back: Back) -> tuple[str, str]:
    """A community named alone, or with a building in it, is the place; a bare name of several divisions is none."""
    if back.poi in gazetteer().names and not (front.bearers or back.road or back.building):
        return back.community, ""
    alone = not (back.road or back.poi)
    estate = (back.building or back.room) and "号" not in back.building
    if back.community and alone and (estate or not (front.town or back.building)):
        return "", back.community
    return back.community, back.poi


@dataclass(frozen=True)
class _Settled:
    province: str
    city: str
    inferred: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()


def _settled(front: Front, city: str, context: Division | None) -> _Settled:
    """Province and city as far as they follow from what was said, and the city that was given where it fits."""
    certain = front.bearers[0] if len(front.bearers) == 1 and front.sure else None
    if certain is not None and (certain.level is not Level.PROVINCE):
        return _completed(front, certain)
    if certain is not None or front.province or front.city:
        return _Settled(front.province, front.city)
    if context is None:
        return _Settled(
            "", "" if front.bearers else city, given=frozenset({"city"} if city and not front.bearers else ())
        )
    if front.bearers and all(bearer.city != context.city for bearer in front.bearers):
        return _Settled("", "")
    return _Settled(context.province, context.city, frozenset({"province"}), frozenset({"city"}))


def _completed(front: Front, certain: Division) -> _Settled:
    fields = {"province": (certain.province, front.province), "city": (certain.city, front.city)}
    inferred = frozenset(name for name, (now, said) in fields.items() if now and now != said)
    return _Settled(certain.province, certain.city, inferred)


def _of_english(text: str) -> Address:
    parsed = english.read(text)
    return Address(
        parsed.text,
        parsed.province,
        parsed.city,
        parsed.district,
        road=parsed.road,
        building=parsed.building,
        door=parsed.door,
        poi=parsed.poi,
    )
