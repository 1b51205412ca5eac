"""RecallService: translates, and asks the cache before the pipeline."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from opentelemetry import trace
from yiku.recall.v1 import recall_pb2 as pb
from yiku_domain.plan import RecallRequest
from yiku_domain.strategy import Strategy
from yiku_runtime.call import current_caller, current_deadline, current_trace_id
from yiku_runtime.metrics import Metrics
from yiku_stores.postgres.trace_sink import TraceSink
from yiku_stores.protocols import Generation

from yiku_recall.cache import Answer, CacheKey, Lifetime, RecallCache, Served
from yiku_recall.codec import request_from, response_of
from yiku_recall.deadline import Deadline
from yiku_recall.masking import QuestionMask
from yiku_recall.outcome import Recollection
from yiku_recall.paths.guard import UNAVAILABLE
from yiku_recall.pipeline import Pipeline
from yiku_recall.plan import fingerprint_of
from yiku_recall.record import cached_record, computed_record
from yiku_recall.strategies import Strategies


class RecallServicer:
    """Serves `yiku.recall.v1.RecallService`."""

    def __init__(
        self,
        pipeline: Pipeline,
        cache: RecallCache,
        strategies: Strategies,
        *,
        question_mask: QuestionMask,
        traces: TraceSink,
        metrics: Metrics,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._pipeline = pipeline
        self._cache = cache
        self._strategies = strategies
        self._mask = question_mask
        self._traces = traces
        self._metrics = metrics
        self._now = now

    async def Recall(self, message: pb.RecallRequest, _context: object) -> bytes:
        """The few memories that matter for the next reply: a `RecallResponse`, serialised."""
        tenant_id = current_caller().tenant_id
        request = request_from(message, tenant_id, partial(self._mask.mask, tenant_id), self._now())
        strategy = await self._strategies.current(tenant_id, request.scene)
        fingerprint = fingerprint_of(request, strategy, at_any_time=not message.HasField("now"))
        served = await self._cache.answer(
            CacheKey(request.scope, request.scene, fingerprint),
            Lifetime(strategy.l1_ttl_s, strategy.l2_ttl_s),
            partial(self._compute, request, strategy, _deadline(strategy), fingerprint),
        )
        return self._response(request, served)

    async def _compute(
        self,
        request: RecallRequest,
        strategy: Strategy,
        deadline: Deadline,
        fingerprint: str,
        generation: Generation,
    ) -> Answer:
        recollection = await self._pipeline.recall(
            request, strategy, deadline, fingerprint=fingerprint, generation=generation
        )
        trace_id, now = current_trace_id(), self._now()
        self._observe(recollection)
        self._traces.offer(partial(computed_record, trace_id, request.scope, now, recollection))
        response = response_of(recollection, trace_id, explain=request.explain)
        body = response.SerializeToString()
        return Answer(body, not recollection.degraded, _first_expiry(recollection), trace_id)

    def _response(self, request: RecallRequest, served: Served) -> bytes:
        """The kept or fresh answer under this call's trace id.

        Serialised messages laid end to end are merged when read: later fields win, lists grow.
        """
        own = pb.RecallResponse(trace_id=current_trace_id(), cache=served.level)
        if served.cache_away:
            own.degraded.add(part="cache", reason=UNAVAILABLE)
            self._metrics.recall_degraded.labels("cache", UNAVAILABLE).inc()
        if served.made_by != own.trace_id:
            make = partial(cached_record, own.trace_id, request.scope, self._now(), served.level, served.made_by)
            self._traces.offer(make)
        self._metrics.recall_cache.labels(served.level or "none", "hit" if served.level else "miss").inc()
        trace.get_current_span().set_attribute("yiku.cache", served.level)
        return served.body + own.SerializeToString()

    def _observe(self, recollection: Recollection) -> None:
        span = trace.get_current_span()
        for result in recollection.paths:
            self._metrics.recall_path_seconds.labels(result.path.value).observe(result.millis / 1000)
            span.set_attribute(f"yiku.path.{result.path}.hits", len(result.hits))
            span.set_attribute(f"yiku.path.{result.path}.millis", result.millis)
        for degraded in recollection.degraded:
            self._metrics.recall_degraded.labels(degraded.part, degraded.reason).inc()
        span.set_attribute("yiku.memories", len(recollection.memories))


def _deadline(strategy: Strategy) -> Deadline:
    """The caller's deadline or the strategy's, whichever comes first."""
    own = time.monotonic() + strategy.deadline_ms / 1000
    callers = current_deadline()
    return Deadline(own if callers is None else min(own, callers))


def _first_expiry(recollection: Recollection) -> float:
    """Epoch seconds of the first moment at which something of the answer is no longer so."""
    expiries = (r.memory.expires_at for r in recollection.memories)
    moments = [*(moment for moment in expiries if moment), *(c.expires_at for c in recollection.clarifications)]
    return min((moment.timestamp() for moment in moments), default=float("inf"))
