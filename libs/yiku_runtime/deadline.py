"""Time limits of remote calls, cut from what is left of the request's."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from yiku_domain.errors import DeadlineExceeded

from yiku_runtime.call import remaining_s


def budget_s(wanted: float, *, reserve: float = 0.0) -> float:
    """`wanted` seconds, or what is left of the request after `reserve` seconds if that is less."""
    return max(0.0, min(wanted, remaining_s() - reserve))


@asynccontextmanager
async def within(wanted: float) -> AsyncIterator[None]:
    """Raise `DeadlineExceeded` when the block outlasts `budget_s(wanted)`."""
    try:
        async with asyncio.timeout(budget_s(wanted)):
            yield
    except TimeoutError as error:
        raise DeadlineExceeded("the time for this request ran out") from error
