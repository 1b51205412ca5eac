"""Every store beside Postgres, as soon as what the tests before have broken is repaired."""

import asyncio
import time

from yiku import AsyncClient


async def agreed(client: AsyncClient, within_s: float = 120.0) -> None:
    """Wait until all stores agree; says which does not. The stack is shared: others' kills and rebuilds show here too."""
    until = time.monotonic() + within_s
    while True:
        report = await client.check()
        apart = [store for store in report.stores if not store.agree]
        if report.agree and not apart:
            return
        assert time.monotonic() < until, apart
        await asyncio.sleep(1.0)
