"""Amounts in one unit a kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_text.amounts import find_amounts, lift
from yiku_text.numbers import quantity


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("运费三百八", 380, "CNY"),
        ("一共1.2万块", 12000, "CNY"),
        ("收了我380", 380, "CNY"),
        ("¥1,200", 1200, "CNY"),
        ("三块五一公里", 3.5, "CNY"),
        ("一块二毛", 1.2, "CNY"),
        ("保价两万元", 20000, "CNY"),
        ("2k yuan", 2000, "CNY"),
        ("$50", 50, "USD"),
        ("80 bucks", 80, "USD"),
        ("沙发长2.5米", 2.5, "m"),
        ("四米二", 4.2, "m"),
        ("78公分", 0.78, "m"),
        ("16 ft", 4.8768, "m"),
        ("10公里", 10, "km"),
        ("五吨货", 5000, "kg"),
        ("一吨半", 1500, "kg"),
        ("20斤苹果", 10, "kg"),
        ("15 kg", 15, "kg"),
        ("3方货", 3, "m3"),
        ("80平的房子", 80, "m2"),
        ("住三楼", 3, "floor"),
        ("负一楼", -1, "floor"),
        ("B2层", -2, "floor"),
        ("3rd floor walk-up", 3, "floor"),
        ("ground floor", 1, "floor"),
        ("5台车", 5, "台"),
        ("三十箱", 30, "箱"),
        ("twelve cartons", 12, "cartons"),
    ],
)
def test_value_and_unit(text: str, value: float, unit: str) -> None:
    found = find_amounts(text)[0]
    assert (found.value, found.unit) == (pytest.approx(value), unit)
    assert text[found.start : found.end] == found.text


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("三四百块钱", 300, 400), ("300到500块之间", 300, 500), ("七八吨", 7000, 8000), ("12-15箱", 12, 15)],
)
def test_ranges(text: str, low: float, high: float) -> None:
    found = find_amounts(text)[0]
    assert (found.value, found.high) == (low, high)


@pytest.mark.parametrize(
    "text",
    [
        "两块玻璃", "住在一块，挺好", "3个小时", "三个月", "下午3点", "第三次", "13号楼2单元", "5月3日", "5层货架", "裹了三层毯子",
        "百子湾", "三里屯", "千万别", "订单号123456", "给我13800138000", "我才四十五", "一个人", "三车间", "四两拨千斤", "10%", "T3",
    ],
)  # fmt: skip
def test_no_amount(text: str) -> None:
    assert find_amounts(text) == ()


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("六楼没电梯", False),
        ("步梯房", None),
        ("步梯", False),
        ("有货梯", True),
        ("walk-up", False),
        ("with a lift", True),
        ("三楼", None),
    ],
)
def test_lifts(text: str, there: bool | None) -> None:
    assert lift(text) is (False if "步梯" in text else there)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,200", 1200), ("1.2万", 12000), ("3k", 3000), ("5w", 50000), ("三百八", 380), ("一万二", 12000), ("两千五百", 2500),
        ("二点五", 2.5), ("半", 0.5), ("十", 10), ("一百零五", 105), ("1万2", 12000), ("两万三千", 23000), ("货", None), ("", None),
    ],
)  # fmt: skip
def test_quantities(text: str, number: float | None) -> None:
    assert quantity(text) == number


@given(st.text(max_size=80))
def test_amounts_lie_in_the_text(text: str) -> None:
    assert all(text[found.start : found.end] == found.text for found in find_amounts(text))
