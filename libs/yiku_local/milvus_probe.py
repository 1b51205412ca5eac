"""Asks Milvus over its REST interface whether it can answer searches."""

import asyncio
import json
import time
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from yiku_local.probes import ANSWER_SECONDS, HOST

COLLECTIONS = "/v1/vector/collections"
LOADING = "LoadStateLoading"
LOADING_SECONDS = 60.0


class MilvusProbe:
    """Ready when the proxy and the coordinators answer and no collection is still loading.

    A collection that loads for more than a minute is not waited for: searches will say so. A
    refused password counts as ready: the server is up and has not been told it yet.
    """

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token
        self._answering_since: float | None = None

    async def __call__(self) -> bool:
        """Whether it is ready now."""
        try:
            status, body = await _get(self._port, self._token, COLLECTIONS)
            if status == HTTPStatus.UNAUTHORIZED:
                return True
            return status == HTTPStatus.OK and await self._ready(body["data"])
        except (OSError, EOFError, TimeoutError, ValueError, LookupError):
            self._answering_since = None
            return False

    async def _ready(self, names: Sequence[str]) -> bool:
        now = time.monotonic()
        self._answering_since = self._answering_since or now
        return now - self._answering_since > LOADING_SECONDS or await self._all_loaded(names)

    async def _all_loaded(self, names: Sequence[str]) -> bool:
        for name in names:
            path = f"{COLLECTIONS}/describe?collectionName={quote(name)}"
            _status, body = await _get(self._port, self._token, path)
            if body["data"]["load"] == LOADING:
                return False
        return True


async def _get(port: int, token: str, path: str) -> tuple[int, dict[str, Any]]:
    """HTTP 1.0, in which a body ends with the connection and never comes in chunks."""
    request = f"GET {path} HTTP/1.0\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n\r\n"
    async with asyncio.timeout(ANSWER_SECONDS):
        reader, writer = await asyncio.open_connection(HOST, port)
        try:
            writer.write(request.encode())
            head, _, body = (await reader.read(-1)).partition(b"\r\n\r\n")
        finally:
            writer.close()
    return int(head.split(b" ")[1]), json.loads(body)
