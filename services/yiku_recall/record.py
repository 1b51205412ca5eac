"""The decision record of a recall: every candidate, what each path said of it, where it fell out."""

from datetime import datetime

from yiku_domain.ids import Scope, TraceId
from yiku_domain.memory import JsonValue
from yiku_domain.trace import DecisionRecord, Stage, TraceKind

from yiku_recall.outcome import Fate, Recollection


def computed_record(trace_id: str, scope: Scope, created_at: datetime, recollection: Recollection) -> DecisionRecord:
    """Candidates in the order of their last score, returned ones first."""
    fates = sorted(recollection.fates, key=lambda fate: (fate.stage != "assemble", -fate.score))
    return DecisionRecord(
        trace_id=TraceId(trace_id),
        kind=TraceKind.RECALL,
        scope=scope,
        created_at=created_at,
        summary=_summary(recollection),
        stages=(*recollection.stages, *_path_stages(recollection)),
        items=tuple(_item(fate) for fate in fates),
    )


def cached_record(trace_id: str, scope: Scope, created_at: datetime, level: str, made_by: str) -> DecisionRecord:
    """An answer out of a cache; `made_by` is the trace id of the recall that computed it."""
    summary: dict[str, JsonValue] = {"cache": level, "computed_by": made_by}
    return DecisionRecord(TraceId(trace_id), TraceKind.RECALL, scope, created_at, summary, (), ())


def _summary(recollection: Recollection) -> dict[str, JsonValue]:
    plan, strategy = recollection.plan, recollection.strategy
    return {
        "query": plan.text,
        "tokens": list(plan.tokens),
        "exact": list(plan.exact),
        "attributes": list(plan.attributes),
        "mentions": [f"{mention.type}:{mention.name}" for mention in plan.mentions],
        "as_of": plan.as_of.isoformat() if plan.as_of else None,
        "scene": strategy.scene,
        "strategy_version": strategy.version,
        "fusion": strategy.fusion.value,
        "weights": {path.value: settings.weight for path, settings in strategy.paths.items()},
        "degraded": {d.part: d.reason for d in recollection.degraded},
        "returned": [str(recalled.memory.memory_id) for recalled in recollection.memories],
        "clarifications": [str(asked.clarification_id) for asked in recollection.clarifications],
        "cache": "",
    }


def _path_stages(recollection: Recollection) -> list[Stage]:
    return [
        Stage(f"path:{result.path}", result.millis, {"hits": len(result.hits), "failure": result.failure})
        for result in recollection.paths
    ]


def _item(fate: Fate) -> dict[str, JsonValue]:
    paths: dict[str, JsonValue] = {
        path.value: {"rank": hit.rank, "score": round(hit.score, 4)} for path, hit in fate.candidate.by_path.items()
    }
    return {
        "memory_id": str(fate.candidate.memory_id),
        "fused": round(fate.candidate.score, 4),
        "score": round(fate.score, 4),
        "paths": paths,
        "stage": fate.stage,
        "reason": fate.reason,
    }
