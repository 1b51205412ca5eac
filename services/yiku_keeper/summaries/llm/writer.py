"""One question to a model, and what of its answer may stand."""

from collections.abc import Sequence
from dataclasses import dataclass

from yiku_models.llm import Completion, LanguageModel, LlmFailure
from yiku_models.llm.json_answer import json_values, spoken

from yiku_keeper.summaries.llm.checks import Objection, objection
from yiku_keeper.summaries.llm.prompt import MOST_SENTENCES, VERSION, Excerpt, Who, build_prompt, fitting

ANSWERED = "answered"
UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Written:
    """`sentences` are those that nothing speaks against; none where the model gave no usable answer.

    `outcome` is ANSWERED, UNREADABLE or the code of a failure; `refused` says why the others are left out.
    """

    sentences: tuple[str, ...]
    outcome: str
    model: str
    refused: tuple[Objection, ...] = ()
    millis: float = 0.0

    @property
    def by(self) -> str:
        """Prompt version and model."""
        return f"{VERSION}/{self.model}"


class LlmSummary:
    """Keeps nothing between calls."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def write(self, excerpts: Sequence[Excerpt], tenant: str) -> Written:
        """At most one call. Only what is in `excerpts`, masked, reaches the model; raises nothing but cancellation."""
        outcome = await self._model.complete(build_prompt(excerpts), tenant=tenant)
        if isinstance(outcome, LlmFailure):
            return Written((), outcome.kind.value, self._model.name, millis=outcome.millis)
        return judged(outcome, [one.text for one in fitting(excerpts) if one.who is not Who.BOT])


def judged(completion: Completion, lines: Sequence[str]) -> Written:
    """The sentences of an answer, checked against the lines it was made of. Total: no answer makes it raise."""
    found = sentences_in(completion.text)
    if found is None:
        return Written((), UNREADABLE, completion.model, millis=completion.millis)
    pairs = [(sentence, objection(sentence, lines)) for sentence in found[:MOST_SENTENCES]]
    kept = tuple(sentence for sentence, against in pairs if against is None)
    refused = tuple(against for _, against in pairs if against is not None)
    return Written(kept, ANSWERED, completion.model, refused, completion.millis)


def sentences_in(answer: str) -> list[str] | None:
    """The list in {"sentences": […]}, wherever it stands in the answer; None where there is none."""
    for value in json_values(spoken(answer)):
        if isinstance(value, dict) and isinstance(value.get("sentences"), list):
            return [clean for one in value["sentences"] if isinstance(one, str) and (clean := _clean(one))]
    return None


def _clean(sentence: str) -> str:
    """One line, without control characters and closing marks."""
    plain = "".join(c if c.isprintable() else " " for c in sentence.encode("utf-8", "replace").decode())
    return " ".join(plain.split()).strip(" 。.;；")
