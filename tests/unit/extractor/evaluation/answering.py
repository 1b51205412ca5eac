"""Labelled turns and what a pipeline made of them."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from opentelemetry.sdk.trace import TracerProvider
from yiku_domain.memory import Kind
from yiku_extractor.evaluation.judging import JudgedTurn, judge
from yiku_extractor.evaluation.labelled import Expected, Forbidden, LabelledTurn, Span
from yiku_extractor.evaluation.labels import AT
from yiku_extractor.evaluation.running import Answer, Reading, Stored
from yiku_extractor.pipeline.extraction import Extraction
from yiku_extractor.pipeline.llm.extractor import LlmExtractor
from yiku_extractor.pipeline.pipeline import Pipeline
from yiku_extractor.pipeline.student.step import StudentStep
from yiku_models.llm import LanguageModel
from yiku_models.student.clause import Clause, Judgement

BAND = (0.2, 0.8)


@dataclass(frozen=True)
class WordStudent:
    """Judges a clause by a word in it: the chance and the kind that stand for the word, else .05."""

    chances: Mapping[str, tuple[float, Kind]]
    name: str = "by-word"

    def judge(self, clauses: Sequence[Clause]) -> list[Judgement]:
        return [self._one(clause.turn[clause.start : clause.end]) for clause in clauses]

    def _one(self, text: str) -> Judgement:
        keep, kind = next((v for word, v in self.chances.items() if word in text), (0.05, Kind.FACT))
        return Judgement(keep, {k: float(k is kind) for k in Kind}, None, "small_talk")


def read(
    turns: Sequence[LabelledTurn], student: WordStudent | None = None, model: LanguageModel | None = None
) -> list[Answer]:
    """What the real pipeline answers, with patterns and, where given, a student and a language model."""

    async def answers() -> list[Answer]:
        step = StudentStep(student, BAND) if student else None
        llm = LlmExtractor(model, TracerProvider().get_tracer("t")) if model else None
        return [answer async for answer in Reading(Pipeline(student=step, llm=llm)).answers(turns)]

    return asyncio.run(answers())


def turn(
    text: str,
    *expected: Expected,
    name: str = "t",
    keep: bool | None = None,
    forbidden: tuple[Forbidden, ...] = (),
    placed: bool = True,
    before: tuple[tuple[str, str], ...] = (),
) -> LabelledTurn:
    """A customer's turn."""
    kept = bool(expected) if keep is None else keep
    return LabelledTurn(name, text, "user", "zh", "plain", AT, before, expected, forbidden, kept, placed)


def expect(text: str, words: str, *kinds: str, attribute: str | None = "") -> Expected:
    """A memory told by `words` of `text`."""
    start = text.index(words)
    return Expected(kinds or ("fact",), (start, start + len(words)), attribute=attribute)


def stored(
    content: str,
    span: Span | None,
    kind: str = "fact",
    *,
    review: bool = False,
    attribute: str = "",
    confidence: float = 0.9,
) -> Stored:
    """A memory made by hand."""
    return Stored(kind, attribute, content, confidence, span, review, "patterns: test")


def judged(labelled: LabelledTurn, *memories: Stored, millis: float = 1.0) -> JudgedTurn:
    """The turn, had these memories been made of it."""
    extraction = Extraction(labelled.text, (), (), (), ())
    return judge(Answer(labelled, labelled.before, memories, extraction, millis))
