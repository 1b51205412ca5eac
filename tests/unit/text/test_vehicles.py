"""Vehicle types as customers write them, with their lengths."""

import pytest
from yiku_text import vehicle


def codes(text: str) -> list[tuple[str, float | None]]:
    return [(found.type.code, found.length_m) for found in vehicle.find(text)]


@pytest.mark.parametrize(
    ("text", "code", "length"),
    [
        ("来个小面包", "small_van", None),
        ("五菱宏光就行", "small_van", None),
        ("微面", "small_van", None),
        ("金杯", "medium_van", None),
        ("依维克", "iveco", None),
        ("全顺", "van", None),
        ("微货", "small_truck", None),
        ("小货车一台", "small_truck", None),
        ("4.2厢货", "box_truck", 4.2),
        ("四点二米厢式", "box_truck", 4.2),
        ("厢货4米2的", "box_truck", 4.2),
        ("9米6高栏", "stake_truck", 9.6),
        ("仓栏", "stake_truck", None),
        ("13米半挂", "semi_trailer", 13.0),
        ("十七米五平板", "flatbed_truck", 17.5),
        ("低平板车", "lowbed_trailer", None),
        ("飞翼车13米", "wing_truck", 13.0),
        ("冷链车", "reefer_truck", None),
        ("危化品车", "dangerous_goods_truck", None),
        ("随车吊", "crane_truck", None),
        ("三轮", "tricycle", None),
        ("26 ft box truck", "box_truck", 7.9),
        ("a luton van", "box_truck", None),
        ("18-wheeler", "semi_trailer", None),
        ("send a semi", "semi_trailer", None),
        ("hazmat truck", "dangerous_goods_truck", None),
        ("curtainsider", "wing_truck", None),
        ("a pickup is enough", "pickup_truck", None),
        ("sprinter van", "van", None),
    ],
)
def test_one_code_for_every_way_of_saying_it(text: str, code: str, length: float | None) -> None:
    assert codes(text) == [(code, length)]


@pytest.mark.parametrize(
    "text",
    [
        "4米2的沙发",
        "重庆小面",
        "小面积",
        "小棉袄",
        "pickup address",
        "pick up at 5",
        "平板电脑",
        "semi-final",
        "小货架",
        "下午3点厂里见",
        "高兰路",
        "互相货比三家",
    ],
)
def test_no_vehicle(text: str) -> None:
    assert codes(text) == []
    assert vehicle.find_by_length(text) == ()


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("叫个4米2", 4.2),
        ("来台6米8的", 6.8),
        ("9米6", 9.6),
        ("两台4米2", 4.2),
        ("车型是7米6", 7.6),
        ("换成13米吧", 13.0),
    ],
)
def test_a_truck_called_by_its_length_alone(text: str, length: float) -> None:
    found = vehicle.canonical(text)
    assert found is not None
    assert (found.type.code, found.length_m) == ("truck", length)


@pytest.mark.parametrize("text", ["买个4米2的沙发", "沙发4米2", "要4米2的木板", "来条3米的绳子", "柜子长2米7"])
def test_a_length_of_goods_is_no_truck(text: str) -> None:
    assert vehicle.find_by_length(text) == ()


def test_an_hour_before_a_truck_is_no_length() -> None:
    assert codes("下午3点厢货到") == [("box_truck", None)]


def test_equipment() -> None:
    assert vehicle.features("4米2厢货带尾板，要新能源的") == ("new_energy", "tail_lift")
