"""Whatever a server does, a call ends as a completion or as a typed failure, within its deadline."""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx2
import pytest
from yiku_models.llm import Breaker, Completion, FailureKind, JsonSchema, LlmFailure, Prompt, TenantBudget
from yiku_models.llm.openai_compatible import OpenAiCompatible, connect

SECRET = "我住望京花家地"
PROMPT = Prompt("system", SECRET, JsonSchema("memories", {"type": "object"}), max_tokens=64)
Handler = Callable[[httpx2.Request], httpx2.Response | Awaitable[httpx2.Response]]


def model(
    handler: Handler, *, timeout_s: float = 5, breaker: Breaker | None = None, budget: TenantBudget | None = None
) -> OpenAiCompatible:
    return OpenAiCompatible(
        connect("http://model.test/v1", "key", httpx2.MockTransport(handler)),
        "small",
        timeout_s=timeout_s,
        budget=budget or TenantBudget(calls_per_hour=100, tokens_per_hour=1_000_000),
        breaker=breaker or Breaker(failures=3, retry_after_s=60),
    )


def reply(content: object = "[]", finish: str = "stop", **message: object) -> httpx2.Response:
    body = {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "small-2",
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content} | message}
        ],
        "usage": {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13},
    }
    return httpx2.Response(200, json=body)


def sent(request: httpx2.Request) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(request.content)
    return body


async def ask(handler: Handler, prompt: Prompt = PROMPT, **options: Any) -> Completion | LlmFailure:
    return await model(handler, **options).complete(prompt, tenant="acme")


async def kind_of(handler: Handler, **options: Any) -> FailureKind:
    outcome = await ask(handler, **options)
    assert isinstance(outcome, LlmFailure)
    assert SECRET not in outcome.detail
    return outcome.kind


async def test_a_completion_tells_what_it_cost() -> None:
    seen: list[dict[str, Any]] = []

    def handler(request: httpx2.Request) -> httpx2.Response:
        seen.append(sent(request))
        return reply('{"memories":[]}')

    outcome = await ask(handler)
    assert isinstance(outcome, Completion)
    assert (outcome.text, outcome.tokens_in, outcome.tokens_out) == ('{"memories":[]}', 10, 3)
    assert (outcome.model, outcome.used_schema, outcome.truncated) == ("small-2", True, False)
    assert seen[0]["temperature"] == 0
    assert seen[0]["max_tokens"] == 64
    assert seen[0]["response_format"]["json_schema"]["strict"] is True


async def test_a_refused_schema_is_left_out_and_remembered() -> None:
    formats: list[bool] = []

    def handler(request: httpx2.Request) -> httpx2.Response:
        with_schema = "response_format" in sent(request)
        formats.append(with_schema)
        return httpx2.Response(400, json={"error": {"message": "unknown field"}}) if with_schema else reply()

    asked = model(handler)
    for _ in range(2):
        outcome = await asked.complete(PROMPT, tenant="acme")
        assert isinstance(outcome, Completion)
        assert not outcome.used_schema
    assert formats == [True, False, False]


async def test_a_prompt_that_is_refused_either_way_says_nothing_about_schemas() -> None:
    formats: list[bool] = []

    def handler(request: httpx2.Request) -> httpx2.Response:
        formats.append("response_format" in sent(request))
        return httpx2.Response(400, json={"error": {"message": f"too long: {SECRET}"}})

    asked = model(handler)
    outcomes = [await asked.complete(PROMPT, tenant="acme") for _ in range(2)]
    assert [o.kind for o in outcomes if isinstance(o, LlmFailure)] == [FailureKind.REFUSED] * 2
    assert formats == [True, False, True, False]
    assert all(SECRET not in repr(outcome) for outcome in outcomes)


async def test_the_deadline_is_of_the_whole_call() -> None:
    async def handler(request: httpx2.Request) -> httpx2.Response:
        await asyncio.sleep(0.15)
        return httpx2.Response(400, json={}) if "response_format" in sent(request) else reply()

    began = time.monotonic()
    assert await kind_of(handler, timeout_s=0.2) is FailureKind.TIMEOUT
    assert time.monotonic() - began < 0.3


async def test_the_callers_deadline_counts_and_is_not_the_servers_fault() -> None:
    async def handler(_request: httpx2.Request) -> httpx2.Response:
        await asyncio.sleep(30)
        return reply()

    breaker = Breaker(failures=1, retry_after_s=60)
    asked = model(handler, breaker=breaker)
    outcome = await asked.complete(PROMPT, tenant="acme", timeout_s=0.05)
    assert isinstance(outcome, LlmFailure)
    assert outcome.kind is FailureKind.TIMEOUT
    assert not breaker.is_open
    outcome = await asked.complete(PROMPT, tenant="acme", timeout_s=0)
    assert isinstance(outcome, LlmFailure)
    assert outcome.kind is FailureKind.TIMEOUT


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (httpx2.Response(500, text="boom"), FailureKind.UNAVAILABLE),
        (httpx2.Response(429, json={}), FailureKind.UNAVAILABLE),
        (httpx2.Response(401, json={}), FailureKind.UNAVAILABLE),
        (httpx2.Response(307, headers={"location": "http://elsewhere.test/"}), FailureKind.UNAVAILABLE),
        (httpx2.Response(200, text="<html>login</html>"), FailureKind.MALFORMED),
        (httpx2.Response(200, content=b"\xff\xfe{{{"), FailureKind.MALFORMED),
        (httpx2.Response(200, json={"choices": "none"}), FailureKind.MALFORMED),
        (httpx2.Response(200, json={"choices": []}), FailureKind.MALFORMED),
        (httpx2.Response(200, json=[1, 2]), FailureKind.MALFORMED),
        (httpx2.Response(200, content=b""), FailureKind.MALFORMED),
        (reply(None), FailureKind.MALFORMED),
        (reply(" \n"), FailureKind.MALFORMED),
        (reply(["not", "text"]), FailureKind.MALFORMED),
        (reply("", finish="content_filter"), FailureKind.REFUSED),
        (reply(None, refusal="I will not"), FailureKind.REFUSED),
    ],
)
async def test_every_bad_answer_has_its_kind(answer: httpx2.Response, kind: FailureKind) -> None:
    assert await kind_of(lambda _request: answer) is kind


async def test_nobody_there() -> None:
    def handler(_request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("refused")

    assert await kind_of(handler) is FailureKind.UNAVAILABLE


async def test_nothing_is_tried_twice() -> None:
    calls: list[int] = []

    def handler(_request: httpx2.Request) -> httpx2.Response:
        calls.append(1)
        return httpx2.Response(503)

    await ask(handler)
    assert len(calls) == 1


async def test_a_cut_answer_is_marked() -> None:
    outcome = await ask(lambda _request: reply('{"memories":[{"quote":"', finish="length"))
    assert isinstance(outcome, Completion)
    assert outcome.truncated


async def test_an_open_breaker_sends_nothing_and_costs_nothing() -> None:
    calls: list[int] = []

    def handler(_request: httpx2.Request) -> httpx2.Response:
        calls.append(1)
        return httpx2.Response(503)

    budget = TenantBudget(calls_per_hour=5, tokens_per_hour=1_000_000)
    asked = model(handler, budget=budget)
    kinds = [
        o.kind for o in [await asked.complete(PROMPT, tenant="acme") for _ in range(6)] if isinstance(o, LlmFailure)
    ]
    assert kinds == [FailureKind.UNAVAILABLE] * 3 + [FailureKind.BREAKER_OPEN] * 3
    assert len(calls) == 3
    assert [budget.reserve("acme", 1) is not None for _ in range(3)] == [True, True, False]


async def test_refused_prompts_and_empty_answers_do_not_open_it() -> None:
    breaker = Breaker(failures=1)
    for answer in (reply(None), httpx2.Response(400, json={}), reply(None, refusal="no")):
        await ask(lambda _request, answer=answer: answer, breaker=breaker)  # type: ignore[misc]
        assert not breaker.is_open


async def test_half_open_lets_one_of_many_through() -> None:
    calls: list[int] = []
    healthy = asyncio.Event()

    async def handler(_request: httpx2.Request) -> httpx2.Response:
        calls.append(1)
        await asyncio.sleep(0.01)
        return reply() if healthy.is_set() else httpx2.Response(503)

    asked = model(handler, breaker=Breaker(failures=1, retry_after_s=0.05))
    await asked.complete(PROMPT, tenant="acme")
    healthy.set()
    await asyncio.sleep(0.06)
    outcomes = await asyncio.gather(*(asked.complete(PROMPT, tenant="acme") for _ in range(20)))
    assert sum(isinstance(outcome, Completion) for outcome in outcomes) == 1
    assert len(calls) == 2
    assert isinstance(await asked.complete(PROMPT, tenant="acme"), Completion)


async def test_cancellation_passes_through_and_is_no_failure() -> None:
    async def handler(_request: httpx2.Request) -> httpx2.Response:
        await asyncio.sleep(30)
        return reply()

    breaker = Breaker(failures=1)
    task = asyncio.create_task(ask(handler, breaker=breaker))
    await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not breaker.is_open


async def test_a_spent_budget_is_a_typed_refusal() -> None:
    calls: list[int] = []

    def handler(_request: httpx2.Request) -> httpx2.Response:
        calls.append(1)
        return reply()

    asked = model(handler, budget=TenantBudget(calls_per_hour=1, tokens_per_hour=10_000))
    assert isinstance(await asked.complete(PROMPT, tenant="acme"), Completion)
    refused = await asked.complete(PROMPT, tenant="acme")
    assert isinstance(refused, LlmFailure)
    assert refused.kind is FailureKind.BUDGET
    assert isinstance(await asked.complete(PROMPT, tenant="other"), Completion)
    assert len(calls) == 2


async def test_what_was_used_is_charged_and_not_what_was_held() -> None:
    budget = TenantBudget(calls_per_hour=100, tokens_per_hour=100)
    asked = model(lambda _request: reply(), budget=budget)
    for _ in range(2):
        assert isinstance(await asked.complete(PROMPT, tenant="acme"), Completion)
    assert budget.reserve("acme", 100 - 2 * 13) is not None
    assert budget.reserve("acme", 1) is None


async def test_no_word_reaches_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        asked = model(lambda _request: httpx2.Response(400, text=SECRET))
        await asked.complete(PROMPT, tenant="acme")
        await ask(lambda _request: reply(SECRET))
    assert SECRET not in caplog.text


async def test_broken_text_is_sent_as_well_as_it_can_be() -> None:
    outcome = await ask(lambda _request: reply(), prompt=Prompt("s", "a\ud800b\x00"))
    assert isinstance(outcome, Completion)
    assert not outcome.used_schema
