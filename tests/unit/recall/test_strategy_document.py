"""Strategy documents: read, checked, written."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yiku_domain.candidate import PathName
from yiku_domain.errors import InvalidRequest
from yiku_domain.strategy import Fusion, Strategy, format_strategy, parse_strategy
from yiku_stores.builtin_strategies import builtin_documents

PATHS = {"vector": {"weight": 1.0}}


def violations(document: dict[str, Any]) -> list[str]:
    """The fields that a broken document is refused for."""
    with pytest.raises(InvalidRequest) as refused:
        parse_strategy(document, "s", 1)
    return [violation.field for violation in refused.value.violations]


@pytest.mark.parametrize("scene", ["customer_service", "recommendation", "dispatch"])
def test_the_builtin_scenes_are_sound_and_use_every_path(scene: str) -> None:
    strategy = parse_strategy(builtin_documents()[scene], scene, 0)
    assert set(strategy.paths) == set(PathName)
    assert strategy.scene == scene
    assert strategy.prompt_questions is (scene == "customer_service")


def test_what_is_left_out_takes_the_defaults() -> None:
    strategy = parse_strategy({"paths": PATHS}, "s", 3)
    assert (strategy.version, strategy.fusion, strategy.top_k) == (3, Fusion.WEIGHTED, Strategy.top_k)
    assert strategy.paths[PathName.VECTOR].limit == 40


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({}, "document.paths"),
        ({"paths": []}, "document.paths"),
        ({"paths": {}}, "document.paths"),
        ({"paths": {"vector": {"weight": 0}}}, "document.paths"),
        ({"paths": {"vektor": {"weight": 1}}}, "document.paths.vektor"),
        ({"paths": {"vector": {}}}, "document.paths.vector.weight"),
        ({"paths": {"vector": 1}}, "document.paths.vector"),
        ({"paths": {"vector": {"weight": -1}}}, "document.paths.vector.weight"),
        ({"paths": {"vector": {"weight": True}}}, "document.paths.vector.weight"),
        ({"paths": {"vector": {"weight": float("nan")}}}, "document.paths.vector.weight"),
        ({"paths": {"vector": {"weight": 1, "limit": 0}}}, "document.paths.vector.limit"),
        ({"paths": {"vector": {"weight": 1, "budget_ms": 1.5}}}, "document.paths.vector.budget_ms"),
        ({"paths": {"vector": {"weight": 1, "size": 3}}}, "document.paths.vector.size"),
        ({"paths": PATHS, "kinds": "fact"}, "document.kinds"),
        ({"paths": PATHS, "kinds": ["fact", "rumour"]}, "document.kinds[1]"),
        ({"paths": PATHS, "kind_weights": {"rumour": 1}}, "document.kind_weights.rumour"),
        ({"paths": PATHS, "kind_weights": {"fact": 11}}, "document.kind_weights.fact"),
        ({"paths": PATHS, "fusion": "sum"}, "document.fusion"),
        ({"paths": PATHS, "half_life_days": 0}, "document.half_life_days"),
        ({"paths": PATHS, "recency_weight": 1.1}, "document.recency_weight"),
        ({"paths": PATHS, "top_k": "5"}, "document.top_k"),
        ({"paths": PATHS, "top_k": 101}, "document.top_k"),
        ({"paths": PATHS, "deadline_ms": 0}, "document.deadline_ms"),
        ({"paths": PATHS, "topk": 5}, "document.topk"),
        ({"paths": PATHS, "prompt_questions": "yes"}, "document.prompt_questions"),
    ],
)
def test_a_broken_document_is_refused_with_the_field_that_is_wrong(document: dict[str, Any], field: str) -> None:
    assert field in violations(document)


def test_everything_wrong_is_named_at_once() -> None:
    assert len(violations({"paths": {"vector": {}}, "fusion": 3, "top_k": -1, "x": 0})) == 4


SETTINGS = st.fixed_dictionaries(
    {"weight": st.floats(0.1, 10)}, optional={"budget_ms": st.integers(1, 5000), "limit": st.integers(1, 200)}
)
DOCUMENTS = st.fixed_dictionaries(
    {"paths": st.dictionaries(st.sampled_from([p.value for p in PathName]), SETTINGS, min_size=1)},
    optional={
        "kinds": st.lists(st.sampled_from(["fact", "event"]), unique=True),
        "fusion": st.sampled_from(["weighted", "rrf"]),
        "top_k": st.integers(1, 100),
        "recency_weight": st.floats(0, 1),
        "l1_ttl_s": st.integers(0, 86400),
    },
)


@given(DOCUMENTS)
def test_writing_and_reading_a_strategy_changes_nothing(document: dict[str, Any]) -> None:
    strategy = parse_strategy(document, "s", 1)
    assert parse_strategy(format_strategy(strategy), "s", 1) == strategy
