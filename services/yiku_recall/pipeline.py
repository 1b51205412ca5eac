"""The story of a recall: plan, search every path, fuse, ask Postgres, keep the best, assemble."""

import asyncio
import time

from yiku_domain.candidate import Recalled
from yiku_domain.memory import JsonValue
from yiku_domain.plan import RecallRequest
from yiku_domain.strategy import Strategy
from yiku_domain.trace import Stage
from yiku_stores.postgres.clarifications import Clarifications
from yiku_stores.postgres.recall_reads import RecallReads
from yiku_stores.protocols import UNKNOWN_GENERATION, Generation

from yiku_recall.asked import Asked, open_questions
from yiku_recall.assemble import prompt_block
from yiku_recall.deadline import Deadline
from yiku_recall.fuse import fuse
from yiku_recall.hydrate import Hydration
from yiku_recall.judge import judge
from yiku_recall.outcome import Degraded, Recollection
from yiku_recall.paths.guard import TIMEOUT
from yiku_recall.plan import make_plan
from yiku_recall.question import Question
from yiku_recall.search import Found, Searcher


class Pipeline:
    """Answers requests from the truth and its indexes, without a cache."""

    def __init__(self, reads: RecallReads, searcher: Searcher, clarifications: Clarifications) -> None:
        self._reads = reads
        self._searcher = searcher
        self._clarifications = clarifications

    async def recall(
        self,
        request: RecallRequest,
        strategy: Strategy,
        deadline: Deadline,
        *,
        fingerprint: str = "",
        generation: Generation = UNKNOWN_GENERATION,
    ) -> Recollection:
        """The best memories for the request. `Unavailable` where Postgres does not answer in time.

        `generation` was read before the call; empty if it is not known.
        """
        watch = Watch()
        plan = make_plan(request, strategy, fingerprint)
        question = Question(request, plan, strategy, deadline, generation)
        watch.lap("plan", tokens=len(plan.tokens), exact=len(plan.exact), slots=len(plan.attributes))
        found, asked = await self._found(question)
        watch.lap("search", hits=sum(len(result.hits) for result in found.results))
        candidates = fuse(found.results, strategy)
        watch.lap("fuse", candidates=len(candidates))
        hydration = Hydration(self._reads, request.scope, tuple(found.looked.everything()))
        kept, fates = await judge(question, candidates, hydration)
        watch.lap("hydrate", read=hydration.read_count, kept=len(kept))
        memories = tuple(Recalled(k.memory.memory(request.scope), round(k.score, 4), k.candidate.by_path) for k in kept)
        questions = asked.words if strategy.prompt_questions else ()
        block = prompt_block(memories, question.token_budget, request.time_zone, questions)
        watch.lap("assemble", characters=len(block))
        late = (Degraded("hydrate", TIMEOUT),) if hydration.timed_out else ()
        return Recollection(
            plan=plan,
            strategy=strategy,
            memories=memories,
            clarifications=asked.questions,
            prompt_block=block,
            degraded=(*found.degraded, *asked.failure, *late),
            paths=found.results,
            stages=tuple(watch.stages),
            fates=tuple(fates),
        )

    async def _found(self, question: Question) -> tuple[Found, Asked]:
        """What every path finds, and beside it what to ask; the question costs no time of its own."""
        asked = asyncio.ensure_future(open_questions(self._clarifications, question))
        try:
            return await self._searcher.search(question), await asked
        finally:
            asked.cancel()


class Watch:
    """The stages so far; each lap ends one."""

    def __init__(self) -> None:
        self.stages: list[Stage] = []
        self._last = time.perf_counter()

    def lap(self, name: str, **detail: JsonValue) -> None:
        """The time since the last lap belongs to `name`."""
        now = time.perf_counter()
        self.stages.append(Stage(name, round((now - self._last) * 1000, 3), detail))
        self._last = now
