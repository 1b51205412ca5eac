"""Sentences, near-duplicates, vehicles, addresses, goods and numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_text import goods, vehicle
from yiku_text.near_duplicate import jaccard, near_duplicate, veto
from yiku_text.normal import normalise
from yiku_text.numbers import whole_number
from yiku_text.sentences import clauses


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("我住望京，周六拉书柜。要带搬运", ["我住望京", "周六拉书柜", "要带搬运"]),
        ("如果下雨，就叫厢货，平时小面", ["如果下雨，就叫厢货", "平时小面"]),
        ("下雨的时候，要厢货", ["下雨的时候，要厢货"]),
        ("要厢货，如果下雨的话", ["要厢货，如果下雨的话"]),
        ("If it rains, send a box truck", ["If it rains, send a box truck"]),
        ("title is Carter (Shanghai) Co., Ltd. thanks", ["title is Carter (Shanghai) Co., Ltd", "thanks"]),
        ("1,000块，4.2米", ["1,000块", "4.2米"]),
        ("嗯 这边货梯要报备", ["嗯", "这边货梯要报备"]),
        ("建外SOHO 7号楼", ["建外SOHO 7号楼"]),
        ("clean truck please 🙏 thanks", ["clean truck please", "thanks"]),
        ("……", []),
    ],
)
def test_clauses(turn: str, expected: list[str]) -> None:
    assert [clause.text for clause in clauses(turn)] == expected


@given(st.text(max_size=120))
def test_clauses_point_into_the_turn(turn: str) -> None:
    assert all(turn[clause.start : clause.end] == clause.text for clause in clauses(turn))


@given(st.text(max_size=60))
def test_the_normal_form_knows_where_it_came_from(text: str) -> None:
    normal = normalise(text)
    for index in range(len(normal.text)):
        start, end = normal.span(index, index + 1)
        assert normal.text[index] in normalise(text[start:end]).text


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("我不喜欢夜间送货", "我喜欢夜间送货", "negation"),
        ("5月3日送到", "5月8日送到", "numbers"),
        ("保价5000元", "保价50000元", "numbers"),
        ("we have 5 trucks", "we have 6 trucks", "numbers"),
        ("五台车", "六台车", "numbers"),
        ("以后都派李师傅来", "以后都派王师傅来", "names"),
        ("从望京送到方庄", "从方庄送到望京", "order"),
        ("send a box truck", "send a big truck", "words"),
        ("一般上午送货来", "一般下午送货来", "times"),
    ],
)
def test_vetoes(one: str, other: str, reason: str) -> None:
    assert veto(one, other) == reason
    assert not near_duplicate(one, other)


def test_case_23_five_trucks_and_six_are_close_and_yet_two_things() -> None:
    assert jaccard("we now have 5 box trucks", "we now have 6 box trucks") > 0.85
    assert not near_duplicate("we now have 5 box trucks", "we now have 6 box trucks")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我对猫毛过敏", "我对猫毛过敏啊"),
        ("我喜欢上午送货。", "我喜欢上午送货哦"),
        ("Box truck please", "box truck, please"),
    ],
)
def test_near_duplicates(one: str, other: str) -> None:
    assert near_duplicate(one, other)


@pytest.mark.parametrize(
    ("words", "code", "length"),
    [
        ("厢货", "box_truck", None),
        ("4.2米厢式货车", "box_truck", 4.2),
        ("四米二的厢货", "box_truck", 4.2),
        ("九米六高栏", "stake_truck", 9.6),
        ("17米5平板", "flatbed_truck", 17.5),
        ("小面包车", "small_van", None),
        ("中面", "medium_van", None),
        ("面包车", "van", None),
        ("依维柯", "iveco", None),
        ("冷链车", "reefer_truck", None),
        ("box truck", "box_truck", None),
        ("a 4.2m box truck", "box_truck", 4.2),
        ("flatbeds", "flatbed_truck", None),
        ("minivan", "van", None),
        ("refrigerated truck", "reefer_truck", None),
    ],
)
def test_vehicle_synonyms(words: str, code: str, length: float | None) -> None:
    found = vehicle.canonical(words)
    assert found is not None
    assert (found.type.code, found.length_m) == (code, length)


@pytest.mark.parametrize("words", ["小面积", "其中面积最大", "一箱货车上放着", "平板电脑", "moving forward", "你好"])
def test_no_vehicle(words: str) -> None:
    found = vehicle.canonical(words)
    assert found is None or found.type.code == "truck"


def test_goods_and_their_classes() -> None:
    assert [item.name for item in goods.find("书柜、双人床和一架电钢琴")] == ["书柜", "双人床", "电钢琴"]
    assert [kind.value for kind in goods.classes("冻牛肉和玻璃杯")] == ["cold", "fragile"]
    assert goods.find("unpainted") == ()


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("十二", 12),
        ("二十", 20),
        ("两百", 200),
        ("一百零五", 105),
        ("twelve", 12),
        ("三十五", 35),
        ("货", None),
        ("", None),
    ],
)
def test_whole_numbers(text: str, number: int | None) -> None:
    assert whole_number(text) == number
