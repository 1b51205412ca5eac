"""The calls: what they send, what they refuse by themselves, and how answers read."""

import dataclasses
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from types import FunctionType

import pytest
from yiku import (
    AsyncClient,
    Client,
    Dialogue,
    InvalidRequest,
    Order,
    Review,
    Statement,
    TimeRange,
    Turn,
    caring,
    operating,
    parsing,
    results,
    reviewing,
    writing,
)
from yiku.client import _built
from yiku.common.v1 import common_pb2
from yiku.extractor.v1 import extractor_pb2
from yiku.recall.v1 import recall_pb2
from yiku.review.v1 import review_pb2
from yiku_runtime.scopes import SCOPES

NOON = datetime(2026, 7, 3, 12, tzinfo=timezone(timedelta(hours=8)))


def test_a_dialogue_goes_out_as_it_was_said() -> None:
    call = writing.ingest_dialogue(
        "u_1", [Turn("user", "我对猫毛过敏", NOON), Turn("assistant", "好的")], session_id="s1", wait=True
    )
    request = call.request
    assert isinstance(request, extractor_pb2.IngestRequest)
    dialogue = request.items[0].dialogue
    assert [t.text for t in dialogue.turns] == ["我对猫毛过敏", "好的"]
    assert dialogue.turns[0].at.ToDatetime(UTC) == NOON and not dialogue.turns[1].HasField("at")
    assert (request.wait, request.mode) == (extractor_pb2.WAIT_INDEXED, extractor_pb2.MODE_COMMIT)


def test_every_write_has_an_idempotency_key_and_is_repeatable() -> None:
    first, second = writing.remember("u_1", "a"), writing.remember("u_1", "a")
    keys = {call.request.idempotency_key for call in (first, second)}
    assert len(keys) == 2 and "" not in keys
    assert first.repeatable and writing.remember("u_1", "a", idempotency_key="k").request.idempotency_key == "k"


def test_what_would_happen_twice_is_not_repeated() -> None:
    turns = [Turn("user", "a")]
    once = [
        caring.append_turns("u", "s", turns),
        caring.erase("u"),
        operating.put_strategy("dispatch", {}),
        operating.rollback_strategy("dispatch", 1),
        caring.correct("u", "m", "c", expected_version=3),
        operating.rebuild("milvus"),
    ]
    assert not any(call.repeatable for call in once)


def test_a_decision_goes_out_with_what_is_changed_only() -> None:
    edit = reviewing.resolve("u", "m", "edit", attribute="", value={"a": 1}).request
    assert isinstance(edit, review_pb2.ResolveRequest)
    assert (edit.edit.HasField("content"), edit.edit.HasField("attribute")) == (False, True)
    assert reviewing.resolve("u", "m", "approve").request.WhichOneof("decision") == "approve"
    assert reviewing.resolve("u", "m", "reject", reason="no").request.reject.reason == "no"
    for build in (reviewing.resolve, reviewing.resolve_clarification):
        with pytest.raises(InvalidRequest):
            build("u", "m", "perhaps")  # type: ignore[operator]


def test_a_review_item_reads_with_what_was_changed() -> None:
    message = review_pb2.ListResponse(items=[review_pb2.ReviewItem(edited=review_pb2.Edit(attribute=""))])
    (item,) = parsing.review_page(message).items
    assert item.edited == results.Edit(None, None, "", None)
    assert parsing.review_page(review_pb2.ListResponse(items=[review_pb2.ReviewItem()])).items[0].edited is None


def test_sources_of_every_kind_go_out() -> None:
    call = writing.ingest(
        "u_1",
        [Dialogue((Turn("user", "a"),)), Order("o1", at=NOON), Review("好", 5), results.Behaviour("chose", {"k": 1})],
    )
    kinds = [item.WhichOneof("source") for item in call.request.items]
    assert kinds == ["dialogue", "order", "review", "behaviour"]


def test_absent_stays_absent() -> None:
    stated = writing.remember("u_1", "a").request.statements[0]
    assert not stated.HasField("confidence") and not stated.HasField("value")
    asked = caring.recall("u_1").request
    assert not asked.HasField("now") and not asked.HasField("time_range")


@pytest.mark.parametrize(
    ("build", "field"),
    [
        (lambda: _built(caring.recall, "u", "\ud800"), "query"),
        (lambda: _built(caring.recall, "\ud83d", "q"), "user_id"),
        (lambda: _built(caring.recall, "u", turns=[Turn("user", "a"), Turn("user", "\udfff")]), "turns[1].text"),
        (lambda: _built(caring.recall, "u", kinds=["fact", "\ud800"]), "kinds[1]"),
        (lambda: _built(writing.remember, "u", "c", value={"a": {"b": "\ud800"}}), "value.'a'.'b'"),
        (lambda: _built(writing.remember_all, "u", [Statement("ok"), Statement("\ud800")]), "statements[1].content"),
        (lambda: _built(caring.recall, "u", top_k=2**31), "top_k"),
        (lambda: _built(caring.recall, "u", top_k=-(2**40)), "top_k"),
        (lambda: _built(caring.recall, "u", now=datetime(2026, 1, 1)), "now"),
        (
            lambda: _built(caring.recall, "u", time_range=TimeRange(end=datetime(2026, 1, 1))),
            "time_range.end",
        ),
        (lambda: _built(writing.ingest, "u", [Order("o", at=datetime(2026, 1, 1))]), "items[0].at"),
    ],
)
def test_what_cannot_be_sent_is_refused_by_name(build, field: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        build()
    assert [v.field for v in caught.value.violations] == [field]


def test_a_wrong_type_is_refused() -> None:
    with pytest.raises(InvalidRequest):
        _built(caring.recall, "u", 7)


def test_both_clients_have_the_same_calls_and_every_method_is_called() -> None:
    assert public(Client) == public(AsyncClient)
    wrapped = {getattr(Client, name).__wrapped__ for name in public(Client)}
    modules = (writing, caring, reviewing, operating)
    assert wrapped == {f for m in modules for n, f in vars(m).items() if isinstance(f, FunctionType) and n[0] != "_"}
    source = "".join(Path(m.__file__).read_text("utf-8") for m in modules)
    reached = {line.split('"')[1] for line in source.splitlines() if '"/yiku.' in line}
    assert reached == {path for path, _ in SCOPES}


def public(client: type) -> set[str]:
    return {n for n in vars(client) if not n.startswith("_") and hasattr(getattr(client, n), "__wrapped__")}


def test_a_memory_has_every_field_of_the_proto() -> None:
    assert {f.name for f in dataclasses.fields(results.Memory)} == set(common_pb2.Memory.DESCRIPTOR.fields_by_name)
    assert parsing.memory(common_pb2.Memory()).source.span is None


def test_an_answer_reads_like_a_memory() -> None:
    message = recall_pb2.RecallResponse(prompt_block="已知", cache="L1", trace_id="t")
    recalled = message.memories.add(score=0.9)
    recalled.memory.content, recalled.memory.kind = "对猫毛过敏", "fact"
    recalled.memory.value["n"] = 3
    recalled.why.add(path="vector", rank=1, score=0.8)
    message.degraded.add(part="graph", reason="timeout")
    answer = parsing.recall(message)
    best = answer.memories[0]
    assert (best.content, best.kind, best.score, best.value) == ("对猫毛过敏", "fact", 0.9, {"n": 3})
    assert best.why == (results.PathHit("vector", 1, 0.8),)
    assert (answer.degraded[0].part, answer.cache, answer.plan) == ("graph", "L1", None)


def test_an_outcome_this_client_does_not_know_is_no_error() -> None:
    message = extractor_pb2.IngestResponse()
    message.results.add(outcome=99)
    message.results.add(outcome=extractor_pb2.OUTCOME_STORED, memory_id="m")
    answer = parsing.ingested(message)
    assert [i.outcome for i in answer.items] == ["unknown", "stored"]
    assert answer.memory_id == "m"
