"""The scaffolding on a real port: tokens, validation, errors, deadlines, health, reflection."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest
import structlog
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from yiku import (
    AsyncClient,
    Client,
    Conflict,
    DeadlineExceeded,
    Dialogue,
    InternalError,
    InvalidRequest,
    PermissionDenied,
    ResourceExhausted,
    Turn,
    Unauthenticated,
    Unavailable,
)
from yiku.extractor.v1 import extractor_pb2 as pb
from yiku_domain import errors as domain
from yiku_runtime.call import current_trace_id, remaining_s
from yiku_runtime.telemetry import traceparent

from tests.integration.runtime.serving import Serving, serving, token

INGEST = "/yiku.extractor.v1.ExtractorService/Ingest"
PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Serving]:
    async with serving(tmp_path) as running:
        yield running
    structlog.reset_defaults()


@pytest.fixture
async def client(served: Serving) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(served.target, served.token) as one:
        yield one


def said(*texts: str) -> list[Dialogue]:
    return [Dialogue((Turn("user", text),)) for text in texts]


async def send(served: Serving, raw: bytes, *metadata: tuple[str, str], method: str = INGEST) -> aio.AioRpcError:
    """The error that raw bytes get."""
    async with aio.insecure_channel(served.target) as channel:
        with pytest.raises(aio.AioRpcError) as caught:
            await channel.unary_unary(method)(raw, metadata=metadata, timeout=5)
    return caught.value


def bearer(text: str) -> tuple[str, str]:
    return ("authorization", f"Bearer {text}")


async def test_the_caller_is_the_tokens(client: AsyncClient) -> None:
    assert (await client.get_context("u_1")).session_id == "acme"


@pytest.mark.parametrize("wrong", ["", "nonsense", token("recall", ttl_s=-1)])
async def test_without_a_valid_token_nothing_is_served(served: Serving, wrong: str) -> None:
    with pytest.raises(Unauthenticated):
        await AsyncClient(served.target, wrong).get_context("u_1")


async def test_no_authorization_header_at_all(served: Serving) -> None:
    error = await send(served, b"")
    assert error.code() is grpc.StatusCode.UNAUTHENTICATED


async def test_a_token_without_the_scope_is_denied_by_name(served: Serving) -> None:
    with pytest.raises(PermissionDenied, match="memory:write"):
        await AsyncClient(served.target, token("session")).ingest("u_1", said("a"))


async def test_one_bad_item_of_a_hundred_fails_alone(client: AsyncClient) -> None:
    texts = ["你好"] * 100
    texts[41] = "\0"
    answer = await client.ingest("u_1", said(*texts))
    assert answer.stored == 99
    assert [(i.item, i.field) for i in answer.failed] == [(41, "items[41].dialogue.turns[0].text")]


async def test_a_bad_request_names_its_fields(client: AsyncClient) -> None:
    with pytest.raises(InvalidRequest) as caught:
        await client.ingest("", said("a"))
    assert [v.field for v in caught.value.violations] == ["user_id", "user_id"]


async def test_all_items_bad_names_every_field(client: AsyncClient) -> None:
    with pytest.raises(InvalidRequest) as caught:
        await client.ingest("u_1", said("", "x" * 9000))
    assert len(caught.value.violations) == 2


async def test_five_hundred_bad_items_still_get_an_answer(client: AsyncClient) -> None:
    with pytest.raises(InvalidRequest) as caught:
        await client.ingest("u_1", said(*[""] * 500))
    assert caught.value.violations[-1].description.endswith("more violations")


async def test_a_megabyte_of_text_is_a_violation_not_a_broken_call(client: AsyncClient) -> None:
    answer = await client.ingest("u_1", said("一" * 350_000, "好"))
    assert answer.stored == 1 and answer.failed[0].field == "items[0].dialogue.turns[0].text"


async def test_a_message_over_the_cap_is_too_much(served: Serving) -> None:
    error = await send(served, b"\x0a" * (8 * 1024 * 1024 + 1), bearer(served.token))
    assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_a_lone_surrogate_on_the_wire_names_its_field(served: Serving) -> None:
    raw = pb.IngestRequest(user_id="u_1", items=[pb.SourceItem()]).SerializeToString()
    error = await send(served, raw.replace(b"u_1", b"\xed\xa0\x80"), bearer(served.token))
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert "user_id: must be valid UTF-8" in (error.details() or "")


async def test_bytes_that_are_no_message_are_invalid(served: Serving) -> None:
    error = await send(served, b"\xff\xff\xff", bearer(served.token))
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT


async def test_a_method_that_does_not_exist(served: Serving) -> None:
    error = await send(served, b"", bearer(served.token), method="/yiku.extractor.v1.ExtractorService/Nope")
    assert error.code() is grpc.StatusCode.UNIMPLEMENTED


async def test_a_phone_number_as_user_id_is_refused_and_not_logged(served: Serving, client: AsyncClient) -> None:
    with pytest.raises(InvalidRequest, match="pass an opaque id"):
        await client.get_context("13800138000")
    await served.server.stop()
    assert "13800138000" not in served.log.getvalue()


@pytest.mark.parametrize(
    ("raised", "seen"),
    [
        (domain.Conflict("used"), Conflict),
        (domain.Unavailable("Postgres is away"), Unavailable),
        (domain.ResourceExhausted("slow down"), ResourceExhausted),
        (TimeoutError(), DeadlineExceeded),
    ],
)
async def test_errors_arrive_as_what_they_are(served: Serving, raised: Exception, seen: type) -> None:
    async def fail(_request: object) -> object:
        raise raised

    served.extractor.ingest = fail
    async with AsyncClient(served.target, served.token, timeout_s=1) as client:
        with pytest.raises(seen):
            await client.ingest("u_1", said("a"))


async def test_an_unforeseen_error_leaks_nothing_and_is_logged_once(served: Serving, client: AsyncClient) -> None:
    async def fail(_request: object) -> object:
        raise KeyError("13800138000")

    served.extractor.ingest = fail
    with pytest.raises(InternalError) as caught:
        await client.ingest("u_1", said("a"))
    assert "138" not in str(caught.value) and len(caught.value.trace_id) == 32
    lines = [json.loads(line) for line in served.log.getvalue().splitlines()]
    failed = [line for line in lines if line["event"] == "call failed"]
    assert len(failed) == 1
    assert (failed[0]["error"], failed[0]["trace_id"]) == ("KeyError", caught.value.trace_id)
    assert "13800138000" not in served.log.getvalue()


async def test_only_unavailable_is_tried_again(served: Serving) -> None:
    tries: list[str] = []

    async def fail_twice(request: pb.IngestRequest) -> pb.IngestResponse:
        tries.append(request.idempotency_key)
        if len(tries) < 3:
            raise domain.Unavailable("away")
        return pb.IngestResponse(stored=1)

    served.extractor.ingest = fail_twice
    async with AsyncClient(served.target, served.token) as client:
        assert (await client.ingest("u_1", said("a"))).stored == 1
    assert len(tries) == 3 and len(set(tries)) == 1


async def test_appending_turns_is_not_tried_again(served: Serving, client: AsyncClient) -> None:
    tries: list[int] = []

    async def fail(_request: object) -> object:
        tries.append(1)
        raise domain.Unavailable("away")

    served.session.append_turns = fail
    with pytest.raises(Unavailable):
        await client.append_turns("u_1", "s", [Turn("user", "a")])
    assert len(tries) == 1


async def test_the_callers_deadline_is_known_and_cancels(served: Serving) -> None:
    seen: list[float] = []
    cancelled = asyncio.Event()

    async def slow(_request: object) -> object:
        seen.append(remaining_s())
        try:
            await asyncio.sleep(5)
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return pb.IngestResponse()

    served.extractor.ingest = slow
    async with AsyncClient(served.target, served.token, timeout_s=0.2) as client:
        with pytest.raises(DeadlineExceeded):
            await client.ingest("u_1", said("a"))
    assert 0 < seen[0] <= 0.2
    await asyncio.wait_for(cancelled.wait(), 1)


async def test_without_a_deadline_the_servers_own_holds(tmp_path: Path) -> None:
    async def slow(_request: object) -> object:
        await asyncio.sleep(5)
        return pb.IngestResponse()

    async with serving(tmp_path, default_deadline_s=0.1) as served:
        served.extractor.ingest = slow
        raw = pb.IngestRequest(user_id="u", items=[pb.SourceItem(order=pb.Order(order_id="o"))])
        async with aio.insecure_channel(served.target) as channel:
            with pytest.raises(aio.AioRpcError) as caught:
                await channel.unary_unary(INGEST)(raw.SerializeToString(), metadata=(bearer(served.token),))
    assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED


async def test_the_callers_trace_goes_on(served: Serving) -> None:
    seen: list[str] = []

    async def look(_request: object) -> object:
        seen.extend((current_trace_id(), traceparent()))
        return pb.IngestResponse()

    served.extractor.ingest = look
    raw = pb.IngestRequest(user_id="u", items=[pb.SourceItem(order=pb.Order(order_id="o"))])
    async with aio.insecure_channel(served.target) as channel:
        await channel.unary_unary(INGEST)(
            raw.SerializeToString(), metadata=(bearer(served.token), ("traceparent", PARENT))
        )
    assert seen[0] == PARENT[3:35] and seen[1][3:35] == seen[0] and seen[1] != PARENT
    await served.server.stop()
    line = json.loads(served.log.getvalue().splitlines()[-1])
    assert (line["method"], line["code"], line["tenant"], line["trace_id"]) == (INGEST, "OK", "acme", seen[0])


async def test_calls_are_counted_by_method_and_code(served: Serving, client: AsyncClient) -> None:
    await client.ingest("u_1", said("a"))
    with pytest.raises(InvalidRequest):
        await client.ingest("", said("a"))
    registry = served.instruments.metrics.registry
    assert registry.get_sample_value("yiku_rpc_total", {"method": INGEST, "code": "OK"}) == 1
    assert registry.get_sample_value("yiku_rpc_total", {"method": INGEST, "code": "INVALID_ARGUMENT"}) == 1
    assert registry.get_sample_value("yiku_rpc_seconds_count", {"method": INGEST}) == 2


async def test_health_follows_readiness_and_needs_no_token(served: Serving) -> None:
    async with aio.insecure_channel(served.target) as channel:
        stub = health_pb2_grpc.HealthStub(channel)

        async def status(service: str) -> int:
            return (await stub.Check(health_pb2.HealthCheckRequest(service=service))).status

        names = ("", "yiku.extractor.v1.ExtractorService", "yiku.session.v1.SessionService", "liveness")
        assert [await status(name) for name in names] == [1, 1, 1, 1]
        served.ready.clear()
        await asyncio.sleep(2.5)
        assert [await status(name) for name in names] == [2, 2, 2, 1]


async def test_a_readiness_check_that_fails_is_not_ready_and_is_asked_again(tmp_path: Path) -> None:
    async with serving(tmp_path) as served, aio.insecure_channel(served.target) as channel:
        stub, asked = health_pb2_grpc.HealthStub(channel), []

        async def broken() -> bool:
            asked.append(1)
            raise ValueError("13800138000")

        served.server._ready = broken
        await asyncio.sleep(4.5)
        assert len(asked) >= 2
        assert (await stub.Check(health_pb2.HealthCheckRequest(service=""))).status == 2
        assert "13800138000" not in served.log.getvalue()


async def test_reflection_lists_the_services(served: Serving) -> None:
    async with aio.insecure_channel(served.target) as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        ask = reflection_pb2.ServerReflectionRequest(list_services="")
        answers = [answer async for answer in stub.ServerReflectionInfo(iter([ask]))]
    names = {service.name for service in answers[0].list_services_response.service}
    assert {"yiku.extractor.v1.ExtractorService", "grpc.health.v1.Health"} <= names


async def test_stopping_lets_running_calls_end(served: Serving, client: AsyncClient) -> None:
    began = asyncio.Event()

    async def slow(_request: object) -> pb.IngestResponse:
        began.set()
        await asyncio.sleep(0.3)
        return pb.IngestResponse(stored=7)

    served.extractor.ingest = slow
    running = asyncio.create_task(client.ingest("u_1", said("a")))
    await began.wait()
    await served.server.stop()
    assert (await running).stored == 7


async def test_two_servers_do_not_share_a_port(served: Serving, tmp_path: Path) -> None:
    port = int(served.target.rpartition(":")[2])
    with pytest.raises(RuntimeError):
        async with serving(tmp_path / "second", port=port):
            pass


async def test_the_blocking_client_does_the_same(served: Serving) -> None:
    def use() -> tuple[str, int]:
        with Client(served.target, served.token) as client:
            with pytest.raises(InvalidRequest, match="user_id"):
                client.ingest("", said("a"))
            return client.get_context("u_1").session_id, client.ingest("u_1", said("a", "b")).stored

    assert await asyncio.to_thread(use) == ("acme", 2)


async def test_a_server_that_is_not_there_is_unavailable_soon() -> None:
    async with AsyncClient("127.0.0.1:1", "t") as client:
        with pytest.raises(Unavailable):
            await asyncio.wait_for(client.get_context("u_1"), 3)
