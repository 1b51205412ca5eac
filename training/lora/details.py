"""The key words of a memory, which the corpus does not mark: what patterns and readers find in its words."""

from collections.abc import Iterator

from yiku_extractor.pipeline.answers import AnswerReader
from yiku_extractor.pipeline.extraction import Proposal
from yiku_extractor.pipeline.pattern_extractor import PatternExtractor
from yiku_extractor.pipeline.patterns import HOME_DOMAIN
from yiku_extractor.pipeline.utterance import Utterance
from yiku_text import address, goods, people, vehicle
from yiku_text.masking import TOKEN

from training.student.corpus import Span

_PROPOSERS = (PatternExtractor(HOME_DOMAIN), AnswerReader())


def detail_of(attribute: str, memory: Span, utterance: Utterance) -> str:
    """Words of the memory that hold its slot's value, "" where nothing finds them."""
    words = utterance.text[memory.start : memory.end]
    candidates = (*_of_patterns(attribute, memory, utterance), *_of_readers(attribute, words))
    return next((found for found in candidates if found and found in words), "")


def _of_patterns(attribute: str, memory: Span, utterance: Utterance) -> Iterator[str]:
    for proposer in _PROPOSERS:
        for proposal in proposer.propose(utterance, utterance.statements).proposals:
            if proposal.attribute == attribute and _overlaps(proposal, memory):
                yield from (value for value in proposal.value.values() if isinstance(value, str))


def _of_readers(attribute: str, words: str) -> Iterator[str]:
    if attribute.endswith("_address"):
        place = address.parse(words)
        if place.district or place.road or place.city:
            yield place.text
    elif attribute.endswith("_vehicle_type"):
        yield from (words[found.start : found.end] for found in vehicle.find(words))
    elif attribute == "driver_opinion":
        yield from (found.text for found in people.find_people(words) if found.driver)
    elif attribute == "usual_goods":
        yield from (found.name for found in goods.find(words))
    elif attribute in {"phone", "email"}:
        yield from (match[0] for match in TOKEN.finditer(words))


def _overlaps(proposal: Proposal, memory: Span) -> bool:
    return proposal.span[0] < memory.end and memory.start < proposal.span[1]
