"""Reads the body of a chat completion; whatever does not fit is a failure, not an error."""

from pydantic import BaseModel, ValidationError

from yiku_models.llm.language_model import Completion, FailureKind, LlmFailure

_FILTERED = "content_filter"
_TRUNCATED = "length"
_LONGEST_NAME = 200


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Usage(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Reply(BaseModel):
    choices: list[_Choice]
    model: str = ""
    usage: _Usage | None = None


class NoReply(Exception):
    """The body is no chat completion at all."""


def read_reply(body: bytes, *, asked: str, used_schema: bool, millis: float) -> Completion | LlmFailure:
    """The first choice of a chat completion; `asked` names the model where the server does not.

    Raises NoReply where the body is none.
    """
    try:
        reply = _Reply.model_validate_json(body)
    except ValidationError:
        raise NoReply from None  # the error would quote the body
    if not reply.choices:
        return LlmFailure(FailureKind.MALFORMED, "no choices", millis)
    choice = reply.choices[0]
    filtered = choice.finish_reason == _FILTERED
    if filtered or choice.message.refusal:
        return LlmFailure(FailureKind.REFUSED, _FILTERED if filtered else "refusal", millis)
    text = choice.message.content or ""
    if not text.strip():
        return LlmFailure(FailureKind.MALFORMED, "no text", millis)
    usage = reply.usage or _Usage()
    return Completion(
        text=text,
        tokens_in=max(0, usage.prompt_tokens),
        tokens_out=max(0, usage.completion_tokens),
        millis=millis,
        model=reply.model[:_LONGEST_NAME] or asked,
        used_schema=used_schema,
        truncated=choice.finish_reason == _TRUNCATED,
    )
