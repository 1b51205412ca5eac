"""Segments as tests tell them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID

from yiku_domain.ids import EpisodeId, MemoryId
from yiku_domain.summary import Kept, Leaf, Line, SegmentBasis, Spoken
from yiku_domain.withdrawal import Withdrawal
from yiku_models.llm import Completion, LlmFailure, Prompt

START = datetime(2026, 10, 1, 1, tzinfo=UTC)


def later(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def episode(number: int) -> EpisodeId:
    return EpisodeId(UUID(int=number + 1))


def turns(*texts: str) -> tuple[Spoken, ...]:
    """A minute apart; a text that begins with "bot:" is the bot's."""
    return tuple(
        Spoken(episode(i), not text.startswith("bot:"), text.removeprefix("bot:"), later(i), later(i))
        for i, text in enumerate(texts)
    )


def kept(turn: int, content: str, text: str = "", *, active: bool = True) -> Kept:
    """A memory read from a turn; `text` is the turn, where the memory has a place in it."""
    at = text.find(content)
    span = (at, at + len(content)) if text and at >= 0 else None
    return Kept(MemoryId(UUID(int=1000 + turn)), content, active, str(episode(turn)), span)


def segment(*texts: str, memories: Sequence[Kept] = (), withdrawn: Sequence[Withdrawal] = ()) -> SegmentBasis:
    return SegmentBasis("s1", turns(*texts), tuple(memories), tuple(withdrawn))


def line(text: str, minutes: float = 0, weight: float = 1.0) -> Line:
    return Line(text, later(minutes), weight)


def leaf(number: int, sitting: str, *lines: Line, day: int = 0) -> Leaf:
    start = START + timedelta(days=day, minutes=number)
    return Leaf(str(number), sitting, start, start + timedelta(minutes=1), 4, lines, MemoryId(UUID(int=number + 1)), ())


@dataclass
class Saying:
    """A model that gives every prompt the same answer or failure, and keeps the prompts."""

    answer: str | LlmFailure
    name: str = "saying"
    prompts: list[Prompt] = field(default_factory=list)

    async def complete(self, prompt: Prompt, *, tenant: str, timeout_s: float | None = None) -> Completion | LlmFailure:
        self.prompts.append(prompt)
        if isinstance(self.answer, LlmFailure):
            return self.answer
        return Completion(self.answer, 100, 20, 5.0, self.name, used_schema=True)
