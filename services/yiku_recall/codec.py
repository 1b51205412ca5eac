"""Protobuf to the question and the answer to protobuf."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from google.protobuf.timestamp_pb2 import Timestamp
from yiku.recall.v1 import recall_pb2 as pb
from yiku_domain.candidate import PathResult, Recalled
from yiku_domain.errors import InvalidRequest
from yiku_domain.ids import Scope, TenantId, UserId
from yiku_domain.memory import Kind
from yiku_domain.plan import RecallRequest, TimeRange, Turn
from yiku_stream.clarification_codec import clarification_to_proto
from yiku_stream.memory_codec import memory_to_proto

from yiku_recall.outcome import Recollection

DEFAULT_SCENE = "customer_service"
DEFAULT_TIME_ZONE = "Asia/Shanghai"

Mask = Callable[[str], str]


def request_from(message: pb.RecallRequest, tenant_id: TenantId, mask: Mask, now: datetime) -> RecallRequest:
    """The request in domain words with its texts masked; `now` stands in where the caller sends none.

    Raises InvalidRequest for a time zone that does not exist and for times out of range.
    """
    return RecallRequest(
        scope=Scope(tenant_id, UserId(message.user_id)),
        query=mask(message.query),
        scene=message.scene or DEFAULT_SCENE,
        now=_time("now", message.now) if message.HasField("now") else now,
        time_zone=_time_zone(message.time_zone or DEFAULT_TIME_ZONE),
        turns=tuple(Turn(turn.role, mask(turn.text)) for turn in message.turns) if message.turns else (),
        time_range=_time_range(message) if message.HasField("time_range") else None,
        as_of=_time("as_of", message.as_of) if message.HasField("as_of") else None,
        kinds=frozenset(Kind(kind) for kind in message.kinds),
        top_k=message.top_k,
        token_budget=message.token_budget,
        explain=message.explain,
    )


def response_of(recollection: Recollection, trace_id: str, *, explain: bool) -> pb.RecallResponse:
    """The answer without what a cache adds."""
    response = pb.RecallResponse(
        memories=[_recalled(one, explain=explain) for one in recollection.memories],
        prompt_block=recollection.prompt_block,
        clarifications=[clarification_to_proto(asked) for asked in recollection.clarifications],
        degraded=[pb.Degradation(part=d.part, reason=d.reason) for d in recollection.degraded],
        trace_id=trace_id,
        paths=[_report(result) for result in recollection.paths],
    )
    if explain:
        response.plan.CopyFrom(_plan(recollection))
    return response


def _recalled(recalled: Recalled, *, explain: bool) -> pb.RecalledMemory:
    why = [
        pb.PathHit(path=path.value, rank=hit.rank, score=hit.score)
        for path, hit in (recalled.by_path.items() if explain else ())
    ]
    return pb.RecalledMemory(memory=memory_to_proto(recalled.memory), score=recalled.score, why=why)


def _report(result: PathResult) -> pb.PathReport:
    return pb.PathReport(path=result.path.value, hits=len(result.hits), millis=result.millis, failure=result.failure)


def _plan(recollection: Recollection) -> pb.Plan:
    plan, strategy = recollection.plan, recollection.strategy
    return pb.Plan(
        text=plan.text,
        tokens=plan.tokens,
        exact=plan.exact,
        attributes=plan.attributes,
        mentions=[mention.name for mention in plan.mentions],
        strategy=strategy.scene,
        strategy_version=strategy.version,
    )


def _time(field: str, stamp: Timestamp) -> datetime:
    try:
        return stamp.ToDatetime(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise InvalidRequest.of(field, "is not a time") from None


def _time_range(message: pb.RecallRequest) -> TimeRange:
    asked = message.time_range
    start = _time("time_range.start", asked.start) if asked.HasField("start") else None
    end = _time("time_range.end", asked.end) if asked.HasField("end") else None
    if start is not None and end is not None and end <= start:
        raise InvalidRequest.of("time_range", "must end after it starts")
    return TimeRange(start, end)


@lru_cache(maxsize=1024)
def _time_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        raise InvalidRequest.of("time_zone", "is not an IANA time zone such as Asia/Shanghai") from None
    return name
