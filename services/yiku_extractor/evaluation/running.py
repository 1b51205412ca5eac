"""Lets the pipeline read labelled turns one after another, and keeps what it said and how long it took."""

import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass

from yiku_domain.memory import Draft, Source, SourceKind
from yiku_domain.plan import Turn
from yiku_text.masking import mask
from yiku_text.pii_tokens import KEY_BYTES, token_key

from yiku_extractor.evaluation.labelled import LabelledTurn, Span
from yiku_extractor.evaluation.tracing import makers
from yiku_extractor.pipeline.extraction import THRESHOLD, Extraction
from yiku_extractor.pipeline.pipeline import Pipeline
from yiku_extractor.pipeline.segments import Context, DialogueSegment

TENANT = "evaluation"
_SOURCE = Source(SourceKind.DIALOGUE, "evaluation")


@dataclass(frozen=True)
class Stored:
    """A memory as it would be stored: masked content, [start, end) in the masked turn, the step that made it.

    `review` says that a person must decide first.
    """

    kind: str
    attribute: str
    content: str
    confidence: float
    span: Span | None
    review: bool
    maker: str


@dataclass(frozen=True)
class Answer:
    """What the pipeline made of a turn; `before` masked as `extraction.text` is; `millis` from end to end."""

    turn: LabelledTurn
    before: tuple[tuple[str, str], ...]
    stored: tuple[Stored, ...]
    extraction: Extraction
    millis: float

    @property
    def live(self) -> tuple[Stored, ...]:
        """What is stored without a person's leave."""
        return tuple(memory for memory in self.stored if not memory.review)


class Reading:
    """Personal data is replaced by tokens under a key that nobody keeps: the same number, the same token."""

    def __init__(self, pipeline: Pipeline, clock: Callable[[], float] = time.perf_counter) -> None:
        self._pipeline = pipeline
        self._clock = clock
        self._context = Context(token_key(secrets.token_bytes(KEY_BYTES), TENANT).token, tenant=TENANT)

    async def answers(self, turns: Iterable[LabelledTurn]) -> AsyncIterator[Answer]:
        """One by one and in order: the times are those of a turn alone."""
        for turn in turns:
            segment = _segment(turn)
            began = self._clock()
            extraction = await self._pipeline.extract(segment, self._context)
            millis = (self._clock() - began) * 1000
            before = tuple((role, mask(text, self._context.tokenise).text) for role, text in turn.before)
            yield Answer(turn, before, _stored(extraction), extraction, millis)


def _segment(turn: LabelledTurn) -> DialogueSegment:
    previous = tuple(Turn(role, text) for role, text in turn.before)
    return DialogueSegment(turn.text, turn.role, turn.at, _SOURCE, previous=previous)


def _stored(extraction: Extraction) -> tuple[Stored, ...]:
    pairs = zip(extraction.drafts, makers(extraction), strict=True)
    return tuple(_of(draft, maker) for draft, maker in pairs)


def _of(draft: Draft, maker: str) -> Stored:
    return Stored(
        kind=draft.kind.value,
        attribute=draft.attribute or "",
        content=draft.content,
        confidence=draft.confidence,
        span=draft.source.span,
        review=bool(draft.review) or draft.confidence < THRESHOLD,
        maker=maker,
    )
