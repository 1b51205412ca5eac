"""Goods and their classes."""

import re

import pytest
from yiku_text import goods
from yiku_text.goods_words import WORDS, GoodsClass
from yiku_text.word_pattern import word_pattern


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("一架立式钢琴和两个音箱", ["instrument"]),
        ("冻虾和雪糕", ["cold"]),
        ("红酒两箱", ["wine"]),
        ("玻璃茶几", ["fragile", "furniture"]),
        ("双开门冰箱", ["appliance"]),
        ("油漆跟稀释剂", ["hazardous"]),
        ("猫爬架和狗笼", ["pet"]),
        ("瓷砖水泥腻子粉", ["building_material"]),
        ("标书和档案", ["documents"]),
        ("注塑机模具", ["machinery"]),
        ("字画", ["artwork"]),
        ("多肉和绿萝", ["plant"]),
        ("服务器机柜", ["electronics"]),
        ("a grand piano and a couch", ["instrument", "furniture"]),
        ("boxes of books", ["documents"]),
        ("wedding cakes and frozen food", ["food", "cold"]),
        ("propane tanks", ["hazardous"]),
        ("two dog crates", ["pet"]),
        ("drywall and lumber", ["building_material"]),
        ("一个sofa和两张bed", ["furniture"]),
    ],
)
def test_classes(text: str, classes: list[str]) -> None:
    assert [kind.value for kind in goods.classes(text)] == classes


@pytest.mark.parametrize(
    "text",
    [
        "我在家具城上班",
        "水果店门口",
        "今天吃药了",
        "给我打手机",
        "book a truck",
        "at the door",
        "发票抬头",
        "海鲜过敏",
        "机器人客服",
        "面包车",
        "unpainted",
        "safe trip",
        "戴眼镜的",
    ],
)
def test_no_goods(text: str) -> None:
    assert goods.find(text) == ()


def test_names_are_the_words_of_the_text() -> None:
    text = "三台LED屏、手机配件, Two Sofas"
    assert [text[item.start : item.end] for item in goods.find(text)] == ["LED屏", "手机配件", "Sofas"]


def test_every_word_is_found_in_a_class_of_its_own() -> None:
    for kind in GoodsClass:
        for word in WORDS[kind][0].split():
            assert goods.find(f"运{word}。"), word


def test_a_word_pattern_takes_the_longest_word() -> None:
    pattern = re.compile(word_pattern(["ab", "abc", "b"]))
    assert [match[0] for match in pattern.finditer("abcab b")] == ["abc", "ab", "b"]
