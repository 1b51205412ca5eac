"""Building a language model from what the settings say."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yiku_models.llm.breaker import Breaker
from yiku_models.llm.budget import TenantBudget

if TYPE_CHECKING:
    from yiku_models.llm.openai_compatible import OpenAiCompatible


@dataclass(frozen=True)
class LlmEndpoint:
    """Where the model is: `base_url` ends before `/chat/completions`; an empty key is for servers without one."""

    base_url: str
    model: str
    api_key: str = ""


def build_language_model(
    endpoint: LlmEndpoint, *, timeout_s: float, budget: TenantBudget, breaker: Breaker | None = None
) -> "OpenAiCompatible":
    """A model ready to be asked; nothing is connected yet. `timeout_s` bounds a whole call."""
    from yiku_models.llm.openai_compatible import OpenAiCompatible, connect

    return OpenAiCompatible(
        connect(endpoint.base_url, endpoint.api_key),
        endpoint.model,
        timeout_s=timeout_s,
        budget=budget,
        breaker=breaker or Breaker(),
    )
