"""The Protocol of everything that completes a prompt."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class FailureKind(StrEnum):
    """Why there is no text. Stable codes, for metrics and decision records."""

    TIMEOUT = "timeout"
    UNAVAILABLE = "unavailable"
    """Nobody answers, or the server cannot serve now: no connection, 5xx, 429, a wrong key or address."""
    REFUSED = "refused"
    """The server or the model declines this prompt: a content filter, a prompt it cannot take."""
    BUDGET = "budget"
    """The tenant has used up its hour; nothing was sent."""
    MALFORMED = "malformed"
    """The server answered something that is no completion, or an empty one."""
    BREAKER_OPEN = "breaker_open"
    """The server failed again and again; nothing was sent."""


@dataclass(frozen=True)
class JsonSchema:
    """What an answer should look like. `schema` is JSON Schema with every property required."""

    name: str
    schema: Mapping[str, object]


@dataclass(frozen=True)
class Prompt:
    """One question. `system` should stay the same from call to call, so that servers can cache it.

    `schema` is a wish: where the server cannot hold the model to it, the answer is free text.
    `max_tokens` bounds the answer.
    """

    system: str
    user: str
    schema: JsonSchema | None = None
    max_tokens: int = 768


@dataclass(frozen=True)
class Completion:
    """What the model said; never empty.

    `truncated`: it stopped at `max_tokens`. Token counts are 0 where the server tells none.
    """

    text: str
    tokens_in: int
    tokens_out: int
    millis: float
    model: str
    used_schema: bool
    truncated: bool = False


@dataclass(frozen=True)
class LlmFailure:
    """Why there is no text; `detail` is a status or an error's type, never a word of prompt or answer."""

    kind: FailureKind
    detail: str = ""
    millis: float = 0.0


class LanguageModel(Protocol):
    """Asynchronous; any number of calls may run at once. Logs nothing of prompts and answers."""

    @property
    def name(self) -> str:
        """The model as the server knows it."""

    async def complete(self, prompt: Prompt, *, tenant: str, timeout_s: float | None = None) -> Completion | LlmFailure:
        """Answer within `timeout_s` seconds and the model's own limit, whichever is less.

        Raises nothing but cancellation: whatever goes wrong is a typed failure.
        """
        ...
