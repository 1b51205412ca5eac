"""One cheap question to each kind of server, in its own protocol: do you take requests yet?

A probe returns True or False and never raises on a server that is away; each opens and closes one
connection and waits at most a second for the answer.
"""

import asyncio
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

Probe = Callable[[], Awaitable[bool]]
Conversation = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bool]]

HOST = "127.0.0.1"
ANSWER_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class TcpAccepts:
    """Ready when the port accepts a connection. Equal to another probe of the same address."""

    host: str
    port: int

    async def __call__(self) -> bool:
        """Whether it does now."""

        async def accepted(_reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> bool:
            return True

        return await probe(self.port, accepted, self.host)()


def postgres(port: int, user: str) -> Probe:
    """Ready when a start-up packet is answered with a request to authenticate."""
    body = struct.pack(">I", 196608) + f"user\0{user}\0database\0postgres\0\0".encode()

    async def asks_to_authenticate(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        writer.write(struct.pack(">I", len(body) + 4) + body)
        return await reader.readexactly(1) == b"R"

    return probe(port, asks_to_authenticate)


def redis(port: int, password: str) -> Probe:
    """Ready when AUTH and PING are answered; while loading its data Redis answers neither."""

    async def pongs(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        writer.write(f"AUTH {password}\r\nPING\r\n".encode())
        answers = [await reader.readline(), await reader.readline()]
        return answers == [b"+OK\r\n", b"+PONG\r\n"]

    return probe(port, pongs)


def kafka(port: int) -> Probe:
    """Ready when an ApiVersions request (version 0) is answered without an error."""
    correlation = 7
    request = struct.pack(">hhih", 18, 0, correlation, -1)

    async def tells_versions(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        writer.write(struct.pack(">i", len(request)) + request)
        _size, echoed, error = struct.unpack(">iih", await reader.readexactly(10))
        return bool(echoed == correlation and error == 0)

    return probe(port, tells_versions)


def bolt(port: int) -> Probe:
    """Ready when a Bolt handshake ends in an agreed version."""
    offer = struct.pack(">I4I", 0x6060B017, 0x00000405, 0x00000404, 0, 0)

    async def agrees(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        writer.write(offer)
        return await reader.readexactly(4) != b"\0\0\0\0"

    return probe(port, agrees)


def probe(port: int, conversation: Conversation, host: str = HOST) -> Probe:
    """A probe that holds `conversation` on a fresh connection."""

    async def ask() -> bool:
        try:
            return await asyncio.wait_for(_ask(host, port, conversation), ANSWER_SECONDS)
        except (OSError, EOFError, TimeoutError):
            return False

    return ask


async def _ask(host: str, port: int, conversation: Conversation) -> bool:
    reader, writer = await asyncio.open_connection(host, port)
    try:
        return await conversation(reader, writer)
    finally:
        writer.close()
