"""Where conversations are cut."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from yiku_stores.postgres.conversations import Heard, segments_of

START = datetime(2026, 10, 1, tzinfo=UTC)


def heard(pattern: str) -> list[Heard]:
    """u is a turn of the customer, b one of the bot."""
    return [Heard(UUID(int=i), who == "u", START + timedelta(minutes=i)) for i, who in enumerate(pattern)]


@pytest.mark.parametrize(
    ("pattern", "over", "cut"),
    [
        ("", True, []),
        ("ubub", False, []),
        ("ubub", True, ["ubub"]),
        ("ububub", False, ["ububub"]),
        ("ubububb", False, ["ubububb"]),
        ("uuu", False, ["uuu"]),
        ("ubububu", False, ["ububub"]),
        ("ubububu", True, ["ububub", "u"]),
        ("bbuuuub", True, ["bbuuu", "ub"]),
        ("uuuuuuuub", False, ["uuu", "uuu"]),
        ("bb", False, []),
        ("bb", True, ["bb"]),
    ],
)
def test_behind_every_third_turn_and_the_answers_to_it(pattern: str, over: bool, cut: list[str]) -> None:
    made = segments_of(heard(pattern), 3, over=over)
    assert ["".join("u" if turn.by_customer else "b" for turn in segment) for segment in made] == cut


def test_every_turn_is_in_one_segment_and_in_order() -> None:
    turns = heard("ubbuubuuubub" * 9)
    made = segments_of(turns, 4, over=True)
    assert [turn for segment in made for turn in segment] == turns
