"""What orders and behaviour events show: the choices that, made often enough, are habits."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from yiku_domain.habits import Deed
from yiku_domain.memory import Draft, JsonValue, Kind, Nature, SourceKind
from yiku_text import goods, vehicle
from yiku_text.references import names_order_number

from yiku_extractor.pipeline.behaviour_fields import EVENT_ID, field_of
from yiku_extractor.pipeline.choosing import chooses, rebooks, starts_a_ride
from yiku_extractor.pipeline.extraction import Proposal
from yiku_extractor.pipeline.habit_words import (
    GOODS_NAMES,
    PART_NAMES,
    add_on,
    habit_words,
    part_named,
    part_of,
)
from yiku_extractor.pipeline.normalise import normalised
from yiku_extractor.pipeline.patterns.drivers import driver_name

_HAN = re.compile("[\u4e00-\u9fff]")
_ANY_VEHICLE = "truck"
_CLOCK = re.compile(r"(?:^|[T\s])([01]?\d|2[0-3]):[0-5]\d")


@dataclass(frozen=True)
class Occasion:
    """When something was done, in the customer's time zone, and under which masked reference."""

    ref: str
    at: datetime
    source: SourceKind
    city: str = ""


def of_order(fields: Mapping[str, str], occasion: Occasion) -> tuple[Deed, ...]:
    """The ends, vehicle and goods of an order; `fields` are masked, empty where nothing was given."""
    return _deeds(occasion, _choices(fields))


def of_behaviour(action: str, properties: Mapping[str, JsonValue], occasion: Occasion) -> tuple[Deed, ...]:
    """What a masked behaviour event chooses; empty where it undoes, looks on, or names nothing known."""
    if not chooses(action):
        return ()
    named = _named(properties)
    fields = {name: " ".join(words) for name, words in named.items()}
    if not fields.get("vehicle_type") and vehicle.canonical(action.replace("_", " ")):
        fields["vehicle_type"] = action.replace("_", " ")
    return _deeds(
        occasion,
        [
            *_choices(fields),
            *(_driver(fields["driver"]) if "driver" in fields and rebooks(action, properties) else ()),
            *_add_ons(named.get("service", ()), action),
            *_part(fields.get("time", ""), action, occasion, _chinese(action + "".join(fields.values()))),
        ],
    )


def reference(action: str, properties: Mapping[str, JsonValue], at: datetime) -> str:
    """A masked event's own name: that of its order, else its id, else a digest of what it says."""
    for names in (names_order_number, _names_event):
        given = next((v for name, v in properties.items() if v and names(name)), None)
        if isinstance(given, str | int):
            return str(given)
    told = json.dumps([action, properties, at.timestamp()], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()[:24]


def _names_event(name: str) -> bool:
    return field_of(name) == EVENT_ID


def _named(properties: Mapping[str, JsonValue]) -> dict[str, list[str]]:
    """The words of the known properties, whatever they are called."""
    found: dict[str, list[str]] = {}
    for name, value in properties.items():
        field, words = field_of(name), _words(value)
        if value is True and add_on(name.replace("_", " "), named=False):
            field, words = "service", [name.replace("_", " ")]
        if field:
            found.setdefault(field, []).extend(words)
    return {name: words for name, words in found.items() if words}


def _words(value: JsonValue) -> list[str]:
    if isinstance(value, str):
        return [value.strip()] if value.strip() else []
    return [word for item in value for word in _words(item)] if isinstance(value, list) else []


def _chinese(words: str) -> bool:
    """Each choice is put in the language of its own words: an English order may start at a Chinese address."""
    return _HAN.search(words) is not None


def _choices(fields: Mapping[str, str]) -> Iterator[Proposal]:
    """What orders and behaviour have in common."""
    words = fields.get("vehicle_type", "")
    found = vehicle.canonical(words)
    if found and (found.type.code != _ANY_VEHICLE or found.length_m is not None):
        value: dict[str, JsonValue] = {"vehicle_type": found.type.code}
        if found.length_m is not None:
            value["length_m"] = found.length_m
        yield _proposal(Kind.PREFERENCE, "preferred_vehicle_type", value, _vehicle_name(found, words), _chinese(words))
    for field, attribute in (("pickup", "usual_pickup_address"), ("dropoff", "usual_delivery_address")):
        place = fields.get(field, "")
        if len(place) > 1:
            yield _proposal(Kind.FACT, attribute, {"address": place}, place, _chinese(place))
    for name, kind in _goods(fields.get("goods", "")):
        yield _proposal(Kind.FACT, "usual_goods", {"goods": name, "classes": [kind]}, name, _chinese(name))


def _vehicle_name(found: vehicle.Vehicle, words: str) -> str:
    """The type; of a plain truck its length is all that says which."""
    if found.type.code != _ANY_VEHICLE:
        return found.type.zh if _chinese(words) else found.type.en
    return f"{found.length_m:g}米货车" if _chinese(words) else f"{found.length_m:g} m truck"


def _goods(words: str) -> list[tuple[str, str]]:
    """Each named good and each class of goods, as (name, class)."""
    names = {item.name.lower(): item.goods_class for item in goods.find(words)}
    classes = {GOODS_NAMES[kind][0 if _chinese(name) else 1]: kind for name, kind in names.items()}
    return [(name, kind.value) for name, kind in (names | classes).items()]


def _driver(words: str) -> Iterator[Proposal]:
    name = driver_name(words)
    if name:
        value: dict[str, JsonValue] = {"driver": name, "opinion": "requested"}
        yield _proposal(Kind.RELATION, "driver_opinion", value, name, _chinese(name))


def _add_ons(words: Sequence[str], action: str) -> Iterator[Proposal]:
    given = {word: found for word in words if (found := add_on(word))}
    in_action = add_on(action.replace("_", " "), named=False)
    if not given and in_action:
        given[action] = in_action
    for word, found in given.items():
        name = found.zh if _chinese(word) else found.en
        yield _proposal(Kind.PREFERENCE, found.attribute, dict(found.value), name, _chinese(word))


def _part(words: str, action: str, occasion: Occasion, chinese: bool) -> Iterator[Proposal]:
    """The part of the day that was asked for, else that of an order for now."""
    part = _part_said(words, occasion.at) if words else part_of(occasion.at.hour) if starts_a_ride(action) else ""
    if part:
        zh, en, _ = PART_NAMES[part]
        yield _proposal(Kind.PREFERENCE, "preferred_time", {"parts": [part]}, zh if chinese else en, chinese)


def _part_said(words: str, at: datetime) -> str:
    with suppress(ValueError):
        moment = datetime.fromisoformat(words)
        if "T" in words or ":" in words:
            return part_of((moment.astimezone(at.tzinfo) if moment.tzinfo else moment).hour)
    clock = _CLOCK.search(words)
    return part_of(int(clock[1])) if clock else part_named(words)


def _proposal(kind: Kind, attribute: str, value: dict[str, JsonValue], name: str, chinese: bool) -> Proposal:
    content = habit_words(attribute, name, chinese)
    return Proposal(kind, Nature.STATE, content, (0, len(content)), 1.0, "habit", attribute, value, explicit=False)


def _deeds(occasion: Occasion, proposals: Iterable[Proposal]) -> tuple[Deed, ...]:
    return tuple(Deed(occasion.ref, occasion.at, occasion.source, _draft(p, occasion.city)) for p in proposals)


def _draft(proposal: Proposal, city: str) -> Draft:
    normal = normalised(proposal, city)
    return Draft(
        proposal.kind,
        proposal.nature,
        proposal.content,
        proposal.attribute,
        normal.value,
        normal.entities,
        normal.relations,
    )
