"""The real pipeline reads, and what it decided is told from its stages."""

import json

import pytest
from yiku_domain.memory import Kind
from yiku_extractor.evaluation.board import Setting, board
from yiku_extractor.evaluation.cost import cost
from yiku_extractor.evaluation.judging import judge
from yiku_extractor.evaluation.labelled import Expected, Forbidden, LabelledTurn
from yiku_extractor.evaluation.labels import AT
from yiku_extractor.evaluation.mistakes import Fault, corpus_row, mistakes
from yiku_extractor.evaluation.reliability import of_statements, of_turns
from yiku_extractor.evaluation.report import page
from yiku_extractor.evaluation.tracing import fell_at, makers, student_of
from yiku_models.llm import FailureKind, LlmFailure

from tests.unit.extractor.evaluation.answering import BAND, WordStudent, expect, read, turn
from tests.unit.extractor.llm.asking import Saying, answer, claim
from training.check_corpus import faults

STUDENT = WordStudent(
    {"钢琴": (0.95, Kind.FACT), "热闹": (0.5, Kind.PREFERENCE), "太阳": (0.9, Kind.EVENT), "老片子": (0.1, Kind.FACT)}
)
PIANO = "家里有架钢琴，人多热闹"
TURNS = [
    turn(PIANO, expect(PIANO, "家里有架钢琴"), expect(PIANO, "人多热闹", "preference"), name="piano"),
    turn("今天太阳真好", name="sun", forbidden=(Forbidden("太阳", ("太阳",)),)),
    turn("我爱看老片子", expect("我爱看老片子", "我爱看老片子"), name="films"),
    turn("你好", expect("你好", "你好"), name="greeting"),
    turn(
        "住<b>西单</b>那边，电话13800138000",
        expect("住<b>西单</b>那边，电话13800138000", "电话13800138000"),
        name="phone",
    ),
]


def test_who_made_what() -> None:
    piano, sun, *_ = read(TURNS, STUDENT)
    assert makers(piano.extraction) == ["student", "student"]
    assert [(m.kind, m.review) for m in piano.stored] == [("fact", False), ("preference", True)]
    assert [m.content for m in sun.live] == ["今天太阳真好"]
    allergy = "我对芒果过敏"
    (by_rule,) = read([turn(allergy, expect(allergy, allergy))])
    assert by_rule.stored[0].maker.startswith("patterns: ")


def test_where_words_fell() -> None:
    _, _, films, greeting, _ = read(TURNS, STUDENT)
    by_student = fell_at(films.extraction, (0, 6))
    assert (by_student.step, by_student.why) == ("student", "small_talk (keep 0.10)")
    assert fell_at(greeting.extraction, (0, 2)).step == "filter"
    (unread,) = read([turn("我爱看老片子")])
    assert (fell_at(unread.extraction, (0, 6)).step, fell_at(unread.extraction, None).why) == ("patterns", "no_pattern")
    supposed = "要是我对芒果过敏"
    (guarded,) = read([turn(supposed)])
    assert fell_at(guarded.extraction, (0, len(supposed))).why.startswith("hypothetical")


def test_mistakes_with_the_step_that_decided() -> None:
    found = [mistakes(judge(each)) for each in read(TURNS, STUDENT)]
    assert found[0] == []
    assert [(m.fault, m.decided.step) for m in found[1]] == [
        (Fault.FORBIDDEN, "student"),
        (Fault.KEPT_WRONGLY, "student"),
    ]
    assert [(m.fault, m.decided.step) for m in found[2]] == [(Fault.DROPPED_WRONGLY, "student")]
    assert [(m.fault, m.decided.step) for m in found[3]] == [(Fault.DROPPED_WRONGLY, "filter")]


def test_wrong_kind_and_slot_and_what_nobody_expects() -> None:
    text = "我对芒果过敏，家里有架钢琴"
    labelled = turn(text, expect(text, "我对芒果过敏", "event", attribute="pet"))
    (read_it,) = read([labelled], STUDENT)
    found = {m.fault: m for m in mistakes(judge(read_it))}
    assert set(found) == {Fault.WRONG_KIND, Fault.WRONG_SLOT, Fault.EXTRA}
    assert found[Fault.WRONG_SLOT].what == "allergy, not pet"
    assert found[Fault.EXTRA].decided.step == "student"


def test_exported_turns_are_a_corpus_without_personal_data() -> None:
    for each in read(TURNS, STUDENT):
        line = json.dumps(corpus_row(judge(each)), ensure_ascii=False)
        assert list(faults(line)) == []
        assert "13800138000" not in line
    row = corpus_row(judge(read(TURNS)[-1]))
    assert row["memories"][0]["words"].startswith("电话<mobile:")  # type: ignore[index, call-overload, union-attr]


def test_words_that_cannot_be_placed_are_left_to_a_person() -> None:
    labelled = turn("那边", Expected(("fact",), None, ("望京",)), placed=False, before=(("assistant", "常从哪发货？"),))
    row = corpus_row(judge(read([labelled])[0]))
    assert row["borderline"] is True
    assert row["memories"] == []
    assert row["before"] == [{"role": "bot", "text": "常从哪发货？"}]


def test_the_bot_is_not_the_customer() -> None:
    spoken = LabelledTurn("b", "您住望京对吧", "bot", "zh", "bot_words", AT, (), (), (), False)
    (spoken_read,) = read([spoken], STUDENT)
    assert spoken_read.stored == ()
    assert corpus_row(judge(spoken_read))["role"] == "bot"


def test_chances_of_turns_and_statements() -> None:
    turns = [judge(each) for each in read(TURNS, STUDENT)]
    assert list(of_turns(turns))[:3] == [(0.95, True), (0.9, False), (0.1, True)]
    assert list(of_statements(turns))[:3] == [(0.95, True), (0.5, True), (0.9, False)]
    keyed = judge(read([turn("今天太阳真好", placed=False)], STUDENT)[0])
    assert list(of_statements([keyed])) == [], "key words do not say where a memory ends"
    model = student_of(turns[0].answer.extraction)
    assert model is not None
    assert (model.name, model.unsure_between) == ("by-word", BAND)


def test_cost() -> None:
    found = cost([judge(each) for each in read(TURNS, STUDENT)])
    assert (found.calls, found.would_ask, found.would_ask_per_thousand) == (0, 1, 200.0)
    assert found.whole.p50 <= found.whole.p95 <= found.whole.most
    assert {"mask", "filter", "student", "verify"} <= {stage.name for stage in found.stages}


def test_the_language_model_is_counted_and_named() -> None:
    """It keeps one turn that the student is unsure of, and drops another."""
    text = "人多热闹"
    labelled = turn(text, expect(text, text, "preference"))
    keeps, drops = Saying(answer(claim(text, kind="preference"))), Saying(answer())
    kept, lost = (judge(read([labelled], STUDENT, model)[0]) for model in (keeps, drops))
    assert [m.maker for m in kept.answer.live] == ["llm"]
    assert [(m.fault, m.decided.step) for m in mistakes(lost)] == [(Fault.DROPPED_WRONGLY, "llm")]
    spent = cost([kept, lost])
    assert (spent.calls, spent.calls_per_thousand, spent.tokens_in, spent.would_ask) == (2, 1000.0, 200, 0)
    assert dict(spent.outcomes) == {"answered": 2}


def test_a_question_that_the_budget_kept_back_is_no_call() -> None:
    (lost,) = read([turn("人多热闹", keep=True)], STUDENT, Saying(LlmFailure(FailureKind.BUDGET)))
    spent = cost([judge(lost)])
    assert (spent.calls, dict(spent.outcomes)) == (0, {"budget": 1})


@pytest.fixture(scope="module")
def report() -> str:
    turns = [judge(each) for each in read(TURNS, STUDENT)]
    return page(board(Setting(("a&b.jsonl",), "by-word", BAND, "", AT), turns))


def test_the_report_needs_nothing_from_elsewhere(report: str) -> None:
    for outside in ("http:", "https:", "<script", "<link", "@import", "url("):
        assert outside not in report
    assert "prefers-color-scheme: dark" in report
    assert report.count("<svg") >= 5


def test_the_report_escapes_what_customers_say(report: str) -> None:
    assert "<b>西单" not in report
    assert "a&amp;b.jsonl" in report
    assert "13800138000" not in report
    assert "decided by student" in report
