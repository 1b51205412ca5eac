"""What a segment's summary may say, line by line: what extraction kept of it, and other words of the customer."""

from collections.abc import Sequence

from yiku_domain.summary import Kept, Line, SegmentBasis, Spoken
from yiku_domain.withdrawal import Withdrawal, still_says
from yiku_text import guards

from yiku_keeper.summaries.quoting import meaning, quotes

KEPT = 1.0
"""What extraction kept comes before everything else."""

_Spans = Sequence[tuple[int, int]]


def lines_of(basis: SegmentBasis) -> list[Line]:
    """The lines to choose from, in the order of the conversation.

    A memory that stands is a line. So is a sentence of the customer that no memory was read from, shares words
    with other turns, and says nothing that was taken back since. What is superseded, retracted or waits for a
    person is left out together with its sentence.
    """
    turns = context_of(basis)
    words = {turn.episode_id: meaning(turn.text) for turn in turns}
    lines: list[Line] = []
    for turn in turns:
        others = [held for episode_id, held in words.items() if episode_id != turn.episode_id]
        here = [kept for kept in basis.kept if kept.episode_id == str(turn.episode_id)]
        lines += [Line(k.content, turn.at, KEPT + centrality(k.content, others)) for k in here if k.active]
        lines += _quoted(turn, basis, others)
    return [*_again(basis, list(words.values())), *lines]


def context_of(basis: SegmentBasis) -> list[Spoken]:
    """The turns that may be read, the bot's among them: neither orders to the system nor what was taken back."""
    return [
        turn
        for turn in basis.turns
        if not guards.injected(turn.text) and (turn.by_customer or not _taken_back(turn, turn.text, basis.withdrawn))
    ]


def centrality(text: str, others: Sequence[frozenset[str]]) -> float:
    """How much a line is about what the rest is about: the mean Jaccard index with the words of the other turns."""
    mine = meaning(text)
    return sum(_overlap(mine, other) for other in others) / len(others) if others else 0.0


def _quoted(turn: Spoken, basis: SegmentBasis, others: Sequence[frozenset[str]]) -> list[Line]:
    if not turn.by_customer:
        return []
    read = _spans(basis.kept, turn)
    free = (q for q in quotes(turn.text) if not any(start < q.end and q.start < end for start, end in read))
    told = (q.text for q in free if not _taken_back(turn, q.text, basis.withdrawn))
    scored = ((text, centrality(text, others)) for text in told)
    return [Line(text, turn.at, score) for text, score in scored if score > 0]


def _again(basis: SegmentBasis, words: Sequence[frozenset[str]]) -> list[Line]:
    """Memories of earlier conversations that were told once more in this one."""
    here = {str(turn.episode_id) for turn in basis.turns}
    told = [kept for kept in basis.kept if kept.active and kept.episode_id not in here]
    began = min((turn.at for turn in basis.turns), default=None)
    return [Line(k.content, began, KEPT + centrality(k.content, words)) for k in told] if began else []


def _spans(kept: Sequence[Kept], turn: Spoken) -> _Spans:
    """Where memories were read from; a memory without a place takes the whole turn."""
    mine = (one for one in kept if one.episode_id == str(turn.episode_id))
    return [one.span or (0, len(turn.text)) for one in mine]


def _taken_back(turn: Spoken, text: str, withdrawn: Sequence[Withdrawal]) -> bool:
    return any(turn.heard_at <= gone.at and still_says(text, gone) for gone in withdrawn)


def _overlap(left: frozenset[str], right: frozenset[str]) -> float:
    together = left | right
    return len(left & right) / len(together) if together else 0.0
