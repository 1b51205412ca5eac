"""Answers to responses."""

from yiku.extractor.v1 import extractor_pb2 as pb

from yiku_extractor.command import Answer, Result

_OUTCOMES = {
    "stored": pb.OUTCOME_STORED,
    "merged": pb.OUTCOME_MERGED,
    "superseded": pb.OUTCOME_SUPERSEDED,
    "review": pb.OUTCOME_REVIEW,
    "clarification": pb.OUTCOME_CLARIFICATION,
    "dropped": pb.OUTCOME_DROPPED,
    "failed": pb.OUTCOME_FAILED,
}


def ingest_response(answer: Answer, trace_id: str) -> pb.IngestResponse:
    """The response, or the remembered one."""
    if answer.replay is not None:
        response = pb.IngestResponse.FromString(answer.replay)
        response.replayed = True
        return response
    return pb.IngestResponse(
        results=[_result(r) for r in answer.results],
        stored=answer.stored,
        trace_id=trace_id,
        indexed=answer.indexed,
    )


def remember_response(answer: Answer, trace_id: str) -> pb.RememberResponse:
    """The response, or the remembered one."""
    if answer.replay is not None:
        response = pb.RememberResponse.FromString(answer.replay)
        response.replayed = True
        return response
    return pb.RememberResponse(
        results=[_result(r) for r in answer.results],
        stored=answer.stored,
        trace_id=trace_id,
        indexed=answer.indexed,
    )


def _result(result: Result) -> pb.ItemResult:
    return pb.ItemResult(
        item=result.place.item,
        turn=result.place.turn,
        outcome=_OUTCOMES[result.outcome],
        memory_id=str(result.memory_id or ""),
        superseded_ids=[str(i) for i in result.superseded],
        reason=result.reason,
        detail=result.detail,
        content=result.content,
        kind=result.kind,
        attribute=result.attribute,
        field=result.field,
        clarification_id=str(result.asked.clarification_id) if result.asked else "",
        question=result.asked.question if result.asked else "",
    )
