"""Segments of the corpus as chats in the extraction prompt's own format."""

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from yiku_domain.plan import Turn
from yiku_extractor.pipeline.llm.attributes import NONE, names
from yiku_extractor.pipeline.llm.claim import Claim, Stance
from yiku_extractor.pipeline.llm.prompt import build_prompt
from yiku_extractor.pipeline.llm.values import slot_value
from yiku_extractor.pipeline.utterance import Statement, Utterance, read

from training.lora.details import detail_of
from training.student.corpus import Segment, Span

_SURE, _BORDERLINE = 0.85, 0.6
"""The confidence that the answers name; the first is that of the prompt's own examples."""
_PART = 0.3
"""So many turns of several statements are asked about in part, as where the student is unsure of a part."""


@dataclass(frozen=True)
class Example:
    """A chat of three messages, and the segment and statements that it asks about."""

    system: str
    user: str
    answer: str
    segment: Segment
    asked: tuple[Statement, ...]

    @property
    def utterance(self) -> Utterance:
        """The turn as the pipeline reads it."""
        return utterance_of(self.segment)


def examples(segments: Iterable[Segment], seed: int) -> Iterator[Example]:
    """In order. Left out are turns without a statement, and those with a slot whose value no reader finds:
    an answer without the detail would teach the model to leave it out."""
    chance = random.Random(seed)
    for segment in segments:
        utterance = utterance_of(segment)
        if not utterance.statements:
            continue
        asked = _asked(utterance.statements, chance)
        claims = [_claim(segment, m, utterance) for m in segment.memories if _meets(m, asked)]
        if any(_unread(claim) for claim in claims):
            continue
        prompt = build_prompt(utterance, asked)
        answer = json.dumps({"memories": [asdict(claim) for claim in claims]}, ensure_ascii=False)
        yield Example(prompt.system, prompt.user, answer, segment, tuple(asked))


def utterance_of(segment: Segment) -> Utterance:
    """As the pipeline reads the segment."""
    return read(segment.text, tuple(Turn(role, text) for role, text in segment.before))


def held_out(segments: Sequence[Segment]) -> tuple[list[Segment], list[Segment]]:
    """(the rest, a tenth), of every slice and language its share; always the same ones."""
    order = sorted(segments, key=lambda s: (s.slice, s.lang, bool(s.memories), s.text))
    return [s for i, s in enumerate(order) if i % 10], order[::10]


def _asked(statements: Sequence[Statement], chance: random.Random) -> list[Statement]:
    if len(statements) == 1 or chance.random() >= _PART:
        return list(statements)
    some = chance.sample(range(len(statements)), chance.randint(1, len(statements) - 1))
    return [statements[index] for index in sorted(some)]


def _claim(segment: Segment, memory: Span, utterance: Utterance) -> Claim:
    words = segment.text[memory.start : memory.end]
    attribute = memory.attribute if memory.attribute in names() else NONE
    return Claim(
        quote=words,
        stance=Stance.STATED.value,
        kind=memory.kind,
        attribute=attribute,
        detail="" if attribute == NONE else detail_of(attribute, memory, utterance),
        confidence=_BORDERLINE if segment.borderline else _SURE,
    )


def _unread(claim: Claim) -> bool:
    return claim.attribute != NONE and slot_value(claim.attribute, claim.detail, claim.quote) is None


def _meets(memory: Span, statements: Sequence[Statement]) -> bool:
    return any(memory.start < s.end and s.start < memory.end for s in statements)
