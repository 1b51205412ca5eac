"""The pattern step: every topic on every statement, guards after a match, nothing guessed."""

from collections.abc import Iterator, Sequence

from yiku_extractor.pipeline.extraction import Proposal, Reason
from yiku_extractor.pipeline.one_value import one_value_each
from yiku_extractor.pipeline.patterns.rule import Finding, Rule, Sight, Topic
from yiku_extractor.pipeline.proposer import Proposed, Refusal
from yiku_extractor.pipeline.utterance import Guard, Statement, Utterance

MAX_STATEMENT = 300
"""Longer clauses are nobody's way of speaking; they are left to later steps."""

_REASONS = {
    Guard.QUOTED: Reason.QUOTED,
    Guard.SARCASM: Reason.SARCASM,
    Guard.HYPOTHETICAL: Reason.HYPOTHETICAL,
    Guard.THIRD_PARTY: Reason.THIRD_PARTY,
    Guard.AFTER_OTHER: Reason.THIRD_PARTY,
    Guard.DENIED: Reason.DENIED,
    Guard.QUESTION: Reason.QUESTION,
}
_HEDGES = (
    "好像",
    "大概",
    "可能",
    "也许",
    "maybe",
    "perhaps",
    "应该是",
    "可能是",
    "记不清",
    "i think",
    "probably",
    "not sure",
)
_HEDGED = 0.7


class PatternExtractor:
    """Reads what is said outright in the words of its topics."""

    name = "patterns"

    def __init__(self, topics: Sequence[Topic]) -> None:
        self._topics = tuple(topics)

    def propose(self, utterance: Utterance, pending: tuple[Statement, ...]) -> Proposed:
        """Decide `pending`; statements that only continue another one's address or hours are used up."""
        proposals: list[Proposal] = []
        refusals: list[Refusal] = []
        used: set[int] = set()
        for statement in pending:
            found, refused = self._read(Sight(utterance, statement))
            proposals += [_proposal(utterance, statement, rule, f) for rule, f in found]
            refusals += refused
            for _, finding in found:
                used |= _used(statement, finding)
            used |= {refusal.statement.index for refusal in refused}
        left = [statement for statement in pending if statement.index not in used]
        refusals += [refusal for s in left if (refusal := _guarded(s))]
        undecided = tuple(s for s in left if _guarded(s) is None)
        single = one_value_each(tuple(_distinct(proposals)), utterance.text)
        return Proposed(tuple(single), tuple(refusals), undecided)

    def _read(self, sight: Sight) -> tuple[list[tuple[Rule, Finding]], list[Refusal]]:
        found: list[tuple[Rule, Finding]] = []
        refused: list[Refusal] = []
        if len(sight.text) > MAX_STATEMENT:
            return [], [Refusal(sight.statement, Reason.TOO_LONG)]
        for topic in self._topics:
            if topic.hint.search(sight.text) is None:
                continue
            for rule, finding in _matches(topic, sight):
                against = sight.statement.guards & rule.guards
                if against:
                    refused.append(Refusal(sight.statement, _reason(against), rule.name))
                else:
                    found.append((rule, finding))
        return found, refused


def _matches(topic: Topic, sight: Sight) -> Iterator[tuple[Rule, Finding]]:
    """The first reading of the topic; one for each attribute where the topic is not exclusive."""
    seen: set[str | None] = set()
    for rule in topic.rules:
        match = rule.pattern.search(sight.text)
        finding = rule.read(match, sight) if match else None
        if finding is None or finding.attribute in seen:
            continue
        yield rule, finding
        if topic.exclusive:
            return
        seen.add(finding.attribute)


def _proposal(utterance: Utterance, statement: Statement, rule: Rule, finding: Finding) -> Proposal:
    first, last = finding.first or statement, finding.last or statement
    hedged = any(hedge in statement.text.lower() for hedge in _HEDGES)
    return Proposal(
        kind=finding.kind,
        nature=finding.nature,
        content=finding.content or utterance.through(first, last),
        span=(first.start, last.end),
        confidence=round(rule.confidence * (_HEDGED if hedged else 1.0), 3),
        by=rule.name,
        attribute=finding.attribute,
        value=finding.value,
        named=finding.named,
        timed=finding.timed,
    )


def _used(statement: Statement, finding: Finding) -> set[int]:
    first, last = finding.first or statement, finding.last or statement
    return set(range(first.index, last.index + 1)) | {statement.index}


def _guarded(statement: Statement) -> Refusal | None:
    """A statement that no rule read and that a guard keeps from any memory."""
    return Refusal(statement, _reason(statement.guards)) if statement.guards else None


def _reason(held: frozenset[Guard]) -> Reason:
    return next(reason for guard, reason in _REASONS.items() if guard in held)


def _distinct(proposals: Sequence[Proposal]) -> Iterator[Proposal]:
    """One proposal a value; of two wordings the surer stays, then the longer."""
    kept: dict[str, Proposal] = {}
    for proposal in proposals:
        key = repr((proposal.kind, proposal.attribute, sorted(proposal.value.items(), key=str)))
        rival = kept.get(key)
        if rival is None or _weight(rival) < _weight(proposal):
            kept[key] = proposal
    yield from (p for p in kept.values() if not any(_within(p, other) for other in kept.values()))


def _weight(proposal: Proposal) -> tuple[float, int]:
    return proposal.confidence, len(proposal.content)


def _within(inner: Proposal, outer: Proposal) -> bool:
    """A clause that a longer memory of the same slot took in already."""
    same = inner.attribute is not None and inner.attribute == outer.attribute
    start, end = outer.span
    return same and inner.span != outer.span and start <= inner.span[0] and inner.span[1] <= end
