"""Profile path: what holds now of the slots that the question asks for."""

from collections.abc import Sequence

from yiku_domain.candidate import Hit
from yiku_domain.memory import Nature
from yiku_domain.plan import QueryPlan
from yiku_stores.postgres.recall_reads import LeanMemory

_STEP = 0.1
"""What a slot loses for each slot that was asked for before it."""

_LEAST = 0.5
_EVENT_SCORE = 0.7


def profile_hits(plan: QueryPlan, states: Sequence[LeanMemory], limit: int) -> tuple[Hit, ...]:
    """States in the order in which their slots were asked for, newest first within one."""
    place = {attribute: i for i, attribute in enumerate(plan.attributes)}
    found = [m for m in states if m.attribute in place and m.nature == Nature.STATE]
    found.sort(key=lambda m: m.valid_from, reverse=True)
    found.sort(key=lambda m: place[m.attribute or ""])
    return tuple(
        Hit(m.id, rank, max(_LEAST, 1.0 - _STEP * place[m.attribute or ""])) for rank, m in enumerate(found[:limit], 1)
    )


def opening_hits(known: Sequence[LeanMemory], limit: int) -> tuple[Hit, ...]:
    """Without a question: states before events, each in the order they were read."""
    scored = [(1.0 if m.nature == Nature.STATE and m.attribute else _EVENT_SCORE, m) for m in known]
    scored.sort(key=lambda pair: -pair[0])
    return tuple(Hit(m.id, rank, score) for rank, (score, m) in enumerate(scored[:limit], 1))
