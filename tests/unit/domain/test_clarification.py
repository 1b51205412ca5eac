"""Which side a statement takes."""

from datetime import timedelta
from uuid import UUID

import pytest
from yiku_domain.clarification import Clarification, Ending, answer_to, says_the_same
from yiku_domain.ids import ClarificationId, MemoryId
from yiku_domain.memory import JsonValue
from yiku_domain.review import Edit

from tests.unit.domain.test_resolution import NOW, draft, memory

SLOT = "preferred_vehicle_type"
SAID = memory("都用小面", SLOT, value={"vehicle_type": "small_van"})
INFERRED = memory(
    "常用厢货", SLOT, value={"vehicle_type": "box_truck", "length_m": 4.2, "count": 3, "evidence": []}, explicit=False
)
ASKED = Clarification(
    SAID.scope,
    ClarificationId(UUID(int=9)),
    SLOT,
    SLOT,
    "?",
    SAID.memory_id,
    MemoryId(UUID(int=2)),
    NOW,
    NOW + timedelta(days=30),
)


@pytest.mark.parametrize(
    ("value", "slot", "ending"),
    [
        ({"vehicle_type": "box_truck"}, SLOT, Ending.INFERRED),
        ({"vehicle_type": "box_truck", "length_m": 4.2}, SLOT, Ending.INFERRED),
        ({"vehicle_type": "truck", "length_m": 4.2}, SLOT, Ending.INFERRED),
        ({"vehicle_type": "truck", "length_m": 6.8}, SLOT, Ending.OTHER),
        ({"vehicle_type": "small_van"}, SLOT, Ending.SAID),
        ({"vehicle_type": "flatbed_truck"}, SLOT, Ending.OTHER),
        ({"vehicle_type": "box_truck"}, "another", Ending.OTHER),
    ],
)
def test_the_value_decides(value: dict[str, JsonValue], slot: str, ending: Ending) -> None:
    assert answer_to(draft("就这个吧", SLOT, value=value), slot, ASKED, SAID, INFERRED) is ending


def test_the_same_words_are_the_same() -> None:
    assert says_the_same(draft("都用小面。", SLOT), SAID)
    assert not says_the_same(draft("都用小面包", SLOT), SAID)


def test_without_a_common_field_nothing_is_the_same() -> None:
    assert not says_the_same(draft("随便", "packing", value={"needs": ["wrap"]}), memory("缠膜", "packing", value={}))


def test_equal_edits_are_equal_and_empty_ones_say_nothing() -> None:
    assert Edit().as_json() == {}
    assert Edit(attribute="").as_json() == {"attribute": ""}
    assert Edit(content="a", value={"b": 1}).as_json() == {"content": "a", "value": {"b": 1}}
