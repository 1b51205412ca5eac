"""A process's gRPC server: its services, health, reflection, limits, and a clean end."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message_factory import GetMessageClass
from grpc import aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from protovalidate import Validator

from yiku_runtime.auth import TokenVerifier
from yiku_runtime.handler import Method, MethodHandler
from yiku_runtime.instruments import Instruments
from yiku_runtime.logs import describe
from yiku_runtime.scopes import scope_of
from yiku_runtime.user_ids import LooksLike, UserIdCheck
from yiku_runtime.validation import RequestValidator

Ready = Callable[[], Awaitable[bool]]
RpcHandler: TypeAlias = "grpc.RpcMethodHandler[bytes, bytes]"

LIVENESS: Final = "liveness"
"""A health service that is SERVING as long as the process answers, whatever its stores do."""

_READY_EVERY_S: Final = 2.0
_SERVING = health_pb2.HealthCheckResponse.SERVING
_NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


@dataclass(frozen=True)
class Service:
    """A service and what answers for it.

    `servicer` has `async def Method(self, request, context) -> response` for every method; errors
    are raised as `YikuError`. `item_fields` names, by method, the repeated field whose items fail
    alone: their violations are read with `call.item_violations()`.
    """

    descriptor: ServiceDescriptor
    servicer: object
    item_fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ServerOptions:
    """Where to listen and the limits. Port 0 takes a free one. `looks_like` finds identities in user ids."""

    looks_like: LooksLike
    host: str = "127.0.0.1"
    port: int = 0
    max_message_bytes: int = 8 * 1024 * 1024
    max_concurrent_rpcs: int = 256
    default_deadline_s: float = 30.0
    stop_grace_s: float = 5.0


async def _always() -> bool:
    return True


class GrpcServer:
    """Serves `services` until it is stopped.

    `ready` is asked every two seconds and decides the health of every service and of the whole ("").
    """

    def __init__(
        self,
        services: Sequence[Service],
        options: ServerOptions,
        verifier: TokenVerifier,
        instruments: Instruments,
        ready: Ready = _always,
    ) -> None:
        self._options = options
        self._instruments = instruments
        self._ready = ready
        self._names = [service.descriptor.full_name for service in services]
        self._health = health.aio.HealthServicer()
        self._handlers = _handlers(services, verifier, instruments, options)
        self._server: aio.Server | None = None
        self._watch: asyncio.Task[None] | None = None

    async def start(self) -> int:
        """Listen and return the port."""
        server = aio.server(
            options=_channel_options(self._options),
            maximum_concurrent_rpcs=self._options.max_concurrent_rpcs,
        )
        server.add_generic_rpc_handlers(self._handlers)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        names = [*self._names, health.SERVICE_NAME, reflection.SERVICE_NAME]
        reflection.enable_server_reflection(names, server)
        port = server.add_insecure_port(f"{self._options.host}:{self._options.port}")
        await self._health.set(LIVENESS, _SERVING)
        await self._report(await self._is_ready())
        await server.start()
        self._server, self._watch = server, asyncio.create_task(self._watch_readiness())
        self._instruments.log.info("listening", port=port, services=self._names)
        return port

    async def stop(self) -> None:
        """Turn unhealthy, refuse new calls, let running ones end within the grace."""
        if self._server is None or self._watch is None:
            return
        self._watch.cancel()
        with suppress(asyncio.CancelledError):
            await self._watch
        await self._health.enter_graceful_shutdown()
        await self._server.stop(self._options.stop_grace_s)
        self._server = None

    async def run(self) -> None:
        """Serve until this task is cancelled, then stop."""
        await self.start()
        try:
            await asyncio.Event().wait()
        finally:
            await self.stop()

    async def _watch_readiness(self) -> None:
        while True:
            await asyncio.sleep(_READY_EVERY_S)
            await self._report(await self._is_ready())

    async def _is_ready(self) -> bool:
        """A check that fails is an answer too; it must not end the watch."""
        try:
            return await self._ready()
        except Exception as error:
            self._instruments.log.error("the readiness check failed", **describe(error))
            return False

    async def _report(self, ready: bool) -> None:
        status = _SERVING if ready else _NOT_SERVING
        for name in ("", *self._names):
            await self._health.set(name, status)


def _handlers(
    services: Sequence[Service],
    verifier: TokenVerifier,
    instruments: Instruments,
    options: ServerOptions,
) -> list[grpc.GenericRpcHandler]:
    rules, user_ids = Validator(), UserIdCheck(options.looks_like)

    def handler(service: Service, method: MethodDescriptor) -> RpcHandler:
        served = MethodHandler(
            _method(service, method, rules, user_ids),
            verifier,
            instruments,
            default_deadline_s=options.default_deadline_s,
        )
        return grpc.unary_unary_rpc_method_handler(served.serve)

    return [
        grpc.method_handlers_generic_handler(
            service.descriptor.full_name,
            {method.name: handler(service, method) for method in service.descriptor.methods},
        )
        for service in services
    ]


def _method(service: Service, method: MethodDescriptor, rules: Validator, user_ids: UserIdCheck) -> Method:
    """A method without a scope or an implementation fails here, before anything is served."""
    path = f"/{service.descriptor.full_name}/{method.name}"
    return Method(
        path=path,
        request_type=GetMessageClass(method.input_type),
        behaviour=getattr(service.servicer, method.name),
        scope=scope_of(path),
        validator=RequestValidator(method.input_type, rules, user_ids, service.item_fields.get(method.name)),
    )


def _channel_options(options: ServerOptions) -> list[tuple[str, Any]]:
    return [
        ("grpc.max_receive_message_length", options.max_message_bytes),
        ("grpc.max_send_message_length", options.max_message_bytes),
        ("grpc.so_reuseport", 0),  # two processes on one port would each get some of the calls
        ("grpc.keepalive_time_ms", 30_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ]
