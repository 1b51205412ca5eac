"""A door in front of a server that a test can shut (refuse) or hang (take and never answer)."""

import asyncio
from contextlib import suppress
from enum import Enum


class Mode(Enum):
    """What happens to connections, old and new."""

    OPEN = "open"
    SHUT = "shut"
    HANGING = "hanging"


class Door:
    """Forwards 127.0.0.1:`port` to a server while it is open."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._mode = Mode.OPEN
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._open = asyncio.Event()
        self._open.set()
        self.port = 0

    async def start(self) -> None:
        """Listen; the port stays the same for the door's life."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Drop everything."""
        await self.set(Mode.SHUT)

    async def set(self, mode: Mode) -> None:
        """SHUT drops what is connected and refuses what comes; HANGING keeps all and passes nothing on."""
        self._mode = mode
        if mode is Mode.HANGING:
            self._open.clear()
        else:
            self._open.set()
        if mode is Mode.SHUT:
            await self._shut()
        elif self._server is None:
            await self.start()

    async def _shut(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for writer in list(self._writers):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._open.wait()
        if self._mode is Mode.SHUT:
            writer.transport.abort()
            return
        behind_reader, behind_writer = await asyncio.open_connection(*self._target)
        pair = {writer, behind_writer}
        self._writers |= pair
        try:
            await asyncio.gather(self._pump(reader, behind_writer), self._pump(behind_reader, writer))
        finally:
            self._writers -= pair
            for one in pair:
                one.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
