"""Which step of the pipeline decided, read from the stages of the decision record."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from yiku_domain.memory import JsonValue
from yiku_domain.trace import Stage

from yiku_extractor.evaluation.labelled import Span
from yiku_extractor.evaluation.matching import meets
from yiku_extractor.pipeline.extraction import DETAIL, Dropped, Extraction, Reason

FILTER, PATTERNS, STUDENT, LLM, CHECKS = "filter", "patterns", "student", "llm", "checks of the llm"
_READ_ON = "read_on"
_STEPS = {"student": STUDENT, "llm": LLM, "answer": "answers"}
_NOT_SENT = frozenset({"budget", "breaker_open"})


@dataclass(frozen=True)
class Decided:
    """The step that let words fall, and what it said."""

    step: str
    why: str


@dataclass(frozen=True)
class Judged:
    """A statement as the student judged it, its place in the masked turn."""

    span: Span
    keep: float
    fate: str
    reason: str


@dataclass(frozen=True)
class StudentModel:
    """Its name, and the chances between which it is unsure."""

    name: str
    unsure_between: tuple[float, float]


@dataclass(frozen=True)
class Call:
    """One question to the language model; `sent` is False where the budget or the breaker kept it back."""

    outcome: str
    millis: float
    tokens_in: int
    tokens_out: int
    sent: bool


def student_of(extraction: Extraction) -> StudentModel | None:
    """The student that judged; None where none was asked."""
    detail = next((stage.detail for stage in extraction.stages if stage.name == STUDENT), None)
    if detail is None:
        return None
    low, high = (_number(edge) for edge in _list(detail["unsure_between"]))
    return StudentModel(str(detail["model"]), (low, high))


def makers(extraction: Extraction) -> list[str]:
    """The step that made each draft, in order; of patterns with the name of the rule."""
    verified = next(stage for stage in extraction.stages if stage.name == "verify")
    return [_STEPS.get(str(by), f"{PATTERNS}: {by}") for by in _list(verified.detail["by"])]


def student(extraction: Extraction) -> list[Judged]:
    """What the student said of each statement; nothing where it was not asked."""
    return [judged for stage in extraction.stages if stage.name == STUDENT for judged in _statements(stage)]


def call(extraction: Extraction) -> Call | None:
    """The question to the language model, None where there was none."""
    detail = next((stage.detail for stage in extraction.stages if stage.name == LLM), None)
    if detail is None:
        return None
    outcome = str(detail["outcome"])
    tokens_in, tokens_out = int(_number(detail["tokens_in"])), int(_number(detail["tokens_out"]))
    return Call(outcome, _number(detail["millis"]), tokens_in, tokens_out, outcome not in _NOT_SENT)


def fell_at(extraction: Extraction, span: Span | None) -> Decided:
    """Where words at `span` (anywhere in the turn, where None) came to nothing."""
    verdict = next((str(s.detail["verdict"]) for s in extraction.stages if s.name == FILTER), _READ_ON)
    if verdict != _READ_ON:
        return Decided(FILTER, verdict)
    refused = next((d for d in extraction.dropped if _refuses(d) and _at(d.span, span)), None)
    if refused is not None:
        step = CHECKS if refused.reason is Reason.REFUSED_BY_CHECK else PATTERNS
        return Decided(step, f"{refused.reason.value} ({_by(refused)})")
    judged = [j for j in student(extraction) if _at(j.span, span)]
    if judged:
        return _by_the_student(max(judged, key=lambda j: j.keep), call(extraction))
    dropped = next((d for d in extraction.dropped if _at(d.span, span)), None)
    return Decided(PATTERNS, dropped.reason.value if dropped else Reason.NO_PATTERN.value)


def _by_the_student(judged: Judged, asked: Call | None) -> Decided:
    chance = f"{judged.keep:.2f}"
    if judged.fate == "drop":
        return Decided(STUDENT, f"{judged.reason} (keep {chance})")
    if judged.fate == "unsure" and asked is not None:
        return Decided(LLM, f"{asked.outcome} (the student: keep {chance})")
    return Decided(STUDENT, f"kept in other words (keep {chance})")


def _refuses(dropped: Dropped) -> bool:
    """Refused by a rule or a check; the others are words that no step made anything of."""
    return dropped.span is not None and _by(dropped) not in {"", STUDENT}


def _by(dropped: Dropped) -> str:
    """The rule, check or step that the detail names, "" for none."""
    return dropped.detail.removeprefix(DETAIL[dropped.reason]).strip(" ()")


def _at(mine: Span | None, span: Span | None) -> bool:
    return mine is None or span is None or meets(mine, span)


def _statements(stage: Stage) -> Iterator[Judged]:
    told = stage.detail["statements"]
    for item in told if isinstance(told, list) else []:
        if isinstance(item, Mapping):
            start, end = (int(_number(edge)) for edge in _list(item["span"]))
            yield Judged((start, end), _number(item["keep"]), str(item["fate"]), str(item["reason"]))


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _number(value: JsonValue) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
