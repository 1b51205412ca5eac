"""What to ask the customer, read beside the search."""

from collections.abc import Sequence
from dataclasses import dataclass

from yiku_domain.clarification import Clarification
from yiku_domain.errors import Unavailable
from yiku_stores.postgres.clarifications import Clarifications

from yiku_recall.deadline import in_time
from yiku_recall.outcome import Degraded
from yiku_recall.paths.guard import TIMEOUT, UNAVAILABLE
from yiku_recall.question import Question

PART = "clarifications"


@dataclass(frozen=True)
class Asked:
    """The open questions, newest first; `failure` says why they could not be read."""

    questions: tuple[Clarification, ...] = ()
    failure: tuple[Degraded, ...] = ()

    @property
    def words(self) -> Sequence[str]:
        """The questions as they may be put."""
        return [asked.question for asked in self.questions]


async def open_questions(clarifications: Clarifications, question: Question) -> Asked:
    """None for a recall of the past. Never raises but when cancelled: the memories are worth having without."""
    if question.plan.as_of is not None:
        return Asked()
    try:
        found = await in_time(clarifications.open(question.scope, question.request.now), question.deadline.left())
    except TimeoutError:
        return Asked(failure=(Degraded(PART, TIMEOUT),))
    except Unavailable:
        return Asked(failure=(Degraded(PART, UNAVAILABLE),))
    return Asked(found)
