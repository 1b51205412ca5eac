"""Every phrasing of the table gives exactly its memories, or is dropped for its reason."""

import pytest
from yiku_domain.memory import Draft
from yiku_extractor.pipeline.extraction import THRESHOLD

from tests.unit.extractor.phrasings import DROPPED, STATED, Kept
from tests.unit.extractor.saying import say


def _is(draft: Draft, expected: Kept) -> bool:
    named = draft.attribute or draft.kind.value
    if named != expected.attribute or (expected.content and draft.content != expected.content):
        return False
    return all(draft.value.get(field) == value for field, value in expected.value.items())


@pytest.mark.parametrize(("text", "expected"), STATED, ids=[text for text, _ in STATED])
def test_stated(text: str, expected: tuple[Kept, ...]) -> None:
    drafts = say(text).drafts
    for one in expected:
        assert any(_is(draft, one) for draft in drafts), drafts
    assert len(drafts) == len(expected), drafts


@pytest.mark.parametrize(("text", "reason"), DROPPED, ids=[text for text, _ in DROPPED])
def test_dropped(text: str, reason: str) -> None:
    extraction = say(text)
    assert all(draft.confidence < THRESHOLD for draft in extraction.drafts)
    assert extraction.drafts or extraction.dropped[0].reason.value == reason


def test_the_table_is_as_large_as_promised() -> None:
    assert len(STATED) + len(DROPPED) >= 120
