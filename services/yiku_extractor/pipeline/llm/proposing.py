"""A claim that stood every check as a proposal, with its slot filled from the customer's words."""

from dataclasses import dataclass

from yiku_domain.memory import Kind, Nature
from yiku_domain.vocabulary import EntityType
from yiku_text.grounding import stands_in

from yiku_extractor.pipeline.extraction import Named, Proposal
from yiku_extractor.pipeline.llm.attributes import NONE
from yiku_extractor.pipeline.llm.checks import Placed
from yiku_extractor.pipeline.llm.claim import Stance
from yiku_extractor.pipeline.llm.cues import spoken_of
from yiku_extractor.pipeline.llm.values import Value, named_driver, slot_value
from yiku_extractor.pipeline.patterns.complaints import complaint_kinds
from yiku_extractor.pipeline.telling import complaint_in, condition_of, nature_of

BY = "llm"
UNREAD = 0.6
"""At most this where the slot's value cannot be read: below the threshold, so that a person looks."""

_FACTS = frozenset(
    {
        *("home_address", "work_address", "warehouse_address", "usual_pickup_address", "usual_delivery_address"),
        *("fleet_size", "allergy", "health_limit", "usual_goods", "pet"),
        *("name", "phone", "email", "occupation", "invoice_title"),
    }
)


@dataclass(frozen=True)
class _Slot:
    """`attribute` is None where the claim fills no slot; `missing` where it should and cannot."""

    attribute: str | None
    value: Value
    missing: bool = False


def proposal_of(placed: Placed) -> Proposal:
    """The kind follows from the slot where there is one. Said outright only where the model says so."""
    claim, slot = placed.claim, _slot(placed)
    kind = _kind(placed, slot.attribute)
    driver = named_driver(claim.detail, placed.words)
    nature = nature_of(kind)
    return Proposal(
        kind=kind,
        nature=nature,
        content=placed.content,
        span=placed.span,
        confidence=min(claim.confidence, UNREAD) if slot.missing else claim.confidence,
        by=BY,
        attribute=slot.attribute,
        value=slot.value | condition_of(placed.touched) | (_feeling(placed, driver) if kind is Kind.SENTIMENT else {}),
        named=(Named(EntityType.DRIVER, driver),) if driver and nature is Nature.EVENT else (),
        explicit=claim.stance == Stance.STATED,
    )


def _slot(placed: Placed) -> _Slot:
    claim = placed.claim
    if claim.attribute == NONE or (_of_the_moment(placed) and claim.attribute not in _FACTS):
        return _Slot(None, {})
    detail = claim.detail if stands_in(claim.detail, placed.turn, placed.question) else ""
    told = spoken_of(claim.attribute, placed.words, placed.question)
    value = slot_value(claim.attribute, detail, placed.words) if told else None
    return _Slot(None, {}, missing=True) if value is None else _Slot(claim.attribute, value)


def _of_the_moment(placed: Placed) -> bool:
    """What happened fills no slot of wishes."""
    complains = placed.claim.attribute != "driver_opinion" and bool(complaint_kinds(placed.words))
    return complains or nature_of(Kind(placed.claim.kind)) is Nature.EVENT


def _kind(placed: Placed, attribute: str | None) -> Kind:
    """Small models call complaints facts."""
    if attribute is None:
        return Kind.SENTIMENT if complaint_kinds(placed.words) else Kind(placed.claim.kind)
    if attribute == "driver_opinion":
        return Kind.RELATION
    return Kind.FACT if attribute in _FACTS else Kind.PREFERENCE


def _feeling(placed: Placed, driver: str) -> Value:
    return ({"driver": driver} if driver else {}) | complaint_in(placed.words)
