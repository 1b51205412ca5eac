"""The shared cases that extraction decides, and the whole kinds behind them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from yiku_domain.ids import MemoryId, Scope, TenantId, TraceId, UserId
from yiku_domain.memory import Draft, Memory
from yiku_domain.resolution import Insert, Merge, Resolution, Supersede, draft_slot, resolve
from yiku_stores.postgres.drafting import memory_of
from yiku_text.masking import mask
from yiku_text.segment import tokens

from tests.unit.extractor.saying import AT, TOKENISE, say


def one(text: str) -> Draft:
    drafts = say(text).drafts
    assert len(drafts) == 1, drafts
    return drafts[0]


def stored(draft: Draft) -> Memory:
    scope = Scope(TenantId("t"), UserId("u"))
    return replace(memory_of(draft, MemoryId(UUID(int=1)), scope, AT, TraceId("0" * 32)), version=1)


def meets(known: Sequence[Draft], draft: Draft) -> Resolution:
    """What becomes of a draft a month later, beside those of its slot."""
    slot = draft_slot(draft)
    rivals = [stored(k) for k in known if slot is not None and draft_slot(k) == slot]
    return resolve(draft, rivals, slot, datetime(2026, 8, 2, tzinfo=UTC) + timedelta(days=1))


def test_13_an_order_number_is_one_exact_term_on_both_sides() -> None:
    content = one("等候费收我180太离谱了，订单00260712001").content
    assert "00260712001" in tokens(content)
    assert "00260712001" in tokens("订单00260712001怎么处理")


@pytest.mark.parametrize(
    ("text", "verbatim"),
    [
        ("我们主要拉KX-200/B型玻璃", "KX-200/B"),
        ("以后都叫4.2米厢货", "4.2米厢货"),
        ("李师傅特别细心", "李师傅特别细心"),
        ("运费太离谱了，单号SF1234567890123", "SF1234567890123"),
        ("I always need a box-truck", "box-truck"),
    ],
)
def test_14_the_memory_keeps_the_language_and_the_codes(text: str, verbatim: str) -> None:
    content = one(text).content
    assert verbatim in content
    assert any("一" <= c <= "鿿" for c in content) == any("一" <= c <= "鿿" for c in text)


def test_14_a_plate_is_masked_and_the_vault_gets_it_verbatim() -> None:
    extraction = say("粤B·12345那个车迟到一小时")
    assert "12345" not in extraction.text
    assert [item.normalised for item in extraction.found] == ["粤B12345"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("我住望京", "我搬到通州了"),
        ("公司在国贸", "我公司搬到通州了"),
        ("仓库在石井", "仓库搬到大沥了"),
        ("I live in Jing'an", "I've moved to Pudong"),
    ],
)
def test_19_a_move_supersedes_the_address(before: str, after: str) -> None:
    assert isinstance(meets([one(before)], one(after)), Supersede)


def test_19_home_work_and_warehouse_stand_side_by_side() -> None:
    home, work, store = one("我住望京"), one("公司在国贸"), one("仓库在石井")
    assert isinstance(meets([home, work], store), Insert)
    assert isinstance(meets([home, store], work), Insert)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("我不喜欢夜间送货", "可以夜间送货"),
        ("可以夜间送货", "我不喜欢夜间送货"),
        ("晚上别送", "现在晚上送货也可以了"),
        ("I don't like night deliveries", "night deliveries are fine now"),
    ],
)
def test_20_a_preference_flips(before: str, after: str) -> None:
    old, new = one(before), one(after)
    assert old.attribute == new.attribute == "night_delivery"
    assert old.value["allowed"] is not new.value["allowed"]
    assert isinstance(meets([old], new), Supersede)


def test_20_said_again_in_other_words_it_is_the_same() -> None:
    assert isinstance(meets([one("我不喜欢夜间送货")], one("晚上别送")), Merge)


@pytest.mark.parametrize(
    ("before", "after"),
    [("we have 5 trucks", "we have 6 trucks"), ("我们有5台车", "我们有6台车"), ("我们有五台车", "我们有6台车")],
)
def test_23_another_number_is_an_update(before: str, after: str) -> None:
    assert isinstance(meets([one(before)], one(after)), Supersede)


def test_23_the_same_number_in_other_words_merges() -> None:
    assert isinstance(meets([one("我们有五台车")], one("we have 5 trucks")), Merge)


def test_26_the_bot_repeats_a_recalled_memory() -> None:
    memory = "我对猫毛过敏"
    for text in ("您对猫毛过敏，我们都记着呢", memory):
        extraction = say(text, role="assistant", recalled=(memory,))
        assert extraction.drafts == ()
        assert extraction.dropped[0].reason.value == "assistant_turn"
    echoed = say("我对猫毛过敏哦", recalled=(memory,))
    assert echoed.dropped[0].reason.value == "repeat_of_recalled"


def test_26_a_correction_is_no_repeat() -> None:
    assert say("我对猫毛不过敏", recalled=("我对猫毛过敏",)).drafts


def test_29_nothing_raw_leaves_the_chain() -> None:
    raw = "我手机13800138000，身份证110101199003070003，订单00123456789，时间1718000000000，评分4.8"
    extraction = say(raw, after=(("user", "卡号6228480000123456782"), ("assistant", "粤B12345到了")))
    kept = repr(replace(extraction, found=()))
    for secret in ("13800138000", "110101199003070003", "6228480000123456782", "粤B12345"):
        assert secret not in kept
    for other in ("00123456789", "1718000000000", "4.8"):
        assert other in extraction.text
    assert extraction.text == mask(raw, TOKENISE).text


def test_a_conditional_wish_has_a_slot_of_its_own() -> None:
    always, rainy = one("我平时都用小面"), one("下雨天才要厢货")
    assert isinstance(meets([always], rainy), Insert)
    assert isinstance(meets([rainy], one("下雨天才要面包车")), Supersede)
    assert isinstance(meets([always], one("以后都叫厢货")), Supersede)


def test_drivers_flip_one_by_one() -> None:
    asked, blocked = one("下次还要李师傅"), one("别再派李师傅了")
    assert isinstance(meets([asked], blocked), Supersede)
    assert isinstance(meets([asked], one("别再派王师傅了")), Insert)
