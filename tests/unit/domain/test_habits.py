"""Three of a kind are a habit, in whatever order they become known."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from yiku_domain.habits import Deed, Window, agrees, choice_of, habits, opposes
from yiku_domain.memory import Draft, JsonValue, Kind, Nature, SourceKind

from tests.unit.domain.test_resolution import memory

DEFAULT = Window()
T0 = datetime(2026, 7, 1, 2, tzinfo=UTC)
VEHICLE, PICKUP, TIME = "preferred_vehicle_type", "usual_pickup_address", "preferred_time"


def deed(attribute: str, day: float, *, ref: str = "", order: bool = True, **value: JsonValue) -> Deed:
    draft = Draft(Kind.PREFERENCE, Nature.STATE, f"常用 {sorted(value.items())}", attribute, value)
    source = SourceKind.ORDER if order else SourceKind.BEHAVIOUR
    return Deed(ref or f"o{day}", T0 + timedelta(days=day), source, draft)


def vehicles(*codes: str) -> list[Deed]:
    """One order a day."""
    return [deed(VEHICLE, day, vehicle_type=code) for day, code in enumerate(codes)]


def choices(deeds: Sequence[Deed], window: Window = DEFAULT) -> list[str]:
    return [habit.choice for habit in habits(deeds, window)]


def test_two_are_none_and_three_are_one() -> None:
    assert choices(vehicles("van", "van")) == []
    (habit,) = habits(vehicles("van", "truck", "van", "van"), Window())
    assert (habit.choice, habit.since) == ("van", T0 + timedelta(days=3))
    assert [d.ref for d in habit.evidence] == ["o0", "o2", "o3"]
    assert habit.share == 0.75


def test_an_occasion_counts_once_whoever_tells_of_it() -> None:
    told = [deed(VEHICLE, d, ref="o1", order=d == 0, vehicle_type="van") for d in (0, 0.1, 0.2)]
    assert choices([*told, deed(VEHICLE, 1, vehicle_type="van")]) == []


def test_a_slot_of_one_value_holds_the_most_frequent_choice_of_equals_the_newest() -> None:
    assert choices(vehicles(*["van"] * 3, *["box"] * 2)) == ["van"]
    (habit,) = habits(vehicles(*["van"] * 3, *["box"] * 3), Window())
    assert (habit.choice, habit.since) == ("box", T0 + timedelta(days=5))
    assert choices(vehicles(*["van"] * 9, *["box"] * 3)) == ["van"]


def test_other_slots_hold_every_choice() -> None:
    deeds = [deed(PICKUP, day, address=place) for day, place in enumerate(["望京", "通州"] * 3)]
    assert choices(deeds) == ["望京", "通州"]


def test_the_window_ends_after_so_many_occasions_and_days() -> None:
    apart = [deed(VEHICLE, day, vehicle_type="van") for day in (0, 50, 100)]
    assert choices(apart) == []
    assert choices(apart, Window(days=100)) == ["van"]
    between = [deed(PICKUP, d, address=str(d) if d % 5 else "望京") for d in range(15)]
    assert choices(between) == ["望京"]
    assert choices(between, Window(events=10)) == []
    assert choices(between, Window(deeds=4)) == []


def test_a_habit_lapses_when_the_window_has_none_of_it_left() -> None:
    moved = [*["old"] * 3, *[f"new{n}" for n in range(20)]]
    (lapsed,) = habits([deed(PICKUP, d, address=place) for d, place in enumerate(moved)], DEFAULT)
    assert (lapsed.choice, lapsed.since, lapsed.until) == ("old", T0 + timedelta(days=2), T0 + timedelta(days=22))
    later = [*moved, *["old"] * 3]
    (again,) = habits([deed(PICKUP, d, address=place) for d, place in enumerate(later)], DEFAULT)
    assert (again.since, again.until) == (T0 + timedelta(days=25), None)


def test_whoever_books_at_all_hours_prefers_none() -> None:
    parts = ["morning", "noon", "evening"] * 3
    assert choices([deed(TIME, d, parts=[part]) for d, part in enumerate(parts)]) == []
    assert len(choices([deed(TIME, d, parts=["morning"]) for d in range(3)])) == 1


def test_the_memory_says_what_all_deeds_agree_on_and_names_them() -> None:
    lengths: list[float] = [3.8, 4.2, 4.2]
    deeds = [deed(VEHICLE, d, vehicle_type="box", length_m=lengths[d]) for d in range(3)]
    draft = habits(deeds, Window())[0].draft()
    assert (draft.value["vehicle_type"], "length_m" in draft.value, draft.value["count"]) == ("box", False, 3)
    assert draft.value["evidence"] == [{"ref": d.ref, "at": d.at.isoformat(), "source": "order"} for d in deeds]
    assert not draft.explicit and 0.7 < draft.confidence < 0.8
    assert draft.valid_from == deeds[2].at
    many = habits([deed(VEHICLE, d, vehicle_type="box") for d in range(40)], Window())[0].draft()
    assert many.value["count"] == 20
    evidence = many.value["evidence"]
    assert isinstance(evidence, list) and len(evidence) == 10


def test_a_plain_truck_is_chosen_by_its_length() -> None:
    trucks = [deed(VEHICLE, d, vehicle_type="truck", length_m=length) for d, length in enumerate([4.2, 6.8, 4.2])]
    assert choices(trucks) == []
    assert choice_of(VEHICLE, {"vehicle_type": "box_truck", "length_m": 4.2}) == "box_truck"


def test_what_was_said_agrees_or_opposes() -> None:
    habit = habits(vehicles("small_van", "small_van", "small_van"), Window())[0].draft()
    assert agrees(habit, memory("小面", VEHICLE, value={"vehicle_type": "small_van", "features": ["new_energy"]}))
    assert agrees(habit, memory("叫个车", VEHICLE, value={"vehicle_type": "truck"}))
    assert not agrees(habit, memory("平板", VEHICLE, value={"vehicle_type": "flatbed_truck"}))
    refused = memory("别派小面", "avoided_vehicle_type", value={"vehicle_type": "small_van"})
    assert opposes(refused, habit)
    assert not opposes(memory("别派平板", "avoided_vehicle_type", value={"vehicle_type": "flatbed_truck"}), habit)
    late = habits([deed(TIME, d, parts=["night"]) for d in range(3)], Window())[0].draft()
    assert opposes(memory("晚上别送", "night_delivery", value={"allowed": False}), late)
    assert not opposes(memory("晚上可以送", "night_delivery", value={"allowed": True}), late)


DEEDS = st.lists(
    st.builds(
        lambda attribute, day, choice, ref, order: deed(
            attribute,
            day,
            ref=ref,
            order=order,
            **({"vehicle_type": choice} if attribute == VEHICLE else {"address": choice}),
        ),
        st.just(VEHICLE),
        st.integers(0, 200),
        st.sampled_from(["van", "box", "flat"]),
        st.sampled_from([f"e{n}" for n in range(25)]),
        st.booleans(),
    ),
    max_size=40,
)


@given(DEEDS, st.randoms(use_true_random=False), st.sampled_from([Window(), Window(2, 5, 30)]))
def test_the_order_of_arrival_makes_no_difference(deeds: list[Deed], random: object, window: Window) -> None:
    shuffled = list(deeds)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert [h.draft() for h in habits(deeds, window)] == [h.draft() for h in habits(shuffled, window)]
    assert habits([*deeds, *shuffled], window) == habits(deeds, window)
