"""What the decision record keeps of a question to the model: masked text, counts and times only."""

from collections.abc import Sequence
from dataclasses import dataclass

from yiku_domain.memory import JsonValue
from yiku_models.llm import Completion, LlmFailure
from yiku_text.masking import mask
from yiku_text.pii import PiiType

from yiku_extractor.pipeline.llm.prompt import VERSION
from yiku_extractor.pipeline.llm.verdict import Judged

_LONGEST_ANSWER = 4000
_LONGEST_QUOTE = 200
ACCEPTED = "accepted"
ANSWERED = "answered"
UNREADABLE = "unreadable"


@dataclass(frozen=True)
class LlmDecision:
    """`outcome` is "answered", "unreadable" or the code of a failure; `answer` "" where there was none.

    `verdicts` name each claim's quote, kind, attribute and what became of it, in the order of the answer.
    """

    prompt_version: str
    model: str
    outcome: str
    answer: str
    verdicts: tuple[dict[str, JsonValue], ...]
    millis: float
    tokens_in: int = 0
    tokens_out: int = 0
    used_schema: bool = False
    truncated: bool = False
    detail: str = ""

    def as_json(self) -> dict[str, JsonValue]:
        """For `Stage.detail`."""
        return {
            "prompt_version": self.prompt_version,
            "model": self.model,
            "outcome": self.outcome,
            "detail": self.detail,
            "answer": self.answer,
            "verdicts": list[JsonValue](self.verdicts),
            "millis": self.millis,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "used_schema": self.used_schema,
            "truncated": self.truncated,
        }


def failed(failure: LlmFailure, model: str) -> LlmDecision:
    """No answer came."""
    return LlmDecision(VERSION, model, failure.kind.value, "", (), failure.millis, detail=failure.detail)


def answered(completion: Completion, judged: Sequence[Judged] | None) -> LlmDecision:
    """An answer came; `judged` is None where no list of memories was in it."""
    return LlmDecision(
        prompt_version=VERSION,
        model=completion.model,
        outcome=UNREADABLE if judged is None else ANSWERED,
        answer=_presentable(completion.text, _LONGEST_ANSWER),
        verdicts=tuple(_verdict(item) for item in judged or ()),
        millis=completion.millis,
        tokens_in=completion.tokens_in,
        tokens_out=completion.tokens_out,
        used_schema=completion.used_schema,
        truncated=completion.truncated,
    )


def _verdict(judged: Judged) -> dict[str, JsonValue]:
    claim = judged.claim
    return {
        "quote": _presentable(claim.quote, _LONGEST_QUOTE),
        "kind": _presentable(claim.kind, _LONGEST_QUOTE),
        "attribute": _presentable(claim.attribute, _LONGEST_QUOTE),
        "stance": _presentable(claim.stance, _LONGEST_QUOTE),
        "verdict": judged.objection.value if judged.objection else ACCEPTED,
    }


def _presentable(text: str, longest: int) -> str:
    """What a model writes is not masked: it can spell out a number that masking could not read in the turn."""
    clean = text[: 2 * longest].encode("utf-8", "replace").decode().replace("\x00", "")
    return mask(clean, _blank).text[:longest]


def _blank(kind: PiiType, _value: str) -> str:
    return f"<{kind}:aaaaaaaa>"
