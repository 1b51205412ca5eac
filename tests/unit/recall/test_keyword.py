"""Keyword coverage."""

from yiku_recall.paths.keyword import EXACT_FLOOR, keyword_hits
from yiku_recall.plan import make_plan

from tests.unit.recall.making import lean, request, strategy


def hits(question: str, *contents: str, limit: int = 40) -> list[tuple[str, float]]:
    """Content and score, best first."""
    memories = [lean(content) for content in contents]
    by_id = {memory.id: memory.content for memory in memories}
    found = keyword_hits(make_plan(request(question), strategy()), memories, limit)
    return [(by_id[hit.memory_id], hit.score) for hit in found]


def test_case_11_invoice_is_found_without_spaces() -> None:
    [(content, score), *rest] = hits("怎么开发票", "客户要求开增值税发票", "客户要开车去上海")
    assert content == "客户要求开增值税发票"
    assert score > 0.25
    assert all(other < score for _, other in rest)


def test_case_13_an_order_number_alone_scores_high() -> None:
    question = "订单00261014207到哪了"
    [(content, score), *_] = hits(question, "订单 00261014208 已签收", "运单00261014207滞留在中转站")
    assert content == "运单00261014207滞留在中转站"
    assert score >= EXACT_FLOOR


def test_rare_words_weigh_more_than_common_ones() -> None:
    common = [f"客户喜欢第{i}种包装" for i in range(10)]
    assert hits("客户喜欢青瓷吗", *common, "青瓷要单独打包")[0][0] == "青瓷要单独打包"


def test_english_words_match_whole_words_and_plurals_only() -> None:
    found = [content for content, _ in hits("any van?", "Prefers vans", "An advantage of his", "Took a van")]
    assert set(found) == {"Prefers vans", "Took a van"}


def test_nothing_covered_is_no_hit_and_the_limit_holds() -> None:
    assert hits("发票", "喜欢喝茶") == []
    assert len(hits("发票", *(f"发票{i}" for i in range(9)), limit=3)) == 3


def test_scores_stay_in_range() -> None:
    assert all(0 < score <= 1 for _, score in hits("开票 00261014207", "开票 00261014207", "开票"))
