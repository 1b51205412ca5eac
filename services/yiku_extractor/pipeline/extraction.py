"""What comes out: drafts, what was dropped and why, and how long each step took."""

from dataclasses import dataclass, field
from enum import StrEnum

from yiku_domain.habits import Deed
from yiku_domain.memory import Draft, JsonValue, Kind, Nature
from yiku_domain.trace import Stage
from yiku_domain.vocabulary import EntityType, Role
from yiku_text.masking import Found

THRESHOLD = 0.7
"""Below it a person decides."""


class Reason(StrEnum):
    """Stable codes: why words did not become a memory."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    ASSISTANT_TURN = "assistant_turn"
    GREETING = "greeting"
    ACKNOWLEDGEMENT = "acknowledgement"
    INJECTED_INSTRUCTION = "injected_instruction"
    REPEAT_OF_RECALLED = "repeat_of_recalled"
    QUESTION = "question"
    HYPOTHETICAL = "hypothetical"
    THIRD_PARTY = "third_party"
    SARCASM = "sarcasm"
    QUOTED = "quoted"
    DENIED = "denied"
    ONE_OFF = "one_off"
    NO_PATTERN = "no_pattern"
    NEEDS_MORE_EVIDENCE = "needs_more_evidence"
    NO_CHOICE = "no_choice"
    NOT_WORTH_KEEPING = "not_worth_keeping"
    REFUSED_BY_CHECK = "refused_by_check"


DETAIL: dict[Reason, str] = {
    Reason.EMPTY: "the turn holds no words",
    Reason.TOO_LONG: "the clause is too long to be read by patterns",
    Reason.ASSISTANT_TURN: "the bot's own words are never remembered",
    Reason.GREETING: "a greeting",
    Reason.ACKNOWLEDGEMENT: "an acknowledgement",
    Reason.INJECTED_INSTRUCTION: "the text tries to instruct the system; customers' words are data",
    Reason.REPEAT_OF_RECALLED: "the same as a memory that was just recalled",
    Reason.QUESTION: "a question states nothing",
    Reason.HYPOTHETICAL: "said as a possibility, not as a fact",
    Reason.THIRD_PARTY: "about somebody else",
    Reason.SARCASM: "meant the other way round",
    Reason.QUOTED: "somebody else's words",
    Reason.DENIED: "denies something and states nothing",
    Reason.ONE_OFF: "about this one order only",
    Reason.NO_PATTERN: "no pattern decides it; the later steps may",
    Reason.NEEDS_MORE_EVIDENCE: "one deed of this kind is not yet a preference",
    Reason.NO_CHOICE: "the deed chooses nothing that could become a habit",
    Reason.NOT_WORTH_KEEPING: "nothing that helps when the customer comes again",
    Reason.REFUSED_BY_CHECK: "a language model proposed it; the checks of its answer refused",
}


@dataclass(frozen=True)
class Dropped:
    """`span` is [start, end) in the masked text, None where the whole segment was dropped."""

    item: int
    turn: int
    reason: Reason
    detail: str
    span: tuple[int, int] | None = None


@dataclass(frozen=True)
class Named:
    """A thing that a proposal mentions, before its name is normalised."""

    type: EntityType
    name: str
    role: Role = Role.OBJECT


@dataclass(frozen=True)
class Proposal:
    """A memory as a step reads it; `value` and `named` still hold the customer's own words."""

    kind: Kind
    nature: Nature
    content: str
    span: tuple[int, int]
    confidence: float
    by: str
    attribute: str | None = None
    value: dict[str, JsonValue] = field(default_factory=dict)
    named: tuple[Named, ...] = ()
    explicit: bool = True
    review: str = ""
    """Why a person must decide about it; empty where the confidence alone tells."""
    timed: bool = True
    """Whether an event happened when it was told; a plan did not."""


@dataclass(frozen=True)
class Extraction:
    """Everything that a segment gave.

    `text` is the masked segment, fit to be stored as the episode. `found` are the values to put in the
    vault, of this segment only. `dropped` is never empty where `drafts` is. `stages` has one entry a
    step, for the decision record; it holds masked text only. `deeds` bear on habits, which the store judges.
    """

    text: str
    drafts: tuple[Draft, ...]
    dropped: tuple[Dropped, ...]
    found: tuple[Found, ...]
    stages: tuple[Stage, ...]
    deeds: tuple[Deed, ...] = ()
