"""The customer's words into canonical values, and the ties that follow from them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from yiku_domain.memory import Entity, JsonValue, Kind, Relation
from yiku_domain.vocabulary import EntityType, Predicate, Role
from yiku_text import address
from yiku_text.vehicle import BY_CODE

from yiku_extractor.pipeline.extraction import Proposal

Value: TypeAlias = dict[str, JsonValue]


@dataclass(frozen=True)
class Normal:
    """A canonical value with the entities and relations that it implies."""

    value: Value
    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]


@dataclass(frozen=True)
class _Tie:
    """The field of a slot's value that names a thing, and how the customer is tied to it."""

    field: str
    type: EntityType
    predicate: Predicate | None


_TIES: dict[str, _Tie] = {
    "home_address": _Tie("address", EntityType.ADDRESS, Predicate.LIVES_AT),
    "work_address": _Tie("address", EntityType.ADDRESS, Predicate.WORKS_AT),
    "warehouse_address": _Tie("address", EntityType.ADDRESS, Predicate.SHIPS_FROM),
    "usual_pickup_address": _Tie("address", EntityType.ADDRESS, Predicate.SHIPS_FROM),
    "usual_delivery_address": _Tie("address", EntityType.ADDRESS, Predicate.SHIPS_TO),
    "preferred_vehicle_type": _Tie("vehicle_type", EntityType.VEHICLE_TYPE, Predicate.PREFERS),
    "avoided_vehicle_type": _Tie("vehicle_type", EntityType.VEHICLE_TYPE, Predicate.AVOIDS),
    "allergy": _Tie("allergen", EntityType.HEALTH, Predicate.LIMITED_BY),
    "health_limit": _Tie("limit", EntityType.HEALTH, Predicate.LIMITED_BY),
    "usual_goods": _Tie("goods", EntityType.GOODS, Predicate.SHIPS),
    "invoice_title": _Tie("title", EntityType.ORGANISATION, None),
    "name": _Tie("name", EntityType.PERSON, None),
}
_SERVICES: dict[str, tuple[EntityType, str]] = {
    "night_delivery": (EntityType.TIME_SLOT, "night_delivery"),
    "preferred_time": (EntityType.TIME_SLOT, "preferred_time"),
    "loading_help": (EntityType.SERVICE, "loading_help"),
    "call_before_arrival": (EntityType.SERVICE, "call_before_arrival"),
    "invoice": (EntityType.SERVICE, "invoice"),
    "insurance": (EntityType.SERVICE, "insurance"),
    "packing": (EntityType.SERVICE, "packing"),
}
_YES_FIELDS = ("allowed", "needed", "wanted", "insured", "call")
_OPINIONS = {"requested": Predicate.REQUESTED, "blocked": Predicate.BLOCKED}
_SENTIMENTS = {"positive": Predicate.PRAISED, "negative": Predicate.COMPLAINED_ABOUT}
_ORDER_TIES = {
    EntityType.ORDER: Predicate.ORDERED,
    EntityType.VEHICLE_TYPE: Predicate.USED,
    EntityType.DRIVER: Predicate.USED,
}


def normalised(proposal: Proposal, city: str) -> Normal:
    """Canonical value, entities and relations of a proposal; equal meanings give equal values."""
    value = dict(proposal.value)
    parsed = value.get("address")
    if proposal.attribute in _TIES and isinstance(parsed, str):
        value |= address.parse(parsed, city).parts()
    entities = [Entity(item.type, item.name, item.role) for item in proposal.named]
    relations: list[Relation] = []
    for read in (_slot_tie, _service_tie, _driver_tie, _event_ties):
        more, ties = read(proposal, value)
        entities += more
        relations += ties
    return Normal(value, tuple(dict.fromkeys(entities)), tuple(dict.fromkeys(relations)))


_Ties: TypeAlias = tuple[list[Entity], list[Relation]]
_Read: TypeAlias = Callable[[Proposal, Value], _Ties]


def _slot_tie(proposal: Proposal, value: Value) -> _Ties:
    tie = _TIES.get(proposal.attribute or "")
    raw = value.get(tie.field) if tie else None
    if tie is None or not isinstance(raw, str) or value.get("allergic") is False:
        return [], []
    name = BY_CODE[raw].zh if raw in BY_CODE else raw
    names = name.split("、") if tie.type is EntityType.GOODS else [name]
    entities = [Entity(tie.type, item, Role.OBJECT) for item in names]
    if tie.predicate is None:
        return entities, []
    return entities, [Relation(tie.predicate, tie.type, item) for item in names]


def _service_tie(proposal: Proposal, value: Value) -> _Ties:
    service = _SERVICES.get(proposal.attribute or "")
    if service is None:
        return [], []
    refused = any(value.get(field) is False for field in _YES_FIELDS)
    predicate = Predicate.AVOIDS if refused else Predicate.PREFERS
    return [Entity(*service)], [Relation(predicate, *service)]


def _driver_tie(proposal: Proposal, value: Value) -> _Ties:
    driver, opinion = value.get("driver"), value.get("opinion")
    if not isinstance(driver, str) or not isinstance(opinion, str) or opinion not in _OPINIONS:
        return [], []
    relation = Relation(_OPINIONS[opinion], EntityType.DRIVER, driver)
    return [Entity(EntityType.DRIVER, driver)], [relation]


def _event_ties(proposal: Proposal, value: Value) -> _Ties:
    if proposal.by == "order":
        ties = [
            Relation(_ORDER_TIES[item.type], item.type, item.name)
            for item in proposal.named
            if item.type in _ORDER_TIES
        ]
        return [], ties
    polarity = value.get("polarity")
    if proposal.kind is not Kind.SENTIMENT or polarity not in _SENTIMENTS:
        return [], []
    predicate = _SENTIMENTS[str(polarity)]
    about = [item for item in proposal.named if item.type is not EntityType.ORDER]
    return [], [Relation(predicate, item.type, item.name) for item in about]
