"""Free loopback ports outside the range the kernel hands out for outgoing connections.

A client that retries a port of that range while its server is away can connect to itself and
keep the server from coming back.
"""

import random
import socket
from collections.abc import Collection
from pathlib import Path

EPHEMERAL_RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
LOWEST = 10240
HIGHEST = 65000


def is_free(port: int) -> bool:
    """Whether a server could listen on 127.0.0.1:`port` now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def choose(taken: Collection[int]) -> int:
    """A free port not in `taken`, at random so that two checkouts seldom want the same."""
    open_ports = [port for port in candidates(*ephemeral_range()) if port not in taken]
    for port in random.sample(open_ports, len(open_ports)):
        if is_free(port):
            return port
    raise OSError("no free port on 127.0.0.1")


def candidates(low: int, high: int) -> list[int]:
    """Ports outside `low` to `high`; all of them when nothing is outside."""
    outside = [port for port in range(LOWEST, HIGHEST) if not low <= port <= high]
    return outside or list(range(LOWEST, HIGHEST))


def ephemeral_range() -> tuple[int, int]:
    """First and last port of the kernel's range for outgoing connections."""
    low, high = EPHEMERAL_RANGE.read_text().split()
    return int(low), int(high)
