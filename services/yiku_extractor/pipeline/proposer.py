"""The seam of the pipeline: whoever can turn statements into proposals is a step of it."""

from dataclasses import dataclass
from typing import Protocol

from yiku_extractor.pipeline.extraction import Proposal, Reason
from yiku_extractor.pipeline.utterance import Statement, Utterance


@dataclass(frozen=True)
class Refusal:
    """A statement that a step understood and refuses to remember."""

    statement: Statement
    reason: Reason
    by: str = ""


@dataclass(frozen=True)
class Proposed:
    """What one step makes of the statements it was given; `undecided` go on to the next step."""

    proposals: tuple[Proposal, ...]
    refusals: tuple[Refusal, ...]
    undecided: tuple[Statement, ...]


class Proposer(Protocol):
    """A step that reads statements: patterns, answers to the bot's questions, a model."""

    name: str

    def propose(self, utterance: Utterance, pending: tuple[Statement, ...]) -> Proposed:
        """Decide what it can of `pending`; never raises on any text."""
        ...
