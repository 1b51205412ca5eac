"""Why a turn is dropped, in the words of the corpus."""

from yiku_extractor.pipeline.extraction import Reason
from yiku_extractor.pipeline.llm.checks import Objection
from yiku_extractor.pipeline.llm.extractor import LlmVerdict
from yiku_extractor.pipeline.utterance import Guard, Utterance

_FILTERED = {
    Reason.ASSISTANT_TURN: "bot_words",
    Reason.GREETING: "greeting",
    Reason.ACKNOWLEDGEMENT: "small_talk",
    Reason.EMPTY: "small_talk",
    Reason.INJECTED_INSTRUCTION: "injected",
}
_OBJECTIONS = {
    Objection.INJECTED_INSTRUCTION: "injected",
    Objection.ENTITLEMENT: "injected",
    Objection.HYPOTHETICAL: "hypothetical",
    Objection.QUESTION: "question",
    Objection.SARCASM: "sarcasm",
    Objection.THIRD_PARTY: "third_party",
    Objection.QUOTED: "quoted",
    Objection.DENIED: "denial",
}
_GUARDS = {
    Guard.QUESTION: "question",
    Guard.HYPOTHETICAL: "hypothetical",
    Guard.THIRD_PARTY: "third_party",
    Guard.SARCASM: "sarcasm",
    Guard.QUOTED: "quoted",
    Guard.DENIED: "denial",
}
UNKNOWN = "plain"
"""Says how a thing is told, not why it is dropped: the student learns no reason from it."""


def of_filtered(reason: Reason) -> str:
    """Of a turn that a rule dropped whole."""
    return _FILTERED.get(reason, UNKNOWN)


def of_dropped(utterance: Utterance, verdict: LlmVerdict) -> str:
    """What the model or a check said against it, else the guard that holds for all of it."""
    for item in verdict.settled:
        if item.objection in _OBJECTIONS:
            return _OBJECTIONS[item.objection]
    held = [guard for guard in _GUARDS if all(guard in s.guards for s in utterance.statements)]
    return _GUARDS[held[0]] if held else UNKNOWN
