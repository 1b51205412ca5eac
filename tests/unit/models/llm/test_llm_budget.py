"""A tenant's hour slides, tenants do not pay for each other, and what was not used is given back."""

from yiku_models.llm import TenantBudget


class Clock:
    def __init__(self) -> None:
        self.now = 5_000.0

    def __call__(self) -> float:
        return self.now


def test_calls_are_counted_by_tenant() -> None:
    budget = TenantBudget(calls_per_hour=2, tokens_per_hour=1_000, clock=Clock())
    assert [budget.reserve("a", 1) is not None for _ in range(3)] == [True, True, False]
    assert budget.reserve("b", 1) is not None


def test_the_hour_slides() -> None:
    clock = Clock()
    budget = TenantBudget(calls_per_hour=2, tokens_per_hour=1_000, clock=clock)
    budget.reserve("a", 1)
    clock.now += 1_800
    budget.reserve("a", 1)
    clock.now += 1_700
    assert budget.reserve("a", 1) is None
    clock.now += 200
    assert budget.reserve("a", 1) is not None
    assert budget.reserve("a", 1) is None


def test_running_calls_hold_the_tokens_they_may_cost() -> None:
    budget = TenantBudget(calls_per_hour=100, tokens_per_hour=1_000, clock=Clock())
    running = [budget.reserve("a", 400) for _ in range(2)]
    assert budget.reserve("a", 400) is None
    for reservation in running:
        assert reservation is not None
        reservation.settle(50)
    assert budget.reserve("a", 900) is not None
    assert budget.reserve("a", 1) is None


def test_a_call_that_was_never_sent_costs_nothing() -> None:
    budget = TenantBudget(calls_per_hour=1, tokens_per_hour=10, clock=Clock())
    reservation = budget.reserve("a", 10)
    assert reservation is not None
    reservation.cancel()
    assert budget.reserve("a", 10) is not None


def test_a_refusal_counts_nothing() -> None:
    budget = TenantBudget(calls_per_hour=1, tokens_per_hour=10, clock=Clock())
    assert budget.reserve("a", 11) is None
    assert budget.reserve("a", 10) is not None


def test_silent_tenants_are_forgotten() -> None:
    clock = Clock()
    budget = TenantBudget(calls_per_hour=5, tokens_per_hour=100, clock=clock)
    for index in range(1_000):
        budget.reserve(f"t{index}", 1)
    clock.now += 3_700
    budget.reserve("last", 1)
    assert len(budget._spent) == 1
