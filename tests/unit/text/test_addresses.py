"""Addresses taken apart: what is said, what follows without doubt, and what stays open."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_text import address
from yiku_text.addresses.divisions import gazetteer
from yiku_text.addresses.gazetteer import Level, short_name, short_town

DOOR = "<door:abcdefgh>"


def said(text: str, city: str = "") -> dict[str, str]:
    parts = address.parse(text, city).said()
    parts.pop("address")
    return parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("朝阳区", {"district": "朝阳区"}),
        ("北京市朝阳区望京", {"city": "北京市", "district": "朝阳区", "poi": "望京"}),
        ("广东省深圳市南山区科技园", {"province": "广东省", "city": "深圳市", "district": "南山区", "poi": "科技园"}),
        ("通州梨园翠屏北里", {"district": "通州区", "poi": "梨园翠屏北里"}),
        ("长宁江苏路", {"district": "长宁", "road": "江苏路"}),
        ("南京西路", {"road": "南京西路"}),
        (f"静安区愚园路{DOOR}", {"district": "静安区", "road": "愚园路", "door": DOOR}),
        ("佛山市南海区大沥镇", {"city": "佛山市", "district": "南海区", "town": "大沥镇"}),
        ("望京那边", {"poi": "望京"}),
        ("顺义仓库", {"district": "顺义区", "poi": "仓库"}),
        ("望京soho T3", {"building": "T3", "poi": "望京soho"}),
        ("深圳宝安西乡固戍", {"city": "深圳市", "district": "宝安区", "town": "西乡", "poi": "固戍"}),
        ("通州马驹桥物流园3号库", {"district": "通州区", "building": "3号库", "poi": "马驹桥物流园"}),
        ("回龙观龙泽苑东区", {"poi": "回龙观龙泽苑东区"}),
        (
            "江苏-无锡-锡山区东亭街道春江花园12栋3单元",
            {
                "province": "江苏省",
                "city": "无锡市",
                "district": "锡山区",
                "town": "东亭街道",
                "building": "12栋",
                "room": "3单元",
                "poi": "春江花园",
            },
        ),
        (
            "成都市武侯区天府大道北段18号高新国际广场A座",
            {
                "city": "成都市",
                "district": "武侯区",
                "road": "天府大道",
                "number": "北段18号",
                "building": "A座",
                "poi": "高新国际广场",
            },
        ),
        ("番禺区石楼镇赤岗村三组", {"district": "番禺区", "town": "石楼镇", "community": "赤岗村", "road": "三组"}),
        ("青岛市崂山区香港东路与海尔路交叉口", {"city": "青岛市", "district": "崂山区", "road": "香港东路"}),
        ("大连高新区软件园路", {"city": "大连市", "zone": "高新区", "road": "软件园路"}),
        ("浙江省/杭州市/滨江区/长河街道/江汉路", {"province": "浙江省", "city": "杭州市", "district": "滨江区", "town": "长河街道", "road": "江汉路"}),
        ("河北省石家庄市河北省石家庄市裕华区", {"province": "河北省", "city": "石家庄市", "district": "裕华区"}),
        (f"Dongguan, Zhen'an Road {DOOR}", {"city": "Dongguan", "road": "Zhen'an Road", "door": DOOR}),
        ("Wangjing, Chaoyang, Beijing", {"city": "Beijing", "district": "Chaoyang", "poi": "Wangjing"}),
        ("Tower 2, Raffles City, Yuzhong District, Chongqing", {"city": "Chongqing", "district": "Yuzhong District", "building": "Tower 2", "poi": "Raffles City"}),
    ],
)  # fmt: skip
def test_what_is_said(text: str, parts: dict[str, str]) -> None:
    assert said(text) == parts


@pytest.mark.parametrize(
    ("text", "province", "city", "inferred"),
    [
        ("瑞安市", "浙江省", "温州市", {"province", "city"}),
        ("昆山", "", "", set()),
        ("昆山花桥", "江苏省", "苏州市", {"province", "city"}),
        ("佛山市南海区", "广东省", "佛山市", {"province"}),
        ("上海浦东新区", "上海市", "上海市", {"province"}),
        ("襄樊", "湖北省", "襄阳市", {"province"}),
        ("杭州市余杭县", "浙江省", "杭州市", {"province"}),
        ("崇文区", "北京市", "北京市", {"province", "city"}),
        ("粤佛山", "广东省", "佛山市", set()),
        ("恩施州利川市", "湖北省", "恩施土家族苗族自治州", {"province"}),
    ],
)
def test_what_follows_without_doubt_is_told_apart(text: str, province: str, city: str, inferred: set[str]) -> None:
    parsed = address.parse(text)
    assert (parsed.province, parsed.city, set(parsed.inferred)) == (province, city, inferred)


@pytest.mark.parametrize(
    "text", ["朝阳区", "朝阳", "鼓楼区", "西湖区文三路", "吉林", "城关镇", "新华书店", "和平路", "老城区", "三里屯"]
)
def test_no_city_is_guessed(text: str) -> None:
    parsed = address.parse(text)
    assert (parsed.province, parsed.city) == ("", "")


@pytest.mark.parametrize(
    "text", ["北京路步行街", "上海大厦", "太原街", "杭州东站", "重庆南路", "香港中路", "温州商会", "西安路"]
)
def test_a_name_inside_a_name_is_no_city(text: str) -> None:
    assert address.parse(text).city in {"", "温州市"}
    assert address.parse(text).district == ""


def test_a_city_is_given_or_follows() -> None:
    given_city = address.parse("朝阳区", "北京")
    assert (given_city.city, given_city.given) == ("北京市", {"city"})
    assert address.parse("朝阳大悦城", "北京").district == "朝阳区"
    assert address.parse("朝阳大悦城").poi == "朝阳大悦城"
    assert address.parse("锦江区", "北京市").city == "成都市"
    assert address.parse("西湖区", "北京市").city == ""
    assert address.parse("上海市静安区", "北京").city == "上海市"


def test_old_names_lead_to_those_of_today_where_the_place_is_the_same() -> None:
    assert address.parse("四川省新津县").district == "新津区"
    assert address.parse("杭州市下城区").district == "下城区"


def test_the_parts_hold_all_that_is_known() -> None:
    parts = address.parse("瑞安市安阳街道").parts()
    assert parts == {
        "address": "瑞安市安阳街道",
        "province": "浙江省",
        "city": "温州市",
        "district": "瑞安市",
        "town": "安阳街道",
    }


def test_the_table_is_complete() -> None:
    names = gazetteer().names
    levels = [meaning.division.level for meanings in names.values() for meaning in meanings if not meaning.short]
    divisions = {meaning.division for meanings in names.values() for meaning in meanings}
    assert sum(d.level is Level.PROVINCE for d in divisions) + 4 == 34
    assert sum(d.level is Level.CITY and not d.rough for d in divisions) > 350
    assert sum(level is Level.DISTRICT for level in levels) > 2800


@pytest.mark.parametrize(
    ("official", "short"),
    [
        ("杭州市", "杭州"),
        ("阿坝藏族羌族自治州", "阿坝"),
        ("内蒙古自治区", "内蒙古"),
        ("香港特别行政区", "香港"),
        ("沙县", "沙县"),
        ("东区", "东区"),
    ],
)
def test_short_names(official: str, short: str) -> None:
    assert short_name(official) == short


def test_short_names_of_towns() -> None:
    assert (short_town("梨园镇"), short_town("春熙路街道"), short_town("黄镇")) == ("梨园", "春熙路", "黄镇")


@given(st.text(max_size=60))
def test_any_text_can_be_parsed(text: str) -> None:
    assert isinstance(address.parse(text), address.Address)


@given(st.text(alphabet="北京市朝阳区路街村镇1号栋室-， 一二三东西大厦", max_size=40))
def test_parts_are_words_of_the_text_or_official_names(text: str) -> None:
    parsed = address.parse(text)
    assert parsed.road in parsed.text
    assert parsed.poi in parsed.text


def test_parsing_is_fast() -> None:
    address.parse("北京市")
    began = time.perf_counter()
    for _ in range(200):
        address.parse("浙江省杭州市余杭区五常街道文二西路998号未来科技城海创园8号楼3单元402室")
    assert (time.perf_counter() - began) / 200 < 0.005
