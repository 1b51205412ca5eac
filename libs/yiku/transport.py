"""What both clients share of gRPC: channel options, retries, and turning failures into errors."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MAX_MESSAGE_BYTES = 8 * 1024 * 1024
ATTEMPTS = 4
FIRST_WAIT_S = 0.05
LONGEST_WAIT_S = 1.0

CHANNEL_OPTIONS: list[tuple[str, Any]] = [
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    ("grpc.enable_retries", 0),  # ours know which calls may be repeated
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2000),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
]


@dataclass(frozen=True)
class Attempt:
    """One try: how long it may take, and how long to wait afterwards; None where it is the last."""

    timeout_s: float
    wait_s: float | None


def attempts(budget_s: float, repeatable: bool) -> Iterator[Attempt]:
    """Tries within `budget_s` seconds altogether, with growing, jittered waits between them."""
    end = time.monotonic() + budget_s
    longest = FIRST_WAIT_S
    for number in range(ATTEMPTS if repeatable else 1):
        left = end - time.monotonic()
        wait = random.uniform(longest / 2, longest)
        last = not repeatable or number == ATTEMPTS - 1 or left <= wait
        yield Attempt(max(left, 0.001), None if last else wait)
        if last:
            return
        longest = min(2 * longest, LONGEST_WAIT_S)
