"""Fusion: scores in 0..1 that say how well a memory fits."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_domain.candidate import Candidate, PathName, PathResult
from yiku_recall.fuse import final_score, fuse, recency

from tests.unit.recall.making import NOW, found, lean, memory_id, strategy

VECTOR, KEYWORD, PROFILE, OVERLAY = PathName.VECTOR, PathName.KEYWORD, PathName.PROFILE, PathName.OVERLAY


@pytest.mark.parametrize("fusion", ["weighted", "rrf"])
def test_a_memory_that_more_paths_find_comes_first(fusion: str) -> None:
    results = [found(VECTOR, both=0.88, only_vector=0.88), found(KEYWORD, both=0.5, only_keyword=0.5)]
    best = fuse(results, strategy(fusion=fusion))[0]
    assert best.memory_id == memory_id("both")
    assert set(best.by_path) == {VECTOR, KEYWORD}


def test_a_lone_weak_hit_stays_weak() -> None:
    [lone] = fuse([found(VECTOR, weak=0.80), found(KEYWORD)], strategy())
    assert lone.score < 0.2


def test_case_13_an_exact_keyword_hit_alone_enters_and_beats_middling_neighbours() -> None:
    results = [found(VECTOR, near=0.84, nearer=0.85), found(KEYWORD, order=0.93)]
    assert fuse(results, strategy())[0].memory_id == memory_id("order")


def test_vector_and_overlay_are_one_voice() -> None:
    once = fuse([found(VECTOR, a=0.9), found(KEYWORD)], strategy())
    twice = fuse([found(VECTOR, a=0.9), found(OVERLAY, a=0.9), found(KEYWORD)], strategy())
    assert twice[0].score == pytest.approx(once[0].score)


def test_a_path_that_failed_takes_nothing_from_the_others() -> None:
    alone = fuse([found(KEYWORD, a=0.6)], strategy())
    failed = fuse([found(KEYWORD, a=0.6), PathResult(VECTOR, (), 60.0, "timeout")], strategy())
    assert failed[0].score == pytest.approx(alone[0].score)


def test_weights_decide_between_paths() -> None:
    results = [found(PROFILE, slot=1.0), found(KEYWORD, words=1.0)]
    heavy = {"paths": {"profile": {"weight": 2.0}, "keyword": {"weight": 1.0}}}
    light = {"paths": {"profile": {"weight": 0.5}, "keyword": {"weight": 1.0}}}
    assert fuse(results, strategy(**heavy))[0].memory_id == memory_id("slot")
    assert fuse(results, strategy(**light))[0].memory_id == memory_id("words")


@given(
    st.lists(
        st.tuples(
            st.sampled_from(list(PathName)),
            st.dictionaries(st.sampled_from("abcdef"), st.floats(-2, 2, allow_nan=False), max_size=6),
        ),
        max_size=5,
        unique_by=lambda pair: pair[0],
    ),
    st.sampled_from(["weighted", "rrf"]),
)
def test_scores_lie_between_nothing_and_one(hits: list[tuple[PathName, dict[str, float]]], fusion: str) -> None:
    candidates = fuse([found(path, **scores) for path, scores in hits], strategy(fusion=fusion))
    assert all(0.0 <= c.score <= 1.0 for c in candidates)
    assert [c.score for c in candidates] == sorted((c.score for c in candidates), reverse=True)
    assert {c.memory_id for c in candidates} == {memory_id(n) for _, scores in hits for n in scores}


def test_newer_surer_and_more_used_memories_gain() -> None:
    candidate = Candidate(memory_id("x"), 0.5)
    plain = lean("x", event_time=NOW - timedelta(days=90), confidence=0.7, energy=0.1)
    score = final_score(candidate, plain, strategy(), NOW)
    for better in ({"event_time": NOW}, {"confidence": 1.0}, {"energy": 0.9}):
        assert final_score(candidate, plain._replace(**better), strategy(), NOW) > score  # type: ignore[arg-type]


def test_kinds_weigh() -> None:
    candidate = Candidate(memory_id("x"), 0.5)
    weights = strategy(kind_weights={"sentiment": 0.5})
    mood = final_score(candidate, lean("x", kind="sentiment"), weights, NOW)
    assert mood < final_score(candidate, lean("x", kind="fact"), weights, NOW)


def test_half_life() -> None:
    assert recency(lean("x", event_time=NOW - timedelta(days=30)), 30, NOW) == pytest.approx(0.5)
    assert recency(lean("x", event_time=NOW + timedelta(days=3)), 30, NOW) == 1.0


def test_case_17_a_year_alone_is_not_its_first_of_january() -> None:
    first_of_january = NOW.replace(month=1, day=1)
    vague = lean("x", event_time=first_of_january, event_precision="year")
    assert recency(vague, 30, NOW) == 1.0
    assert recency(vague._replace(event_precision="day"), 30, NOW) < 0.01
