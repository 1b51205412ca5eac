"""The step itself: one question a segment, and a verdict on whatever comes back."""

from collections.abc import Sequence
from dataclasses import dataclass

from opentelemetry.trace import Span, Tracer
from yiku_models.llm import Completion, LanguageModel, LlmFailure

from yiku_extractor.pipeline.extraction import Proposal
from yiku_extractor.pipeline.llm import decision
from yiku_extractor.pipeline.llm.decision import LlmDecision
from yiku_extractor.pipeline.llm.parser import Parsed, parse
from yiku_extractor.pipeline.llm.prompt import build_prompt, excerpt
from yiku_extractor.pipeline.llm.verdict import Fate, Judged, Settled, judge, settle
from yiku_extractor.pipeline.utterance import Statement, Utterance


@dataclass(frozen=True)
class LlmVerdict:
    """What the model's answer comes to.

    `settled` has one entry for each unsure statement, in order; the undecided ones belong in the review
    queue. `rejected` are the claims that became no proposal. `decision` is None where nothing was asked.
    """

    proposals: tuple[Proposal, ...]
    rejected: tuple[Judged, ...]
    settled: tuple[Settled, ...]
    decision: LlmDecision | None

    @property
    def undecided(self) -> tuple[Statement, ...]:
        """The statements that a person must decide."""
        return tuple(item.statement for item in self.settled if item.fate is Fate.UNDECIDED)


class LlmExtractor:
    """Asks a model about what the steps before it left unsure. Keeps nothing between calls."""

    name = "llm"

    def __init__(self, model: LanguageModel, tracer: Tracer) -> None:
        self._model = model
        self._tracer = tracer

    async def extract(
        self, utterance: Utterance, unsure: Sequence[Statement], tenant: str, timeout_s: float | None = None
    ) -> LlmVerdict:
        """At most one call, within `timeout_s` seconds and the model's own limit.

        `utterance` is masked; nothing else reaches the model. Raises nothing but cancellation: without a
        usable answer every statement stays undecided and the decision says why.
        """
        if not unsure:
            return LlmVerdict((), (), (), None)
        with self._tracer.start_as_current_span("llm.extract", record_exception=False) as span:
            prompt = build_prompt(utterance, unsure)
            outcome = await self._model.complete(prompt, tenant=tenant, timeout_s=timeout_s)
            verdict = self._verdict(outcome, utterance, unsure)
            _observe(span, verdict)
        return verdict

    def _verdict(
        self, outcome: Completion | LlmFailure, utterance: Utterance, unsure: Sequence[Statement]
    ) -> LlmVerdict:
        if isinstance(outcome, LlmFailure):
            return _undecided(unsure, decision.failed(outcome, self._model.name))
        parsed = parse(outcome.text)
        if parsed is None:
            return _undecided(unsure, decision.answered(outcome, None))
        return _judged(parsed, outcome, utterance, unsure)


def _judged(parsed: Parsed, completion: Completion, utterance: Utterance, unsure: Sequence[Statement]) -> LlmVerdict:
    _, end = excerpt(unsure)
    shown = [statement for statement in unsure if statement.end <= end]
    judged = judge(parsed, utterance, unsure)
    return LlmVerdict(
        proposals=tuple(item.proposal for item in judged if item.proposal),
        rejected=tuple(item for item in judged if item.proposal is None),
        settled=settle(parsed, judged, shown, unsure),
        decision=decision.answered(completion, judged),
    )


def _undecided(unsure: Sequence[Statement], record: LlmDecision) -> LlmVerdict:
    return LlmVerdict((), (), tuple(Settled(s, Fate.UNDECIDED) for s in unsure), record)


def _observe(span: Span, verdict: LlmVerdict) -> None:
    """Counts and times, no words."""
    record = verdict.decision
    if record is None:
        return
    span.set_attributes(
        {
            "llm.prompt_version": record.prompt_version,
            "llm.outcome": record.outcome,
            "llm.millis": record.millis,
            "llm.tokens_in": record.tokens_in,
            "llm.tokens_out": record.tokens_out,
            "llm.used_schema": record.used_schema,
            "llm.accepted": len(verdict.proposals),
            "llm.rejected": len(verdict.rejected),
        }
    )
