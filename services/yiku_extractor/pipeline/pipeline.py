"""The story of an extraction: mask, filter, read, propose, normalise, verify, draft."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from yiku_domain.memory import Draft, JsonValue, Nature, Precision, Source
from yiku_domain.plan import Turn
from yiku_domain.trace import Stage
from yiku_text.masking import Found, mask

from yiku_extractor.pipeline import guards, records
from yiku_extractor.pipeline.answers import AnswerReader
from yiku_extractor.pipeline.extraction import DETAIL, Dropped, Extraction, Proposal, Reason
from yiku_extractor.pipeline.normalise import normalised
from yiku_extractor.pipeline.pattern_extractor import PatternExtractor
from yiku_extractor.pipeline.patterns import HOME_DOMAIN
from yiku_extractor.pipeline.proposer import Proposer, Refusal
from yiku_extractor.pipeline.rule_filter import RULE_FILTERS, MaskedTurn, RuleFilter
from yiku_extractor.pipeline.segments import (
    BehaviourSegment,
    Context,
    DialogueSegment,
    OrderSegment,
    ReviewSegment,
    Segment,
)
from yiku_extractor.pipeline.utterance import Statement, Utterance, read

THRESHOLD = 0.7
_CONTEXT_TURNS = 3


class Pipeline:
    """Built from its steps; a model is one more `Proposer` behind the patterns.

    Pure: no clock is read but `timer`, nothing is stored or sent. Never raises on any text.
    """

    def __init__(
        self,
        filters: Sequence[RuleFilter] = RULE_FILTERS,
        proposers: Sequence[Proposer] = (PatternExtractor(HOME_DOMAIN), AnswerReader()),
        threshold: float = THRESHOLD,
        timer: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._filters = tuple(filters)
        self._proposers = tuple(proposers)
        self._threshold = threshold
        self._timer = timer

    def extract(self, segment: Segment, context: Context) -> Extraction:
        """Everything worth remembering in one segment, masked; what is not, with its reason."""
        run = _Run(segment, context, self._timer)
        match segment:
            case DialogueSegment():
                self._dialogue(segment, run)
            case ReviewSegment():
                self._review(segment, run)
            case OrderSegment():
                rendered = records.order(segment, context.tokenise)
                run.masked(rendered.text, rendered.found)
                run.propose("order", [rendered.proposal] if rendered.proposal else [])
            case BehaviourSegment():
                masked = mask(segment.action, context.tokenise)
                run.masked(masked.text, masked.found)
                run.drop(Reason.NEEDS_MORE_EVIDENCE)
            case _:
                assert_never(segment)
        return run.finish(self._threshold)

    def _dialogue(self, segment: DialogueSegment, run: "_Run") -> None:
        masked = mask(segment.text, run.context.tokenise)
        run.masked(masked.text, masked.found)
        previous = tuple(_masked_turn(t, run.context) for t in segment.previous[-_CONTEXT_TURNS:])
        turn = MaskedTurn(masked.text, segment.role, previous, run.context.recalled)
        reason = next((reason for test in self._filters if (reason := test(turn))), None)
        run.stage("filter", {"verdict": reason.value if reason else "read_on"})
        if reason:
            run.drop(reason)
            return
        utterance = read(masked.text, previous)
        run.stage("read", {"statements": len(utterance.statements)})
        self._consult(utterance, run)

    def _review(self, segment: ReviewSegment, run: "_Run") -> None:
        rendered = records.review(segment, run.context.tokenise)
        run.masked(rendered.text, rendered.found)
        if guards.injected(rendered.text):
            run.drop(Reason.INJECTED_INSTRUCTION)
        elif rendered.proposal is None:
            run.drop(Reason.EMPTY)
        else:
            run.propose("review", [rendered.proposal])

    def _consult(self, utterance: Utterance, run: "_Run") -> None:
        """Each step decides what it can; the next sees only what is left."""
        pending = utterance.statements
        for proposer in self._proposers:
            proposed = proposer.propose(utterance, pending)
            run.propose(proposer.name, run.unsaid(proposed.proposals))
            run.refuse(proposed.refusals)
            pending = proposed.undecided
        run.leave(pending)


@dataclass(frozen=True)
class _Verdict:
    span: tuple[int, int] | None
    reason: Reason
    by: str = ""


class _Run:
    """The notes of one extraction."""

    def __init__(self, segment: Segment, context: Context, timer: Callable[[], float]) -> None:
        self.context = context
        self._segment = segment
        self._timer = timer
        self._since = timer()
        self._text = ""
        self._found: tuple[Found, ...] = ()
        self._proposals: list[Proposal] = []
        self._verdicts: list[_Verdict] = []
        self._left: list[_Verdict] = []
        self._stages: list[Stage] = []

    def stage(self, name: str, detail: dict[str, JsonValue]) -> None:
        now = self._timer()
        self._stages.append(Stage(name, (now - self._since) * 1000, detail))
        self._since = now

    def masked(self, text: str, found: tuple[Found, ...]) -> None:
        self._text, self._found = text, found
        self.stage("mask", {"found": list[JsonValue](item.type.value for item in found)})

    def drop(self, reason: Reason) -> None:
        self._verdicts.append(_Verdict(None, reason))

    def propose(self, name: str, proposals: Sequence[Proposal]) -> None:
        self._proposals += proposals
        self.stage(name, {"proposed": list[JsonValue](proposal.by for proposal in proposals)})

    def unsaid(self, proposals: Sequence[Proposal]) -> list[Proposal]:
        """Without what an earlier step has already read in this segment."""
        said = {proposal.attribute for proposal in self._proposals if proposal.attribute}
        return [proposal for proposal in proposals if proposal.attribute not in said]

    def refuse(self, refusals: Sequence[Refusal]) -> None:
        for item in refusals:
            place = (item.statement.start, item.statement.end)
            verdicts = self._verdicts if item.by else self._left
            verdicts.append(_Verdict(place, item.reason, item.by))

    def leave(self, pending: Sequence[Statement]) -> None:
        self._left += [_Verdict((s.start, s.end), Reason.NO_PATTERN) for s in pending]

    def finish(self, threshold: float) -> Extraction:
        """Drafts above the threshold. Where there is none, at least one reason says why."""
        sure = [proposal for proposal in self._proposals if proposal.confidence >= threshold]
        weak = [p for p in self._proposals if p.confidence < threshold]
        verdicts = self._verdicts + [_Verdict(p.span, Reason.LOW_CONFIDENCE, p.by) for p in weak]
        drafts = tuple(self._draft(proposal) for proposal in sure)
        if not drafts and not verdicts:
            verdicts = sorted(self._left, key=lambda v: v.reason is Reason.NO_PATTERN)[:1]
        if not drafts and not verdicts:
            verdicts = [_Verdict(None, Reason.NO_PATTERN)]
        self.stage("verify", {"drafts": len(drafts), "below_threshold": len(weak)})
        dropped = tuple(self._dropped(verdict) for verdict in verdicts)
        return Extraction(self._text, drafts, dropped, self._found, tuple(self._stages))

    def _dropped(self, verdict: _Verdict) -> Dropped:
        detail = DETAIL[verdict.reason] + (f" ({verdict.by})" if verdict.by else "")
        item, turn = self._segment.item, self._segment.turn
        return Dropped(item, turn, verdict.reason, detail, verdict.span)

    def _draft(self, proposal: Proposal) -> Draft:
        normal = normalised(proposal, self.context.city)
        timed = proposal.nature is Nature.EVENT and proposal.timed
        source: Source = replace(self._segment.source, span=proposal.span)
        return Draft(
            kind=proposal.kind,
            nature=proposal.nature,
            content=proposal.content,
            attribute=proposal.attribute,
            value=normal.value,
            entities=normal.entities,
            relations=normal.relations,
            confidence=proposal.confidence,
            explicit=proposal.explicit,
            event_time=self._segment.at if timed else None,
            event_precision=Precision.MINUTE if timed else None,
            valid_from=self._segment.at,
            source=source,
        )


def _masked_turn(turn: Turn, context: Context) -> Turn:
    return replace(turn, text=mask(turn.text, context.tokenise).text)
