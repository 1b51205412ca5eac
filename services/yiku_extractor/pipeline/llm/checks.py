"""What may be said against a claim, one pure function an objection; the first that holds decides."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from yiku_domain.memory import Kind
from yiku_text import guards, pii
from yiku_text.grounding import alien_words, negators
from yiku_text.masking import TOKEN

from yiku_extractor.pipeline.llm import suspicions
from yiku_extractor.pipeline.llm.attributes import names
from yiku_extractor.pipeline.llm.claim import KINDS, Claim, Stance
from yiku_extractor.pipeline.llm.values import named_driver
from yiku_extractor.pipeline.utterance import Guard, Statement

LONGEST = 300
"""Characters of a quote or of a content; nobody says one thing in more."""


class Objection(StrEnum):
    """Stable codes: why a claim became no memory."""

    TOO_MANY = "too_many"
    TOO_LONG = "too_long"
    UNKNOWN_KIND = "unknown_kind"
    UNKNOWN_ATTRIBUTE = "unknown_attribute"
    UNKNOWN_STANCE = "unknown_stance"
    NOT_IN_TEXT = "not_in_text"
    NOT_ASKED = "not_asked"
    UNGROUNDED = "ungrounded"
    NEGATION = "negation"
    PERSONAL_DATA = "personal_data"
    INJECTED_INSTRUCTION = "injected_instruction"
    ENTITLEMENT = "entitlement"
    HYPOTHETICAL = "hypothetical"
    QUESTION = "question"
    SARCASM = "sarcasm"
    THIRD_PARTY = "third_party"
    QUOTED = "quoted"
    DENIED = "denied"
    DUPLICATE = "duplicate"


OF_THE_CUSTOMER = frozenset(
    {
        Objection.INJECTED_INSTRUCTION,
        Objection.ENTITLEMENT,
        Objection.HYPOTHETICAL,
        Objection.QUESTION,
        Objection.SARCASM,
        Objection.THIRD_PARTY,
        Objection.QUOTED,
        Objection.DENIED,
    }
)
"""Objections to what the customer said: there is nothing to remember. The others are mistakes of the model."""


@dataclass(frozen=True)
class Placed:
    """A claim whose quote stands in the turn.

    `words` are turn[span[0]:span[1]], the quote with what denies or conditions it; `touched` the
    statements that the span meets, never none; `question` what the bot had asked, "" where the words are no
    answer. `content` is what would be remembered: the words, or for an answer the model's sentence.
    """

    claim: Claim
    span: tuple[int, int]
    words: str
    touched: tuple[Statement, ...]
    content: str
    turn: str
    question: str


Check: TypeAlias = Callable[[Placed], Objection | None]

_STANCES = {
    Stance.SUPPOSED: Objection.HYPOTHETICAL,
    Stance.ASKED: Objection.QUESTION,
    Stance.IRONIC: Objection.SARCASM,
    Stance.OTHER: Objection.THIRD_PARTY,
    Stance.QUOTED: Objection.QUOTED,
    Stance.ORDER: Objection.INJECTED_INSTRUCTION,
}
_GUARDS = {
    Guard.QUOTED: Objection.QUOTED,
    Guard.SARCASM: Objection.SARCASM,
    Guard.HYPOTHETICAL: Objection.HYPOTHETICAL,
    Guard.THIRD_PARTY: Objection.THIRD_PARTY,
    Guard.AFTER_OTHER: Objection.THIRD_PARTY,
    Guard.DENIED: Objection.DENIED,
    Guard.QUESTION: Objection.QUESTION,
}
_OPINIONS = frozenset({Kind.SENTIMENT, Kind.RELATION})
_OWN = frozenset({Kind.FACT, Kind.PREFERENCE})


def misshapen(claim: Claim) -> Objection | None:
    """Told before the quote is looked for."""
    if claim.kind not in KINDS:
        return Objection.UNKNOWN_KIND
    if claim.attribute not in names():
        return Objection.UNKNOWN_ATTRIBUTE
    if claim.stance not in list(Stance):
        return Objection.UNKNOWN_STANCE
    longest = max(len(claim.quote), len(claim.content), len(claim.detail))
    return Objection.TOO_LONG if longest > LONGEST else None


def instructs(placed: Placed) -> Objection | None:
    """An order to the system spoils the whole turn, and so does one that the model has made of it."""
    texts = (placed.turn, placed.content)
    hit = any(guards.injected(text) or suspicions.TO_THE_MACHINE.search(TOKEN.sub("", text)) for text in texts)
    return Objection.INJECTED_INSTRUCTION if hit else None


def not_stated(placed: Placed) -> Objection | None:
    """The model itself says that it is no statement of the customer about themselves."""
    return _STANCES.get(Stance(placed.claim.stance))


def guarded(placed: Placed) -> Objection | None:
    """A guard of the statements holds, by the customer's words alone."""
    held = frozenset(guard for s in placed.touched for guard in s.guards) - _exempt(placed)
    return next((objection for guard, objection in _GUARDS.items() if guard in held), None)


def supposed(placed: Placed) -> Objection | None:
    """A supposition or somebody else that only the quote or the model's sentence shows."""
    if suspicions.FICTION.search(placed.turn):
        return Objection.HYPOTHETICAL
    for text in (placed.words, placed.content):
        if guards.hypothetical(text) and not guards.recurring_condition(text):
            return Objection.HYPOTHETICAL
        if Guard.THIRD_PARTY not in _exempt(placed) and guards.about_other(text):
            return Objection.THIRD_PARTY
        if guards.hearsay(text):
            return Objection.QUOTED
    return None


def of_somebody(placed: Placed) -> Objection | None:
    """A fact or wish told of another person, whom no guard knows by kinship: 老张说他家住通州."""
    of_driver = placed.claim.attribute == "driver_opinion"
    if placed.claim.kind not in _OWN or of_driver or Guard.THIRD_PARTY in _exempt(placed):
        return None
    hit = suspicions.SOMEBODY.search(placed.words) or suspicions.SOMEBODY.search(placed.content)
    return Objection.THIRD_PARTY if hit else None


def entitles(placed: Placed) -> Objection | None:
    """What a customer may not grant themselves by saying it: a status, a right, a price."""
    hit = placed.claim.kind in _OWN and suspicions.ENTITLEMENT.search(placed.words)
    return Objection.ENTITLEMENT if hit else None


def ungrounded(placed: Placed) -> Objection | None:
    """The sentence brings something that neither the turn nor the answered question says."""
    if placed.content == placed.words:
        return None
    return Objection.UNGROUNDED if any(alien_words(placed.content, placed.turn, placed.question)) else None


def denies_otherwise(placed: Placed) -> Objection | None:
    """The sentence lost or gained a denial."""
    same = bool(negators(placed.content)) == bool(negators(placed.words))
    return None if same else Objection.NEGATION


def personal(placed: Placed) -> Objection | None:
    """Personal data that masking has not seen, put together by the model."""
    made = placed.content != placed.words and pii.find(placed.content)
    return Objection.PERSONAL_DATA if made else None


CHECKS: tuple[Check, ...] = (
    instructs,
    not_stated,
    guarded,
    supposed,
    of_somebody,
    entitles,
    denies_otherwise,
    ungrounded,
    personal,
)


def _exempt(placed: Placed) -> frozenset[Guard]:
    """Irony turns opinions round, not addresses; a wish without a subject is the customer's, whoever
    the clause before was about; an opinion of a named driver is the customer's own."""
    kind = placed.claim.kind
    exempt: set[Guard] = set()
    if kind in _OWN:
        exempt.add(Guard.SARCASM)
    if kind == Kind.PREFERENCE:
        exempt.add(Guard.AFTER_OTHER)
    driver = named_driver("", placed.words)
    if driver and (kind in _OPINIONS or placed.claim.attribute == "driver_opinion"):
        exempt |= {Guard.THIRD_PARTY, Guard.AFTER_OTHER}
    return frozenset(exempt)
