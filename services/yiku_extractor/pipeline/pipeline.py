"""The story of an extraction: mask, filter, read, propose, normalise, verify, draft."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import assert_never

from yiku_domain.habits import Deed
from yiku_domain.memory import Draft, JsonValue, Nature, Precision, Source
from yiku_domain.plan import Turn
from yiku_domain.trace import Stage
from yiku_text import guards
from yiku_text.masking import Found, mask

from yiku_extractor.pipeline import records
from yiku_extractor.pipeline.answers import ANSWER, AnswerReader, asks_for_good
from yiku_extractor.pipeline.extraction import DETAIL, THRESHOLD, Dropped, Extraction, Proposal, Reason
from yiku_extractor.pipeline.llm.extractor import LlmExtractor, LlmVerdict
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
from yiku_extractor.pipeline.student.step import Fate, StudentStep, Verdict
from yiku_extractor.pipeline.student.writing import UNSURE, written
from yiku_extractor.pipeline.told_time import told_time
from yiku_extractor.pipeline.utterance import Guard, Statement, Utterance, read

UNSURE_WITHOUT_LLM = "unsure_without_llm"
LLM_UNDECIDED = "llm_undecided"
ABOUT_OTHERS = "about_others"
_OTHERS = frozenset({Guard.THIRD_PARTY, Guard.AFTER_OTHER})
_MISREADINGS = frozenset({"hypothetical", "third_party", "quoted", "bot_words", "sarcasm", "injected"})
"""Reasons of the student for which it is believed against a pattern, which sees a clause and not the turn."""
_REASONS = {reason.value: reason for reason in Reason}
_CONTEXT_TURNS = 3


class Pipeline:
    """Built from its steps: rules, patterns, the student, and the language model for what it is unsure of.

    Without a student what no pattern reads is dropped; without a language model what the student is
    unsure of goes to review. Stores nothing. Never raises on any text.
    """

    def __init__(
        self,
        filters: Sequence[RuleFilter] = RULE_FILTERS,
        proposers: Sequence[Proposer] = (PatternExtractor(HOME_DOMAIN), AnswerReader()),
        student: StudentStep | None = None,
        llm: LlmExtractor | None = None,
        timer: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._filters = tuple(filters)
        self._proposers = tuple(proposers)
        self._student = student
        self._llm = llm
        self._timer = timer

    async def extract(self, segment: Segment, context: Context) -> Extraction:
        """Everything worth remembering in one segment, masked; what is not, with its reason."""
        run = _Run(segment, context, self._timer)
        match segment:
            case DialogueSegment():
                await self._dialogue(segment, run)
            case ReviewSegment():
                self._review(segment, run)
            case OrderSegment():
                rendered = records.order(segment, context)
                run.rendered("order", rendered)
            case BehaviourSegment():
                rendered = records.behaviour(segment, context)
                run.rendered("behaviour", rendered)
                run.drop(Reason.NEEDS_MORE_EVIDENCE if rendered.deeds else Reason.NO_CHOICE)
            case _:
                assert_never(segment)
        return run.finish()

    async def _dialogue(self, segment: DialogueSegment, run: "_Run") -> None:
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
        await self._consult(utterance, run)

    def _review(self, segment: ReviewSegment, run: "_Run") -> None:
        rendered = records.review(segment, run.context)
        if guards.injected(rendered.text):
            run.masked(rendered.text, rendered.found)
            run.drop(Reason.INJECTED_INSTRUCTION)
        else:
            run.rendered("review", rendered)
        if not rendered.proposals:
            run.drop(Reason.EMPTY)

    async def _consult(self, utterance: Utterance, run: "_Run") -> None:
        """Each step decides what it can; the next sees only what is left."""
        pending = utterance.statements
        unread: list[Statement] = []
        for proposer in self._proposers:
            proposed = proposer.propose(utterance, pending)
            run.propose(proposer.name, run.unsaid(proposed.proposals))
            run.refuse(proposed.refusals)
            unread += [refusal.statement for refusal in proposed.refusals if not refusal.by]
            pending = proposed.undecided
        if self._student is None:
            run.leave(pending)
            return
        verdicts = await self._student.judge(utterance)
        run.stage(self._student.name, self._student.record(verdicts))
        run.doubt(verdicts, answering=asks_for_good(utterance.previous))
        left = {statement.index for statement in (*pending, *unread)}
        await self._decide(utterance, [v for v in verdicts if v.statement.index in left], run)

    async def _decide(self, utterance: Utterance, verdicts: Sequence[Verdict], run: "_Run") -> None:
        """Write what the student keeps, drop what it drops, ask about the rest."""
        run.judged(verdicts)
        run.propose("written", written(utterance, [v for v in verdicts if v.fate is Fate.KEEP]))
        unsure = [v for v in verdicts if v.fate is Fate.UNSURE]
        if not unsure:
            return
        if self._llm is not None:
            asked = [verdict.statement for verdict in unsure]
            answer = await self._llm.extract(utterance, asked, run.context.tenant)
            run.answered(answer)
            undecided = {statement.index for statement in answer.undecided}
            unsure = [v for v in unsure if v.statement.index in undecided]
        why = UNSURE_WITHOUT_LLM if self._llm is None else LLM_UNDECIDED
        run.propose("unsure", [replace(p, review=why) for p in written(utterance, unsure)])


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
        self._deeds: list[Deed] = []

    def stage(self, name: str, detail: dict[str, JsonValue]) -> None:
        now = self._timer()
        self._stages.append(Stage(name, (now - self._since) * 1000, detail))
        self._since = now

    def masked(self, text: str, found: tuple[Found, ...]) -> None:
        self._text, self._found = text, found
        self.stage("mask", {"found": list[JsonValue](item.type.value for item in found)})

    def rendered(self, name: str, record: records.Rendered) -> None:
        """What a record says by its fields."""
        self.masked(record.text, record.found)
        self.propose(name, record.proposals)
        self._deeds += record.deeds

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

    def doubt(self, verdicts: Sequence[Verdict], *, answering: bool) -> None:
        """Take back what patterns read in words that the student would drop: each sees what the other misses.

        Answers stay: they were read with the very question that they answer, and so does what opens a turn
        that is `answering` a question about what holds as a rule.
        """
        kept: list[Proposal] = []
        for proposal in self._proposals:
            touched = [v for v in verdicts if _overlap((v.statement.start, v.statement.end), proposal.span)]
            best = max(touched, key=lambda v: v.keep, default=None)
            doubted = best is not None and best.fate is Fate.DROP and best.judgement.reason in _MISREADINGS
            answers = proposal.by == ANSWER or (answering and best is not None and best.statement.index == 0)
            if best is not None and doubted and not answers:
                self._verdicts.append(_Verdict(proposal.span, _reason(best.judgement.reason), "student"))
            elif best is not None and best.fate is not Fate.KEEP and best.statement.guards & _OTHERS:
                kept.append(replace(proposal, confidence=min(proposal.confidence, UNSURE), review=ABOUT_OTHERS))
            else:
                kept.append(proposal)
        self._proposals = kept

    def judged(self, verdicts: Sequence[Verdict]) -> None:
        """What the student drops, with its reason; a guard's reason is the more telling one."""
        told = {verdict.span for verdict in self._left}
        for verdict in verdicts:
            place = (verdict.statement.start, verdict.statement.end)
            if verdict.fate is Fate.DROP and place not in told:
                self._left.append(_Verdict(place, _reason(verdict.judgement.reason), "student"))

    def answered(self, answer: LlmVerdict) -> None:
        """The model's proposals, and what it or the checks refused."""
        if answer.decision is not None:
            self.stage("llm", answer.decision.as_json())
        self._proposals += self.unsaid(answer.proposals)
        self._verdicts += [
            _Verdict(item.span, Reason.REFUSED_BY_CHECK, item.objection.value if item.objection else "")
            for item in answer.rejected
        ]

    def leave(self, pending: Sequence[Statement]) -> None:
        self._left += [_Verdict((s.start, s.end), Reason.NO_PATTERN) for s in pending]

    def finish(self) -> Extraction:
        """A draft for each proposal. Where there is none, at least one reason says why."""
        weak = sum(proposal.confidence < THRESHOLD for proposal in self._proposals)
        drafts = tuple(self._draft(proposal) for proposal in self._proposals)
        verdicts = self._verdicts
        if not drafts and not verdicts:
            verdicts = sorted(self._left, key=lambda v: v.reason is Reason.NO_PATTERN)[:1]
        if not drafts and not verdicts:
            verdicts = [_Verdict(None, Reason.NO_PATTERN)]
        makers = list[JsonValue](proposal.by for proposal in self._proposals)
        self.stage("verify", {"drafts": len(drafts), "below_threshold": weak, "by": makers})
        dropped = tuple(self._dropped(verdict) for verdict in verdicts)
        return Extraction(self._text, drafts, dropped, self._found, tuple(self._stages), tuple(self._deeds))

    def _dropped(self, verdict: _Verdict) -> Dropped:
        detail = DETAIL[verdict.reason] + (f" ({verdict.by})" if verdict.by else "")
        item, turn = self._segment.item, self._segment.turn
        return Dropped(item, turn, verdict.reason, detail, verdict.span)

    def _draft(self, proposal: Proposal) -> Draft:
        normal = normalised(proposal, self.context.city)
        event_time, precision = self._when(proposal)
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
            review=proposal.review,
            event_time=event_time,
            event_precision=precision,
            valid_from=self._segment.at,
            source=source,
        )

    def _when(self, proposal: Proposal) -> tuple[datetime | None, Precision | None]:
        """The time that the words tell; else, for what happens as it is told, the time of telling."""
        if proposal.nature is not Nature.EVENT:
            return None, None
        at = self._segment.at
        told = None
        if isinstance(self._segment, DialogueSegment):
            told = told_time(proposal.content, at.astimezone(self.context.zone))
        if told is not None:
            return told[0].astimezone(UTC), told[1]
        return (at, Precision.MINUTE) if proposal.timed else (None, None)


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _reason(student: str) -> Reason:
    """The student's reason where it is one of ours."""
    return _REASONS.get(student, Reason.NOT_WORTH_KEEPING)


def _masked_turn(turn: Turn, context: Context) -> Turn:
    return replace(turn, text=mask(turn.text, context.tokenise).text)
