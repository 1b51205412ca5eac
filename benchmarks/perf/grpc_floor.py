"""What the server scaffolding costs: an empty call through a bare gRPC server and through ours.

    python benchmarks/perf/grpc_floor.py [--seconds 3] [--callers 4] [--rounds 3]

Client and servers share the machine, each in its own process, and the rounds alternate between the
servers, so that a noisy neighbour hits both.
"""

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import grpc
from grpc import aio
from yiku.admin.v1 import admin_pb2
from yiku_domain.ids import TenantId
from yiku_runtime.auth import Key, TokenVerifier, mint
from yiku_runtime.grpc_server import GrpcServer, ServerOptions, Service
from yiku_runtime.instruments import Instruments
from yiku_runtime.logs import configure_logging, get_logger
from yiku_runtime.metrics import build_metrics
from yiku_runtime.scopes import ALL_SCOPES
from yiku_runtime.telemetry import build_telemetry
from yiku_text.user_ids import looks_like

SECRET = "benchmark-secret-of-at-least-32-bytes"
SERVICE = admin_pb2.DESCRIPTOR.services_by_name["AdminService"]
KINDS = ("bare", "ours")
NEEDED = 0.5
METHOD = "/yiku.admin.v1.AdminService/Lag"
TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


@dataclass(frozen=True)
class Load:
    """Calls a second, and latencies in milliseconds."""

    rate: float
    p50: float
    p99: float


class EmptyAdmin:
    """Answers every method with an empty message."""

    async def empty(self, _request: object, _context: object) -> admin_pb2.LagResponse:
        """Nothing to do."""
        return admin_pb2.LagResponse()

    Check = Repair = Rebuild = Lag = ListDeadLetters = RedriveDeadLetters = empty


async def start_bare() -> int:
    """A server with one generated-style handler and nothing around it."""
    handler = grpc.unary_unary_rpc_method_handler(
        EmptyAdmin().empty,
        request_deserializer=admin_pb2.LagRequest.FromString,
        response_serializer=admin_pb2.LagResponse.SerializeToString,
    )
    server = aio.server()
    generic = grpc.method_handlers_generic_handler(SERVICE.full_name, {"Lag": handler})
    server.add_generic_rpc_handlers((generic,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    asyncio.get_running_loop().server = server  # type: ignore[attr-defined]  # keeps it alive
    return port


async def start_scaffolded() -> int:
    """A server as the services build it; logs and spans go to /dev/null, but are written."""
    telemetry = build_telemetry("bench", span_file=Path("/dev/null"))
    server = GrpcServer(
        (Service(SERVICE, EmptyAdmin()),),
        ServerOptions(looks_like=looks_like),
        TokenVerifier(Key("HS256", SECRET)),
        Instruments(telemetry.tracer, build_metrics(), get_logger("bench")),
    )
    port = await server.start()
    asyncio.get_running_loop().server = server  # type: ignore[attr-defined]  # keeps it alive
    return port


def serve(pipe: Connection, kind: str) -> None:
    """The server process: reports its port and runs until it is terminated."""

    async def run() -> None:
        pipe.send(await (start_bare() if kind == "bare" else start_scaffolded()))
        await asyncio.Event().wait()

    with Path("/dev/null").open("w") as nowhere:
        configure_logging("bench", "info", nowhere)
        asyncio.run(run())


async def load(port: int, callers: int, seconds: float, traced: bool) -> Load:
    """Closed loop of `callers` for `seconds`."""
    token = mint(SECRET, TenantId("bench"), "bench", ALL_SCOPES, ttl_s=3600)
    metadata = [("authorization", f"Bearer {token}")]
    if traced:
        metadata.append(("traceparent", TRACEPARENT))
    async with aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        call = channel.unary_unary(
            METHOD,
            request_serializer=admin_pb2.LagRequest.SerializeToString,
            response_deserializer=admin_pb2.LagResponse.FromString,
        )
        return await closed_loop(lambda: call(admin_pb2.LagRequest(), metadata=metadata, timeout=5), callers, seconds)


async def closed_loop(operation: Callable[[], Awaitable[object]], callers: int, seconds: float) -> Load:
    """Each caller calls again as soon as it is answered."""
    took: list[float] = []
    end = time.perf_counter() + seconds

    async def caller() -> None:
        while time.perf_counter() < end:
            started = time.perf_counter()
            await operation()
            took.append((time.perf_counter() - started) * 1000)

    await asyncio.gather(*(caller() for _ in range(callers)))
    cuts = statistics.quantiles(took, n=100)
    return Load(len(took) / seconds, cuts[49], cuts[98])


@contextmanager
def servers() -> Iterator[dict[str, int]]:
    """Both servers, each in a process of its own; their ports by kind."""
    spawn = get_context("spawn")
    ports: dict[str, int] = {}
    processes = []
    for kind in KINDS:
        here, there = spawn.Pipe()
        process = spawn.Process(target=serve, args=(there, kind), daemon=True)
        process.start()
        there.close()
        processes.append(process)
        ports[kind] = here.recv()
    try:
        yield ports
    finally:
        for process in processes:
            process.terminate()
            process.join()


def measure(ports: dict[str, int], args: argparse.Namespace) -> dict[str, list[Load]]:
    """The rounds of each server, alternating."""
    rounds: dict[str, list[Load]] = {kind: [] for kind in ports}
    for number in range(args.rounds):
        for kind, port in ports.items():
            one = asyncio.run(load(port, args.callers, args.seconds, traced=kind == "ours"))
            rounds[kind].append(one)
            print(
                f"round {number} {kind:5} {one.rate:6.0f}/s  p50 {one.p50:6.2f} ms  p99 {one.p99:6.2f} ms",
                flush=True,
            )
    return rounds


def main() -> int:
    """Prints the rounds and the ratio of the medians; exit code 1 below half of the floor."""
    parser = argparse.ArgumentParser(description="An empty call: a bare gRPC server, and ours.")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--callers", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    with servers() as ports:
        rounds = measure(ports, parser.parse_args())
    bare, ours = (statistics.median(one.rate for one in rounds[kind]) for kind in KINDS)
    print(f"ours / bare = {ours / bare:.2f} (needed: {NEEDED:.2f})")
    return 0 if ours / bare >= NEEDED else 1


if __name__ == "__main__":
    sys.exit(main())
