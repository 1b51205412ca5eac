"""From the words of a claim to the value of its slot, with the readers that the patterns use."""

import re
from collections.abc import Callable
from typing import TypeAlias

from yiku_domain.memory import JsonValue
from yiku_domain.vocabulary import BY_NAME
from yiku_text import address, goods, vehicle
from yiku_text.grounding import negators
from yiku_text.masking import TOKEN
from yiku_text.numbers import ENGLISH_NUMBER, NUMBER, whole_number
from yiku_text.segment import STOP_WORDS, tokens

from yiku_extractor.pipeline import time_wish
from yiku_extractor.pipeline.patterns.addresses import plausible
from yiku_extractor.pipeline.patterns.drivers import DRIVER, driver_name
from yiku_extractor.pipeline.patterns.health import allergen

Value: TypeAlias = dict[str, JsonValue]
Read: TypeAlias = Callable[[str, str], Value | None]
"""Takes the key words and the whole quote, both the customer's own; None where they hold no value."""

_DRIVER = re.compile(DRIVER, re.IGNORECASE)
_HAN = re.compile("[\u4e00-\u9fff]")
_SHORT = 24
"""Characters of a quote that is a value by itself."""
_COUNT = re.compile(rf"{NUMBER}|\b{ENGLISH_NUMBER}\b", re.IGNORECASE)


def slot_value(attribute: str, detail: str, quote: str) -> Value | None:
    """The value of an attribute of the registry, or None where the words give none.

    `detail` is "" or words of the customer or of the question they answered; so is `quote`. Slots
    without a reader keep the words themselves.
    """
    read = _READERS.get(attribute)
    if read is not None:
        return read(detail, quote)
    known = BY_NAME.get(attribute)
    field = _FIELDS.get(attribute) or (known.identity if known else None) or "words"
    words = detail or (quote if len(quote) <= _SHORT else "")
    return {field: words} if words else None


def named_driver(detail: str, quote: str) -> str:
    """The one name of the driver that the words speak of, "" for none."""
    found = _DRIVER.search(detail) or _DRIVER.search(quote)
    return driver_name(found[0]) if found else ""


def _address(detail: str, quote: str) -> Value | None:
    """A name of a place: words of a Chinese sentence (铺子里守着) are none."""
    place = address.parse(detail).text
    sentence = _HAN.search(place) is not None and any(term in STOP_WORDS for term in tokens(place))
    return {"address": place} if plausible(place) and not sentence else None


def _vehicle(detail: str, quote: str) -> Value | None:
    found = vehicle.canonical(detail) or vehicle.canonical(quote)
    if found is None:
        return None
    value: Value = {"vehicle_type": found.type.code}
    if found.length_m is not None:
        value["length_m"] = found.length_m
    features = vehicle.features(quote)
    return value | {"features": list[JsonValue](features)} if features else value


def _fleet(detail: str, quote: str) -> Value | None:
    found = _COUNT.search(detail) or _COUNT.search(quote)
    count = whole_number(found[0]) if found else None
    return {"count": count} if count else None


def _driver(detail: str, quote: str) -> Value | None:
    name = named_driver(detail, quote)
    return {"driver": name, "opinion": "blocked" if refuses(quote) else "requested"} if name else None


def _times(detail: str, quote: str) -> Value | None:
    return time_wish.parse(quote) or None


def _allergy(detail: str, quote: str) -> Value | None:
    if not detail:
        return None
    value: Value = {"allergen": allergen(detail.removesuffix("过敏"))}
    return value | {"allergic": False} if refuses(quote) else value


def _goods(detail: str, quote: str) -> Value | None:
    if not detail:
        return None
    classes = goods.classes(quote)
    value: Value = {"goods": detail}
    return value | {"classes": list[JsonValue](kind.value for kind in classes)} if classes else value


def _packing(detail: str, quote: str) -> Value | None:
    return {"needs": [detail]} if detail else None


def _yes_no(field: str) -> Read:
    def read(detail: str, quote: str) -> Value | None:
        return {field: not refuses(quote)}

    return read


def _masked(field: str, *types: str) -> Read:
    def read(detail: str, quote: str) -> Value | None:
        tokens = (token for words in (detail, quote) for token in TOKEN.findall(words))
        token = next((t for t in tokens if t[1:].startswith(types)), None)
        return {field: token} if token else None

    return read


def refuses(quote: str) -> bool:
    """Denied an odd number of times: 不用发票 refuses, 没有发票不行 does not."""
    return negators(quote) % 2 == 1


_READERS: dict[str, Read] = {
    "home_address": _address,
    "work_address": _address,
    "warehouse_address": _address,
    "usual_pickup_address": _address,
    "usual_delivery_address": _address,
    "preferred_vehicle_type": _vehicle,
    "avoided_vehicle_type": _vehicle,
    "fleet_size": _fleet,
    "driver_opinion": _driver,
    "preferred_time": _times,
    "avoided_time": _times,
    "allergy": _allergy,
    "usual_goods": _goods,
    "packing": _packing,
    "night_delivery": _yes_no("allowed"),
    "loading_help": _yes_no("needed"),
    "call_before_arrival": _yes_no("call"),
    "invoice": _yes_no("wanted"),
    "insurance": _yes_no("insured"),
    "phone": _masked("phone", "mobile:", "phone:"),
    "email": _masked("email", "email:"),
}
_FIELDS = {
    "contact_channel": "channel",
    "payment_method": "method",
    "invoice_title": "title",
    "name": "name",
    "occupation": "occupation",
}
