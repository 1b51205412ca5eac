"""People as customers call them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_text.people import canonical_name, find_people


@pytest.mark.parametrize(
    ("text", "name", "surname", "driver"),
    [
        ("庞师傅人很好", "庞师傅", "庞", True),
        ("李师父", "李师傅", "李", True),
        ("李司机", "李师傅", "李", True),
        ("姓庞的那个师傅", "庞师傅", "庞", True),
        ("师傅姓李", "李师傅", "李", True),
        ("王建国师傅", "王建国师傅", "王", True),
        ("欧阳师傅", "欧阳师傅", "欧阳", True),
        ("司机小张态度好", "小张", "张", True),
        ("老李开车稳", "老李", "李", False),
        ("小胖服务不错", "小胖", "", False),
        ("王姐联系我", "王姐", "王", False),
        ("张队安排一下", "张队", "张", False),
        ("李叔帮忙搬", "李叔", "李", False),
        ("老刘头", "老刘头", "刘", False),
        ("李总说可以", "李总", "李", False),
        ("强哥做事利索", "强哥", "", False),
        ("driver wang was late", "Wang", "Wang", True),
        ("Mr. Zhao helped", "Zhao", "Zhao", False),
        ("Chen shifu please", "Chen", "Chen", True),
        ("Lao Li is great", "Lao Li", "Li", False),
    ],
)
def test_name_surname_and_driver(text: str, name: str, surname: str, driver: bool) -> None:
    (found,) = find_people(text)
    assert (found.name, found.surname, found.driver) == (name, surname, driver)
    assert text[found.start : found.end] == found.text


@pytest.mark.parametrize(
    "text",
    [
        "师傅您好", "老家在四川", "小时工", "我们小区", "老板你好", "谢谢师傅", "由于师傅迟到", "运费师傅多收了", "车牌尾号8888", "老师傅很专业",
        "经常师傅不接电话", "对方司机", "半路师傅抛锚", "小方桌", "小龙虾", "老高了", "总是迟到", "周总监", "两个半钟头", "任何师傅都行", "大车进不来",
        "the driver was rude", "driver app", "same driver back please", "uncle won't come",
    ],
)  # fmt: skip
def test_nobody_is_named(text: str) -> None:
    assert find_people(text) == ()


def test_several_people_in_reading_order() -> None:
    assert [person.name for person in find_people("要白师傅或者driver Chen，别派老周。")] == ["白师傅", "Chen", "老周"]


def test_one_name_for_one_driver() -> None:
    assert canonical_name("李师父") == canonical_name("姓李的师傅") == canonical_name("李司机") == "李师傅"
    assert canonical_name("那个师傅") == "那个师傅"


@given(st.text(max_size=60))
def test_people_lie_in_the_text(text: str) -> None:
    assert all(text[person.start : person.end] == person.text for person in find_people(text))
