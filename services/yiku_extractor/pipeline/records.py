"""Orders, reviews and behaviour: sources that say by their fields what happened."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from yiku_domain.habits import Deed
from yiku_domain.memory import JsonValue, Kind, Nature
from yiku_domain.plan import Turn
from yiku_domain.vocabulary import EntityType, Role
from yiku_text import goods, vehicle
from yiku_text.masking import Found, Masked, Tokenise, mask, mask_json
from yiku_text.references import mask_reference, names_order_number

from yiku_extractor.pipeline import deeds
from yiku_extractor.pipeline.extraction import Named, Proposal
from yiku_extractor.pipeline.pattern_extractor import PatternExtractor
from yiku_extractor.pipeline.patterns.complaints import complaint_kinds
from yiku_extractor.pipeline.patterns.drivers import DRIVER_OPINIONS, driver_name
from yiku_extractor.pipeline.review_tone import Tone, of_tone, parts, tone_of
from yiku_extractor.pipeline.segments import BehaviourSegment, Context, OrderSegment, ReviewSegment
from yiku_extractor.pipeline.utterance import read

_HAN = re.compile("[\u4e00-\u9fff]")
_ORDER_CONFIDENCE = 1.0
_REVIEW_CONFIDENCE = 0.95
_OPINIONS = PatternExtractor((DRIVER_OPINIONS,))


@dataclass(frozen=True)
class Rendered:
    """A record as text, proposals and deeds, masked; `found` holds what was taken out of its fields."""

    text: str
    found: tuple[Found, ...]
    proposals: tuple[Proposal, ...] = ()
    deeds: tuple[Deed, ...] = ()


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
        return self._kept(mask_reference(raw, self._tokenise))

    def properties(self, raw: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Properties of an event, names and values; the number of an order is masked as one."""
        clean: dict[str, JsonValue] = {}
        for name, value in raw.items():
            if names_order_number(name) and isinstance(value, str | int):
                clean[self.text(name)] = self.reference(str(value))
            else:
                masked, found = mask_json(value, self._tokenise, name)
                self.found += found
                clean[self.text(name)] = masked
        return clean

    def _kept(self, masked: Masked) -> str:
        self.found += masked.found
        return masked.text


def order(segment: OrderSegment, context: Context) -> Rendered:
    """An event that names the order, its driver, vehicle, ends and goods; and what it says of habits."""
    masking = _Masking(context.tokenise)
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
    occasion = _occasion(fields["order_id"], segment, context)
    return Rendered(text, tuple(masking.found), (proposal,), deeds.of_order(fields, occasion))


def behaviour(segment: BehaviourSegment, context: Context) -> Rendered:
    """No memory by itself; what it says of habits."""
    masking = _Masking(context.tokenise)
    action, properties = masking.text(segment.action), masking.properties(segment.properties)
    ref = deeds.reference(action, properties, segment.at)
    shown = deeds.of_behaviour(action, properties, _occasion(ref, segment, context))
    told = json.dumps(properties, ensure_ascii=False, sort_keys=True) if properties else ""
    return Rendered(f"{action} {told}".strip(), tuple(masking.found), deeds=shown)


def _occasion(ref: str, segment: OrderSegment | BehaviourSegment, context: Context) -> deeds.Occasion:
    return deeds.Occasion(ref, segment.at.astimezone(context.zone), segment.source.kind, context.city)


def review(segment: ReviewSegment, context: Context) -> Rendered:
    """A sentiment about driver and order, two where it praises and complains, and what it asks of the driver.

    No proposal where there is neither a rating nor a word.
    """
    masking = _Masking(context.tokenise)
    words = masking.text(segment.text)
    told = _Review(
        words, driver_name(masking.text(segment.driver)), masking.reference(segment.order_id), segment.rating
    )
    if not words and not segment.rating:
        return Rendered(words, tuple(masking.found))
    text = _review_text(words, told.driver, told.rating)
    return Rendered(text, tuple(masking.found), (*_sentiments(told, text), *_opinions(told, text)))


@dataclass(frozen=True)
class _Review:
    """What a review holds, masked."""

    words: str
    driver: str
    order_id: str
    rating: int


def _sentiments(told: _Review, text: str) -> list[Proposal]:
    tone = tone_of(told.words, told.rating)
    if tone is not Tone.MIXED:
        return [_sentiment(told, tone, text, told.words)]
    found = parts(told.words)
    return [
        _sentiment(told, part, _review_text(words, told.driver, told.rating), words)
        for part in (Tone.POSITIVE, Tone.NEGATIVE)
        if (words := of_tone(found, part))
    ]


def _sentiment(told: _Review, tone: Tone, content: str, words: str) -> Proposal:
    problems = complaint_kinds(words) if tone is not Tone.POSITIVE else ()
    given = (("rating", told.rating), ("driver", told.driver), ("order_id", told.order_id))
    value: dict[str, JsonValue] = {"polarity": tone.value, **{name: item for name, item in given if item}}
    if problems:
        value["about"] = list[JsonValue](problems)
    named = ((EntityType.DRIVER, told.driver), (EntityType.ORDER, told.order_id))
    return Proposal(
        Kind.SENTIMENT,
        Nature.EVENT,
        content,
        (0, len(content)),
        _REVIEW_CONFIDENCE,
        "review",
        value=value,
        named=tuple(Named(kind, name) for kind, name in named if name),
    )


def _opinions(told: _Review, text: str) -> list[Proposal]:
    """Whether to send the driver again, where the words say so; 他 is the driver of the order."""
    driver = f"driver {told.driver}" if told.driver.isascii() else told.driver
    before = (Turn("user", driver),) if told.driver else ()
    utterance = read(told.words, before)
    found = _OPINIONS.propose(utterance, utterance.statements).proposals
    at = text.find(told.words)
    return [replace(p, span=(p.span[0] + at, p.span[1] + at)) for p in found]


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
