"""Planning: what a question looks for, and when two questions are the same."""

from datetime import timedelta

import pytest
from yiku_domain.memory import Kind
from yiku_domain.plan import TimeRange, Turn
from yiku_recall.plan import NOW_GRAIN_S, exact_terms, fingerprint_of, make_plan, named_drivers
from yiku_recall.slots import asked_attributes
from yiku_text.normal import fold

from tests.unit.recall.making import NOW, request, strategy


@pytest.mark.parametrize(
    ("question", "attribute"),
    [
        ("我现在住哪来着，帮我填一下地址", "home_address"),
        ("她家现在的地址", "home_address"),
        ("阿姨现在住在哪个城市", "home_address"),
        ("Where do I live now?", "home_address"),
        ("去我公司取货，地址是哪", "work_address"),
        ("仓库现在在哪里", "warehouse_address"),
        ("Where is the warehouse now?", "warehouse_address"),
        ("货要不要买保险", "insurance"),
        ("送货时有什么特别要求", "service_wish"),
        ("给他推荐什么车型", "preferred_vehicle_type"),
        ("以后该叫什么车", "preferred_vehicle_type"),
        ("Which vehicle should we book for her frames?", "preferred_vehicle_type"),
        ("9月18号的电子展一共要几台车", "fleet_size"),
        ("哪个司机不能派给她", "driver_opinion"),
        ("Which driver must not be sent to him?", "driver_opinion"),
        ("能不能安排夜间送货", "night_delivery"),
        ("几点送货合适", "preferred_time"),
        ("她能自己搬货吗", "loading_help"),
        ("Can he help with the loading?", "health_limit"),
        ("怎么联系阿姨，能打电话吗", "contact_channel"),
        ("怎么开发票", "invoice"),
        ("How do I get an invoice?", "invoice"),
        ("派车之前看下这位客户对什么过敏", "allergy"),
        ("Does the customer have any allergies?", "allergy"),
        ("身体有什么要照顾的", "health_limit"),
    ],
)
def test_a_question_asks_for_its_slot(question: str, attribute: str) -> None:
    assert attribute in asked_attributes(fold(question))


@pytest.mark.parametrize("question", ["订单00261014207到哪了", "你好", "Thanks!", "上次的投诉处理了吗"])
def test_a_question_without_a_slot_asks_for_none(question: str) -> None:
    assert asked_attributes(fold(question)) == ()


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("订单00261014207到哪了", ("00261014207",)),
        ("What happened with order 00260812077?", ("00260812077",)),
        ("<mobile:3fk2q7zt>是谁的", ("<mobile:3fk2q7zt>",)),
        ("SKU ab-1029 还有吗", ("ab-1029",)),
        ("《三体》那单", ("三体",)),
        ("他说“轻拿轻放”", ("轻拿轻放",)),
        ("12点送", ()),
    ],
)
def test_exact_terms(question: str, terms: tuple[str, ...]) -> None:
    assert exact_terms(fold(question)) == terms


def test_drivers_are_named_by_surname_and_by_english_name() -> None:
    assert [m.name for m in named_drivers("李师傅和王师傅谁来？")] == ["李师傅", "王师傅"]
    assert [m.name for m in named_drivers("Is driver Chen free?")] == ["Chen"]
    assert named_drivers("上次夸过的师傅是哪位师傅") == ()


def test_case_11_a_question_without_spaces_gives_the_word_that_the_memory_holds() -> None:
    plan = make_plan(request("怎么开发票"), strategy())
    assert "发票" in (*plan.tokens, *plan.bigrams)
    assert "怎么" not in (*plan.tokens, *plan.bigrams)


def test_a_blank_query_takes_the_customers_last_turn() -> None:
    turns = (Turn("user", "我对什么过敏"), Turn("assistant", "我查一下"), Turn("user", "  "))
    assert make_plan(request("  ", turns=turns), strategy()).text == "我对什么过敏"
    assert make_plan(request(""), strategy()).text == ""


def test_a_long_question_is_bounded() -> None:
    plan = make_plan(request("发票地址过敏" * 3000), strategy())
    assert len(plan.tokens) <= 48
    assert len(plan.bigrams) <= 64


def test_equal_questions_have_equal_fingerprints_and_others_not() -> None:
    base = request("怎么开发票")
    same = fingerprint_of(base, strategy())
    others = [
        request("怎么开发票？"),
        request("怎么开发票", scene="dispatch"),
        request("怎么开发票", top_k=3),
        request("怎么开发票", token_budget=10),
        request("怎么开发票", explain=True),
        request("怎么开发票", kinds=frozenset({Kind.FACT})),
        request("怎么开发票", as_of=NOW),
        request("怎么开发票", time_range=TimeRange(start=NOW)),
        request("怎么开发票", time_range=TimeRange(end=NOW)),
        request("怎么开发票", time_zone="UTC"),
        request("怎么开发票", now=NOW + timedelta(seconds=NOW_GRAIN_S)),
    ]
    assert fingerprint_of(request(" 怎么开发票 "), strategy()) == same
    assert len({same, *(fingerprint_of(other, strategy()) for other in others)}) == len(others) + 1
    assert "发票" not in same


def test_the_present_is_the_same_for_as_long_as_the_caches_keep_an_answer() -> None:
    later = request("怎么开发票", now=NOW + timedelta(hours=1))
    now = fingerprint_of(request("怎么开发票"), strategy(), at_any_time=True)
    assert fingerprint_of(later, strategy(), at_any_time=True) == now
    assert fingerprint_of(later, strategy()) != now
