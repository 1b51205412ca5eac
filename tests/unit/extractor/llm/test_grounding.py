"""Letter by letter, save for width, case and spaces; nothing new in a sentence but its frame."""

import pytest
from yiku_text.grounding import alien_words, negators, spans_of

TEXT = "我对 猫毛过敏，住望京ＳＯＨＯ，有3辆车、两只猫。I prefer box trucks 电话<mobile:abcd2efg>"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("我对猫毛过敏", "我对 猫毛过敏"),
        ("“望京SOHO。”", "望京ＳＯＨＯ"),
        ("Box Trucks", "box trucks"),
        ("<mobile:abcd2efg>", "<mobile:abcd2efg>"),
        ("３辆车", "3辆车"),
    ],
)
def test_the_same_letters_are_found(words: str, found: str) -> None:
    assert [TEXT[slice(*span)] for span in spans_of(words, TEXT)] == [found]


@pytest.mark.parametrize("words", ["我对狗毛过敏", "SOH", "ruck", "box truck", "我猫毛过敏", "", "，", "  ", "过敏原"])
def test_other_letters_are_not(words: str) -> None:
    assert spans_of(words, TEXT) == []


def test_every_place_is_found() -> None:
    assert spans_of("猫", "猫和猫") == [(0, 1), (2, 3)]


@pytest.mark.parametrize(
    "sentence",
    [
        "客户对猫毛过敏",
        "经常住望京soho",
        "有三辆车和2只猫",
        "一般喜欢box trucks",
        "usually prefers box trucks",
        "preferring a Box Truck",
        "电话是<mobile:abcd2efg>",
    ],
)
def test_a_frame_brings_nothing_new(sentence: str) -> None:
    assert list(alien_words(sentence, TEXT)) == []


@pytest.mark.parametrize(
    ("sentence", "alien"),
    [
        ("住朝阳区望京SOHO", "朝阳区"),
        ("有5辆车", "5"),
        ("有五辆车", "五"),
        ("让王建国送望京SOHO", "王建国"),
        ("Driver Wang prefers box trucks", "wang"),
        ("prefers 3 refrigerated trucks", "refrigerated"),
        ("电话<mobile:aaaaaaaa>", "<mobile:aaaaaaaa>"),
        ("住望京SOHO的1号", "1"),
        ("对花粉过敏", "花粉"),
    ],
)
def test_numbers_names_and_places_from_elsewhere_are_told(sentence: str, alien: str) -> None:
    assert alien in list(alien_words(sentence, TEXT))


def test_the_answered_question_may_lend_its_words() -> None:
    sentence = "一般从望京发货到通州"
    assert list(alien_words(sentence, "望京那边", "您一般从哪发货到通州？")) == []
    assert list(alien_words(sentence, "望京那边")) == ["通州"]


@pytest.mark.parametrize(
    ("text", "count"),
    [("别派他", 1), ("不得不去", 2), ("特别好，服务不错", 0), ("没问题", 0), ("I don't mind", 1), ("I don’t and never will", 2), ("no problem", 0), ("拉黑他", 1)],
)  # fmt: skip
def test_denials_are_counted_and_idioms_are_none(text: str, count: int) -> None:
    assert negators(text) == count
