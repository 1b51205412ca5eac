"""The best of the candidates that Postgres confirms, and what became of every other one."""

from collections.abc import Sequence

from yiku_domain.candidate import Candidate

from yiku_recall.dedupe import Judged, distinct
from yiku_recall.fuse import final_score
from yiku_recall.hydrate import NOT_READ, Hydration, objection
from yiku_recall.outcome import Fate
from yiku_recall.question import Question

HEAD_FACTOR = 2
HEAD_LEAST = 12
"""So many of the best candidates are read at first; more only where too few of them are fit."""


async def judge(
    question: Question, candidates: Sequence[Candidate], hydration: Hydration
) -> tuple[list[Judged], list[Fate]]:
    """Up to `top_k` memories, best first, no two of them near-duplicates, and every candidate's fate.

    `candidates` come best first. `Unavailable` where Postgres is away.
    """
    head = max(HEAD_FACTOR * question.top_k, HEAD_LEAST)
    fit: list[Judged] = []
    fates: list[Fate] = []
    start = 0
    while start < len(candidates) and len(fit) < question.top_k:
        some = candidates[start : start + head]
        await hydration.read([c.memory_id for c in some], question.deadline)
        for candidate in some:
            _sort(question, candidate, hydration, fit, fates)
        start += head
    fates += [Fate(candidate, candidate.score, "fuse", "below_head") for candidate in candidates[start:]]
    fit.sort(key=lambda one: -one.score)
    kept, repeats = distinct(fit, question.top_k)
    return kept, [*(_fate(one, kept, repeats) for one in fit), *fates]


def _sort(question: Question, candidate: Candidate, hydration: Hydration, fit: list[Judged], fates: list[Fate]) -> None:
    memory = hydration.get(candidate.memory_id)
    reason = objection(memory, question.plan, question.request.now)
    if memory is None or reason:
        reason = NOT_READ if memory is None and hydration.timed_out else reason
        fates.append(Fate(candidate, candidate.score, "hydrate", reason))
    else:
        score = final_score(candidate, memory, question.strategy, question.request.now)
        fit.append(Judged(candidate, memory, score))


def _fate(one: Judged, kept: Sequence[Judged], repeats: dict[int, Judged]) -> Fate:
    twin = repeats.get(id(one))
    if twin is not None:
        return Fate(one.candidate, one.score, "dedupe", f"repeats {twin.memory.memory_id}")
    if any(one is k for k in kept):
        return Fate(one.candidate, one.score, "assemble")
    return Fate(one.candidate, one.score, "rank", "below_top_k")
