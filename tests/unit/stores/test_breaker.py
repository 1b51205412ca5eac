"""The circuit breaker."""

from yiku_stores.breaker import Breaker


class Clock:
    """Seconds that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def opened(clock: Clock) -> Breaker:
    """A breaker whose three calls just failed."""
    breaker = Breaker(failures=3, retry_after_s=1.0, clock=clock)
    for _ in range(3):
        assert breaker.allows()
        breaker.failed()
    return breaker


def test_it_opens_after_failures_in_a_row_only() -> None:
    breaker = Breaker(failures=3, clock=Clock())
    for _ in range(5):
        breaker.failed()
        breaker.failed()
        breaker.succeeded()
    assert breaker.allows()


def test_open_refuses_until_the_wait_is_over_and_then_lets_one_through() -> None:
    clock = Clock()
    breaker = opened(clock)
    assert not breaker.allows()
    clock.now = 1.0
    assert [breaker.allows() for _ in range(20)] == [True] + [False] * 19


def test_the_trials_success_closes_and_its_failure_opens_again() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now = 1.0
    assert breaker.allows()
    breaker.failed()
    assert not breaker.allows()
    clock.now = 2.0
    assert breaker.allows()
    breaker.succeeded()
    assert all(breaker.allows() for _ in range(3))


def test_a_cancelled_call_is_no_failure_and_frees_the_trial() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now = 1.0
    assert breaker.allows()
    breaker.abandoned()
    assert breaker.allows()
    closed = Breaker(failures=1, clock=clock)
    closed.abandoned()
    assert not closed.is_open
