"""One number in every way that people write it, in every place of a sentence; and what only looks like one."""

import random
import time
from collections.abc import Callable

import pytest
from yiku_text import pii
from yiku_text.masking import TOKEN, mask
from yiku_text.pii import PiiType
from yiku_text.pii_tokens import token_key

HAN = "零一二三四五六七八九"
FORMAL = "零壹贰叁肆伍陆柒捌玖"
ENGLISH = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TOKENISE = token_key(b"k" * 32, "acme").token
WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


def grouped(digits: str, *sizes: int, by: str) -> str:
    parts, at = [], 0
    for size in sizes:
        parts.append(digits[at : at + size])
        at += size
    return by.join(parts)


def full_width(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalnum() else c for c in text)


def spoken(digits: str, words: str = HAN) -> str:
    return "".join(words[int(digit)] for digit in digits)


def mobile(dice: random.Random) -> str:
    return f"1{dice.randint(3, 9)}{dice.randrange(10**9):09}"


def resident_id(dice: random.Random) -> str:
    body = f"{dice.choice(['110101', '440301', '510104'])}{dice.randint(1950, 2005)}{dice.randint(1, 12):02}{dice.randint(1, 28):02}{dice.randrange(1000):03}"
    return body + "10X98765432"[sum(int(d) * w for d, w in zip(body, WEIGHTS, strict=True)) % 11]


def card(dice: random.Random) -> str:
    body = "622202" + f"{dice.randrange(10**12):012}"
    for check in "0123456789":
        doubled = [int(d) if index % 2 else int(d) * 2 for index, d in enumerate(reversed(body + check), 1)]
        if sum(n - 9 if n > 9 else n for n in doubled) % 10 == 0:
            return body + check
    raise AssertionError


MOBILE_WRITINGS: tuple[Callable[[str], str], ...] = (
    str,
    full_width,
    spoken,
    lambda n: spoken(n, FORMAL),
    lambda n: spoken(n).replace("一", "幺"),
    lambda n: grouped(n, 3, 4, 4, by=" "),
    lambda n: grouped(n, 3, 4, 4, by="-"),
    lambda n: grouped(n, 3, 4, 4, by="——"),
    lambda n: grouped(n, 3, 4, 4, by="."),
    lambda n: grouped(n, 3, 4, 4, by="·"),
    lambda n: grouped(n, 3, 4, 4, by="_"),
    lambda n: grouped(n, 3, 4, 4, by="📞"),
    lambda n: grouped(n, 3, 4, 4, by="\n"),
    lambda n: grouped(n, 3, 4, 4, by="\u200b"),
    lambda n: grouped(n, 3, 3, 5, by=" "),
    lambda n: grouped(n, 7, 4, by=" "),
    lambda n: f"{n[:3]}({n[3:7]}){n[7:]}",
    lambda n: f"{n[:3]}【{n[3:7]}】{n[7:]}",
    " ".join,
    "-".join,
    ", ".join,
    lambda n: f"{n[:3]}{spoken(n[3:7])}{n[7:]}",
    lambda n: f"{spoken(n[:3])}，{spoken(n[3:7])}，{spoken(n[7:])}",
    lambda n: f"{n[:3]} 然后是 {n[3:7]} {n[7:]}",
    lambda n: f"{n[:3]}，后面是{n[3:7]}，最后{n[7:]}",
    lambda n: f"{n[:3]}，中间四位{n[3:7]}，后四位{n[7:]}",
    lambda n: f"{n[:3]} followed by {n[3:7]} {n[7:]}",
    lambda n: " ".join(ENGLISH[int(d)] for d in n),
    lambda n: "-".join(ENGLISH[int(d)] for d in n),
    lambda n: f"+86 {n}",
    lambda n: f"+86-{n}",
    lambda n: f"0086{n}",
    lambda n: f"86-{grouped(n, 3, 4, 4, by='-')}",
    lambda n: f"(+86){n}",
    lambda n: f"0{n}",
)
PLACES = ("{}", "我手机{}，到了打我", "收货人王姐 {} 在家", "call {} please", "王姐{}\n李哥", "（{}）", "“{}”")


@pytest.mark.parametrize("writing", range(len(MOBILE_WRITINGS)))
def test_a_mobile_in_any_writing_and_place(writing: int) -> None:
    dice = random.Random(writing)
    for place in PLACES:
        number = mobile(dice)
        text = place.format(MOBILE_WRITINGS[writing](number))
        assert [(s.type, s.normalised) for s in pii.find(text)] == [(PiiType.MOBILE, number)], text


@pytest.mark.parametrize("seed", range(5))
def test_identity_numbers_and_cards_in_any_writing(seed: int) -> None:
    dice = random.Random(seed)
    number, bank = resident_id(dice), card(dice)
    spelt = spoken(number[:17]) + (spoken(number[17]) if number[17] != "X" else "叉")
    for written in (number, number.lower(), full_width(number), grouped(number, 6, 8, 4, by=" "), spelt, f"ID{number}"):
        assert [(s.type, s.normalised) for s in pii.find(f"是{written}的")] == [(PiiType.ID, number)], written
    for written in (bank, full_width(bank), grouped(bank, 4, 4, 4, 4, 3, by=" "), grouped(bank, 4, 4, 4, 4, 3, by="-")):
        assert [(s.type, s.normalised) for s in pii.find(f"打到{written}吧")] == [(PiiType.CARD, bank)], written
    wrong = bank[:-1] + str((int(bank[-1]) + 1) % 10)
    assert pii.find(f"单子{wrong}") == ()


@pytest.mark.parametrize("seed", range(5))
def test_numbers_run_together_are_told_apart(seed: int) -> None:
    dice = random.Random(seed)
    one, two, three = mobile(dice), mobile(dice), resident_id(dice)
    while three[-1] == "X":
        three = resident_id(dice)
    for numbers in ((one, two), (one, one, two), (one, three), (three, two)):
        assert [s.normalised for s in pii.find("手机号" + "".join(numbers))] == list(numbers)
    for between in ("/", "或", "，", "、", "\n", " ", "-"):
        assert [s.normalised for s in pii.find(f"{one}{between}{two}")] == [one, two], between


def test_what_is_not_a_number_end_to_end_is_masked_whole_where_it_is_called_a_phone() -> None:
    text = "电话1592233445515922334455159"
    assert TOKEN.sub("", mask(text, TOKENISE).text) == "电话"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("沪A·D1234学 京A1234警 粤Z·1234港 鲁Q1234挂 WJ京12345", ["plate"] * 5),
        ("苏 E 1 2 3 4 5", ["plate"]),
        ("川A幺二三四五", ["plate"]),
        ("my plate is B12345", ["plate"]),
        ("license plate ABC-1234", ["plate"]),
        ("zhangsan艾特qq点com", ["email"]),
        ("zhangsan[at]163[dot]com", ["email"]),
        ("zhangsan#163.com", ["email"]),
        ("zhangsan@qq。com", ["email"]),
        ("12栋A座1808室", ["door"]),
        ("Flat 3B", ["door"]),
        ("12/F, Flat B", ["door"]),
        ("Block 123 #05-67", ["door"]),
        ("护照号EA1234567", ["document"]),
        ("港澳通行证C12345678", ["document"]),
        ("driver's license D1234567", ["document"]),
        ("微信号lin_xiaoyu88", ["account"]),
        ("加我v：abc12345", ["account"]),
        ("QQ：123456789", ["account"]),
        ("登录IP 113.88.12.34", ["ip"]),
        ("ip 240e:3b7:4::1", ["ip"]),
        ("+852 6123 4567", ["phone"]),
        ("(415) 555-2671", ["phone"]),
        ("00852 6123 4567", ["phone"]),
        ("座机58765432", ["phone"]),
        ("打58765432找我", ["phone"]),
        ("0755－86543210", ["landline"]),
        ("+86 21 5876 5432", ["landline"]),
    ],
)
def test_other_kinds(text: str, kinds: list[str]) -> None:
    assert [span.type.value for span in pii.find(text)] == kinds


@pytest.mark.parametrize(
    "text",
    [
        "uuid 13800138-0013-4390-8139-001390013900",
        "trace 4bf92f3577b34da6a3ce929d0e0e4736",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "SF1592233445566 JT15922334455 YT8867777888899",
        "tracking number 15922334455",
        "15922334455是我的订单号",
        "快递单号15922334455",
        "发票号15922334455",
        "面板150*2000*3000，共15箱",
        "1800、2000、2500三个价",
        "150、2000、3000",
        "(1,6), (2,5), (3,4), (4,3), (5,2), (6,1)",
        "0.15922334455 18.344337280302213",
        "15922334455元 ￥15922334455 15922334455字节",
        "156,172,188,204,220,236",
        "客服400-820-8820转2，800 820 8820，95338，10086，12306，1010 1111",
        "固件版本2.0.1.3，listen 127.0.0.1:7701",
        "@所有人 明天早点",
        "微信支付不了，my wechat is broken",
        "验证码159223，取件码8-2-1001",
        "一二三四五上山打老虎，二零二四年十一月五号",
        "186****8888",
        "以后给我打电话”（2026-08-30 起），上次联系（2026/8/30）",
        "routes\n@app.route('/')",
    ],
)
def test_more_look_alikes_are_left(text: str) -> None:
    assert pii.find(text) == ()


@pytest.mark.parametrize(
    "unit",
    [
        "7",
        "1 ",
        "13800138000 ",
        "幺三八零零",
        "1-",
        "a.b@",
        "one ",
        "电话1",
        "3号楼",
        "京A1",
        "a1",
        "1:",
        "微信a",
        "O1",
    ],
)
def test_time_grows_with_length_and_no_faster(unit: str) -> None:
    def seconds(length: int) -> float:
        text = (unit * length)[:length]
        best = []
        for _ in range(2):
            began = time.process_time()
            mask(text, TOKENISE)
            best.append(time.process_time() - began)
        return min(best)

    assert seconds(8_000) < 10 * seconds(2_000) + 0.02
