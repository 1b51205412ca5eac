"""The breaker lets out one trial at a time, and listens only to calls of its era."""

from yiku_models.llm import Breaker


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def opened(clock: Clock) -> Breaker:
    breaker = Breaker(failures=2, retry_after_s=10, clock=clock)
    for _ in range(2):
        permit = breaker.admit()
        assert permit is not None
        permit.failed()
    assert breaker.is_open
    return breaker


def test_it_opens_after_failures_in_a_row_only() -> None:
    breaker = Breaker(failures=2, clock=Clock())
    for outcome in ("failed", "succeeded", "failed"):
        permit = breaker.admit()
        assert permit is not None
        getattr(permit, outcome)()
    assert not breaker.is_open


def test_a_cancelled_call_is_no_failure() -> None:
    breaker = Breaker(failures=1, clock=Clock())
    for _ in range(5):
        permit = breaker.admit()
        assert permit is not None
        permit.abandoned()
    assert not breaker.is_open


def test_exactly_one_trial_goes_through() -> None:
    clock = Clock()
    breaker = opened(clock)
    assert breaker.admit() is None
    clock.now += 10
    permits = [breaker.admit() for _ in range(20)]
    assert [p is not None for p in permits] == [True] + [False] * 19


def test_the_trial_decides() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 10
    trial = breaker.admit()
    assert trial is not None
    trial.failed()
    assert breaker.admit() is None
    clock.now += 10
    trial = breaker.admit()
    assert trial is not None
    trial.succeeded()
    assert not breaker.is_open
    assert all(breaker.admit() is not None for _ in range(5))


def test_an_abandoned_trial_makes_room_for_the_next() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 10
    trial = breaker.admit()
    assert trial is not None
    trial.abandoned()
    assert breaker.admit() is not None
    assert breaker.admit() is None


def test_calls_from_before_it_opened_change_nothing() -> None:
    clock = Clock()
    breaker = Breaker(failures=1, retry_after_s=10, clock=clock)
    old = [breaker.admit() for _ in range(4)]
    first, *late = [permit for permit in old if permit is not None]
    first.failed()
    clock.now += 10
    assert breaker.admit() is not None
    late[0].abandoned()
    late[1].failed()
    assert breaker.admit() is None, "an old call must not let a second trial out"
    late[2].succeeded()
    assert breaker.is_open
