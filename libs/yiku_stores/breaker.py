"""A circuit breaker: what is away is asked again now and then, not by every request."""

import time
from collections.abc import Callable


class Breaker:
    """Opens after `failures` failures in a row; after `retry_after_s` lets one trial through.

    The trial's success closes it, its failure opens it again for as long. A call that was cancelled
    says nothing about the other side: `abandoned` only makes room for the next trial. Not for several
    threads.
    """

    def __init__(
        self,
        *,
        failures: int = 3,
        retry_after_s: float = 0.5,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limit = failures
        self._retry_after_s = retry_after_s
        self._clock = clock
        self._failures = 0
        self._retry_at = 0.0
        self._trial_runs = False

    @property
    def is_open(self) -> bool:
        """Whether calls are refused, save for a trial."""
        return self._failures >= self._limit

    def allows(self) -> bool:
        """Whether a call may go out; a True must be followed by exactly one of the three below."""
        if not self.is_open:
            return True
        if self._trial_runs or self._clock() < self._retry_at:
            return False
        self._trial_runs = True
        return True

    def succeeded(self) -> None:
        """The other side answered."""
        self._failures = 0
        self._trial_runs = False

    def failed(self) -> None:
        """The other side is away or too slow."""
        self._failures = min(self._failures + 1, self._limit)
        self._retry_at = self._clock() + self._retry_after_s
        self._trial_runs = False

    def abandoned(self) -> None:
        """The call ended without an answer for a reason of our own."""
        self._trial_runs = False
