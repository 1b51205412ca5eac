"""The customer's short answer to a clarifying question is understood: wording and answer reader belong together."""

import pytest
from yiku_domain.memory import JsonValue
from yiku_text.clarifying import clarifying_question

from tests.unit.domain.test_resolution import memory
from tests.unit.extractor.saying import say

VEHICLES = ("preferred_vehicle_type", {"vehicle_type": "small_van"}, {"vehicle_type": "box_truck", "length_m": 4.2})
HOMES = ("home_address", {"address": "望京"}, {"address": "通州"})
TIMES = ("preferred_time", {"parts": ["morning"]}, {"parts": ["evening"]})


def switch(attribute: str, field: str) -> tuple[str, dict[str, JsonValue], dict[str, JsonValue]]:
    return attribute, {field: False}, {field: True}


ANSWERS = [
    ("原话", VEHICLES, "厢货吧", {"vehicle_type": "box_truck"}),
    ("原话", VEHICLES, "小面就行", {"vehicle_type": "small_van"}),
    ("own words", VEHICLES, "the box truck", {"vehicle_type": "box_truck"}),
    ("原话", HOMES, "通州", {"address": "通州"}),
    ("原话", TIMES, "晚上", {"parts": ["evening"]}),
    ("原话", switch("loading_help", "needed"), "需要", {"needed": True}),
    ("原话", switch("loading_help", "needed"), "不用", {"needed": False}),
    ("原话", switch("insurance", "insured"), "要的", {"insured": True}),
    ("原话", switch("invoice", "wanted"), "不需要", {"wanted": False}),
]


@pytest.mark.parametrize(("words", "slot", "answer", "value"), ANSWERS)
def test_a_short_answer_fills_the_slot(
    words: str,
    slot: tuple[str, dict[str, JsonValue], dict[str, JsonValue]],
    answer: str,
    value: dict[str, JsonValue],
) -> None:
    attribute, said, inferred = slot
    stated = memory(words, attribute, value=said)
    waiting = memory(words, attribute, value={**inferred, "count": 3, "evidence": []}, explicit=False)
    question = clarifying_question(stated, waiting)
    (draft,) = say(answer, after=(("assistant", question),)).drafts
    assert (draft.attribute, draft.explicit) == (attribute, True)
    assert value.items() <= dict(draft.value).items()
