"""Recognisers of personal data: what they take, and the look-alikes that they leave."""

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from yiku_text import pii
from yiku_text.pii import PiiType
from yiku_text.pii.identity import card_valid, resident_id_valid

MOBILE = "13800138000"


def found(text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.type.value) for span in pii.find(text)]


@pytest.mark.parametrize(
    "written",
    [
        "13800138000",
        "138 0013 8000",
        "138-0013-8000",
        "+86 138 0013 8000",
        "+8613800138000",
        "008613800138000",
        "(+86)13800138000",
        "１３８００１３８０００",
        "①③⑧⓪⓪①③⑧⓪⓪⓪",
        "1 3 8 0 0 1 3 8 0 0 0",
        "1\u200b380013\u200b8000",
        "幺三八零零幺三八零零零",
        "一三八零零一三八零零零",
        "一三八，零零一三，八零零零",
        "幺三八 零零 幺三八 三个零",
        "138OOI38OOO",
        "one three eight double zero one three eight triple zero",
    ],
)
def test_a_mobile_however_written(written: str) -> None:
    for text in (written, f"我手机是{written}，打我", f"call {written} please"):
        spans = pii.find(text)
        assert [(s.type, s.normalised) for s in spans] == [(PiiType.MOBILE, MOBILE)], text
        assert text[spans[0].start : spans[0].end] == written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("座机010-62288559转8001", [("010-62288559转8001", "landline")]),
        ("(021)60000000", [("(021)60000000", "landline")]),
        ("0755 8888 6666", [("0755 8888 6666", "landline")]),
        ("固话62345678", [("62345678", "phone")]),
        ("我的电话是415-555-2671", [("415-555-2671", "phone")]),
        ("+44 7700900397", [("+44 7700900397", "phone")]),
        ("身份证110101199003070003收", [("110101199003070003", "id")]),
        ("11010519491231002x", [("11010519491231002x", "id")]),
        ("身份证1101 0119 9003 0700 03", [("1101 0119 9003 0700 03", "id")]),
        ("6228480000123456782农行", [("6228480000123456782", "card")]),
        ("4242 4242 4242 4242", [("4242 4242 4242 4242", "card")]),
        ("卡号6228480000123456780", [("6228480000123456780", "card")]),
        ("粤B12345", [("粤B12345", "plate")]),
        ("车牌粤B·12345停楼下", [("粤B·12345", "plate")]),
        ("粤BD12345那辆", [("粤BD12345", "plate")]),
        ("粤b12345f", [("粤b12345f", "plate")]),
        ("车牌是B12345", [("B12345", "plate")]),
        ("发我邮箱lin@example.com就行", [("lin@example.com", "email")]),
        ("ｌｉｎ＠ｅｘａｍｐｌｅ．ｃｏｍ", [("ｌｉｎ＠ｅｘａｍｐｌｅ．ｃｏｍ", "email")]),
        ("lin at example dot com", [("lin at example dot com", "email")]),
        ("花家地西里3号楼2单元501室", [("3号楼2单元501室", "door")]),
        ("三号楼二单元五零一", [("三号楼二单元五零一", "door")]),
        ("望京12-3-501", [("12-3-501", "door")]),
        ("建国路88号", [("88号", "door")]),
        ("建设路26号附12号，后门", [("26号附12号", "door")]),
        ("广佛路88号3栋102，限高", [("88号3栋102", "door")]),
        ("愚园路1088弄", [("1088弄", "door")]),
        ("星河A座2203", [("A座2203", "door")]),
        ("Apt 4B", [("Apt 4B", "door")]),
        ("Room 501", [("Room 501", "door")]),
        ("Building 2, Room 1803", [("Building 2, Room 1803", "door")]),
        ("Bibo Road 690 now", [("690", "door")]),
        ("88 Jianguo Road", [("88", "door")]),
        ("13800138000和13900139000", [("13800138000", "mobile"), ("13900139000", "mobile")]),
    ],
)
def test_what_is_found(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "订单00123456789",
        "订单号13800138000000",
        "运单号SF1234567890123",
        "运单号1234567890123456",
        "时间戳1718000000000",
        "1718000000000",
        "1784628000123, is it the order number?",
        "310000202610260317这个也是你们的单号吗",
        "保险单号4200001234202610100001",
        "税号91440101MA5000000L",
        "DD00987654321",
        "RF00260714022",
        "订单号4242424242424242",
        "得分98.5，价格13800元",
        "¥13800138",
        "1500 2000 3000",
        "400-820-8820",
        "客服电话400-820-8820",
        "4008208820",
        "打95588",
        "2024年10月1日",
        "2024-10-01 13:00",
        "16-04-2010",
        "8月25号从景德镇发",
        "家里25号搬",
        "地铁10号线",
        "12号馆",
        "5座的车",
        "三环路30公里",
        "坐101路公交",
        "4.2米 9.6米 17.5",
        "没有电梯五楼",
        "一二三四五六七八九十",
        "服装城B座",
        "6台车都要9月18号",
        "小米12 iPhone15 Pro SKU KX-200/B",
        "今天天气真好",
        "",
    ],
)
def test_look_alikes_are_left(text: str) -> None:
    assert found(text) == []


def test_case_29_mobile_and_id_beside_orders_times_and_scores() -> None:
    text = "手机13800138000，身份证110101199003070003，订单00123456789，时间1718000000000，评分4.8"
    assert found(text) == [(MOBILE, "mobile"), ("110101199003070003", "id")]


def test_checksums_decide() -> None:
    assert resident_id_valid("11010519491231002X")
    assert not resident_id_valid("110105194912310021")
    assert not resident_id_valid("110105194913310021")
    assert card_valid("6228480000123456782")
    assert not card_valid("6228480000123456783")


@given(
    st.text(max_size=30),
    st.from_regex(r"1[3-9][0-9]{9}", fullmatch=True),
    st.sampled_from(["", "，", "号", "。", " 打我"]),
)
@example("我的：", MOBILE, "")
def test_offsets_point_into_the_original(before: str, number: str, after: str) -> None:
    text = f"{before}电话 {number}{after}"
    spans = [span for span in pii.find(text) if number in text[span.start : span.end]]
    assert spans, text


@given(st.text(max_size=200))
def test_spans_are_in_order_and_apart(text: str) -> None:
    spans = pii.find(text)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(a.end <= b.start for a, b in itertools.pairwise(spans))
