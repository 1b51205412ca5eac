"""Many turns at once, and patience with the server."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from training.check_corpus import faults
from training.distill.journal import Journal
from training.distill.rows import corpus_row
from training.distill.teaching import Label, NoLabel, Teacher
from training.distill.turns import UnlabelledTurn

Sleep = Callable[[float], Awaitable[None]]
_MISFIT = "does not fit the corpus"


class TeacherAway(Exception):
    """The server did not answer turn after turn; what is labelled is kept."""


@dataclass(frozen=True)
class Patience:
    """How often a turn is tried, how long to wait before each further time, and after how many lost turns to stop."""

    tries: int = 3
    wait_s: float = 10.0
    lost: int = 8


@dataclass
class Progress:
    """How far the labelling is. `outcomes` counts labels as kept, dropped or borderline, and why others failed."""

    done: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    _lost: int = 0

    def settled(self, outcome: str, *, away: bool) -> int:
        """Count a turn; how many turns in a row were lost to the server."""
        self.done += 1
        self.outcomes[outcome] += 1
        self._lost = self._lost + 1 if away else 0
        return self._lost


Told = Callable[[Progress], None]


class Labelling:
    """Asks the teacher about `parallel` turns at a time."""

    def __init__(
        self,
        teacher: Teacher,
        journal: Journal,
        parallel: int,
        told: Told,
        patience: Patience | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._teacher = teacher
        self._journal = journal
        self._parallel = parallel
        self._told = told
        self._patience = patience or Patience()
        self._sleep = sleep
        self.progress = Progress()

    async def run(self, turns: Iterable[UnlabelledTurn]) -> Progress:
        """Label what the journal does not have; `told` hears after every turn. TeacherAway ends it early."""
        waiting = iter(turns)
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self._parallel):
                    group.create_task(self._work(waiting))
        except* TeacherAway as errors:
            raise errors.exceptions[0] from None
        return self.progress

    async def _work(self, waiting: Iterable[UnlabelledTurn]) -> None:
        for turn in waiting:
            if turn.line not in self._journal.settled:
                self._keep(turn, await self._label(turn))

    async def _label(self, turn: UnlabelledTurn) -> Label | NoLabel:
        """Once more while the server is away, after a while."""
        answer = await self._teacher.label(turn)
        for again in range(1, self._patience.tries):
            if not isinstance(answer, NoLabel) or not answer.away:
                break
            await self._sleep(self._patience.wait_s * again)
            answer = await self._teacher.label(turn)
        return answer

    def _keep(self, turn: UnlabelledTurn, answer: Label | NoLabel) -> None:
        if isinstance(answer, NoLabel):
            self._journal.fail(turn.line, answer.why)
            self._settle(answer.why, away=answer.away)
            return
        row = corpus_row(turn, answer)
        if any(faults(json.dumps(row))):
            self._journal.fail(turn.line, _MISFIT)
            self._settle(_MISFIT, away=False)
            return
        self._journal.label(turn.line, row)
        self._settle("borderline" if answer.borderline else "kept" if answer.memories else "dropped", away=False)

    def _settle(self, outcome: str, *, away: bool) -> None:
        lost = self.progress.settled(outcome, away=away)
        self._told(self.progress)
        if lost >= self._patience.lost:
            raise TeacherAway(f"no answer to {lost} turns in a row ({outcome})")
