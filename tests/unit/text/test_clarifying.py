"""The question that settles whether a habit or a word holds."""

from dataclasses import replace

import pytest
from yiku_domain.memory import JsonValue, Memory
from yiku_domain.vocabulary import ATTRIBUTES
from yiku_text.clarifying import clarifying_question
from yiku_text.clarifying_words import ASKING

from tests.unit.domain.test_resolution import memory

HABIT: dict[str, JsonValue] = {"count": 3, "evidence": [{"ref": "e1"}]}


def said(content: str, attribute: str, **value: JsonValue) -> Memory:
    return memory(content, attribute, value=value)


def habit(content: str, attribute: str, **value: JsonValue) -> Memory:
    return memory(content, attribute, value={**value, **HABIT}, explicit=False)


def supposed(content: str, attribute: str, **value: JsonValue) -> Memory:
    return memory(content, attribute, value=value, explicit=False)


VEHICLE = "preferred_vehicle_type"
QUESTIONS: list[tuple[Memory, Memory, str]] = [
    (
        said("我都用小面", VEHICLE, vehicle_type="small_van"),
        habit("常用厢货", VEHICLE, vehicle_type="box_truck", length_m=4.2),
        "您之前说常用小面，最近几次都选了4.2米厢式货车，以后默认用哪种车？",
    ),
    (
        said("I always take a small van", VEHICLE, vehicle_type="small_van"),
        habit("常用厢货", VEHICLE, vehicle_type="box_truck", length_m=4.2),
        "You told us that you usually take a small van, but lately you booked a 4.2 m box truck. "
        "Which vehicle do you usually want from now on?",
    ),
    (
        said("不用搬运", "loading_help", needed=False),
        habit("常选搬运服务", "loading_help", needed=True),
        "您之前说不需要搬运服务，最近几次都选了搬运服务，以后需要搬运服务吗？",
    ),
    (
        said("上午来", "preferred_time", parts=["morning"], days=[6, 7]),
        habit("常在晚上用车", "preferred_time", parts=["evening"]),
        "您之前说一般周六、周日上午方便，最近几次都在晚上用车，您平时什么时间方便？",
    ),
    (
        said("以后别派李师傅", "driver_opinion", driver="李师傅", opinion="blocked"),
        habit("常约李师傅", "driver_opinion", driver="李师傅", opinion="requested"),
        "您之前说不要再派李师傅，最近几次都约了李师傅，以后还派这位师傅吗？",
    ),
    (
        said("我住望京", "home_address", address="望京"),
        supposed("搬到通州去住", "home_address", address="通州"),
        "您之前说住在望京，最近看来是住在通州，您现在住在哪里？",
    ),
    (
        said("月结吧", "payment_method", method="monthly"),
        supposed("微信付的", "payment_method", method="wechat"),
        "您之前说用月结付款，最近看来是用微信付款，以后默认怎么付款？",
    ),
    (
        said("不要小面", "avoided_vehicle_type", vehicle_type="small_van"),
        habit("常用小面", VEHICLE, vehicle_type="small_van"),
        "您之前说不要小面，最近几次都选了小面，以后默认用哪种车？",
    ),
]


@pytest.mark.parametrize(("stated", "inferred", "question"), QUESTIONS)
def test_both_values_and_the_attribute_make_the_question(stated: Memory, inferred: Memory, question: str) -> None:
    assert clarifying_question(stated, inferred) == question


def test_without_words_for_a_value_the_memories_speak_for_themselves() -> None:
    stated = said("缠三层膜", "packing", needs=["wrap"])
    inferred = supposed("打木架", "packing", needs=["crate"])
    assert (
        clarifying_question(stated, inferred)
        == "关于打包，您之前说“缠三层膜”，最近看来是“打木架”，以后按哪种方式打包？"
    )
    unknown = [replace(one, attribute="heard_of_nowhere") for one in (stated, inferred)]
    assert "缠三层膜" in clarifying_question(unknown[0], unknown[1])


@pytest.mark.parametrize("attribute", [a.name for a in ATTRIBUTES])
@pytest.mark.parametrize(("content", "language"), [("原话", 0), ("own words", 1)])
def test_every_attribute_can_be_asked_about_in_both_languages(attribute: str, content: str, language: int) -> None:
    question = clarifying_question(memory(content, attribute), memory("另外的话", attribute, explicit=False))
    assert question.endswith(ASKING[attribute].ask[language])
    assert question.count("{}") == 0


def test_masked_values_are_not_spoken() -> None:
    numbers = [f"<mobile:{code}>" for code in ("abcdefgh", "hgfedcba")]
    phones = [said(f"电话{number}", "phone", phone=number) for number in numbers]
    question = clarifying_question(phones[0], replace(phones[1], explicit=False))
    assert question == "您的电话我们有两个不同的记录，现在用哪个电话联系您？"
    doors = [said("家", "home_address", address=f"望京花家地<door:{code}>") for code in ("abcdefgh", "hgfedcba")]
    question = clarifying_question(doors[0], replace(doors[1], explicit=False))
    assert question == "您的住址我们有两个不同的记录，您现在住在哪里？"
    moved = supposed("家", "home_address", address="通州<door:hgfedcba>")
    assert "望京花家地，" in clarifying_question(doors[0], moved)


def test_a_question_is_one_line_of_bounded_length() -> None:
    long = "很长的话\n" * 300
    question = clarifying_question(memory(long, "packing"), memory(long, "packing", explicit=False))
    assert "\n" not in question and len(question) < 300
