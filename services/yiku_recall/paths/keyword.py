"""Keyword path: how much of the question's wording a memory covers, rare terms first."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from yiku_domain.candidate import Hit
from yiku_domain.plan import QueryPlan
from yiku_stores.postgres.recall_reads import LeanMemory
from yiku_text.normal import fold

EXACT_FLOOR = 0.9
"""A memory that holds an exact term of the question scores at least this."""

_TOKEN_WEIGHT = 1.0
_LONE_CHARACTER_WEIGHT = 0.4
_PAIR_WEIGHT = 0.35
_ASCII_WORD = re.compile(r"[a-z0-9]+(?:[.'’-][a-z0-9]+)*")


@dataclass(frozen=True)
class _Term:
    text: str
    weight: float
    is_word: bool


def keyword_hits(plan: QueryPlan, matches: Sequence[LeanMemory], limit: int) -> tuple[Hit, ...]:
    """The best `limit` of the matches by coverage, best first; scores in 0..1.

    Coverage is the share of the terms' weight that a memory holds. A term weighs by its rarity among
    the matches, words more than bigrams, which only complete what segmentation cut differently.
    """
    texts = [_Text(fold(memory.content)) for memory in matches]
    terms = _terms(plan)
    held = [[text.holds(term) for term in terms] for text in texts]
    weights = _weights(terms, held)
    scored = [
        (_score(row, weights, plan.exact, text.text), memory)
        for row, text, memory in zip(held, texts, matches, strict=True)
    ]
    best = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])[:limit]
    return tuple(Hit(memory.id, rank, round(score, 4)) for rank, (score, memory) in enumerate(best, 1))


class _Text:
    """A folded text that can be asked for terms: words whole, the rest anywhere."""

    def __init__(self, text: str) -> None:
        self.text = text
        words = set(_ASCII_WORD.findall(text))
        self._words = words | {part for word in words for part in re.split(r"[.'’-]", word)}

    def holds(self, term: _Term) -> bool:
        if not term.is_word:
            return term.text in self.text
        return term.text in self._words or f"{term.text}s" in self._words


def _terms(plan: QueryPlan) -> list[_Term]:
    words = [_Term(t, _word_weight(t), t.isascii()) for t in plan.tokens]
    known = set(plan.tokens)
    pairs = [_Term(p, _PAIR_WEIGHT, False) for p in plan.bigrams if p not in known and not p.isascii()]
    return words + pairs


def _word_weight(token: str) -> float:
    return _LONE_CHARACTER_WEIGHT if len(token) == 1 else _TOKEN_WEIGHT


def _weights(terms: Sequence[_Term], held: Sequence[Sequence[bool]]) -> list[float]:
    """Weight by rarity: ln(1 + (n + 1) / (df + 0.5)), n matches of which df hold the term.

    A term that none holds weighs like one that a single match holds: it may just be cut differently.
    """
    matches = len(held)
    counts = [max(1, sum(column)) for column in zip(*held, strict=True)] or [1] * len(terms)
    return [term.weight * math.log1p((matches + 1) / (count + 0.5)) for term, count in zip(terms, counts, strict=True)]


def _score(held: Sequence[bool], weights: Sequence[float], exact: Sequence[str], text: str) -> float:
    total = sum(weights)
    covered = sum(w for w, holds in zip(weights, held, strict=True) if holds) / total if total else 0.0
    if any(term in text for term in exact):
        return EXACT_FLOOR + (1.0 - EXACT_FLOOR) * covered
    return covered
