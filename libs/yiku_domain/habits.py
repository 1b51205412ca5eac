"""Habits: what a customer has done often enough to be taken for a preference."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from yiku_domain.memory import Draft, JsonValue, Memory, Source, SourceKind
from yiku_domain.resolution import normal_form
from yiku_domain.vocabulary import BY_NAME

EVIDENCE = "evidence"
COUNT = "count"
_META = frozenset({EVIDENCE, COUNT})
_TOLD = 10
"""A memory names at most so many of its deeds, the newest."""

_CONFIDENCE, _CONFIDENCE_SPAN = 0.7, 0.08
"""From .70 to .78 as the share of the choice grows: always below what is said outright."""

_CHOICE_FIELDS = {"preferred_vehicle_type": "vehicle_type"}
"""Slots of one value in which this field alone makes the choice."""

_ANY_TRUCK = "truck"
"""Only its length tells one such choice from another."""

_LEAST_SHARE = {"preferred_time": 0.5}
"""Whoever books at all hours prefers none; other choices lead by being the most frequent."""


@dataclass(frozen=True)
class Deed:
    """One thing done that speaks for a choice.

    `ref` names the occasion, masked: the order or the event. Deeds of one occasion count once a choice.
    `draft` is the memory that enough of them make; its attribute and value name slot and choice.
    """

    ref: str
    at: datetime
    source: SourceKind
    draft: Draft

    @property
    def attribute(self) -> str:
        """The slot it speaks of."""
        assert self.draft.attribute is not None
        return self.draft.attribute

    @property
    def choice(self) -> str:
        """Equal for equal choices within the slot."""
        return choice_of(self.attribute, self.draft.value)


@dataclass(frozen=True)
class Window:
    """`deeds` of a kind among the last `events` occasions of a slot, none older than `days`, make a habit."""

    deeds: int = 3
    events: int = 20
    days: int = 90


@dataclass(frozen=True)
class Habit:
    """A choice that is made again and again.

    `since` is the occasion that made it a habit, `evidence` the deeds of the window that last confirmed
    it, in order, `share` what part of that window's occasions they are. `until` is the occasion whose
    window had none of them left; None while it is held.
    """

    attribute: str
    choice: str
    since: datetime
    evidence: tuple[Deed, ...]
    share: float
    until: datetime | None = None

    def draft(self) -> Draft:
        """The inferred memory: the newest words, what all values agree on, and which deeds it rests on."""
        newest = self.evidence[-1].draft
        value = {k: v for k, v in newest.value.items() if all(d.draft.value.get(k) == v for d in self.evidence)}
        told: list[JsonValue] = [
            {"ref": d.ref, "at": d.at.isoformat(), "source": d.source.value} for d in self.evidence[-_TOLD:]
        ]
        return replace(
            newest,
            value={**value, COUNT: len(self.evidence), EVIDENCE: told},
            confidence=round(_CONFIDENCE + _CONFIDENCE_SPAN * self.share, 4),
            explicit=False,
            valid_from=self.since,
            source=Source(SourceKind.BEHAVIOUR),
        )


def choice_of(attribute: str, value: Mapping[str, JsonValue]) -> str:
    """What makes two values of a slot the same choice."""
    named = BY_NAME[attribute].identity or _CHOICE_FIELDS.get(attribute)
    if named is not None:
        choice = normal_form(str(value.get(named, "")))
        return f"{choice} {value.get('length_m')}" if choice == _ANY_TRUCK else choice
    return json.dumps(said(value), sort_keys=True, ensure_ascii=False)


def said(value: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """A value without the evidence of a habit."""
    return {name: item for name, item in value.items() if name not in _META}


def rests_on_deeds(memory: Memory) -> bool:
    """Whether a memory is a habit's and nobody has said it."""
    return not memory.explicit and EVIDENCE in memory.value


def agrees(habit: Draft, memory: Memory) -> bool:
    """Whether a memory in the habit's slot says the same: no field that decides differs."""
    if habit.attribute in _CHOICE_FIELDS:
        same = choice_of(habit.attribute, habit.value) == choice_of(habit.attribute, memory.value)
        return same or _any_truck_fits(memory.value, habit.value)
    mine, theirs = said(habit.value), said(memory.value)
    return all(mine[name] == theirs[name] for name in mine.keys() & theirs.keys())


def _any_truck_fits(said_: Mapping[str, JsonValue], chosen: Mapping[str, JsonValue]) -> bool:
    """A truck without more words may be a box truck, of the length that was said."""
    if said_.get("vehicle_type") != _ANY_TRUCK:
        return False
    return said_.get("length_m") in (None, chosen.get("length_m"))


def opposed_attributes(attribute: str) -> tuple[str, ...]:
    """Other slots in which the customer may have refused what a habit shows."""
    return _OPPOSED.get(attribute, ())


def opposes(memory: Memory, habit: Draft) -> bool:
    """Whether the customer refused in another slot what they are seen to choose."""
    if not memory.explicit or memory.attribute not in opposed_attributes(habit.attribute or ""):
        return False
    if memory.attribute == "avoided_vehicle_type":
        return memory.value.get("vehicle_type") == habit.value.get("vehicle_type")
    parts = set(_strings(habit.value.get("parts")))
    if memory.attribute == "night_delivery":
        return memory.value.get("allowed") is False and bool(parts & _NIGHT)
    return bool(parts & set(_strings(memory.value.get("parts"))))


_OPPOSED = {
    "preferred_vehicle_type": ("avoided_vehicle_type",),
    "preferred_time": ("avoided_time", "night_delivery"),
}
_NIGHT = frozenset({"night", "evening", "small_hours"})


def _strings(value: JsonValue) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


@dataclass
class _Occasion:
    ref: str
    at: datetime
    deeds: dict[str, Deed] = field(default_factory=dict)


def habits(deeds: Iterable[Deed], window: Window) -> tuple[Habit, ...]:
    """The habits of one slot, at most one held where the slot holds one value, and those that lapsed last.

    In the order in which they began. A function of the set of deeds: the order in which they became
    known makes no difference. A habit is held until the window has none of it left or, in a slot of one
    value, another takes its place.
    """
    occasions = _occasions(deeds)
    held: dict[str, Habit] = {}
    lapsed: dict[str, Habit] = {}
    for index, occasion in enumerate(occasions):
        recent = _recent(occasions, index, window)
        counts = Counter(choice for o in recent for choice in o.deeds)
        for choice in [choice for choice in held if not counts[choice]]:
            lapsed[choice] = replace(held.pop(choice), until=occasion.at)
        for choice, deed in sorted(occasion.deeds.items()):
            exclusive = BY_NAME[deed.attribute].single_valued
            if counts[choice] < window.deeds or (exclusive and not _leads(deed, counts, len(recent))):
                continue
            since = held[choice].since if choice in held else occasion.at
            held = {} if exclusive else held
            held[choice] = _habit(choice, since, recent)
    standing = [*held.values(), *(h for choice, h in lapsed.items() if choice not in held)]
    return tuple(sorted(standing, key=lambda habit: (habit.since, habit.choice)))


def _occasions(deeds: Iterable[Deed]) -> list[_Occasion]:
    """By time; an occasion is when the first of its deeds was."""
    found: dict[str, _Occasion] = {}
    for deed in sorted(deeds, key=lambda d: (d.at, d.ref, d.source, d.choice)):
        found.setdefault(deed.ref, _Occasion(deed.ref, deed.at)).deeds.setdefault(deed.choice, deed)
    return list(found.values())


def _recent(occasions: Sequence[_Occasion], index: int, window: Window) -> list[_Occasion]:
    oldest = occasions[index].at - timedelta(days=window.days)
    return [o for o in occasions[max(0, index + 1 - window.events) : index + 1] if o.at >= oldest]


def _leads(deed: Deed, counts: Counter[str], occasions: int) -> bool:
    """No other choice is more frequent; of equals the newest leads."""
    mine = counts[deed.choice]
    return mine == max(counts.values()) and mine >= occasions * _LEAST_SHARE.get(deed.attribute, 0.0)


def _habit(choice: str, since: datetime, recent: Sequence[_Occasion]) -> Habit:
    evidence = tuple(o.deeds[choice] for o in recent if choice in o.deeds)
    return Habit(evidence[-1].attribute, choice, since, evidence, len(evidence) / len(recent))
