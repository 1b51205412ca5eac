"""The definitions, on turns counted by hand."""

from collections import Counter

import pytest
from yiku_extractor.evaluation.breakdown import NOTHING, by_kind, by_slot, confusion
from yiku_extractor.evaluation.figures import group, groups
from yiku_extractor.evaluation.judging import Verdict
from yiku_extractor.evaluation.labelled import Expected, Forbidden
from yiku_extractor.evaluation.reliability import of_memories, reliability

from tests.unit.extractor.evaluation.answering import expect, judged, stored, turn

BOTH = "我住望京，对花生过敏"
HOME = expect(BOTH, "我住望京", "fact", attribute="home_address")
ALLERGY = expect(BOTH, "对花生过敏", "fact", "preference", attribute="allergy")


def test_keep_or_drop_is_over_those_not_sent() -> None:
    keep, drop = turn("我住望京", expect("我住望京", "我住望京")), turn("今天好热")
    turns = [
        judged(keep, stored("我住望京", (0, 4))),
        judged(keep),
        judged(drop, stored("今天好热", (0, 4))),
        judged(drop),
        judged(keep, stored("我住望京", (0, 4), review=True)),
        judged(drop, stored("今天好热", (0, 4), review=True)),
    ]
    found = group("all", turns)
    assert found.verdicts == Counter(
        {Verdict.RIGHT: 2, Verdict.DROPPED_WRONGLY: 1, Verdict.KEPT_WRONGLY: 1, Verdict.SENT: 2}
    )
    assert (found.keep.precision, found.keep.recall, found.keep.f1) == (0.5, 0.5, 0.5)
    assert found.sent == pytest.approx(1 / 3)
    assert (found.memories, found.stored, found.found) == (3, 1, 2), "what waits is found, not stored"


def test_shares_of_nothing_are_not_defined() -> None:
    found = group("drops", [judged(turn("今天好热"))])
    assert (found.keep.precision, found.keep.recall, found.keep.f1) == (None, None, None)
    wrong = group("drops", [judged(turn("今天好热"), stored("今天好热", (0, 4)))])
    assert (wrong.keep.precision, wrong.keep.f1) == (0.0, None)


def test_one_memory_for_two_is_found_twice_and_once_on_its_own() -> None:
    found = group("all", [judged(turn(BOTH, HOME, ALLERGY), stored(BOTH, (0, len(BOTH))))])
    assert (found.memories, found.found, found.each) == (2, 2, 1)


def test_an_accepted_kind_is_right_and_counts_as_what_it_was_stored_as() -> None:
    labelled = turn(BOTH, HOME, ALLERGY)
    right = stored("对花生过敏", (5, 10), "preference", attribute="allergy")
    wrong = stored("我住望京", (0, 4), "event", attribute="work_address")
    turns = [judged(labelled, right, wrong, stored("望", (4, 5), "fact"))]
    assert group("all", turns).kind_right == 1
    rows = {row.name: row.rates for row in by_kind(turns)}
    assert (rows["preference"].told, rows["preference"].found, rows["preference"].precision) == (1, 1, 1.0)
    assert (rows["fact"].told, rows["fact"].found, rows["fact"].precision) == (1, 0, 0.0)
    assert (rows["event"].told, rows["event"].precision) == (0, 0.0)
    assert confusion(turns) == Counter({("preference", "preference"): 1, ("fact", "event"): 1, (NOTHING, "fact"): 1})
    slots = {row.name: row.rates for row in by_slot(turns)}
    assert (slots["allergy"].f1, slots["home_address"].recall, slots["work_address"].precision) == (1.0, 0.0, 0.0)


def test_labels_that_are_silent_on_slots_judge_none() -> None:
    silent = Expected(("fact",), None, ("望京",), None)
    told = Expected(("fact",), None, ("花生",), "allergy")
    labelled = turn(BOTH, silent, told, placed=False)
    memories = (
        stored("我住望京", (0, 4), attribute="home_address"),
        stored("对花生过敏", (5, 10), attribute="allergy"),
        stored("别的", (0, 1), attribute="pet"),
    )
    assert [row.name for row in by_slot([judged(labelled, *memories)])] == ["allergy"]


def test_forbidden_claims_count_where_nobody_looks_first() -> None:
    claim = Forbidden("白金", ("白金", "客户"))
    labelled = turn("我是白金客户", forbidden=(claim,))
    waiting = judged(labelled, stored("我是白金客户", (0, 6), review=True))
    assert waiting.broken == ()
    assert judged(labelled, stored("我是白金客户", (0, 6))).broken == (claim,)
    assert group("all", [waiting]).forbidden == 1


def test_groups() -> None:
    turns = [judged(turn("今天好热", name=name)) for name in ("b", "a", "b")]
    assert [(g.name, g.turns) for g in groups(turns, lambda t: t.turn.name)] == [("a", 1), ("b", 2)]


def test_calibration_by_hand() -> None:
    found = reliability([(0.9, True), (0.9, False), (0.1, False), (1.0, True)])
    assert found is not None
    assert [(b.low, b.count) for b in found.bins] == [(0.1, 1), (0.9, 3)]
    assert found.bins[1].true == pytest.approx(2 / 3)
    assert found.error == pytest.approx((abs(0.1 - 0) * 1 + abs(2.8 / 3 - 2 / 3) * 3) / 4)
    assert reliability([]) is None


def test_confidence_is_held_against_what_is_expected() -> None:
    memories = (stored("我住望京", (0, 4), confidence=0.8), stored("x", (4, 5), review=True, confidence=0.6))
    turns = [judged(turn(BOTH, HOME), *memories)]
    assert list(of_memories(turns)) == [(0.8, True), (0.6, False)]
