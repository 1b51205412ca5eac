"""The clients: `Client` blocks, `AsyncClient` awaits.

Every method is a call of `writing`, `caring`, `reviewing` or `operating`; its arguments and answer are described there.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, cast

import grpc
from grpc import aio

from yiku import caring, operating, reviewing, writing
from yiku.blame import blame
from yiku.call import Call
from yiku.errors import YikuError, from_rpc
from yiku.settings import Connection, connection_from_env, read_targets
from yiku.transport import CHANNEL_OPTIONS, Attempt, attempts

P = ParamSpec("P")
T = TypeVar("T")
Channel = TypeVar("Channel", grpc.Channel, aio.Channel)
Rpc = Callable[..., Any]


class _Connected(Generic[Channel]):
    """Channels by target, opened when first used, and the callables made of them."""

    def __init__(self, target: str | Mapping[str, str], token: str, *, timeout_s: float | None = None) -> None:
        self._connection = Connection(read_targets(target), token)
        self._timeout_s = timeout_s
        self._channels: dict[str, Channel] = {}
        self._rpcs: dict[str, Rpc] = {}

    @classmethod
    def from_env(cls, *, timeout_s: float | None = None) -> Self:
        """Connect as YIKU_TARGET and YIKU_TOKEN say, else to the local stack of this checkout."""
        found = connection_from_env()
        targets = {part.value: address for part, address in found.targets.items()}
        return cls(targets, found.token, timeout_s=timeout_s)

    def _open(self, address: str) -> Channel:
        raise NotImplementedError

    def _rpc(self, call: Call[Any]) -> Rpc:
        rpc = self._rpcs.get(call.path)
        if rpc is None:
            address = self._connection.targets[call.part]
            channel = self._channels.get(address) or self._open(address)
            self._channels[address] = channel
            rpc = channel.unary_unary(
                call.path,
                request_serializer=type(call.request).SerializeToString,
                response_deserializer=call.response_type.FromString,
            )
            self._rpcs[call.path] = rpc
        return rpc

    def _attempts(self, call: Call[Any]) -> Any:
        return attempts(self._timeout_s or call.timeout_s, call.repeatable)

    def _start(self, call: Call[Any], attempt: Attempt) -> Any:
        metadata = (("authorization", f"Bearer {self._connection.token}"),)
        return self._rpc(call)(call.request, timeout=attempt.timeout_s, metadata=metadata)


def _built(build: Callable[P, Call[T]], *args: P.args, **kwargs: P.kwargs) -> Call[T]:
    """The request, or the refusal that names the argument which does not fit into one."""
    try:
        return build(*args, **kwargs)
    except (UnicodeEncodeError, ValueError, TypeError) as error:
        raise blame(build, args, kwargs, error) from None


def _may_repeat(error: grpc.RpcError, attempt: Attempt) -> bool:
    return attempt.wait_s is not None and error.code() is grpc.StatusCode.UNAVAILABLE


def _telling(error: grpc.RpcError, earlier: grpc.RpcError | None) -> grpc.RpcError:
    """Time that ran out while trying again says less than what made it necessary."""
    ran_out = error.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    return earlier if ran_out and earlier is not None else error


def _error(error: grpc.RpcError) -> YikuError:
    trailers: Any = error.trailing_metadata()  # pairs, of two types in the two kinds of channel
    return from_rpc(error.code(), error.details(), trailers)


def _blocking(build: Callable[P, Call[T]]) -> Callable[Concatenate["Client", P], T]:
    @wraps(build)
    def method(client: "Client", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return client._send(_built(build, *args, **kwargs))

    return method


def _awaitable(
    build: Callable[P, Call[T]],
) -> Callable[Concatenate["AsyncClient", P], Awaitable[T]]:
    @wraps(build)
    async def method(client: "AsyncClient", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await client._send(_built(build, *args, **kwargs))

    return method


class Client(_Connected[grpc.Channel]):
    """A long-term memory for bots, blocking.

    `target` is one host:port, or a mapping of extractor, recall and memory to one each. `timeout_s`
    replaces the default deadline of every call. Safe to use from several threads; close it, or use
    it as a context manager. Errors are `yiku.YikuError`.
    """

    ingest = _blocking(writing.ingest)
    ingest_dialogue = _blocking(writing.ingest_dialogue)
    ingest_order = _blocking(writing.ingest_order)
    ingest_review = _blocking(writing.ingest_review)
    ingest_behaviour = _blocking(writing.ingest_behaviour)
    remember = _blocking(writing.remember)
    remember_all = _blocking(writing.remember_all)
    recall = _blocking(caring.recall)
    get = _blocking(caring.get)
    list = _blocking(caring.list_memories)
    history = _blocking(caring.history)
    correct = _blocking(caring.correct)
    retract = _blocking(caring.retract)
    erase = _blocking(caring.erase)
    reviews = _blocking(reviewing.reviews)
    resolve = _blocking(reviewing.resolve)
    clarifications = _blocking(reviewing.clarifications)
    resolve_clarification = _blocking(reviewing.resolve_clarification)
    append_turns = _blocking(caring.append_turns)
    get_context = _blocking(caring.get_context)
    end_session = _blocking(caring.end_session)
    get_strategy = _blocking(operating.get_strategy)
    list_strategies = _blocking(operating.list_strategies)
    put_strategy = _blocking(operating.put_strategy)
    rollback_strategy = _blocking(operating.rollback_strategy)
    get_trace = _blocking(operating.get_trace)
    list_traces = _blocking(operating.list_traces)
    check = _blocking(operating.check)
    repair = _blocking(operating.repair)
    rebuild = _blocking(operating.rebuild)
    lag = _blocking(operating.lag)
    list_dead_letters = _blocking(operating.list_dead_letters)
    redrive_dead_letters = _blocking(operating.redrive_dead_letters)

    def close(self) -> None:
        """Close the channels."""
        for channel in self._channels.values():
            channel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _open(self, address: str) -> grpc.Channel:
        return grpc.insecure_channel(address, options=CHANNEL_OPTIONS)

    def _send(self, call: Call[T]) -> T:
        earlier: grpc.RpcError | None = None
        for attempt in self._attempts(call):
            try:
                return call.parse(self._start(call, attempt))
            except grpc.RpcError as error:
                if not _may_repeat(error, attempt):
                    raise _error(_telling(error, earlier)) from None
                earlier = error
            time.sleep(cast(float, attempt.wait_s))
        raise AssertionError("unreachable: the last attempt returns or raises")


class AsyncClient(_Connected[aio.Channel]):
    """The same for asyncio: every method is awaited. Use it within one event loop."""

    ingest = _awaitable(writing.ingest)
    ingest_dialogue = _awaitable(writing.ingest_dialogue)
    ingest_order = _awaitable(writing.ingest_order)
    ingest_review = _awaitable(writing.ingest_review)
    ingest_behaviour = _awaitable(writing.ingest_behaviour)
    remember = _awaitable(writing.remember)
    remember_all = _awaitable(writing.remember_all)
    recall = _awaitable(caring.recall)
    get = _awaitable(caring.get)
    list = _awaitable(caring.list_memories)
    history = _awaitable(caring.history)
    correct = _awaitable(caring.correct)
    retract = _awaitable(caring.retract)
    erase = _awaitable(caring.erase)
    reviews = _awaitable(reviewing.reviews)
    resolve = _awaitable(reviewing.resolve)
    clarifications = _awaitable(reviewing.clarifications)
    resolve_clarification = _awaitable(reviewing.resolve_clarification)
    append_turns = _awaitable(caring.append_turns)
    get_context = _awaitable(caring.get_context)
    end_session = _awaitable(caring.end_session)
    get_strategy = _awaitable(operating.get_strategy)
    list_strategies = _awaitable(operating.list_strategies)
    put_strategy = _awaitable(operating.put_strategy)
    rollback_strategy = _awaitable(operating.rollback_strategy)
    get_trace = _awaitable(operating.get_trace)
    list_traces = _awaitable(operating.list_traces)
    check = _awaitable(operating.check)
    repair = _awaitable(operating.repair)
    rebuild = _awaitable(operating.rebuild)
    lag = _awaitable(operating.lag)
    list_dead_letters = _awaitable(operating.list_dead_letters)
    redrive_dead_letters = _awaitable(operating.redrive_dead_letters)

    async def close(self) -> None:
        """Close the channels."""
        for channel in self._channels.values():
            await channel.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    def _open(self, address: str) -> aio.Channel:
        return aio.insecure_channel(address, options=CHANNEL_OPTIONS)

    async def _send(self, call: Call[T]) -> T:
        earlier: grpc.RpcError | None = None
        for attempt in self._attempts(call):
            try:
                return call.parse(await self._start(call, attempt))
            except grpc.RpcError as error:
                if not _may_repeat(error, attempt):
                    raise _error(_telling(error, earlier)) from None
                earlier = error
            await asyncio.sleep(cast(float, attempt.wait_s))
        raise AssertionError("unreachable: the last attempt returns or raises")
