"""A model that says what the test wants, and the extractor around it."""

import json
from dataclasses import dataclass, field

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from yiku_domain.plan import Turn
from yiku_extractor.pipeline.llm.extractor import LlmExtractor, LlmVerdict
from yiku_extractor.pipeline.utterance import Utterance, read
from yiku_models.llm import Completion, LlmFailure, Prompt


@dataclass
class Saying:
    """Answers every prompt with the same words or failure, and keeps the prompts."""

    answer: str | LlmFailure
    truncated: bool = False
    name: str = "saying"
    prompts: list[Prompt] = field(default_factory=list)

    async def complete(self, prompt: Prompt, *, tenant: str, timeout_s: float | None = None) -> Completion | LlmFailure:
        self.prompts.append(prompt)
        if isinstance(self.answer, LlmFailure):
            return self.answer
        return Completion(self.answer, 100, 20, 5.0, self.name, used_schema=True, truncated=self.truncated)


def said(text: str, *before: tuple[str, str]) -> Utterance:
    return read(text, tuple(Turn(who, words) for who, words in before))


def claim(quote: str, attribute: str = "none", kind: str = "fact", **more: object) -> dict[str, object]:
    base = {"quote": quote, "stance": "stated", "kind": kind, "attribute": attribute}
    return base | {"detail": "", "content": "", "confidence": 0.8} | more


def answer(*claims: object) -> str:
    return json.dumps({"memories": list(claims)}, ensure_ascii=False)


async def extract(utterance: Utterance, model: Saying, unsure: tuple[int, ...] | None = None) -> LlmVerdict:
    """`unsure` are indexes of statements, all of them where not given."""
    chosen = tuple(s for s in utterance.statements if unsure is None or s.index in unsure)
    return await LlmExtractor(model, TracerProvider().get_tracer("t")).extract(utterance, chosen, "acme")


def traced(model: Saying) -> tuple[LlmExtractor, InMemorySpanExporter]:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return LlmExtractor(model, provider.get_tracer("t")), exporter
