"""Of memories that say the same, only the best remains."""

from collections.abc import Sequence
from dataclasses import dataclass

from yiku_domain.candidate import Candidate
from yiku_stores.postgres.recall_reads import LeanMemory
from yiku_text.near_duplicate import near_duplicate


@dataclass(frozen=True)
class Judged:
    """A candidate that Postgres has confirmed, with its final score."""

    candidate: Candidate
    memory: LeanMemory
    score: float


def distinct(judged: Sequence[Judged], top_k: int) -> tuple[list[Judged], dict[int, Judged]]:
    """The first `top_k` that differ, in order, and by `id()` of a near-duplicate the one it repeats.

    Numbers, dates, negation and names veto: "5 trucks" and "6 trucks" both stay. What comes after the
    first `top_k` is not looked at.
    """
    kept: list[Judged] = []
    repeats: dict[int, Judged] = {}
    for one in judged:
        if len(kept) == top_k:
            break
        twin = next((k for k in kept if near_duplicate(k.memory.content, one.memory.content)), None)
        if twin is None:
            kept.append(one)
        else:
            repeats[id(one)] = twin
    return kept, repeats
