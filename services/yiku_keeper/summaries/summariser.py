"""Tells what a segment, session, day or week was about: by a language model where there is one, else by choice."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from yiku_domain.summary import (
    NOTHING,
    Level,
    Line,
    RollUpBasis,
    SegmentBasis,
    Told,
    day_of,
)

from yiku_keeper.summaries import extractive
from yiku_keeper.summaries.llm.prompt import Excerpt, Who
from yiku_keeper.summaries.llm.writer import LlmSummary, Written
from yiku_keeper.summaries.material import KEPT, context_of, lines_of
from yiku_keeper.summaries.quoting import meaning

FEWEST = 2
"""A single line is a memory already, or not worth one: a summary would only say it twice."""

_HEADS = {
    Level.SEGMENT: ("这次聊了：", "Talked about: "),
    Level.SESSION: ("这次聊了：", "Talked about: "),
    Level.DAY: ("这天聊了：", "Talked about that day: "),
    Level.WEEK: ("这周聊了：", "Talked about that week: "),
}
"""What is asked for later is what was talked about: embedded with these words, a summary is nearer to the question."""


@dataclass(frozen=True)
class Summarised:
    """What is told, and what became of the question to the model; None where none was asked."""

    told: Told
    written: Written | None = None


class Summariser:
    """Without a model, and whenever it fails, summaries are extractive. Days are those of `zone`."""

    def __init__(self, zone: tzinfo, llm: LlmSummary | None = None) -> None:
        self._zone = zone
        self._llm = llm

    async def segment(self, basis: SegmentBasis, tenant: str) -> Summarised:
        """Of turns and of what extraction kept of them."""
        lines = lines_of(basis)
        chosen = extractive.choose(lines, extractive.heaviest_first(lines))
        bot = [(turn.at, Excerpt(Who.BOT, turn.text)) for turn in context_of(basis) if not turn.by_customer]
        said = [(line.at, Excerpt(Who.CUSTOMER, line.text)) for line in lines]
        ordered = [one for _, one in sorted([*said, *bot], key=lambda pair: pair[0])]
        return await self._tell(Level.SEGMENT, chosen, lines, ordered, tenant)

    async def roll_up(self, level: Level, basis: RollUpBasis, tenant: str) -> Summarised:
        """Of segments; nothing where one of the level below says it all."""
        if not self._several(level, basis):
            return Summarised(NOTHING)
        lines = [line for leaf in basis.leaves for line in leaf.lines]
        chosen = extractive.choose(lines, extractive.by_turns(basis.leaves))
        return await self._tell(level, chosen, lines, [Excerpt(Who.NOTE, line.text) for line in lines], tenant)

    async def _tell(
        self, level: Level, chosen: Sequence[Line], lines: Sequence[Line], excerpts: Sequence[Excerpt], tenant: str
    ) -> Summarised:
        if self._llm is None or len(chosen) < FEWEST:
            return Summarised(_told(level, chosen, extractive.BY))
        written = await self._llm.write(excerpts, tenant)
        placed = _placed(written.sentences, lines)
        if len(placed) < FEWEST:
            return Summarised(_told(level, chosen, extractive.BY), written)
        return Summarised(_told(level, placed, written.by), written)

    def _several(self, level: Level, basis: RollUpBasis) -> bool:
        """More than one segment for a session, session for a day, day for a week."""
        parts: set[str] = set()
        for leaf in basis.leaves:
            day = day_of(leaf.start, self._zone).name
            parts.add({Level.DAY: leaf.sitting, Level.WEEK: day}.get(level, leaf.name))
        return len(parts) > 1


def _told(level: Level, lines: Sequence[Line], by: str) -> Told:
    """Its head and its lines; without content where they are too few."""
    text = extractive.joined(lines)
    head = _HEADS[level][0 if extractive.is_chinese(text) else 1]
    return Told(head + text if len(lines) >= FEWEST else "", tuple(lines), by)


def _placed(sentences: Iterable[str], lines: Sequence[Line]) -> tuple[Line, ...]:
    """A model's sentences, within the budget; each gets the time of the line that it is most like."""
    made = [Line(sentence, _nearest(sentence, lines).at, KEPT) for sentence in sentences]
    return extractive.choose(made, made)


def _nearest(sentence: str, lines: Sequence[Line]) -> Line:
    mine = meaning(sentence)
    return max(lines, key=lambda line: len(mine & meaning(line.text)))
