"""Builds the pipeline from the settings: the packaged student, and a language model where one is named."""

from opentelemetry.trace import Tracer
from yiku_models.llm import LlmEndpoint, TenantBudget, build_language_model
from yiku_models.student import OnnxStudent
from yiku_runtime.settings import Settings

from yiku_extractor.pipeline.llm.extractor import LlmExtractor
from yiku_extractor.pipeline.pipeline import Pipeline
from yiku_extractor.pipeline.student.step import StudentStep


def build_pipeline(settings: Settings, tracer: Tracer) -> Pipeline:
    """Ready to read; takes about half a second. `ModelUnavailable` where the student's weights are missing."""
    student = OnnxStudent.load()
    return Pipeline(
        student=StudentStep(student, student.band(settings.student_target_error)),
        llm=_llm(settings, tracer),
    )


def _llm(settings: Settings, tracer: Tracer) -> LlmExtractor | None:
    if not settings.llm_base_url:
        return None
    endpoint = LlmEndpoint(settings.llm_base_url, settings.llm_model, settings.llm_api_key.get_secret_value())
    budget = TenantBudget(calls_per_hour=settings.llm_calls_per_hour, tokens_per_hour=settings.llm_tokens_per_hour)
    model = build_language_model(endpoint, timeout_s=settings.llm_timeout_s, budget=budget)
    return LlmExtractor(model, tracer)
