"""What a tenant may spend on language models in an hour."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

_MINUTE_S = 60.0
_MINUTES = 60


@dataclass
class _Bucket:
    minute: int
    calls: int = 0
    tokens: int = 0


class Reservation:
    """A call that was counted, with the tokens it may cost; `settle` puts what it did cost in their place."""

    def __init__(self, bucket: _Bucket, tokens: int) -> None:
        self._bucket = bucket
        self._tokens = tokens

    def settle(self, tokens: int) -> None:
        """The call cost this many tokens."""
        self._bucket.tokens += tokens - self._tokens
        self._tokens = tokens

    def cancel(self) -> None:
        """The call was never sent."""
        self.settle(0)
        self._bucket.calls -= 1


class TenantBudget:
    """Calls and tokens of a tenant in the last sixty minutes, to the minute. Each process counts its own.

    Memory is bounded by the tenants that called within the hour.
    """

    def __init__(
        self, *, calls_per_hour: int, tokens_per_hour: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._calls = calls_per_hour
        self._tokens = tokens_per_hour
        self._clock = clock
        self._spent: dict[str, deque[_Bucket]] = {}
        self._swept = 0

    def reserve(self, tenant: str, tokens: int) -> Reservation | None:
        """Count one call of up to `tokens` tokens; None, and nothing counted, where the hour does not hold it."""
        minute = int(self._clock() / _MINUTE_S)
        self._sweep(minute)
        buckets = self._spent.setdefault(tenant, deque())
        _forget(buckets, minute)
        calls = sum(bucket.calls for bucket in buckets) + 1
        cost = sum(bucket.tokens for bucket in buckets) + tokens
        if calls > self._calls or cost > self._tokens:
            return None
        if not buckets or buckets[-1].minute != minute:
            buckets.append(_Bucket(minute))
        buckets[-1].calls += 1
        buckets[-1].tokens += tokens
        return Reservation(buckets[-1], tokens)

    def _sweep(self, minute: int) -> None:
        """Drop the tenants that were silent for an hour."""
        if minute == self._swept:
            return
        self._swept = minute
        for tenant in list(self._spent):
            _forget(self._spent[tenant], minute)
            if not self._spent[tenant]:
                del self._spent[tenant]


def _forget(buckets: deque[_Bucket], minute: int) -> None:
    while buckets and buckets[0].minute <= minute - _MINUTES:
        buckets.popleft()
