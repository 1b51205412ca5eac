"""How a draft meets what is known."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from yiku_domain.ids import MemoryId, Scope, TenantId, TraceId, UserId
from yiku_domain.memory import Draft, Kind, Memory, Nature, Source, SourceKind, Status
from yiku_domain.resolution import (
    Insert,
    InsertClosed,
    Merge,
    Supersede,
    Yield,
    draft_slot,
    normal_form,
    resolve,
)

NOW = datetime(2026, 10, 1, tzinfo=UTC)


def memory(content: str, attribute: str | None = None, **changes: object) -> Memory:
    base = Memory(
        scope=Scope(TenantId("t"), UserId("u")),
        memory_id=MemoryId(UUID(int=1)),
        kind=Kind.FACT,
        nature=Nature.STATE,
        content=content,
        attribute=attribute,
        value={},
        entities=(),
        relations=(),
        confidence=0.9,
        explicit=True,
        event_time=None,
        event_precision=None,
        valid_from=NOW,
        valid_to=None,
        recorded_at=NOW,
        updated_at=NOW,
        expires_at=None,
        energy=0.5,
        evidence_count=1,
        status=Status.ACTIVE,
        superseded_by=None,
        source=Source(SourceKind.DIALOGUE),
        trace_id=TraceId("0" * 32),
        version=1,
    )
    return replace(base, **changes)


def draft(content: str, attribute: str | None = None, **changes: object) -> Draft:
    return replace(Draft(Kind.FACT, Nature.STATE, content, attribute=attribute), **changes)


@pytest.mark.parametrize(
    ("one", "other"),
    [("我住望京。", "我住望京"), ("I live  in Soho!", "i live in soho"), ("ＡＢＣ", "abc"), ("好的 ！", "好的")],
)
def test_normal_form_joins_exact_repeats(one: str, other: str) -> None:
    assert normal_form(one) == normal_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("喜欢夜间送货", "不喜欢夜间送货"), ("5 trucks", "6 trucks"), ("5月3日送", "5月8日送"), ("付5000", "付50000")],
)
def test_normal_form_keeps_what_differs(one: str, other: str) -> None:
    assert normal_form(one) != normal_form(other)


def test_nothing_known_inserts() -> None:
    assert resolve(draft("我住望京"), [], None, NOW) == Insert()


def test_a_repeat_merges_and_the_same_value_in_other_words_too() -> None:
    known = memory("我住望京", "home_address", value={"address": "望京"})
    assert resolve(draft("我住望京。", "home_address"), [known], "home_address", NOW) == Merge(known)
    same = draft("家在望京", "home_address", value={"address": "望京"})
    assert resolve(same, [known], "home_address", NOW) == Merge(known)


def test_a_new_value_supersedes_and_an_older_one_is_closed() -> None:
    known = memory("我住望京", "home_address", value={"address": "望京"})
    moved = draft("搬到通州", "home_address", value={"address": "通州"})
    assert resolve(moved, [known], "home_address", NOW) == Supersede((known,))
    assert resolve(moved, [known], "home_address", NOW - timedelta(days=1)) == InsertClosed(known)


def test_inferred_yields_to_explicit_and_explicit_replaces_inferred() -> None:
    said = memory("都用厢货", "preferred_vehicle_type", value={"vehicle_type": "van"})
    guess = draft("常用平板", "preferred_vehicle_type", value={"vehicle_type": "flatbed"}, explicit=False)
    assert resolve(guess, [said], "preferred_vehicle_type", NOW) == Yield(said)
    guessed = replace(said, explicit=False)
    assert resolve(replace(guess, explicit=True), [guessed], "x", NOW) == Supersede((guessed,))


def test_events_at_other_times_are_other_events() -> None:
    known = memory("投诉了加价", nature=Nature.EVENT, event_time=NOW)
    again = draft("投诉了加价", nature=Nature.EVENT, event_time=NOW + timedelta(days=3))
    assert resolve(again, [known], None, NOW) == Insert()
    assert resolve(replace(again, event_time=NOW), [known], None, NOW) == Merge(known)


@pytest.mark.parametrize(
    ("attribute", "value", "slot"),
    [
        ("home_address", {"address": "望京"}, "home_address"),
        ("allergy", {"allergen": "猫毛"}, "allergy:猫毛"),
        ("allergy", {}, None),
        ("driver_opinion", {"driver": "李师傅", "opinion": "praised"}, "driver_opinion:李师傅"),
        ("unheard_of", {}, None),
        (None, {}, None),
    ],
)
def test_slots(attribute: str | None, value: dict, slot: str | None) -> None:
    assert draft_slot(draft("x", attribute, value=value)) == slot


def test_events_fill_no_slot() -> None:
    assert draft_slot(draft("x", "home_address", nature=Nature.EVENT)) is None
