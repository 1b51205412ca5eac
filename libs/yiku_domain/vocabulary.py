"""The closed vocabularies: entity types, roles, predicates, and the registry of attributes."""

from dataclasses import dataclass
from enum import StrEnum


class EntityType(StrEnum):
    """What kinds of things memories mention."""

    DRIVER = "driver"
    VEHICLE_TYPE = "vehicle_type"
    ADDRESS = "address"
    GOODS = "goods"
    ORDER = "order"
    FEE = "fee"
    SERVICE = "service"
    TIME_SLOT = "time_slot"
    HEALTH = "health"
    ORGANISATION = "organisation"
    PERSON = "person"


class Role(StrEnum):
    """The part an entity plays in a memory."""

    OBJECT = "object"
    ORIGIN = "origin"
    DESTINATION = "destination"
    CAUSE = "cause"


class Predicate(StrEnum):
    """How a customer is tied to a thing; also the relationship types of the graph."""

    LIVES_AT = "LIVES_AT"
    WORKS_AT = "WORKS_AT"
    SHIPS_FROM = "SHIPS_FROM"
    SHIPS_TO = "SHIPS_TO"
    PREFERS = "PREFERS"
    AVOIDS = "AVOIDS"
    PRAISED = "PRAISED"
    BLOCKED = "BLOCKED"
    REQUESTED = "REQUESTED"
    COMPLAINED_ABOUT = "COMPLAINED_ABOUT"
    LIMITED_BY = "LIMITED_BY"
    SHIPS = "SHIPS"
    USED = "USED"
    ORDERED = "ORDERED"
    KNOWS = "KNOWS"


@dataclass(frozen=True)
class Attribute:
    """A slot for state. A single-valued one holds at most one active memory per customer.

    A multi-valued one holds one active memory per `identity` field of the value (None: per content).
    """

    name: str
    single_valued: bool
    identity: str | None = None


ATTRIBUTES: tuple[Attribute, ...] = (
    Attribute("home_address", single_valued=True),
    Attribute("work_address", single_valued=True),
    Attribute("warehouse_address", single_valued=True),
    Attribute("usual_pickup_address", single_valued=False, identity="address"),
    Attribute("usual_delivery_address", single_valued=False, identity="address"),
    Attribute("preferred_vehicle_type", single_valued=True),
    Attribute("avoided_vehicle_type", single_valued=False, identity="vehicle_type"),
    Attribute("fleet_size", single_valued=True),
    Attribute("driver_opinion", single_valued=False, identity="driver"),
    Attribute("night_delivery", single_valued=True),
    Attribute("preferred_time", single_valued=True),
    Attribute("avoided_time", single_valued=False),
    Attribute("loading_help", single_valued=True),
    Attribute("call_before_arrival", single_valued=True),
    Attribute("contact_channel", single_valued=True),
    Attribute("invoice", single_valued=True),
    Attribute("invoice_title", single_valued=True),
    Attribute("payment_method", single_valued=True),
    Attribute("packing", single_valued=True),
    Attribute("insurance", single_valued=True),
    Attribute("service_wish", single_valued=False, identity="wish"),
    Attribute("allergy", single_valued=False, identity="allergen"),
    Attribute("health_limit", single_valued=False, identity="limit"),
    Attribute("usual_goods", single_valued=False, identity="goods"),
    Attribute("pet", single_valued=False, identity="pet"),
    Attribute("name", single_valued=True),
    Attribute("phone", single_valued=True),
    Attribute("email", single_valued=True),
    Attribute("occupation", single_valued=True),
)

BY_NAME = {attribute.name: attribute for attribute in ATTRIBUTES}
