"""Questions beside the search: worth having, never in the way."""

import asyncio
import time
from datetime import datetime, timedelta
from typing import cast
from uuid import UUID

from yiku_domain.clarification import Clarification
from yiku_domain.errors import Unavailable
from yiku_domain.ids import ClarificationId, MemoryId, Scope
from yiku_recall.asked import Asked, open_questions
from yiku_recall.deadline import Deadline
from yiku_recall.outcome import Degraded
from yiku_recall.plan import make_plan
from yiku_recall.question import Question
from yiku_stores.postgres.clarifications import Clarifications

from tests.unit.recall.making import NOW, SCOPE, request, strategy

ASKED = Clarification(
    SCOPE,
    ClarificationId(UUID(int=1)),
    "pet",
    "pet",
    "?",
    MemoryId(UUID(int=2)),
    MemoryId(UUID(int=3)),
    NOW,
    NOW + timedelta(days=1),
)


class Reads:
    """Answers after a while, or is away."""

    def __init__(self, takes_s: float = 0.0, *, away: bool = False) -> None:
        self._takes_s = takes_s
        self._away = away

    async def open(self, scope: Scope, now: datetime) -> tuple[Clarification, ...]:
        assert (scope, now) == (SCOPE, NOW)
        await asyncio.sleep(self._takes_s)
        if self._away:
            raise Unavailable("away")
        return (ASKED,)


def ask(reads: Reads, **changes: object) -> Asked:
    asked, how = request("叫车", **changes), strategy()
    question = Question(asked, make_plan(asked, how), how, Deadline(time.monotonic() + 0.1))
    return asyncio.run(open_questions(cast(Clarifications, reads), question))


def test_open_questions_are_given_in_words() -> None:
    assert ask(Reads()).questions == (ASKED,)
    assert list(ask(Reads()).words) == ["?"]


def test_late_or_away_is_said_and_costs_the_memories_nothing() -> None:
    assert ask(Reads(5.0)) == Asked(failure=(Degraded("clarifications", "timeout"),))
    assert ask(Reads(away=True)) == Asked(failure=(Degraded("clarifications", "unavailable"),))


def test_the_past_is_not_asked_about() -> None:
    assert ask(Reads(away=True), as_of=NOW) == Asked()
