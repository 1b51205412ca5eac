"""A language model behind any server that speaks OpenAI's chat completions."""

import asyncio
import ipaddress
import logging
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import httpx2
import openai
from openai import AsyncOpenAI, Omit, omit
from openai.types.chat import ChatCompletionMessageParam
from openai.types.shared_params import ResponseFormatJSONSchema

from yiku_models.llm.breaker import Breaker, Permit
from yiku_models.llm.budget import Reservation, TenantBudget
from yiku_models.llm.language_model import Completion, FailureKind, JsonSchema, LlmFailure, Prompt
from yiku_models.llm.reply import NoReply, read_reply

_SCHEMA_REFUSED = frozenset({400, 422, 501})
"""Servers without schemas answer one of these; whether it was the schema shows the next try without it."""
_PROMPT_REFUSED = frozenset({400, 413, 422})
_BYTES_PER_TOKEN = 3
"""A Chinese character is about one token; English needs fewer tokens than this gives."""
_NO_KEY = "none"

Outcome = Completion | LlmFailure


class OpenAiCompatible:
    """Asks once per prompt, at temperature 0, and never tries again but to leave the schema out.

    A server that refuses the schema and takes the same prompt without it is asked without for as long
    as this object lives. The deadline spans both tries. `budget` and `breaker` may be shared.
    """

    def __init__(
        self,
        client: AsyncOpenAI,
        model: str,
        *,
        timeout_s: float,
        budget: TenantBudget,
        breaker: Breaker,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._client = client
        self._model = model
        self._timeout_s = timeout_s
        self._budget = budget
        self._breaker = breaker
        self._clock = clock
        self._takes_schema = True

    @property
    def name(self) -> str:
        """The model as the server knows it."""
        return self._model

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def complete(self, prompt: Prompt, *, tenant: str, timeout_s: float | None = None) -> Outcome:
        """See `LanguageModel.complete`. Only a time-out of the full `timeout_s` counts against the server."""
        limit = self._timeout_s if timeout_s is None else min(timeout_s, self._timeout_s)
        if limit <= 0:
            return LlmFailure(FailureKind.TIMEOUT, "no time left")
        reservation = self._budget.reserve(tenant, _most_tokens(prompt))
        if reservation is None:
            return LlmFailure(FailureKind.BUDGET)
        permit = self._breaker.admit()
        if permit is None:
            reservation.cancel()
            return LlmFailure(FailureKind.BREAKER_OPEN)
        return await self._permitted(prompt, limit, permit, reservation)

    async def _permitted(self, prompt: Prompt, limit: float, permit: Permit, reservation: Reservation) -> Outcome:
        began = self._clock()
        try:
            async with asyncio.timeout(limit):
                outcome = await self._ask(prompt, limit, permit, began)
        except TimeoutError:
            (permit.failed if limit >= self._timeout_s else permit.abandoned)()
            return LlmFailure(FailureKind.TIMEOUT, millis=self._millis(began))
        except BaseException:
            permit.abandoned()
            raise
        if isinstance(outcome, Completion):
            used = outcome.tokens_in + outcome.tokens_out
            if used:
                reservation.settle(used)
        elif outcome.kind is FailureKind.UNAVAILABLE:
            reservation.settle(0)
        return outcome

    async def _ask(self, prompt: Prompt, limit: float, permit: Permit, began: float) -> Outcome:
        """Every way to end tells the permit, save for a time-out and a cancellation."""
        try:
            body, used_schema = await self._body(prompt, limit)
            outcome = read_reply(body, asked=self._model, used_schema=used_schema, millis=self._millis(began))
        except NoReply:
            permit.failed()
            return LlmFailure(FailureKind.MALFORMED, "no completion", self._millis(began))
        except openai.APIStatusError as error:
            return self._status(error.status_code, permit, began)
        except openai.APITimeoutError:
            raise TimeoutError from None
        except (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL) as error:
            permit.failed()
            return LlmFailure(FailureKind.UNAVAILABLE, type(error).__name__, self._millis(began))
        permit.succeeded()
        return outcome

    def _status(self, status: int, permit: Permit, began: float) -> LlmFailure:
        refused = status in _PROMPT_REFUSED
        (permit.succeeded if refused else permit.failed)()
        kind = FailureKind.REFUSED if refused else FailureKind.UNAVAILABLE
        return LlmFailure(kind, f"status {status}", self._millis(began))

    async def _body(self, prompt: Prompt, limit: float) -> tuple[bytes, bool]:
        """The body of the answer, and whether the model was held to the schema."""
        if prompt.schema is None or not self._takes_schema:
            return await self._send(prompt, limit, omit), False
        try:
            return await self._send(prompt, limit, _format(prompt.schema)), True
        except openai.APIStatusError as error:
            if error.status_code not in _SCHEMA_REFUSED:
                raise
        body = await self._send(prompt, limit, omit)
        self._takes_schema = False
        return body, False

    async def _send(self, prompt: Prompt, limit: float, wanted: ResponseFormatJSONSchema | Omit) -> bytes:
        response = await self._client.chat.completions.with_raw_response.create(
            model=self._model,
            messages=_messages(prompt),
            temperature=0,
            max_tokens=prompt.max_tokens,
            response_format=wanted,
            timeout=limit,
        )
        return response.content

    def _millis(self, began: float) -> float:
        return round((self._clock() - began) * 1000, 3)


def connect(base_url: str, api_key: str, transport: httpx2.AsyncBaseTransport | None = None) -> AsyncOpenAI:
    """A client without retries and redirects; a proxy of the environment is used but for this machine.

    `transport` takes the network's place. The client's own debug log holds whole prompts: it is off.
    """
    logging.getLogger("openai").setLevel(logging.WARNING)
    http = httpx2.AsyncClient(transport=transport, follow_redirects=False, trust_env=not _is_loopback(base_url))
    return AsyncOpenAI(base_url=base_url, api_key=api_key or _NO_KEY, max_retries=0, http_client=http)


def _is_loopback(base_url: str) -> bool:
    host = urlsplit(base_url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _messages(prompt: Prompt) -> list[ChatCompletionMessageParam]:
    return [
        {"role": "system", "content": _encodable(prompt.system)},
        {"role": "user", "content": _encodable(prompt.user)},
    ]


def _encodable(text: str) -> str:
    """Lone surrogates would fail in the client."""
    return text.encode("utf-8", "replace").decode()


def _format(wanted: JsonSchema) -> ResponseFormatJSONSchema:
    return {
        "type": "json_schema",
        "json_schema": {"name": wanted.name, "strict": True, "schema": dict(wanted.schema)},
    }


def _most_tokens(prompt: Prompt) -> int:
    size = len(prompt.system.encode("utf-8", "replace")) + len(prompt.user.encode("utf-8", "replace"))
    return size // _BYTES_PER_TOKEN + prompt.max_tokens
