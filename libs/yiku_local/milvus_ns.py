"""Run Milvus in private network and mount namespaces, reachable only through one loopback port.

Milvus listens on every interface whatever its settings say, on ten ports, and wants /run/milvus
and /tmp/milvus. So the port is bound first, then this process unshares: the listening socket stays
in the host's network, everything opened later is in a network that has only a loopback. Bytes are
forwarded by two threads a connection.

    python -m yiku_local.milvus_ns --port 29530 --target 19530 -- milvus run standalone
"""

import argparse
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from yiku_local.launch import die_with_parent
from yiku_local.namespaces import Namespace, enter_private, loopback_up, mount_tmpfs

SCRATCH = Path("/tmp/milvus")  # noqa: S108  fixed in the server
PAUSE_SECONDS = 0.05
BUFFER_BYTES = 256 * 1024


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Bind, unshare, start the command, forward; exit with the command's status."""
    options = _arguments(argv)
    listener = _listen(options.port)
    enter_private(0, Namespace.NET | Namespace.MOUNT)
    loopback_up()
    mount_tmpfs("/run")
    SCRATCH.mkdir(exist_ok=True)
    mount_tmpfs(str(SCRATCH))
    child = _start(options.command)
    forwarder = threading.Thread(target=_accept, args=(listener, options.target), daemon=True)
    forwarder.start()
    status = child.wait()
    sys.exit(status if status >= 0 else 128 - status)


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="yiku_local.milvus_ns")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--target", type=int, required=True)
    parser.add_argument("command", nargs="+")
    return parser.parse_args(argv)


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(128)
    return listener


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start the server; a SIGTERM to this process is passed on to it."""
    parent = os.getpid()
    # Still single-threaded, so code between fork and exec is safe.
    child = subprocess.Popen(  # noqa: S603
        command,
        close_fds=False,
        preexec_fn=lambda: die_with_parent(signal.SIGKILL, parent),  # noqa: PLW1509
    )
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    return child


def _accept(listener: socket.socket, target: int) -> None:
    while True:
        try:
            client, _ = listener.accept()
        except OSError:  # a client that has left, or no descriptor left: neither may end this
            time.sleep(PAUSE_SECONDS)
            continue
        threading.Thread(target=_connect, args=(client, target), daemon=True).start()


def _connect(client: socket.socket, target: int) -> None:
    try:
        server = socket.create_connection(("127.0.0.1", target))
    except OSError:
        client.close()
        return
    for sock in (client, server):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    back = threading.Thread(target=_pump, args=(server, client), daemon=True)
    back.start()
    _pump(client, server)
    back.join()
    client.close()
    server.close()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    """Copy until `source` ends or either side fails, then end `sink`."""
    buffer = memoryview(bytearray(BUFFER_BYTES))
    try:
        while count := source.recv_into(buffer):
            sink.sendall(buffer[:count])
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        for sock in (source, sink):
            _abort(sock)


def _abort(sock: socket.socket) -> None:
    try:
        sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


if __name__ == "__main__":
    main()
