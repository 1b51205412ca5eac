"""Chats out of the corpus: the prompt that the product asks, an answer that it accepts."""

import json
from collections import Counter
from pathlib import Path

import pytest
from yiku_extractor.pipeline.llm.attributes import names
from yiku_extractor.pipeline.llm.checks import Objection
from yiku_extractor.pipeline.llm.claim import json_schema
from yiku_extractor.pipeline.llm.parser import parse
from yiku_extractor.pipeline.llm.prompt import build_prompt
from yiku_extractor.pipeline.llm.verdict import judge

from training.lora.examples import Example, examples, held_out
from training.student.corpus import Segment, read

CORPUS = Path(__file__).parents[3] / "training" / "corpus"
_MODELS_FAULTS = {Objection.NOT_IN_TEXT, Objection.UNKNOWN_ATTRIBUTE, Objection.UNKNOWN_KIND, Objection.NOT_ASKED}


@pytest.fixture(scope="module")
def segments() -> list[Segment]:
    """Every twelfth turn of the corpus."""
    return read(sorted(CORPUS.glob("*.jsonl")))[::12]


@pytest.fixture(scope="module")
def chats(segments: list[Segment]) -> list[Example]:
    return list(examples(segments, 1))


def test_the_prompt_is_the_products(chats: list[Example]) -> None:
    for chat in chats:
        prompt = build_prompt(chat.utterance, chat.asked)
        assert (chat.system, chat.user) == (prompt.system, prompt.user)


def test_answers_are_of_the_schema_and_no_check_finds_a_fault_of_the_model(chats: list[Example]) -> None:
    fields = json_schema()["properties"]["memories"]["items"]["properties"]  # type: ignore[index]
    for chat in chats:
        for memory in json.loads(chat.answer)["memories"]:
            assert list(memory) == list(fields)
            assert all(memory[name] in fields[name]["enum"] for name in ("stance", "kind", "attribute"))
        parsed = parse(chat.answer)
        assert parsed is not None
        assert parsed.whole
        assert not {j.objection for j in judge(parsed, chat.utterance, chat.asked)} & _MODELS_FAULTS


def test_slots_are_taught_with_their_values(chats: list[Example]) -> None:
    """What an answer names as a slot, the product fills."""
    filled: Counter[bool] = Counter()
    for chat in chats:
        parsed = parse(chat.answer)
        assert parsed is not None
        filled.update(
            j.proposal is not None for j in judge(parsed, chat.utterance, chat.asked) if j.claim.attribute != "none"
        )
    assert filled[True] > 4 * filled[False]


def test_some_are_asked_about_in_part_and_answered_in_part(chats: list[Example]) -> None:
    partial = [chat for chat in chats if "decide" in json.loads(chat.user)]
    assert 0.02 < len(partial) / len(chats) < 0.3
    for chat in partial:
        for memory in json.loads(chat.answer)["memories"]:
            start = chat.segment.text.index(memory["quote"])
            assert any(s.start < start + len(memory["quote"]) and start < s.end for s in chat.asked)


def test_nothing_to_keep_is_taught_too(chats: list[Example]) -> None:
    empty = sum(chat.answer == '{"memories": []}' for chat in chats)
    assert 0.3 < empty / len(chats) < 0.8


def test_a_seed_gives_the_same(segments: list[Segment]) -> None:
    assert list(examples(segments[:50], 3)) == list(examples(segments[:50], 3))


def test_a_tenth_of_every_slice_is_held_out(segments: list[Segment]) -> None:
    seen, unseen = held_out(segments)
    assert len(seen) + len(unseen) == len(segments)
    assert not {s.text for s in seen} & {s.text for s in unseen}
    assert len(unseen) == pytest.approx(len(segments) / 10, abs=1)
    common = {s for s, n in Counter(s.slice for s in segments).items() if n > 20}
    assert common <= {s.slice for s in unseen}


def test_every_attribute_of_the_corpus_is_known(segments: list[Segment]) -> None:
    assert {m.attribute for s in segments for m in s.memories if m.attribute} <= set(names())
