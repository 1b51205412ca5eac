"""Near-duplicates: one of each, with the veto."""

from yiku_domain.candidate import Candidate
from yiku_recall.dedupe import Judged, distinct

from tests.unit.recall.making import lean


def judged(*contents: str) -> list[Judged]:
    """Judged memories, best first."""
    memories = [lean(content) for content in contents]
    return [Judged(Candidate(m.id, 1.0 - i / 10), m, 1.0 - i / 10) for i, m in enumerate(memories)]


def kept(*contents: str, top_k: int = 5) -> list[str]:
    """The contents that stay."""
    return [one.memory.content for one in distinct(judged(*contents), top_k)[0]]


def test_the_better_of_two_that_say_the_same_stays() -> None:
    assert kept("客户对猫毛过敏", "客户对猫毛过敏。", "客户住通州") == ["客户对猫毛过敏", "客户住通州"]


def test_what_repeats_is_told() -> None:
    both = judged("客户对猫毛过敏", "客户对猫毛过敏。")
    _, repeats = distinct(both, 5)
    assert repeats == {id(both[1]): both[0]}


def test_case_23_numbers_and_negation_veto() -> None:
    assert len(kept("电子展需要5台车", "电子展需要6台车")) == 2
    assert len(kept("客户喜欢夜间送货", "客户不喜欢夜间送货")) == 2


def test_top_k_is_kept_after_duplicates_are_gone() -> None:
    assert kept("爱喝绿茶", "爱喝绿茶!", "爱养猫", "住通州", top_k=2) == ["爱喝绿茶", "爱养猫"]
