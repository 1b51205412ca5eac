"""Closed loops: callers that each wait for their answer before the next question."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """Operations a second, and milliseconds an operation."""

    rate: float
    p50: float
    p95: float
    p99: float


def figures(millis: Sequence[float], seconds: float) -> Figures:
    """What `millis` per operation over `seconds` come to."""
    cuts = statistics.quantiles(millis, n=100, method="inclusive")
    return Figures(len(millis) / seconds, cuts[49], cuts[94], cuts[98])


async def async_loop(
    operation: Callable[[int], Awaitable[object]], *, callers: int, seconds: float, first: int = 0
) -> Figures:
    """`operation(n)` for n = first, first + 1, … by `callers` tasks."""
    numbers = iter(range(first, 1 << 60))
    millis: list[float] = []
    began = time.perf_counter()

    async def caller() -> None:
        while time.perf_counter() - began < seconds:
            start = time.perf_counter()
            await operation(next(numbers))
            millis.append((time.perf_counter() - start) * 1000)

    await asyncio.gather(*(caller() for _ in range(callers)))
    return figures(millis, time.perf_counter() - began)


def thread_loop(operation: Callable[[int], object], *, callers: int, seconds: float) -> Figures:
    """The same with threads."""
    numbers = iter(range(1 << 60))
    millis: list[float] = []
    began = time.perf_counter()

    def caller() -> None:
        while time.perf_counter() - began < seconds:
            start = time.perf_counter()
            operation(next(numbers))
            millis.append((time.perf_counter() - start) * 1000)

    with ThreadPoolExecutor(callers) as pool:
        for done in [pool.submit(caller) for _ in range(callers)]:
            done.result()
    return figures(millis, time.perf_counter() - began)
