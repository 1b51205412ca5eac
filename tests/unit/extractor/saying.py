"""How the tests of the pipeline speak to it."""

import asyncio
from datetime import UTC, datetime

from yiku_domain.memory import Source, SourceKind
from yiku_domain.plan import Turn
from yiku_extractor.pipeline.extraction import Extraction
from yiku_extractor.pipeline.pipeline import Pipeline
from yiku_extractor.pipeline.segments import Context, DialogueSegment, Segment
from yiku_text.pii_tokens import token_key

AT = datetime(2026, 7, 2, 8, 5, tzinfo=UTC)
SOURCE = Source(SourceKind.DIALOGUE, "s-1")
TOKENISE = token_key(b"k" * 32, "acme").token


def say(
    text: str,
    *,
    role: str = "user",
    after: tuple[tuple[str, str], ...] = (),
    recalled: tuple[str, ...] = (),
    city: str = "",
) -> Extraction:
    """Extract from one turn of the customer; `after` are the turns before it."""
    segment = DialogueSegment(text, role, AT, SOURCE, previous=before(*after))
    return extract(segment, city=city, recalled=recalled)


def before(*after: tuple[str, str]) -> tuple[Turn, ...]:
    """The turns before, from (role, words)."""
    return tuple(Turn(who, words) for who, words in after)


def extract(
    segment: Segment, pipeline: Pipeline | None = None, *, city: str = "", recalled: tuple[str, ...] = ()
) -> Extraction:
    """What a pipeline makes of a segment."""
    return asyncio.run((pipeline or Pipeline()).extract(segment, Context(TOKENISE, city, recalled)))
