"""ReviewService: the queue of unsure memories, and questions that customers have not answered."""

from typing import Final
from uuid import UUID

from yiku.common.v1 import common_pb2
from yiku.review.v1 import review_pb2 as pb
from yiku_domain.clarification import Ending
from yiku_domain.errors import InvalidRequest
from yiku_domain.ids import ClarificationId
from yiku_domain.memory import Kind
from yiku_domain.review import Edit, ReviewItem
from yiku_domain.vocabulary import BY_NAME
from yiku_runtime.call import current_caller
from yiku_stores.postgres.clarifications import FROM_THE_START, Clarifications
from yiku_stores.postgres.decisions import Decided
from yiku_stores.postgres.reviews import ReviewQueue, WantedReviews
from yiku_stream.clarification_codec import clarification_to_proto
from yiku_stream.memory_codec import memory_to_proto, struct_to_value, time_to_proto, value_to_struct

from yiku_memory.calling import Clock, memory_id_of, origin, scope_of, utc_now
from yiku_memory.reviewing import Decider

_PAGE: Final = 100
_ENDINGS: Final = {pb.ANSWER_SAID: Ending.SAID, pb.ANSWER_INFERRED: Ending.INFERRED}


class ReviewServicer:
    """Translates; who decides is the subject of the credential."""

    def __init__(
        self, queue: ReviewQueue, clarifications: Clarifications, decider: Decider, clock: Clock = utc_now
    ) -> None:
        self._queue = queue
        self._clarifications = clarifications
        self._decider = decider
        self._clock = clock

    async def List(self, request: pb.ListRequest, _context: object) -> pb.ListResponse:
        """A page, oldest first. The token is the last memory of the page before."""
        kind = Kind(request.kind) if request.kind else None
        page = await self._queue.page(
            current_caller().tenant_id,
            WantedReviews(request.decided, request.user_id, request.reason, kind),
            size=request.page_size or _PAGE,
            after=_after(request.page_token),
        )
        return pb.ListResponse(items=[_item(one) for one in page.items], next_page_token=str(page.after or ""))

    async def Resolve(self, request: pb.ResolveRequest, _context: object) -> pb.ResolveResponse:
        """Approve, reject or edit."""
        scope, memory_id, by = scope_of(request.user_id), memory_id_of(request.memory_id), origin(self._clock())
        match request.WhichOneof("decision"):
            case "edit":
                decided = await self._decider.edit(scope, memory_id, _edit(request.edit), by)
            case "reject":
                decided = await self._decider.reject(scope, memory_id, request.reject.reason, by)
            case _:
                decided = await self._decider.approve(scope, memory_id, by)
        return _resolved(decided)

    async def ListClarifications(
        self, request: pb.ListClarificationsRequest, _context: object
    ) -> pb.ListClarificationsResponse:
        """A page, oldest first. The token is the last question of the page before."""
        page = await self._clarifications.page(
            current_caller().tenant_id,
            self._clock(),
            user_id=request.user_id,
            size=request.page_size or _PAGE,
            after=_after(request.page_token),
        )
        return pb.ListClarificationsResponse(
            clarifications=[
                pb.OpenClarification(user_id=asked.scope.user_id, clarification=clarification_to_proto(asked))
                for asked in page.items
            ],
            next_page_token=str(page.after or ""),
        )

    async def ResolveClarification(
        self, request: pb.ResolveClarificationRequest, _context: object
    ) -> pb.ResolveClarificationResponse:
        """Answer in the customer's place."""
        memory = await self._decider.answer(
            scope_of(request.user_id),
            ClarificationId(memory_id_of(request.clarification_id, "clarification_id")),
            _ENDINGS[request.answer],
            origin(self._clock()),
        )
        return pb.ResolveClarificationResponse(memory=memory_to_proto(memory))


def _after(token: str) -> UUID:
    return memory_id_of(token, "page_token") if token else FROM_THE_START


def _edit(message: pb.Edit) -> Edit:
    attribute = message.attribute if message.HasField("attribute") else None
    if attribute and attribute not in BY_NAME:
        raise InvalidRequest.of("edit.attribute", f"unknown; known are {', '.join(sorted(BY_NAME))}")
    return Edit(
        content=message.content if message.HasField("content") else None,
        kind=Kind(message.kind) if message.HasField("kind") else None,
        attribute=attribute,
        value=struct_to_value(message.value) if message.HasField("value") else None,
    )


def _resolved(decided: Decided) -> pb.ResolveResponse:
    return pb.ResolveResponse(
        outcome=decided.outcome,
        memory=memory_to_proto(decided.memory),
        superseded_ids=[str(one) for one in decided.replaced],
        clarification_id=str(decided.question or ""),
    )


def _item(item: ReviewItem) -> pb.ReviewItem:
    message = pb.ReviewItem(
        memory=memory_to_proto(item.memory),
        reason=item.reason,
        opened_at=time_to_proto(item.opened_at),
        text=item.text,
        before=[common_pb2.Turn(role=turn.role, text=turn.text) for turn in item.before],
        decision=item.decision.value if item.decision else "",
        decided_at=time_to_proto(item.decided_at),
        actor=item.actor,
    )
    if item.edited is not None:
        message.edited.CopyFrom(_edited(item))
    return message


def _edited(item: ReviewItem) -> pb.Edit:
    fields = dict(item.edited or {})
    value = fields.pop("value", None)
    return pb.Edit(**fields, value=value_to_struct(value) if isinstance(value, dict) else None)  # type: ignore[arg-type]
