"""A connection to Milvus that fails in time and is made anew after a failure."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from pymilvus import AsyncMilvusClient, MilvusException  # type: ignore[import-untyped]
from pymilvus.exceptions import DataNotMatchException, ParamError  # type: ignore[import-untyped]
from yiku_domain.errors import Rejected, Unavailable, YikuError

T = TypeVar("T")
Operation = Callable[[AsyncMilvusClient], Awaitable[T]]

NO_RETRIES = {"retry_times": 0}
"""For every call: pymilvus would try again while there is time, and may insert twice."""

_CHANNEL = {
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.min_reconnect_backoff_ms": 500,
    "grpc.max_reconnect_backoff_ms": 1000,
    "grpc.use_local_subchannel_pool": 1,
}

_MISSING = (4, 100, 101)
"""Error codes of a collection that does not exist, of old and new servers, or is not loaded."""
_INVALID = (5, 1100, 1101, 1102, 1103, 1104)


class MissingCollection(Unavailable):
    """The collection is not there, or not loaded: Milvus was emptied, or is being filled again."""


class MilvusConnection:
    """One client, on the event loop that first used it."""

    def __init__(self, uri: str, token: str = "", *, connect_timeout_s: float = 2.0) -> None:
        self._uri = uri
        self._token = token
        self._connect_timeout_s = connect_timeout_s
        self._connecting: asyncio.Task[AsyncMilvusClient] | None = None
        # It logs with a traceback whatever it also raises.
        logging.getLogger("pymilvus").setLevel(logging.CRITICAL)

    async def call(self, operation: Operation[T], timeout_s: float) -> T:
        """What `operation` returns.

        Raises `Rejected` for what Milvus will never take, `MissingCollection` where it holds none, else
        `Unavailable` within `timeout_s`. After a broken call the next one connects anew, so that Milvus
        is found as soon as it is back; a slow one keeps the connection.
        """
        connecting = self._connect()
        try:
            async with asyncio.timeout(timeout_s):
                client = await asyncio.shield(connecting)
                return await operation(client)
        except YikuError:
            raise
        except TimeoutError as error:
            raise Unavailable("Milvus is too slow") from error
        except (ParamError, DataNotMatchException) as error:
            raise Rejected("Milvus cannot hold this") from error
        except Exception as error:
            refusal = _refusal(error)
            if refusal is None:
                await self._drop(connecting)
            raise refusal or Unavailable("Milvus is away") from error

    async def close(self) -> None:
        """Close the client."""
        if self._connecting is not None:
            await self._drop(self._connecting)

    def _connect(self) -> "asyncio.Task[AsyncMilvusClient]":
        """The connection that all calls share; a short call may give up on it, the next finds it made."""
        if self._connecting is None:
            self._connecting = asyncio.create_task(self._new_client())
            self._connecting.add_done_callback(lambda task: task.cancelled() or task.exception())
        return self._connecting

    async def _new_client(self) -> AsyncMilvusClient:
        client = AsyncMilvusClient(
            self._uri,
            token=self._token,
            timeout=self._connect_timeout_s,
            dedicated=True,
            grpc_options=_CHANNEL,
        )
        try:
            async with asyncio.timeout(self._connect_timeout_s):
                return await client.__aenter__()
        except TimeoutError as error:
            raise ConnectionError("no answer") from error

    async def _drop(self, connecting: "asyncio.Task[AsyncMilvusClient]") -> None:
        """Of several calls that failed together, only the first closes the client."""
        if connecting is not self._connecting:
            return
        self._connecting = None
        try:
            client = await asyncio.wait_for(connecting, 0.5)
            await asyncio.wait_for(client.close(), 0.5)
        except Exception:
            return  # what is broken may not even close


def _refusal(error: Exception) -> YikuError | None:
    """What a Milvus that is there says no with; None where it is not there."""
    if not isinstance(error, MilvusException):
        return None
    if error.code in _MISSING:
        return MissingCollection("the collection is not loaded")
    return Rejected("Milvus cannot hold this") if error.code in _INVALID else None
