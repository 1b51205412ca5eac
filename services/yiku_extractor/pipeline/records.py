"""Orders, reviews and behaviour: sources that say by their fields what happened."""

import re
from dataclasses import dataclass

from yiku_domain.memory import JsonValue, Kind, Nature
from yiku_domain.vocabulary import EntityType, Role
from yiku_text import goods, vehicle
from yiku_text.masking import Found, Masked, Tokenise, mask

from yiku_extractor.pipeline.extraction import Named, Proposal
from yiku_extractor.pipeline.patterns.complaints import complaint_kinds
from yiku_extractor.pipeline.patterns.drivers import driver_name
from yiku_extractor.pipeline.segments import OrderSegment, ReviewSegment

_HAN = re.compile("[\u4e00-\u9fff]")
_ORDER_CONFIDENCE = 1.0
_REVIEW_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Rendered:
    """A record as text and proposal, masked; `found` holds what was taken out of its fields."""

    text: str
    found: tuple[Found, ...]
    proposal: Proposal | None


class _Masking:
    """Masks field by field and collects what it finds."""

    def __init__(self, tokenise: Tokenise) -> None:
        self._tokenise = tokenise
        self.found: list[Found] = []

    def text(self, raw: str) -> str:
        """A field, masked."""
        return self._kept(mask(raw.strip(), self._tokenise))

    def reference(self, raw: str) -> str:
        """An order number: digits that look like a phone stay, a name or address in it does not."""
        label = "订单号"
        return self._kept(mask(label + raw.strip(), self._tokenise)).removeprefix(label)

    def _kept(self, masked: Masked) -> str:
        self.found += masked.found
        return masked.text


def order(segment: OrderSegment, tokenise: Tokenise) -> Rendered:
    """An event that names the order, its driver, vehicle, ends and goods."""
    masking = _Masking(tokenise)
    fields = {
        "order_id": masking.reference(segment.order_id),
        "vehicle_type": masking.text(segment.vehicle_type),
        "pickup": masking.text(segment.pickup),
        "dropoff": masking.text(segment.dropoff),
        "goods": masking.text(segment.goods),
        "driver": driver_name(masking.text(segment.driver)),
    }
    text = _order_text(fields, segment.amount_yuan)
    proposal = Proposal(
        kind=Kind.EVENT,
        nature=Nature.EVENT,
        content=text,
        span=(0, len(text)),
        confidence=_ORDER_CONFIDENCE,
        by="order",
        value=_order_value(fields, segment.amount_yuan),
        named=_order_names(fields),
    )
    return Rendered(text, tuple(masking.found), proposal)


def review(segment: ReviewSegment, tokenise: Tokenise) -> Rendered:
    """A sentiment about the driver; no proposal where there is neither a rating nor a word."""
    masking = _Masking(tokenise)
    words = masking.text(segment.text)
    driver = driver_name(masking.text(segment.driver))
    order_id = masking.reference(segment.order_id)
    text = _review_text(words, driver, segment.rating)
    if not words and not segment.rating:
        return Rendered(words, tuple(masking.found), None)
    problems = complaint_kinds(words)
    value: dict[str, JsonValue] = {"polarity": _polarity(segment.rating, problems)}
    value |= {k: v for k, v in (("rating", segment.rating), ("driver", driver), ("order_id", order_id)) if v}
    if problems:
        value["about"] = list[JsonValue](problems)
    named = tuple(
        Named(kind, name) for kind, name in ((EntityType.DRIVER, driver), (EntityType.ORDER, order_id)) if name
    )
    proposal = Proposal(
        Kind.SENTIMENT, Nature.EVENT, text, (0, len(text)), _REVIEW_CONFIDENCE, "review", None, value, named
    )
    return Rendered(text, tuple(masking.found), proposal)


def _order_text(fields: dict[str, str], amount: float) -> str:
    chinese = not any(fields.values()) or _HAN.search("".join(fields.values())) is not None
    money = f"{amount:g}"
    if chinese:
        way = f"从{fields['pickup']}" if fields["pickup"] else ""
        way += f"到{fields['dropoff']}" if fields["dropoff"] else ""
        price = f"{money}元" if amount else ""
        parts = (fields["vehicle_type"], way, fields["goods"], fields["driver"], price)
        return f"订单 {fields['order_id']}：" + "，".join(part for part in parts if part)
    way = f"from {fields['pickup']}" if fields["pickup"] else ""
    way += f" to {fields['dropoff']}" if fields["dropoff"] else ""
    price = f"{money} yuan" if amount else ""
    parts = (fields["vehicle_type"], way.strip(), fields["goods"], fields["driver"], price)
    return f"Order {fields['order_id']}: " + ", ".join(part for part in parts if part)


def _order_value(fields: dict[str, str], amount: float) -> dict[str, JsonValue]:
    value: dict[str, JsonValue] = {name: text for name, text in fields.items() if text}
    found = vehicle.canonical(fields["vehicle_type"])
    if found:
        value["vehicle_type"] = found.type.code
        if found.length_m is not None:
            value["length_m"] = found.length_m
    if amount:
        value["amount_yuan"] = amount
    classes = goods.classes(fields["goods"])
    if classes:
        value["goods_classes"] = list[JsonValue](kind.value for kind in classes)
    return value


def _order_names(fields: dict[str, str]) -> tuple[Named, ...]:
    found = vehicle.canonical(fields["vehicle_type"])
    names = (
        Named(EntityType.ORDER, fields["order_id"]),
        Named(EntityType.DRIVER, fields["driver"]),
        Named(EntityType.VEHICLE_TYPE, found.type.zh if found else fields["vehicle_type"]),
        Named(EntityType.ADDRESS, fields["pickup"], Role.ORIGIN),
        Named(EntityType.ADDRESS, fields["dropoff"], Role.DESTINATION),
        *(Named(EntityType.GOODS, item.name) for item in goods.find(fields["goods"])),
    )
    return tuple(name for name in names if name.name)


def _review_text(words: str, driver: str, rating: int) -> str:
    if words and not _HAN.search(words):
        about = f" of {driver}" if driver else ""
        stars = f", {rating} stars" if rating else ""
        return f"Review{about}{stars}: {words}"
    stars = f"{rating}星" if rating else ""
    return f"评价{driver}{stars}：{words}" if words else f"评价{driver}{stars}"


def _polarity(rating: int, problems: tuple[str, ...]) -> str:
    if rating >= 4:
        return "positive"
    if rating and rating <= 2:
        return "negative"
    return "negative" if problems else "neutral"
