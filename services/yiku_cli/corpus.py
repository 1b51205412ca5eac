"""Reviewers' decisions as lines of the training corpus: what was right is to be kept, what was wrong dropped."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from yiku.results import Memory, ReviewItem
from yiku_text.masking import TOKEN
from yiku_text.sentences import clauses

_HAN = re.compile("[\u4e00-\u9fff]")
_LATIN = re.compile("[A-Za-z]{2,}")
_SLICE: Final = "plain"
"""Nobody has said what makes it hard; the name of the file tells where it is from."""
_TURNS: Final = 4
_ROLES: Final = {"user": "user", "assistant": "bot"}

Told = Callable[[str], Iterable[Memory]]
"""A customer's memories that were stored without a review, or after one."""

_Place = tuple[str, str, int, int]
"""Customer, episode and the clauses [start, end) of its text."""


@dataclass
class _Sample:
    """The clauses that were looked at, in their context, and every memory that they tell."""

    text: str
    before: list[dict[str, str]]
    memories: dict[tuple[str, str, str], None] = field(default_factory=dict)


def corpus_lines(decided: Iterable[ReviewItem], waiting: Iterable[ReviewItem], told: Told) -> Iterator[dict[str, Any]]:
    """One line for the clauses of each decision, or of several that share them; dialogue only.

    Clauses about which something is still undecided are left out: they would teach to drop it. What the same
    clauses told beside the reviewed memory is kept as well. The rest of the turn stands in `before`.
    """
    undecided = {place for item in waiting if (place := _place(item.memory, item.text))}
    samples: dict[_Place, _Sample] = {}
    for item in decided:
        place = _place(item.memory, item.text)
        if place is None or place in undecided:
            continue
        sample = samples.setdefault(place, _sample(item, place))
        if item.decision != "reject":
            _keep(sample, item.memory, _words(item, sample.text))
    stored = _stored({user_id for user_id, *_ in samples}, told)
    for (_, episode_id, start, end), sample in samples.items():
        for memory in stored.get(episode_id, ()):
            span = memory.source.span
            if span and start <= span[0] and span[1] <= end:
                _keep(sample, memory, sample.text[span[0] - start : span[1] - start])
        yield _line(sample)


def _place(memory: Memory, text: str) -> _Place | None:
    """None for what was not said in a conversation."""
    if memory.source.kind != "dialogue" or not text:
        return None
    start, end = memory.source.span or (0, len(text))
    touched = [clause for clause in clauses(text) if clause.start < end and start < clause.end]
    if not touched:
        return None
    return memory.user_id, memory.source.episode_id, touched[0].start, touched[-1].end


def _sample(item: ReviewItem, place: _Place) -> _Sample:
    _, _, start, end = place
    before = [{"role": _ROLES.get(turn.role, "user"), "text": turn.text} for turn in item.before]
    said = item.text[:start].strip()
    if said:
        before.append({"role": "user", "text": said})
    return _Sample(item.text[start:end], before[-_TURNS:])


def _words(item: ReviewItem, text: str) -> str:
    """The words that carry the memory: a reviewer's where they are the customer's, too."""
    edited = item.edited.content if item.edited else None
    if edited and edited in text:
        return edited
    start, end = item.memory.source.span or (0, len(item.text))
    return item.text[start:end]


def _keep(sample: _Sample, memory: Memory, words: str) -> None:
    words = words.strip()
    words = words if words and words in sample.text else sample.text
    sample.memories.setdefault((memory.kind, words, memory.attribute))


def _stored(users: Iterable[str], told: Told) -> dict[str, list[Memory]]:
    """By episode."""
    stored: dict[str, list[Memory]] = {}
    for user_id in sorted(users):
        for memory in told(user_id):
            stored.setdefault(memory.source.episode_id, []).append(memory)
    return stored


def _line(sample: _Sample) -> dict[str, Any]:
    line: dict[str, Any] = {"text": sample.text, "lang": _language(sample.text), "slice": _SLICE}
    if sample.before:
        line["before"] = sample.before
    line["memories"] = [_label(*label) for label in sample.memories]
    return line


def _label(kind: str, words: str, attribute: str) -> dict[str, str]:
    label = {"kind": kind, "words": words}
    return label | {"attribute": attribute} if attribute else label


def _language(text: str) -> str:
    plain = TOKEN.sub(" ", text)
    if not _HAN.search(plain):
        return "en"
    return "mixed" if _LATIN.search(plain) else "zh"
