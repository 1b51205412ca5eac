"""Commands to the supervisor: one JSON line each way over a Unix socket.

The socket is addressed through /proc/self/fd, because a path in a deep checkout can be longer than
the 107 bytes that fit into a socket address.
"""

import json
import os
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from yiku_local.errors import StackError, StackNotRunningError

REPLY_SECONDS = 60.0

Answer = Callable[[Mapping[str, Any]], Awaitable[Mapping[str, Any]]]


@contextmanager
def short_address(path: Path) -> Iterator[str]:
    """A name of at most 40 bytes for a socket at `path`, valid inside the block."""
    directory = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{directory}/{path.name}"
    finally:
        os.close(directory)


def ask(path: Path, operation: str, **arguments: object) -> Mapping[str, Any]:
    """Send one command and return the reply.

    Raises StackNotRunningError when nobody listens and StackError when the command is refused.
    """
    request = json.dumps({"op": operation, **arguments}).encode() + b"\n"
    try:
        with short_address(path) as address, socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(REPLY_SECONDS)
            sock.connect(address)
            sock.sendall(request)
            answer = sock.makefile("rb").readline()
    except (FileNotFoundError, ConnectionError) as error:
        raise StackNotRunningError("the stack is not running; start it with `up`") from error
    return _decode(answer)


def _decode(answer: bytes) -> Mapping[str, Any]:
    if not answer:
        raise StackNotRunningError("the supervisor ended without an answer")
    reply: dict[str, Any] = json.loads(answer)
    if "error" in reply:
        raise StackError(reply["error"])
    return reply


async def answer_line(line: bytes, answer: Answer) -> bytes:
    """The supervisor's side: one line in, one line out; what goes wrong becomes an "error"."""
    try:
        reply = await answer(json.loads(line))
    except (StackError, ValueError, LookupError) as error:
        reply = {"error": str(error) or repr(error)}
    return json.dumps(reply).encode() + b"\n"
