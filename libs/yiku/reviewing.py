"""Calls for those who decide about unsure memories and unanswered questions."""

from collections.abc import Mapping
from typing import Literal

from yiku import messages, parsing, results
from yiku.call import READ_S, WRITE_S, Call, Part
from yiku.errors import InvalidRequest
from yiku.results import Json
from yiku.review.v1 import review_pb2

_ANSWERS = {"said": review_pb2.ANSWER_SAID, "inferred": review_pb2.ANSWER_INFERRED}


def reviews(
    user_id: str = "",
    *,
    reason: str = "",
    kind: str = "",
    decided: bool = False,
    page_size: int = 0,
    page_token: str = "",
) -> Call[results.ReviewPage]:
    """A page of the memories that wait for a person, or of those decided; oldest first, of all customers by default."""
    request = review_pb2.ListRequest(
        user_id=user_id, reason=reason, kind=kind, decided=decided, page_size=page_size, page_token=page_token
    )
    return Call(
        Part.MEMORY,
        "/yiku.review.v1.ReviewService/List",
        request,
        review_pb2.ListResponse,
        parsing.review_page,
        READ_S,
    )


def resolve(
    user_id: str,
    memory_id: str,
    decision: Literal["approve", "reject", "edit"],
    *,
    content: str | None = None,
    kind: str | None = None,
    attribute: str | None = None,
    value: Mapping[str, Json] | None = None,
    reason: str = "",
) -> Call[results.Resolution]:
    """Decide about a memory that waits. `edit` approves it with what is given; `reason` belongs to `reject`.

    The same decision again changes nothing; another one raises `FailedPrecondition`.
    """
    request = review_pb2.ResolveRequest(user_id=user_id, memory_id=memory_id)
    match decision:
        case "approve":
            request.approve.SetInParent()
        case "reject":
            request.reject.CopyFrom(review_pb2.Reject(reason=reason))
        case "edit":
            request.edit.CopyFrom(
                review_pb2.Edit(content=content, kind=kind, attribute=attribute, value=messages.struct(value))
            )
        case _:
            raise InvalidRequest.of("decision", "must be approve, reject or edit")
    return Call(
        Part.MEMORY,
        "/yiku.review.v1.ReviewService/Resolve",
        request,
        review_pb2.ResolveResponse,
        parsing.resolution,
        WRITE_S,
    )


def clarifications(user_id: str = "", *, page_size: int = 0, page_token: str = "") -> Call[results.ClarificationPage]:
    """A page of the questions open to customers, oldest first, of all customers by default."""
    return Call(
        Part.MEMORY,
        "/yiku.review.v1.ReviewService/ListClarifications",
        review_pb2.ListClarificationsRequest(user_id=user_id, page_size=page_size, page_token=page_token),
        review_pb2.ListClarificationsResponse,
        parsing.clarification_page,
        READ_S,
    )


def resolve_clarification(
    user_id: str, clarification_id: str, answer: Literal["said", "inferred"]
) -> Call[results.Memory]:
    """Answer a question in the customer's place: what they said stands, or what was inferred; the memory that stands.

    The same answer again changes nothing; another one raises `FailedPrecondition`.
    """
    if answer not in _ANSWERS:
        raise InvalidRequest.of("answer", "must be said or inferred")
    return Call(
        Part.MEMORY,
        "/yiku.review.v1.ReviewService/ResolveClarification",
        review_pb2.ResolveClarificationRequest(
            user_id=user_id, clarification_id=clarification_id, answer=_ANSWERS[answer]
        ),
        review_pb2.ResolveClarificationResponse,
        lambda response: parsing.memory(response.memory),
        WRITE_S,
    )
