"""Language models behind one Protocol: a prompt in, text or a typed failure out.

Importing this package loads no client; `build_language_model` does.
"""

from yiku_models.llm.breaker import Breaker
from yiku_models.llm.budget import TenantBudget
from yiku_models.llm.factory import LlmEndpoint, build_language_model
from yiku_models.llm.language_model import Completion, FailureKind, JsonSchema, LanguageModel, LlmFailure, Prompt

__all__ = [
    "Breaker",
    "Completion",
    "FailureKind",
    "JsonSchema",
    "LanguageModel",
    "LlmEndpoint",
    "LlmFailure",
    "Prompt",
    "TenantBudget",
    "build_language_model",
]
