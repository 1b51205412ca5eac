"""A circuit breaker: a server that is away is asked again now and then, not by every request."""

import time
from collections.abc import Callable


class Permit:
    """Leave for one call; its outcome is told by exactly one of the three methods, once."""

    def __init__(self, breaker: "Breaker", era: int) -> None:
        self._breaker = breaker
        self._era = era

    def succeeded(self) -> None:
        """The server answered, whatever it said."""
        self._breaker._end(self._era, answered=True)

    def failed(self) -> None:
        """The server is away or too slow."""
        self._breaker._end(self._era, answered=False)

    def abandoned(self) -> None:
        """The call ended for a reason of our own, such as a cancellation: it says nothing of the server."""
        self._breaker._give_back(self._era)


class Breaker:
    """Opens after `failures` failures in a row; after `retry_after_s` seconds exactly one trial goes through.

    The trial's success closes it, its failure opens it for as long again, and a trial that was abandoned
    leaves its place to the next call. Calls are slow and overlap, so an outcome counts only in the era
    in which its call was let out: one that began before the breaker opened cannot close or reopen it.
    Not for several threads.
    """

    def __init__(
        self, *, failures: int = 5, retry_after_s: float = 10.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limit = failures
        self._retry_after_s = retry_after_s
        self._clock = clock
        self._failures = 0
        self._opened_at: float | None = None
        self._trial_runs = False
        self._era = 0

    @property
    def is_open(self) -> bool:
        """Whether calls are refused, save for a trial."""
        return self._opened_at is not None

    def admit(self) -> Permit | None:
        """A permit for one call, or None where it may not go out."""
        if self._opened_at is not None:
            if self._trial_runs or self._clock() < self._opened_at + self._retry_after_s:
                return None
            self._trial_runs = True
        return Permit(self, self._era)

    def _end(self, era: int, *, answered: bool) -> None:
        if era != self._era:
            return
        if answered:
            self._failures = 0
            if self.is_open:
                self._enter(None)
            return
        self._failures += 1
        if self.is_open or self._failures >= self._limit:
            self._enter(self._clock())

    def _give_back(self, era: int) -> None:
        if era == self._era:
            self._trial_runs = False

    def _enter(self, opened_at: float | None) -> None:
        self._opened_at = opened_at
        self._failures = 0
        self._trial_runs = False
        self._era += 1
