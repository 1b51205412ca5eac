"""Asks Milvus over its REST interface whether it can answer searches."""

import asyncio
import json
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from yiku_local.probes import ANSWER_SECONDS, HOST, Probe

COLLECTIONS = "/v1/vector/collections"
LOADING = "LoadStateLoading"


def milvus(port: int, token: str) -> Probe:
    """Ready when the proxy and the coordinators answer and no collection is still loading.

    A refused password counts as ready: the server is up and has not been told it yet.
    """

    async def answers() -> bool:
        try:
            status, body = await _get(port, token, COLLECTIONS)
            if status == HTTPStatus.UNAUTHORIZED:
                return True
            return status == HTTPStatus.OK and await _all_loaded(port, token, body["data"])
        except (OSError, EOFError, TimeoutError, ValueError, LookupError):
            return False

    return answers


async def _all_loaded(port: int, token: str, names: Sequence[str]) -> bool:
    for name in names:
        path = f"{COLLECTIONS}/describe?collectionName={quote(name)}"
        _status, body = await _get(port, token, path)
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
