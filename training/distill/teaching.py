"""One turn and what the teacher says of it: two looks through the product's own prompt, parser and checks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from opentelemetry import trace
from yiku_domain.plan import Turn
from yiku_extractor.pipeline.extraction import Proposal
from yiku_extractor.pipeline.llm.checks import Objection
from yiku_extractor.pipeline.llm.claim import Stance
from yiku_extractor.pipeline.llm.decision import ANSWERED
from yiku_extractor.pipeline.llm.extractor import LlmExtractor, LlmVerdict
from yiku_extractor.pipeline.llm.prompt import instructions
from yiku_extractor.pipeline.llm.verdict import Fate, Judged
from yiku_extractor.pipeline.rule_filter import RULE_FILTERS, MaskedTurn
from yiku_extractor.pipeline.utterance import Statement, Utterance, read
from yiku_models.llm import Completion, FailureKind, LanguageModel, LlmFailure, Prompt

from training.distill.slices import of_dropped, of_filtered
from training.distill.turns import UnlabelledTurn

TENANT = "distill"
_AWAY = frozenset({FailureKind.TIMEOUT, FailureKind.UNAVAILABLE, FailureKind.BREAKER_OPEN, FailureKind.BUDGET})
_CLAIMED = frozenset({Stance.STATED, Stance.IMPLIED})


@dataclass(frozen=True)
class Memory:
    """`words` stand in the turn letter by letter; `attribute` is "" for none."""

    kind: str
    words: str
    attribute: str


@dataclass(frozen=True)
class Label:
    """What is to be remembered of a turn. `borderline`: the checks or the second look see it otherwise."""

    memories: tuple[Memory, ...]
    slice: str
    borderline: bool


@dataclass(frozen=True)
class NoLabel:
    """The teacher gave no usable answer; `away` where its server could not, and may be asked again."""

    why: str
    away: bool


class OtherTongue:
    """The same model, given its instructions in the other language: as independent a second look as one model has."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The model's."""
        return self._model.name

    async def complete(self, prompt: Prompt, *, tenant: str, timeout_s: float | None = None) -> Completion | LlmFailure:
        """See `LanguageModel.complete`."""
        chinese = prompt.system == instructions(chinese=True)
        turned = replace(prompt, system=instructions(chinese=not chinese))
        return await self._model.complete(turned, tenant=tenant, timeout_s=timeout_s)


class Teacher:
    """Labels turns. What the product's filters drop needs no model."""

    def __init__(self, model: LanguageModel) -> None:
        tracer = trace.get_tracer("distill")
        self._looks = (LlmExtractor(model, tracer), LlmExtractor(OtherTongue(model), tracer))

    async def label(self, turn: UnlabelledTurn) -> Label | NoLabel:
        """At most two calls. Raises nothing but cancellation."""
        previous = tuple(Turn(role, text) for role, text in turn.before)
        masked = MaskedTurn(turn.text, turn.role, previous, ())
        reason = next((found for test in RULE_FILTERS if (found := test(masked))), None)
        if reason:
            return Label((), turn.slice or of_filtered(reason), borderline=False)
        utterance = read(turn.text, previous)
        verdicts: list[LlmVerdict] = []
        for look in self._looks:
            verdict = await look.extract(utterance, utterance.statements, TENANT)
            if (failure := _failure(verdict)) is not None:
                return failure
            verdicts.append(verdict)
        first, second = verdicts
        return _label(turn, utterance, first, second)


def _failure(verdict: LlmVerdict) -> NoLabel | None:
    decision = verdict.decision
    if decision is None:
        return NoLabel("nothing to read", away=False)
    if decision.outcome == ANSWERED and not decision.truncated:
        return None
    return NoLabel(decision.outcome, away=decision.outcome in _AWAY)


def _label(turn: UnlabelledTurn, utterance: Utterance, first: LlmVerdict, second: LlmVerdict) -> Label:
    memories = tuple(dict.fromkeys(_memory(utterance, proposal) for proposal in first.proposals))
    one, other = (_kept(utterance.statements, verdict.proposals) for verdict in (first, second))
    borderline = one != other or _contradicted(first) or _contradicted(second)
    slice_ = "several_facts" if len(memories) > 1 else "plain" if memories else of_dropped(utterance, first)
    return Label(memories, turn.slice or slice_, borderline)


def _memory(utterance: Utterance, proposal: Proposal) -> Memory:
    return Memory(proposal.kind.value, utterance.text[slice(*proposal.span)], proposal.attribute or "")


def _kept(statements: Sequence[Statement], proposals: Sequence[Proposal]) -> dict[int, frozenset[str]]:
    """Statements that a memory is made of, and as which kinds."""
    touched = {
        s.index: frozenset(p.kind.value for p in proposals if p.span[0] < s.end and s.start < p.span[1])
        for s in statements
    }
    return {index: kinds for index, kinds in touched.items() if kinds}


def _contradicted(verdict: LlmVerdict) -> bool:
    """The model claims something that a check refuses, or a statement stayed undecided."""
    undecided = any(item.fate is Fate.UNDECIDED for item in verdict.settled)
    return undecided or any(_refused(judged) for judged in verdict.rejected)


def _refused(judged: Judged) -> bool:
    """Not where the model itself says that it is no statement, nor for a repeat."""
    return judged.claim.stance in _CLAIMED and judged.objection is not Objection.DUPLICATE
