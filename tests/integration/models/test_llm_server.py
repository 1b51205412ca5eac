"""The client against servers that misbehave on a real socket: all of it ends in time as a typed failure."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from yiku_models.llm import (
    Completion,
    FailureKind,
    JsonSchema,
    LlmEndpoint,
    LlmFailure,
    Prompt,
    TenantBudget,
    build_language_model,
)

PROMPT = Prompt("system", "我住望京", JsonSchema("memories", {"type": "object"}))
Behave = Callable[[bytes, asyncio.StreamWriter], Awaitable[None]]
TIMEOUT_S = 0.5


@asynccontextmanager
async def serving(behave: Behave) -> AsyncIterator[tuple[str, list[bytes]]]:
    """One request a connection; yields the base URL and the bodies that arrived."""
    bodies: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(int(h.split(b":")[1]) for h in head.lower().split(b"\r\n") if h.startswith(b"content-length"))
            bodies.append(await reader.readexactly(length))
            await behave(bodies[-1], writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", bodies
    finally:
        server.close()


def http(status: int, body: bytes, kind: str = "application/json") -> bytes:
    head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return head.encode() + body


def completion(text: str = "[]") -> bytes:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    return http(200, json.dumps({"model": "m", "choices": [choice]}).encode())


async def without_schemas(body: bytes, writer: asyncio.StreamWriter) -> None:
    refused = b"response_format" in body
    writer.write(http(400, b'{"error":{"message":"unknown field"}}') if refused else completion())
    await writer.drain()


async def silent(_body: bytes, _writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(30)


async def dripping(_body: bytes, writer: asyncio.StreamWriter) -> None:
    """Each byte resets a read time-out; only a deadline ends this."""
    for byte in completion("x" * 4000):
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.05)


async def failing(_body: bytes, writer: asyncio.StreamWriter) -> None:
    writer.write(http(500, b"boom", "text/plain"))
    await writer.drain()


async def garbage(_body: bytes, writer: asyncio.StreamWriter) -> None:
    writer.write(b"\x00\xffnot http at all\r\n\r\n")
    await writer.drain()


async def web_page(_body: bytes, writer: asyncio.StreamWriter) -> None:
    writer.write(http(200, b"<html>sign in</html>", "text/html"))
    await writer.drain()


async def hanging_up(_body: bytes, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


async def half(_body: bytes, writer: asyncio.StreamWriter) -> None:
    writer.write(completion("x" * 4000)[:300])
    await writer.drain()


async def ask(url: str, times: int = 1) -> list[Completion | LlmFailure]:
    budget = TenantBudget(calls_per_hour=100, tokens_per_hour=1_000_000)
    model = build_language_model(LlmEndpoint(url, "m"), timeout_s=TIMEOUT_S, budget=budget)
    try:
        return [await model.complete(PROMPT, tenant="acme") for _ in range(times)]
    finally:
        await model.close()


async def test_a_server_without_schemas_is_asked_without() -> None:
    async with serving(without_schemas) as (url, bodies):
        outcomes = await ask(url, times=2)
    assert all(isinstance(outcome, Completion) and not outcome.used_schema for outcome in outcomes)
    assert [b"response_format" in body for body in bodies] == [True, False, False]


@pytest.mark.parametrize(
    ("behave", "kind"),
    [
        (silent, FailureKind.TIMEOUT),
        (dripping, FailureKind.TIMEOUT),
        (failing, FailureKind.UNAVAILABLE),
        (garbage, FailureKind.UNAVAILABLE),
        (hanging_up, FailureKind.UNAVAILABLE),
        (half, FailureKind.UNAVAILABLE),
        (web_page, FailureKind.MALFORMED),
    ],
)
async def test_misbehaviour_is_a_typed_failure_in_time(behave: Behave, kind: FailureKind) -> None:
    began = time.monotonic()
    async with serving(behave) as (url, bodies):
        (outcome,) = await ask(url)
    assert isinstance(outcome, LlmFailure)
    assert outcome.kind is kind
    assert time.monotonic() - began < TIMEOUT_S + 1
    assert len(bodies) == 1, "nothing is tried twice"


async def test_nobody_listens() -> None:
    async with serving(silent) as (url, _):
        pass
    (outcome,) = await ask(url)
    assert isinstance(outcome, LlmFailure)
    assert outcome.kind is FailureKind.UNAVAILABLE
