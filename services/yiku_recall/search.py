"""Every path of a strategy at once: the vector path beside those that begin with Postgres."""

import asyncio
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from yiku_domain.candidate import PathName, PathResult
from yiku_domain.errors import Unavailable
from yiku_stores.postgres.recall_reads import Looked, RecallReads
from yiku_stores.protocols import Vector

from yiku_recall.deadline import Deadline, in_time
from yiku_recall.embedding import Embedding
from yiku_recall.outcome import Degraded
from yiku_recall.paths.graph import GraphPath
from yiku_recall.paths.guard import SKIPPED, TIMEOUT, UNAVAILABLE, Report
from yiku_recall.paths.keyword import keyword_hits
from yiku_recall.paths.overlay import Overlaid, OverlayPath
from yiku_recall.paths.profile import opening_hits, profile_hits
from yiku_recall.paths.vector import HYDRATE_RESERVE_S, VectorPath
from yiku_recall.question import Question

T = TypeVar("T")


@dataclass(frozen=True)
class Found:
    """The paths' results, what was read of Postgres on the way, and what was left out."""

    results: tuple[PathResult, ...]
    looked: Looked
    degraded: tuple[Degraded, ...] = ()


@dataclass(frozen=True)
class _Embedded:
    """The question's vector, or None and why; None without a reason where no path needs it."""

    vector: Vector | None = None
    failure: str = ""
    millis: float = 0.0


@dataclass(frozen=True)
class Searcher:
    """Runs the paths. `report` is told of errors that became failures."""

    reads: RecallReads
    embedding: Embedding
    vector: VectorPath
    graph: GraphPath
    overlay: OverlayPath
    report: Report

    async def search(self, question: Question) -> Found:
        """What the paths find. `Unavailable` where Postgres does not answer in time."""
        if not question.plan.text:
            return await self._opening(question)
        loop = asyncio.get_running_loop()
        embedded: asyncio.Future[_Embedded] = loop.create_future()
        looked_up: asyncio.Future[Looked] = loop.create_future()
        nearest = asyncio.ensure_future(self._nearest(question, embedded, looked_up))
        try:
            looked, read = await self._read(question)
            looked_up.set_result(looked)
            tied, laid = await self._beside(question, looked, embedded)
            results = (*read, *await nearest, *tied, *((laid.result,) if laid else ()))
        finally:
            nearest.cancel()
        return Found(results, looked, _degraded(results, embedded.result(), laid))

    async def _opening(self, question: Question) -> Found:
        """Without a question: what is known, states first."""
        started = time.perf_counter()
        limit = max(question.top_k, question.limit(PathName.PROFILE))
        known = await _postgres(self.reads.known(question.sought(), limit), question.deadline)
        result = PathResult(PathName.PROFILE, opening_hits(known, 2 * limit), _millis(started))
        return Found((result,), Looked(profile=tuple(known)))

    async def _read(self, question: Question) -> tuple[Looked, tuple[PathResult, ...]]:
        """One look-up serves profile, keyword and what the indexes lack."""
        started = time.perf_counter()
        looked = await _postgres(self.reads.look_up(question.sought()), question.deadline)
        millis = _millis(started)
        results = []
        if question.limit(PathName.PROFILE) and question.plan.attributes:
            hits = profile_hits(question.plan, looked.profile, question.limit(PathName.PROFILE))
            results.append(PathResult(PathName.PROFILE, hits, millis))
        if question.limit(PathName.KEYWORD):
            hits = keyword_hits(question.plan, looked.matches, question.limit(PathName.KEYWORD))
            results.append(PathResult(PathName.KEYWORD, hits, millis))
        return looked, tuple(results)

    async def _embed(self, question: Question) -> _Embedded:
        if not question.strategy.paths.keys() & {PathName.VECTOR, PathName.OVERLAY}:
            return _Embedded()
        started = time.perf_counter()
        left = question.deadline.left(HYDRATE_RESERVE_S)
        try:
            async with asyncio.timeout(left):
                vector = await self.embedding.query(question.plan.text)
        except TimeoutError:
            return _Embedded(None, TIMEOUT, _millis(started))
        except Exception as error:
            self.report("embedder", error)
            return _Embedded(None, UNAVAILABLE, _millis(started))
        return _Embedded(vector, "", _millis(started))

    async def _nearest(
        self, question: Question, embedded: "asyncio.Future[_Embedded]", looked: Awaitable[Looked]
    ) -> Sequence[PathResult]:
        """Embed the question, which the overlay waits for too, then search."""
        found = await self._embed(question)
        embedded.set_result(found)
        settings = question.settings(PathName.VECTOR)
        if settings is None:
            return ()
        return (await self.vector.find(question, found.vector, looked, settings),)

    async def _beside(
        self, question: Question, looked: Looked, embedded: "asyncio.Future[_Embedded]"
    ) -> tuple[Sequence[PathResult], Overlaid | None]:
        """Graph and overlay; one after the other where the overlay has nothing to do but wait."""
        tied, laid = self._tied(question, looked), self._overlaid(question, looked, embedded)
        if any(pending.for_vector for pending in looked.pending):
            return await asyncio.gather(tied, laid)
        return await tied, await laid

    async def _tied(self, question: Question, looked: Looked) -> Sequence[PathResult]:
        settings = question.settings(PathName.GRAPH)
        if settings is None:
            return ()
        result = await self.graph.find(question.scope, question.plan, looked, settings, question.deadline)
        return (result,)

    async def _overlaid(self, question: Question, looked: Looked, embedded: Awaitable[_Embedded]) -> Overlaid | None:
        vector = (await embedded).vector
        settings = question.settings(PathName.OVERLAY)
        if settings is None:
            return None
        return await self.overlay.find(looked, vector, settings, question.deadline)


async def _postgres(read: Awaitable[T], deadline: Deadline) -> T:
    """The one store that a recall cannot do without."""
    try:
        return await in_time(read, deadline.left())
    except TimeoutError:
        raise Unavailable("Postgres did not answer in time") from None


def _degraded(results: Sequence[PathResult], embedded: _Embedded, laid: Overlaid | None) -> tuple[Degraded, ...]:
    failed = [Degraded(result.path.value, result.failure) for result in results if result.failure]
    if embedded.failure:
        failed.append(Degraded("embedder", embedded.failure))
    if laid is not None and laid.incomplete and not laid.result.failure:
        failed.append(Degraded(PathName.OVERLAY.value, SKIPPED))
    return tuple(failed)


def _millis(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 3)
