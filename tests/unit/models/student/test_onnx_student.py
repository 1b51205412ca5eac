"""The packaged student: what it promises about any text, and that it has learnt its task."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from yiku_domain.memory import Kind
from yiku_models.errors import ModelUnavailable
from yiku_models.student import Clause, Judgement, OnnxStudent
from yiku_models.student.layout import CARD, PACKAGED


@pytest.fixture(scope="module")
def student() -> OnnxStudent:
    return OnnxStudent.load()


def _whole(turn: str, *before: tuple[str, str]) -> Clause:
    return Clause(before, turn, 0, len(turn))


def _close(one: Judgement, other: Judgement) -> bool:
    return one.keep == pytest.approx(other.keep, abs=1e-4) and one.attribute == other.attribute


_TURNS = (
    "我对海鲜过敏",
    "你好",
    "My daughter is called Lucy and she loves horses",
    "以后别派平板车给我，谢谢",
    "",
    "？",
)


def test_what_is_worth_remembering_is_told_from_what_is_not(student: OnnxStudent) -> None:
    kept = [_whole("我家住六楼，没有电梯"), _whole("I'm allergic to peanuts"), _whole("以后都别派老张来了")]
    dropped = [_whole("你好呀"), _whole("现在到哪了"), _whole("thanks a lot"), _whole("如果我住六楼怎么收费？")]
    assert min(j.keep for j in student.judge(kept)) > max(j.keep for j in student.judge(dropped))


def test_an_answer_is_read_with_its_question(student: OnnxStudent) -> None:
    usual = _whole("望京那边", ("bot", "师傅您平时一般从哪里发货？"))
    once = _whole("望京那边", ("bot", "您好，这次从哪里装货呢？"))
    assert student.judge([usual])[0].keep > student.judge([once])[0].keep + 0.3


def test_a_judgement_does_not_depend_on_its_company(student: OnnxStudent) -> None:
    together = student.judge([_whole(turn) for turn in _TURNS])
    alone = [student.judge([_whole(turn)])[0] for turn in _TURNS]
    assert all(_close(one, other) for one, other in zip(together, alone, strict=True))


def test_clauses_come_back_in_order_whatever_turn_they_are_of(student: OnnxStudent) -> None:
    turn = "你好，我住望京，我对花生过敏"
    spans = [(9, 15), (0, 2), (3, 7)]
    mixed = [Clause((), turn, *spans[0]), _whole("谢谢"), Clause((), turn, *spans[1]), Clause((), turn, *spans[2])]
    found = student.judge(mixed)
    assert found[0].attribute == "allergy"
    assert max(found[1].keep, found[2].keep) < min(found[0].keep, found[3].keep)


def test_many_threads_get_the_same_answers(student: OnnxStudent) -> None:
    clauses = [_whole(turn) for turn in _TURNS]
    expected = student.judge(clauses)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: student.judge(clauses), range(8)))
    assert all(_close(a, e) for answer in answers for a, e in zip(answer, expected, strict=True))


@pytest.mark.parametrize("turn", ["", "\0", "\ud83d", "好" * 30_000, "<mobile:abcdefgh>", "<s></s><pad>"])
def test_any_text_is_judged(student: OnnxStudent, turn: str) -> None:
    (judgement,) = student.judge([_whole(turn, ("bot", turn))])
    assert 0 <= judgement.keep <= 1
    assert set(judgement.kinds) == set(Kind) - {Kind.SUMMARY, Kind.INSIGHT}
    assert all(0 <= chance <= 1 for chance in judgement.kinds.values())
    assert judgement.kind in judgement.kinds


def test_nothing_asked_nothing_answered(student: OnnxStudent) -> None:
    assert student.judge([]) == []


def test_a_stricter_target_leaves_more_unsure(student: OnnxStudent) -> None:
    strict, loose = student.band(0.02), student.band(0.1)
    assert strict[0] < loose[0] or strict[1] > loose[1]


def test_without_weights_it_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="make train-student"):
        OnnxStudent.load(tmp_path)


def test_the_weights_are_small_and_come_with_their_card() -> None:
    assert sum(file.stat().st_size for file in PACKAGED.iterdir()) < 25e6
    assert "| slice |" in (PACKAGED / CARD).read_text(encoding="utf-8")
